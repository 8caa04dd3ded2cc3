// Distinct vectors of length 1, laid out for the exact search of the nearest to one query at a time.
//
// A pass over a million rows of 64 floats is 256 MB from memory. So every row also has a code, its numbers rounded to 8
// bits, and every block of codes a bound on the length of what rounding took away from a row. By Cauchy and Schwarz the
// cosine of a query and a row is within that bound of the code's. A pass over the codes thus leaves few rows that may
// be among the nearest, and the cosines of these are computed from their floats.
//
// Rows are in the order of their product with one direction, that in which they differ most. Two vectors have products
// no further apart than they are themselves. So all rows next to a query lie in one stretch, which is found by halving,
// and the search for the nearest goes from there to both sides until what is left is too far away.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "encode/neighbours.h"
#include "eqnet/base/hash_index.h"

namespace eqnet::search {

struct CodeBlock {
  float scale = 0;  // of its codes
  float error = 0;  // the longest difference between a row and its scaled code
};

// What is stored. Some members (whatever the vectors stand for, by number) share a vector.
struct VectorTable {
  size_t width = 0;
  std::span<const float> vectors;    // by row, `width` numbers each
  std::span<const float> direction;  // of length 1
  std::span<const float> keys;       // by row, ascending: the product with the direction
  std::span<const int8_t> codes;     // blocks of kernels::kCodeRows rows; the last is filled up with zeros
  std::span<const CodeBlock> blocks;
  std::span<const uint64_t> starts;   // of a row's members, and one more for the end of the last
  std::span<const uint32_t> members;  // in the order of ties (encode::tie_rank)

  [[nodiscard]] size_t rows() const { return keys.size(); }
};

// What owns it.
class VectorTableBuilder {
 public:
  explicit VectorTableBuilder(size_t width) : width_(width) {}

  // The vectors of the next members, `width` numbers each; they need not have length 1. Equal ones are kept once.
  void add(std::vector<float> vectors);
  // The table, once all were added. It refers to the builder.
  [[nodiscard]] VectorTable finish();

 private:
  void order();
  void encode_rows();

  size_t width_;
  std::vector<float> vectors_, direction_, keys_;
  std::vector<uint32_t> row_of_;  // by member
  base::HashIndex index_;         // rows by their bits
  std::vector<int8_t> codes_;
  std::vector<CodeBlock> blocks_;
  std::vector<uint64_t> starts_;
  std::vector<uint32_t> members_;
};

// Told what is about to be read, before it is; throws where it is damaged. Null where there is nothing to check.
using BeforeRead = std::function<void(const void* begin, size_t bytes)>;

// The k members whose vectors are most similar to the query's, best first; fewer where there are not as many. query:
// `width` numbers, of length 1 or 0.
std::vector<encode::Neighbour> nearest(const VectorTable& table, std::span<const float> query, size_t k,
                                       const BeforeRead& before_read = {});
// All members whose vectors are no further than `distance` from the query's, the nearest first.
std::vector<encode::Neighbour> within(const VectorTable& table, std::span<const float> query, double distance,
                                      const BeforeRead& before_read = {});

}  // namespace eqnet::search
