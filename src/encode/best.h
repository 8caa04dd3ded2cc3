// The best of many candidates for neighbours, and how ties between them are broken.
#pragma once

#include <cstddef>
#include <span>

#include "encode/neighbours.h"

namespace eqnet::encode {

inline bool before(const Neighbour& a, const Neighbour& b) {
  if (a.similarity != b.similarity) return a.similarity > b.similarity;
  return tie_rank(a.row) < tie_rank(b.row);
}

// The k best of a stream of candidates, kept in order in memory that is there.
class Best {
 public:
  Best(Neighbour* rows, size_t k) : rows_(rows), k_(k) {}

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] float least() const { return size_ < k_ ? -2.0F : rows_[k_ - 1].similarity; }

  // members: in the order of ties, so after one that is too late all are.
  void offer(std::span<const uint32_t> members, float similarity) {
    for (const uint32_t row : members) {
      const Neighbour candidate{row, similarity};
      if (size_ == k_ && !before(candidate, rows_[k_ - 1])) return;
      size_t at = size_ < k_ ? size_++ : k_ - 1;
      for (; at > 0 && before(candidate, rows_[at - 1]); --at) rows_[at] = rows_[at - 1];
      rows_[at] = candidate;
    }
  }

 private:
  Neighbour* rows_;
  size_t k_;
  size_t size_ = 0;
};

}  // namespace eqnet::encode
