#include "encode/neighbours.h"

#include <algorithm>
#include <mutex>

#include "base/threads.h"
#include "kernels/blas.h"
#include "kernels/rows.h"
#include "kernels/similarities.h"

namespace eqnet::encode {
namespace {

constexpr size_t kQueryBlock = 128;
constexpr size_t kBaseBlock = 1024;  // 128 x 1024 similarities fit the second-level cache
constexpr uint32_t kNoRow = UINT32_MAX;

// The k best of a stream of candidates, kept in order.
class Best {
 public:
  Best(Neighbour* rows, size_t k) : rows_(rows), k_(k) {}

  [[nodiscard]] float least() const { return size_ < k_ ? -2.0F : rows_[k_ - 1].similarity; }

  void offer(uint32_t row, float similarity) {
    const Neighbour candidate{row, similarity};
    if (size_ == k_ && !before(candidate, rows_[k_ - 1])) return;
    size_t at = size_ < k_ ? size_++ : k_ - 1;
    for (; at > 0 && before(candidate, rows_[at - 1]); --at) rows_[at] = rows_[at - 1];
    rows_[at] = candidate;
  }

 private:
  static bool before(const Neighbour& a, const Neighbour& b) {
    if (a.similarity != b.similarity) return a.similarity > b.similarity;
    return tie_rank(a.row) < tie_rank(b.row);
  }

  Neighbour* rows_;
  size_t k_;
  size_t size_ = 0;
};

// A class's rows, found from the label of one of them.
std::pair<size_t, size_t> class_range(std::span<const uint32_t> labels, uint32_t row) {
  size_t begin = row;
  size_t end = row + size_t{1};
  while (begin > 0 && labels[begin - 1] == labels[row]) --begin;
  while (end < labels.size() && labels[end] == labels[row]) ++end;
  return {begin, end};
}

// A block of queries against the whole base.
class Block {
 public:
  Block(const UnitRows& base, const NeighbourParams& params) : base_(base), params_(params) {
    if (params.counts != nullptr) {
      all_.resize(kernels::kSimilarityBins);
      same_.resize(kernels::kSimilarityBins);
    }
  }

  // rows: of the queries themselves in base, to leave out; kNoRow where a query is none.
  void run(const float* queries, std::span<const uint32_t> rows, Neighbour* result) {
    std::vector<Best> best;
    for (size_t i = 0; i < rows.size(); ++i) best.emplace_back(result + i * params_.k, params_.k);
    std::vector<std::pair<size_t, size_t>> ranges(rows.size());
    if (params_.counts != nullptr) {
      for (size_t i = 0; i < rows.size(); ++i) ranges[i] = class_range(params_.labels, rows[i]);
    }
    similarities_.resize(kQueryBlock * kBaseBlock);
    const size_t d = base_.width();
    for (size_t begin = 0; begin < base_.size(); begin += kBaseBlock) {
      const size_t n = std::min(kBaseBlock, base_.size() - begin);
      kernels::gemm(kernels::Op::plain, kernels::Op::transposed, rows.size(), n, d, 1.0F, queries, d, base_.row(begin),
                    d, 0.0F, similarities_.data(), n);
      for (size_t i = 0; i < rows.size(); ++i) {
        const float* row = similarities_.data() + i * n;
        for (size_t j = 0; (j = kernels::find_at_least(row, j, n, best[i].least())) < n; ++j) {
          if (begin + j != rows[i]) best[i].offer(static_cast<uint32_t>(begin + j), row[j]);
        }
        if (params_.counts != nullptr) count(row, begin, n, rows[i], ranges[i]);
      }
    }
  }

  void add_counts(PairCounts& counts) const {
    for (size_t i = 0; i < all_.size(); ++i) {
      counts.same[i] += same_[i];
      counts.other[i] += all_[i] - same_[i];
    }
  }

 private:
  void count(const float* row, size_t begin, size_t n, uint32_t self, std::pair<size_t, size_t> range) {
    kernels::count_similarities(row, n, all_.data());
    const size_t from = std::max(range.first, begin);
    const size_t to = std::min(range.second, begin + n);
    if (from < to) kernels::count_similarities(row + (from - begin), to - from, same_.data());
    if (self >= begin && self < begin + n) {  // the pair of the query with itself does not count
      const uint32_t bin = kernels::similarity_bin(row[self - begin]);
      --all_[bin];
      --same_[bin];
    }
  }

  const UnitRows& base_;
  const NeighbourParams& params_;
  std::vector<float> similarities_;
  std::vector<uint32_t> all_, same_;  // a block's pairs fit 32 bits: 128 queries times at most 2^25 rows
};

std::vector<Neighbour> search(const UnitRows& base, size_t queries, const NeighbourParams& params,
                              const std::function<void(size_t, float*, uint32_t*)>& fill) {
  std::vector<Neighbour> result(queries * params.k);
  if (params.counts != nullptr) {
    params.counts->same.assign(kernels::kSimilarityBins, 0);
    params.counts->other.assign(kernels::kSimilarityBins, 0);
  }
  std::mutex mutex;
  const size_t blocks = (queries + kQueryBlock - 1) / kQueryBlock;
  base::parallel_for(blocks, params.threads, [&](size_t b) {
    const size_t begin = b * kQueryBlock;
    const size_t count = std::min(kQueryBlock, queries - begin);
    std::vector<float> vectors(count * base.width());
    std::vector<uint32_t> rows(count, kNoRow);
    for (size_t i = 0; i < count; ++i) fill(begin + i, vectors.data() + i * base.width(), &rows[i]);
    Block block(base, params);
    block.run(vectors.data(), rows, result.data() + begin * params.k);
    const std::lock_guard lock(mutex);
    if (params.counts != nullptr) block.add_counts(*params.counts);
    if (params.done) params.done(count);
  });
  return result;
}

}  // namespace

UnitRows::UnitRows(std::vector<float> values, size_t width) : values_(std::move(values)), width_(width) {
  std::vector<float> lengths(size());
  kernels::normalise_rows(values_.data(), size(), width_, lengths.data());
}

uint32_t tie_rank(uint32_t row) {  // a bijection on 32 bits
  row ^= row >> 16;
  row *= 0x7FEB352DU;
  row ^= row >> 15;
  row *= 0x846CA68BU;
  return row ^ (row >> 16);
}

std::vector<Neighbour> neighbours_of_rows(const UnitRows& base, std::span<const uint32_t> queries,
                                          const NeighbourParams& params) {
  return search(base, queries.size(), params, [&](size_t i, float* vector, uint32_t* row) {
    std::copy_n(base.row(queries[i]), base.width(), vector);
    *row = queries[i];
  });
}

std::vector<Neighbour> neighbours_of(const UnitRows& base, const UnitRows& queries, const NeighbourParams& params) {
  return search(base, queries.size(), params,
                [&](size_t i, float* vector, uint32_t*) { std::copy_n(queries.row(i), base.width(), vector); });
}

}  // namespace eqnet::encode
