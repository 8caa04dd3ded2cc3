#include "report/projection.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "eqnet/base/error.h"
#include "report/pca.h"
#include "report/tsne.h"

namespace eqnet::report {

Method method_of(std::string_view name) {
  if (name == "tsne") return Method::tsne;
  if (name == "pca") return Method::pca;
  throw base::Error("method " + base::quoted(name) + " is not known; choose tsne or pca");
}

size_t neighbours_wanted(const ProjectionParams& params) {
  return params.method == Method::pca ? 0 : static_cast<size_t>(std::ceil(3 * params.perplexity));
}

Projection project(const encode::UnitRows& vectors, std::span<const encode::Neighbour> neighbours,
                   const ProjectionParams& params) {
  if (params.method == Method::pca) {
    const std::span<const float> rows(vectors.row(0), vectors.size() * vectors.width());
    PcaParams pca_params;
    pca_params.threads = params.threads;
    Pca plane = pca(rows, vectors.width(), pca_params);
    return {std::move(plane.coordinates), "PCA",
            base::format("{:.1f}% and {:.1f}% of the variance", 100 * plane.shares[0], 100 * plane.shares[1])};
  }
  TsneParams tsne_params;
  tsne_params.perplexity = params.perplexity;
  tsne_params.iterations = params.iterations;
  tsne_params.threads = params.threads;
  tsne_params.done = params.done;
  tsne_params.neighbours = neighbours;
  return {tsne(vectors, tsne_params), "t-SNE",
          base::format("perplexity {:g}, {} iterations", params.perplexity, params.iterations)};
}

std::vector<float> framed(std::span<const float> plane) {
  float low[2] = {0, 0};
  float high[2] = {0, 0};
  for (size_t i = 0; i < plane.size(); ++i) {
    const size_t axis = i % 2;
    if (i < 2 || plane[i] < low[axis]) low[axis] = plane[i];
    if (i < 2 || plane[i] > high[axis]) high[axis] = plane[i];
  }
  const float half = std::max(high[0] - low[0], high[1] - low[1]) / 2;
  std::vector<float> places(plane.begin(), plane.end());
  for (size_t i = 0; i < places.size(); ++i) {
    const float middle = (low[i % 2] + high[i % 2]) / 2;
    places[i] = half > 0 ? std::clamp((places[i] - middle) / half, -1.0F, 1.0F) : 0.0F;
  }
  return places;
}

}  // namespace eqnet::report
