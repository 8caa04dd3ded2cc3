// Vectors to places in the plane, by either method.
#pragma once

#include <functional>
#include <string>

#include "report/neighbour_map.h"

namespace eqnet::report {

enum class Method { tsne, pca };
Method method_of(std::string_view name);  // "tsne", "pca"

struct ProjectionParams {
  Method method = Method::tsne;
  double perplexity = 30;            // t-SNE: neighbours that count, roughly
  size_t iterations = 750;           // t-SNE
  size_t threads = 1;                // the result does not depend on it
  std::function<void(size_t)> done;  // t-SNE: told of finished iterations
};

struct Projection {
  std::vector<float> plane;  // x, y of each row
  std::string method, note;  // for people: "t-SNE", "perplexity 30, 750 iterations"
};

// How many neighbours of each row the method wants.
size_t neighbours_wanted(const ProjectionParams& params);

// neighbours: as many of every row as are wanted, nearest first; none: they are searched.
Projection project(const encode::UnitRows& vectors, std::span<const encode::Neighbour> neighbours,
                   const ProjectionParams& params);

// x, y pairs moved and scaled alike so that they fill [-1, 1] in the wider direction.
std::vector<float> framed(std::span<const float> plane);

}  // namespace eqnet::report
