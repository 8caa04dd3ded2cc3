// eqnet explore: a dataset in the space of meanings, as a page to look around in.
#include <cstdio>
#include <filesystem>

#include "base/progress.h"
#include "cli/drawing.h"
#include "cli/model_and_dataset.h"
#include "report/page.h"

namespace eqnet::cli {
namespace {

struct ExploreOptions {
  std::string model, dataset, output = "explorer.html";
  std::string domain = "auto";
  ProjectionOptions projection;
  Common common;
};

int run_explore(const ExploreOptions& options) {
  check_writable(options.output);
  const auto [encoder, dataset] = load_both(options.model, options.dataset, options.domain);
  const report::ProjectionParams params = options.projection.params(options.common);
  const report::NeighbourMap map = neighbour_map_of(encoder, dataset, params, options.common);
  const report::Projection projection = project(map, params, options.common);
  report::write_explorer(options.output,
                         explorer_bytes(map, projection, encoder, std::filesystem::path(options.model).stem()));
  if (!options.common.quiet) {
    std::fprintf(stderr, "%s: %s expressions of %s; open it in a browser\n", options.output.c_str(),
                 base::with_commas(map.members()).c_str(), dataset.name.c_str());
  }
  return kYes;
}

}  // namespace

Verb add_explore(CommandLine& program) {
  auto options = std::make_shared<ExploreOptions>();
  Command verb = program.verb("explore", "Write a page to look around in the space of a dataset's vectors");
  verb.option("MODEL", options->model, model_or_values_help()).required();
  verb.option("DATASET", options->dataset, "Main file of a dataset").required();
  verb.option("-o,--output", options->output, "Page to write").shows_default();
  add_projection(verb, options->projection);
  add_domain(verb, options->domain, "the model's");
  add_common(verb, options->common, Uses::drawing);
  verb.footer(
      "One file that works without a server or a network: every expression a point; hover or click shows its nearest\n"
      "neighbours among the vectors (not in the picture) with exact verdicts.\n\n"
      "Example:\n"
      "  eqnet explore bool5.eqnet data/boolean5.json.gz -o explorer.html");
  return {"explore", [options] { return run_explore(*options); }};
}

}  // namespace eqnet::cli
