// eqnet nearest: the nearest expressions of an index or a dataset, each with an exact verdict.
#include "api/model_state.h"
#include "api/verdict_json.h"
#include "base/files.h"
#include "base/format.h"
#include "cli/model_and_dataset.h"
#include "cli/print.h"
#include "cli/table.h"
#include "cli/verbs.h"
#include "encode/pretrained.h"
#include "eqnet/api/index.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"

namespace eqnet::cli {
namespace {

struct NearestOptions {
  std::string model, dataset, expression;
  std::string domain = "auto";
  api::NearestOptions nearest;
  Common common;
};

// A neighbour's verdict in a table: what the domain proves, or what the classes say where it has no meaning.
std::string words(const domain::Verdict& verdict, const domain::Domain& domain) {
  if (!domain.has_meaning()) return verdict.method;
  std::string text(domain::name(verdict.answer));
  for (const auto& [variable, value] : verdict.witness) text.append(" ").append(variable).append("=").append(value);
  return text;
}

std::string words(const domain::Assignment& renaming) {
  std::string text;
  for (const auto& [variable, name] : renaming) {
    text.append(text.empty() ? "" : " ").append(variable).append("=").append(name);
  }
  return text;
}

void print_json(const domain::Domain& domain, const std::string& query, const std::vector<api::Neighbour>& found,
                bool renamed) {
  base::Json json;
  json.object().key("expression").value(query).key("neighbours").array();
  for (const api::Neighbour& one : found) {
    json.object().key("expression").value(one.text);
    json.key("class").value(one.class_name);
    json.key("similarity").value(one.similarity).key("distance").value(std::max(0.0, 1 - one.similarity));
    if (renamed) {
      json.key("renaming").object();
      for (const auto& [variable, name] : one.renaming) json.key(variable).value(name);
      json.end_object();
    }
    if (domain.has_meaning()) {
      api::add_verdict(json, one.verdict);
    } else {  // there is no witness of a class
      json.key("verdict").value(domain::name(one.verdict.answer)).key("method").value(one.verdict.method);
      json.key("witness").null();
    }
    json.end_object();
  }
  json.end_array().end_object();
  print(json);
}

void print_table(const domain::Domain& domain, const std::string& query, const std::vector<api::Neighbour>& found,
                 bool renamed) {
  std::vector<std::string> head = {"nearest to " + query, "distance", "verdict"};
  if (renamed) head.insert(head.begin() + 1, "with");
  Table table(head);
  for (const api::Neighbour& one : found) {
    std::vector<std::string> row = {one.text, base::format("{:.4f}", std::max(0.0, 1 - one.similarity)),
                                    words(one.verdict, domain)};
    if (renamed) row.insert(row.begin() + 1, words(one.renaming));
    table.add(row);
  }
  table.print();
}

api::Index index_of(const NearestOptions& options) {
  if (options.dataset.empty()) {
    throw UsageError("an expression is needed: eqnet nearest INDEX EXPR, or eqnet nearest MODEL DATASET EXPR");
  }
  if (options.expression.empty()) {
    if (api::Index::is_index(options.model)) {
      api::Index index = api::Index::open(options.model);
      const domain::Domain& own = index.model().domain();
      if (const domain::Domain* chosen = chosen_domain(options.domain); chosen != nullptr && chosen != &own) {
        throw base::Error(options.model, "is of the " + std::string(own.name()) + " domain", "leave out --domain");
      }
      return index;
    }
    if (!base::file_exists(options.model) && !encode::pretrained(options.model)) {
      throw base::Error(options.model, "there is no such file", "make an index with eqnet index");
    }
    throw UsageError(base::quoted(options.model) +
                     " is no index; make one with eqnet index, or give a model, a dataset and an expression");
  }
  if (api::Index::is_index(options.model)) {
    throw UsageError(base::quoted(options.model) + " is an index, which needs no dataset: give the expression alone");
  }
  auto [encoder, dataset] = load_both(options.model, options.dataset, options.domain, true);
  const domain::Domain* domain = dataset.domain;
  return {api::Model::State::model(std::move(encoder), domain), dataset, threads_of(options.common)};
}

int run_nearest(const NearestOptions& options) {
  const api::Index index = index_of(options);
  const domain::Domain& domain = index.model().domain();
  const std::string& text = options.expression.empty() ? options.dataset : options.expression;
  const std::vector<api::Neighbour> found = index.nearest(text, options.nearest);
  expr::Pool pool;
  const std::string query = expr::print(pool, expr::parse(text, domain.syntax(), pool), domain.syntax());
  const bool renamed = options.nearest.rename;
  options.common.json ? print_json(domain, query, found, renamed) : print_table(domain, query, found, renamed);
  return options.nearest.equivalent && found.empty() ? kNo : kYes;
}

}  // namespace

Verb add_nearest(CommandLine& program) {
  auto options = std::make_shared<NearestOptions>();
  Command verb = program.verb("nearest", "Find the nearest expressions of an index or a dataset, with exact verdicts",
                              CommandLine::Takes::expressions);
  verb.option("MODEL", options->model, "An index, which takes the place of a dataset too; or " + model_or_values_help())
      .required();
  verb.option("DATASET", options->dataset, "Main file of a dataset, or a list of expressions; none with an index");
  verb.option("EXPR", options->expression, "Expression");
  verb.option("-k", options->nearest.k, "Neighbours").at_least(1).shows_default();
  verb.flag("--equivalent", options->nearest.equivalent,
            "Only those that are proved equivalent; exit 1 where there are none");
  verb.flag("--rename", options->nearest.rename,
            "Take the expression's variables for the model's, in every way that there is");
  verb.option("--timeout", options->nearest.timeout_s, "Seconds for one verdict").at_least(0).shows_default();
  add_domain(verb, options->domain, "the model's");
  add_common(verb, options->common, Uses::threads);
  verb.footer(
      "Distance is 1 - cosine similarity. A neighbour that is different is shown with an assignment that proves it.\n"
      "In the open domain nothing is proved; the data's classes say: same class, other class, or not in the data.\n"
      "--rename shows what the variables were taken for, and puts what is equivalent first.\n\n"
      "Examples:\n"
      "  eqnet nearest bool5.eqnet data/boolean5.json.gz 'a xor b' -k 5\n"
      "  eqnet nearest values data/boolean5.json.gz 'a xor b'         # without a training\n"
      "  eqnet index boolean formulas.txt -o formulas.index && eqnet nearest formulas.index 'a -> b' --equivalent\n"
      "  eqnet nearest formulas.index 'p -> q' --rename");
  return {"nearest", [options] { return run_nearest(*options); }};
}

}  // namespace eqnet::cli
