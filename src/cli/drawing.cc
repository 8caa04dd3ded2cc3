#include "cli/drawing.h"

#include <algorithm>

#include "base/files.h"
#include "cli/terminal.h"
#include "experiments/embedded.h"

namespace eqnet::cli {

void check_writable(const std::string& path) {
  const base::AtomicFile file(path);  // goes away again
}

report::ProjectionParams ProjectionOptions::params(const Common& common) const {
  report::ProjectionParams params;
  params.method = report::method_of(method);
  params.perplexity = perplexity;
  params.iterations = iterations;
  params.threads = threads_of(common);
  return params;
}

void add_projection(Command& verb, ProjectionOptions& options) {
  verb.option("--method", options.method, "How vectors are laid out in the plane: tsne or pca")
      .one_of({"tsne", "pca"})
      .shows_default();
  verb.option("--perplexity", options.perplexity, "t-SNE: how many neighbours count, roughly")
      .between(1, 1000)
      .shows_default();
  verb.option("--iterations", options.iterations, "t-SNE: steps of the layout").between(1, 100000).shows_default();
}

report::NeighbourMap neighbour_map_of(const models::Encoder& encoder, const data::Dataset& dataset,
                                      const report::ProjectionParams& projection, const Common& common) {
  report::NeighbourMapParams params;
  params.k_members = report::neighbours_wanted(projection);
  params.threads = threads_of(common);
  std::vector<expr::NodeId> nodes = report::nodes_of(dataset);
  std::vector<float> vectors = experiments::embed_nodes(encoder, dataset, nodes, {params.threads});
  base::Progress progress("neighbours of " + dataset.name, nodes.size(), terminal_progress(common.quiet));
  params.done = [&](size_t done) { progress.add(done); };
  return report::make_neighbour_map(dataset, std::move(nodes), std::move(vectors), encoder.dimension(), params);
}

namespace {

report::Projection lay_out(const encode::UnitRows& vectors, std::span<const encode::Neighbour> neighbours,
                           report::ProjectionParams params, const Common& common) {
  base::Progress progress("layout", params.iterations, terminal_progress(common.quiet));
  params.done = [&](size_t done) { progress.add(done); };
  return report::project(vectors, neighbours, params);
}

}  // namespace

report::Projection project(const report::NeighbourMap& map, const report::ProjectionParams& params,
                           const Common& common) {
  return lay_out(map.vectors, map.of_members, params, common);
}

report::Projection project(const encode::UnitRows& vectors, const report::ProjectionParams& params,
                           const Common& common) {
  std::vector<encode::Neighbour> neighbours;
  encode::NeighbourParams search;
  search.k = std::min(report::neighbours_wanted(params), vectors.size() - 1);
  if (vectors.size() > 1 && search.k > 0) {
    base::Progress progress("neighbours", vectors.size(), terminal_progress(common.quiet));
    search.threads = params.threads;
    search.done = [&](size_t done) { progress.add(done); };
    neighbours = encode::neighbours_of_all(vectors, search);
  }
  return lay_out(vectors, neighbours, params, common);
}

std::string explorer_bytes(const report::NeighbourMap& map, const report::Projection& projection,
                           const models::Encoder& encoder, const std::string& model_name) {
  const report::ExplorerNames names{model_name, encoder.model().settings.kind().name, projection.method,
                                    projection.note};
  return report::explorer_bytes(map, projection.plane, names);
}

}  // namespace eqnet::cli
