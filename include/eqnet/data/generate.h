// Datasets made from a space: all trees up to a size over some variables and operators, grouped by exact semantics.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "eqnet/data/dataset.h"

namespace eqnet::data {

// A number below 2^128: high * 2^64 + low.
struct Count {
  uint64_t high = 0, low = 0;
  bool operator==(const Count&) const = default;
  explicit operator double() const;
};
inline bool operator<(const Count& a, const Count& b) {
  return a.high != b.high ? a.high < b.high : a.low < b.low;
}
inline bool operator>(const Count& a, const Count& b) {
  return b < a;
}
inline bool operator<=(const Count& a, const Count& b) {
  return !(b < a);
}
std::string to_string(Count count);  // in digits

struct Space {
  std::string name;                                          // of the dataset
  std::string paper;                                         // the paper's name, empty outside the presets
  const domain::Domain* domain = &domain::default_domain();  // never null
  size_t variables = 3;
  std::vector<std::string> operators;       // symbols: "And", …
  size_t max_size = 5;                      // nodes of a tree
  size_t per_class = 0;                     // at most so many of a class, drawn uniformly without replacement; 0: all
  std::vector<std::string> constants = {};  // leaves beside the variables: "1", …
};

// The fifteen presets of the paper, in its order; the last is its tuning set.
const std::vector<Space>& presets();
// Larger ones that the paper does not have, with more than 10,000 classes each (docs/frontier.md).
const std::vector<Space>& frontier_presets();
// Of real functions, which the paper does not have either (docs/reals.md).
const std::vector<Space>& real_presets();
// Of any of the lists, by our name or the paper's. Null where there is none; preset() throws base::Error with the known
// names.
const Space* find_preset(std::string_view name);
const Space& preset(std::string_view name);

// How large a space is, without building a tree.
struct SpaceSize {
  size_t classes = 0;
  Count expressions;           // of the whole space
  Count kept;                  // under the cap per class
  std::vector<Count> by_size;  // expressions of each size, from 0
};
// Throws base::Error on a space without operators or variables, or with more than 2^128 expressions.
SpaceSize measure(const Space& space);

// The dataset, without a split. The same for the same space and seed. Where `size` is given, what measure() says goes
// there.
Dataset generate(const Space& space, uint64_t seed, SpaceSize* size = nullptr);

// The paper's split (docs/datasets.md), into dataset.split.
struct SplitParams {
  // UnseenEqClass takes classes until it has this share of the number of the other classes. The paper says 20% of all
  // classes; the published files have 20% of the rest, a sixth of all.
  double unseen_of_rest = 0.2;
};
void make_split(Dataset& dataset, uint64_t seed, const SplitParams& params = {});

}  // namespace eqnet::data
