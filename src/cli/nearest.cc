// eqnet nearest: the nearest expressions of a dataset, each with an exact verdict.
#include "search/index.h"

#include <limits>

#include "base/format.h"
#include "cli/model_and_dataset.h"
#include "cli/print.h"
#include "cli/table.h"
#include "cli/verbs.h"
#include "cli/verdict.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "experiments/embedded.h"

namespace eqnet::cli {
namespace {

struct NearestOptions {
  std::string model, dataset, expression;
  std::string domain = "auto";
  search::NearestParams params;
  Common common;
};

// A neighbour's verdict in a table: what the domain proves, or what the classes say where it has no meaning.
std::string words(const domain::Verdict& verdict, const domain::Domain& domain) {
  if (!domain.has_meaning()) return verdict.method;
  std::string text(domain::name(verdict.answer));
  for (const auto& [variable, value] : verdict.witness) text.append(" ").append(variable).append("=").append(value);
  return text;
}

void print_json(const search::Index& index, const std::string& query, const std::vector<search::Found>& found) {
  const expr::Printer printer(index.pool(), index.domain().syntax());
  base::Json json;
  json.object().key("expression").value(query).key("neighbours").array();
  for (const search::Found& one : found) {
    json.object().key("expression").value(printer.text(index.expression(one.row)));
    json.key("class").value(index.class_name(one.row));
    json.key("similarity").value(one.similarity).key("distance").value(std::max(0.0, 1 - one.similarity));
    if (index.domain().has_meaning()) {
      add_verdict(json, one.verdict);
    } else {  // there is no witness of a class
      json.key("verdict").value(domain::name(one.verdict.answer)).key("method").value(one.verdict.method);
      json.key("witness").null();
    }
    json.end_object();
  }
  json.end_array().end_object();
  print(json);
}

void print_table(const search::Index& index, const std::string& query, const std::vector<search::Found>& found) {
  const expr::Printer printer(index.pool(), index.domain().syntax());
  Table table({"nearest to " + query, "distance", "verdict"});
  for (const search::Found& one : found) {
    table.add({printer.text(index.expression(one.row)), base::format("{:.4f}", std::max(0.0, 1 - one.similarity)),
               words(one.verdict, index.domain())});
  }
  table.print();
}

int run_nearest(const NearestOptions& options) {
  auto [encoder, dataset] = load_both(options.model, options.dataset, options.domain, false);
  const expr::Syntax& syntax = dataset.domain->syntax();
  expr::Pool pool;
  const expr::NodeId query = expr::parse(options.expression, syntax, pool);
  std::vector<float> vectors =
      experiments::embed_nodes(encoder, dataset, eval::members_of(dataset).expressions, threads_of(options.common));
  const std::vector<float> own = encoder.embed(pool, {&query, 1}, "expression");
  const search::Index index(std::move(dataset), std::move(vectors), encoder.dimension());
  const std::vector<search::Found> found = index.nearest(pool, query, own, options.params);
  const std::string text = expr::print(pool, query, syntax);
  options.common.json ? print_json(index, text, found) : print_table(index, text, found);
  return kYes;
}

}  // namespace

Verb add_nearest(CommandLine& program) {
  auto options = std::make_shared<NearestOptions>();
  Command verb = program.verb("nearest", "Find a dataset's nearest expressions, with exact verdicts",
                              CommandLine::Takes::expressions);
  verb.option("MODEL", options->model, model_or_values_help()).required();
  verb.option("DATASET", options->dataset, "Main file of a dataset").required();
  verb.option("EXPR", options->expression, "Expression").required();
  verb.option("-k", options->params.k, "Neighbours").at_least(1).shows_default();
  verb.option("--timeout", options->params.timeout_s, "Seconds for one verdict").at_least(0).shows_default();
  add_domain(verb, options->domain, "the model's");
  add_common(verb, options->common, Uses::threads);
  verb.footer(
      "Distance is 1 - cosine similarity. A neighbour that is different is shown with an assignment that proves it.\n"
      "In the open domain nothing is proved; the data's classes say: same class, other class, or not in the data.\n\n"
      "Examples:\n"
      "  eqnet nearest bool5.eqnet data/boolean5.json.gz 'a xor b' -k 5\n"
      "  eqnet nearest values data/boolean5.json.gz 'a xor b'         (without a training)");
  return {"nearest", [options] { return run_nearest(*options); }};
}

}  // namespace eqnet::cli
