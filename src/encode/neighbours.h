// Exact nearest neighbours by cosine: a blocked matrix product, and a filter that lets only candidates through. Rows
// that are the same to the last bit are searched once for all of them, as query and as neighbour.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/ranks.h"

namespace eqnet::encode {

// Rows of length 1 (a row of zeros stays zeros: it is similar to nothing).
class UnitRows {
 public:
  UnitRows(std::vector<float> values, size_t width);
  [[nodiscard]] size_t size() const { return values_.size() / width_; }
  [[nodiscard]] size_t width() const { return width_; }
  [[nodiscard]] const float* row(size_t i) const { return values_.data() + i * width_; }
  // All of them; none are left.
  [[nodiscard]] std::vector<float> take() && { return std::move(values_); }

 private:
  std::vector<float> values_;
  size_t width_;
};

struct Neighbour {
  uint32_t row = 0;
  float similarity = 0;
};

// Where many are equally similar, one must choose. Not by row: rows lie in order of classes, and the first class would
// win everywhere. So by a fixed scrambling of the row's number.
uint32_t tie_rank(uint32_t row);

// Counts of similarities over all (query, other) pairs, by the bins of kernels/similarities.h.
struct PairCounts {
  std::vector<uint64_t> same, other;  // pairs of one class, and the others
};

struct NeighbourParams {
  size_t k = 15;
  size_t threads = 1;
  // With labels (one a base row, in ascending order): also counts pairs, into `counts`.
  std::span<const uint32_t> labels;
  PairCounts* counts = nullptr;
  std::function<void(size_t)> done;  // told how many queries were finished; any thread calls it
  // Where there are any, all of them call with the same arguments: each takes a stretch of the queries, and all get
  // all neighbours and counts. `done` is told of the own ones.
  base::Ranks* ranks = nullptr;
};

// For each query (a row of `base`) the k most similar other rows, best first; queries.size() x k. require: base has
// more than k rows. The result does not depend on the threads.
std::vector<Neighbour> neighbours_of_rows(const UnitRows& base, std::span<const uint32_t> queries,
                                          const NeighbourParams& params);
// The same for every row.
std::vector<Neighbour> neighbours_of_all(const UnitRows& base, const NeighbourParams& params);
// The same for queries that are no rows of base. require: base has k rows or more.
std::vector<Neighbour> neighbours_of(const UnitRows& base, const UnitRows& queries, const NeighbourParams& params);

}  // namespace eqnet::encode
