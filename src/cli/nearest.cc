// eqnet nearest: the nearest expressions of a dataset, each with an exact verdict.
#include "search/nearest.h"

#include <limits>

#include "base/format.h"
#include "cli/print.h"
#include "cli/table.h"
#include "cli/verbs.h"
#include "cli/verdict.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "experiments/embedded.h"

namespace eqnet::cli {
namespace {

struct Options {
  std::string model, dataset, expression;
  search::NearestParams params;
  Common common;
};

int run_nearest(const Options& options) {
  const models::Encoder encoder = models::Encoder::load(options.model);
  data::LoadParams load;
  load.with_split = false;
  data::Dataset dataset = data::load(options.dataset, load);
  const expr::NodeId query = expr::parse(options.expression, dataset.domain->syntax(), dataset.pool);
  const size_t threads = threads_of(options.common);
  std::vector<float> vectors = experiments::embed_nodes(encoder, dataset, eval::rows_of(dataset).expressions, threads);
  const std::vector<float> own = encoder.embed(dataset.pool, {&query, 1}, "expression");
  vectors.insert(vectors.end(), own.begin(), own.end());
  search::NearestParams params = options.params;
  params.threads = threads;
  const std::vector<search::Found> found =
      search::nearest(dataset, std::move(vectors), encoder.dimension(), query, params);

  const expr::Printer printer(dataset.pool, dataset.domain->syntax());
  if (options.common.json) {
    base::Json json;
    json.object().key("expression").value(printer.text(query)).key("neighbours").array();
    for (const search::Found& one : found) {
      json.object().key("expression").value(printer.text(one.expression)).key("class").value(one.class_name);
      json.key("similarity").value(one.similarity).key("distance").value(std::max(0.0, 1 - one.similarity));
      add_verdict(json, one.verdict);
      json.end_object();
    }
    json.end_array().end_object();
    print(json);
    return kYes;
  }
  Table table({"nearest to " + printer.text(query), "distance", "verdict"});
  for (const search::Found& one : found) {
    std::string verdict(domain::name(one.verdict.answer));
    for (const auto& [variable, value] : one.verdict.witness) {
      verdict.append(" ").append(variable).append("=").append(value);
    }
    table.add({printer.text(one.expression), base::format("{:.4f}", std::max(0.0, 1 - one.similarity)), verdict});
  }
  table.print();
  return kYes;
}

}  // namespace

Verb add_nearest(CommandLine& program) {
  auto options = std::make_shared<Options>();
  Command verb = program.verb("nearest", "Find a dataset's nearest expressions, with exact verdicts",
                              CommandLine::Takes::expressions);
  verb.option("MODEL", options->model, model_help()).required();
  verb.option("DATASET", options->dataset, "Main file of a dataset").required();
  verb.option("EXPR", options->expression, "Expression").required();
  verb.option("-k", options->params.k, "Neighbours").at_least(1).shows_default();
  verb.option("--timeout", options->params.timeout_s, "Seconds for one verdict").at_least(0).shows_default();
  add_common(verb, options->common, Uses::threads);
  verb.footer(
      "Distance is 1 - cosine similarity. A neighbour that is different is shown with an assignment that proves it.\n\n"
      "Example:\n"
      "  eqnet nearest bool5.eqnet data/boolean5.json.gz 'a xor b' -k 5");
  return {"nearest", [options] { return run_nearest(*options); }};
}

}  // namespace eqnet::cli
