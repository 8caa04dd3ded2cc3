// What the verbs that draw have in common: a model and a dataset brought together, with progress on a terminal.
#pragma once

#include "cli/verbs.h"
#include "models/encoder.h"
#include "report/explorer_data.h"
#include "report/projection.h"

namespace eqnet::cli {

// Throws base::Error where a file cannot be written, so that nobody waits minutes to hear of it.
void check_writable(const std::string& path);

// --method, --perplexity and --iterations.
struct ProjectionOptions {
  std::string method = "tsne";
  double perplexity = report::ProjectionParams().perplexity;
  size_t iterations = report::ProjectionParams().iterations;

  [[nodiscard]] report::ProjectionParams params(const Common& common) const;
};
void add_projection(Command& verb, ProjectionOptions& options);

// Embeds the dataset's expressions and their subexpressions and finds their neighbours.
report::NeighbourMap neighbour_map_of(const models::Encoder& encoder, const data::Dataset& dataset,
                                      const report::ProjectionParams& projection, const Common& common);

// Lays vectors out in the plane; without a neighbour map their neighbours are searched first.
report::Projection project(const report::NeighbourMap& map, const report::ProjectionParams& params,
                           const Common& common);
report::Projection project(const encode::UnitRows& vectors, const report::ProjectionParams& params,
                           const Common& common);

// The data of an explorer page of a neighbour map, for report/page.h.
std::string explorer_bytes(const report::NeighbourMap& map, const report::Projection& projection,
                           const models::Encoder& encoder, const std::string& model_name);

}  // namespace eqnet::cli
