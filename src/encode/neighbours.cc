#include "encode/neighbours.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "base/threads.h"
#include "encode/best.h"
#include "kernels/blas.h"
#include "kernels/rows.h"
#include "kernels/similarities.h"

namespace eqnet::encode {
namespace {

// Blocks of the matrix product: their similarities fit the second-level cache, and BLAS, which copies both factors into
// an order of its own, does so seldom.
constexpr size_t kQueryBlock = 512;
constexpr size_t kBaseBlock = 512;
constexpr uint32_t kNone = UINT32_MAX;

// The distinct rows among some, each standing for all that share its bits, whatever their classes: a product may round
// equal rows at different places unlike, and then the last bit would say which class is nearer. Numbered in order of
// their first rows.
class Distinct {
 public:
  // rows must outlive it.
  explicit Distinct(const UnitRows& rows) : rows_(rows), width_(rows.width()), number_(rows.size()) {
    std::vector<std::pair<uint64_t, uint32_t>> order(rows.size());
    for (uint32_t i = 0; i < rows.size(); ++i) order[i] = {hash(rows.row(i)), i};
    std::sort(order.begin(), order.end());
    const auto same = [&](uint32_t a, uint32_t b) {
      return std::memcmp(rows.row(a), rows.row(b), width_ * sizeof(float)) == 0;
    };
    std::vector<uint32_t> first(rows.size());  // the first row with the same bits
    for (size_t i = 0; i < order.size(); ++i) {
      first[order[i].second] = order[i].second;
      for (size_t j = i; j-- > 0 && order[j].first == order[i].first;) {  // of other hashes there are hardly any
        if (!same(order[j].second, order[i].second)) continue;
        first[order[i].second] = first[order[j].second];
        break;
      }
    }
    number(first);
    for (uint32_t i = 0; i < first.size(); ++i) {
      if (first[i] == i) first_.push_back(i);
    }
  }

  [[nodiscard]] size_t size() const { return starts_.size() - 1; }
  [[nodiscard]] const float* row(size_t i) const { return rows_.row(first_[i]); }
  // Some of them side by side, in memory of their own where they lie apart: a copy of all would double what millions
  // take, and that of a block is a hundredth of the work of its product.
  [[nodiscard]] const float* block(size_t begin, size_t n, std::vector<float>& memory) const {
    if (size() == rows_.size()) return rows_.row(begin);
    memory.resize(n * width_);
    for (size_t i = 0; i < n; ++i) std::copy_n(row(begin + i), width_, memory.data() + i * width_);
    return memory.data();
  }
  // The distinct row of a row.
  [[nodiscard]] uint32_t of(uint32_t row) const { return number_[row]; }
  // The rows that it stands for, in the order of ties.
  [[nodiscard]] std::span<const uint32_t> members(size_t i) const {
    return {members_.data() + starts_[i], starts_[i + 1] - starts_[i]};
  }

 private:
  [[nodiscard]] uint64_t hash(const float* row) const {
    uint64_t h = 0;
    for (size_t j = 0; j < width_; ++j) {
      uint32_t bits = 0;
      std::memcpy(&bits, row + j, sizeof bits);
      h = (h ^ bits) * 0x9E3779B97F4A7C15ULL;
      h ^= h >> 29;
    }
    return h;
  }

  void number(const std::vector<uint32_t>& first) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < first.size(); ++i) number_[i] = first[i] == i ? count++ : number_[first[i]];
    starts_.assign(count + size_t{1}, 0);
    for (const uint32_t n : number_) ++starts_[n + 1];
    for (size_t i = 0; i < count; ++i) starts_[i + 1] += starts_[i];
    members_.resize(first.size());
    std::vector<size_t> next(starts_.begin(), starts_.end() - 1);
    for (uint32_t i = 0; i < first.size(); ++i) members_[next[number_[i]]++] = i;
    for (size_t i = 0; i < count; ++i) {
      std::sort(members_.begin() + static_cast<std::ptrdiff_t>(starts_[i]),
                members_.begin() + static_cast<std::ptrdiff_t>(starts_[i + 1]),
                [](uint32_t a, uint32_t b) { return tie_rank(a) < tie_rank(b); });
    }
  }

  const UnitRows& rows_;
  size_t width_;
  std::vector<uint32_t> number_;
  std::vector<size_t> starts_;
  std::vector<uint32_t> members_;
  std::vector<uint32_t> first_;  // the first row of each
};

// A query: a vector that stands for `times` rows of the base, all of one label, or for none of them.
struct Query {
  const float* vector;
  uint32_t distinct = kNone;  // its number among the base's distinct rows
  uint32_t label = 0;
  uint32_t times = 0;
};

// Counts the pairs of queries with all rows of the base.
class PairCounter {
 public:
  PairCounter(const Distinct& base, const NeighbourParams& params) {
    std::vector<std::pair<uint32_t, uint32_t>> all;  // label, distinct row
    for (uint32_t i = 0; i < base.size(); ++i) {
      weights_.push_back(static_cast<uint32_t>(base.members(i).size()));
      for (const uint32_t row : base.members(i)) all.emplace_back(params.labels[row], i);
    }
    std::sort(all.begin(), all.end());
    for (size_t i = 0; i < all.size(); ++i) {
      while (starts_.size() <= all[i].first) starts_.push_back(places_.size());
      if (i > 0 && all[i] == all[i - 1]) {
        ++of_label_.back();
      } else {
        places_.push_back(all[i].second);
        of_label_.push_back(1);
      }
    }
    starts_.push_back(places_.size());
  }

  struct Totals {
    std::vector<uint64_t> all = std::vector<uint64_t>(kernels::kSimilarityBins);
    std::vector<uint64_t> same = std::vector<uint64_t>(kernels::kSimilarityBins);
  };

  // The similarities of a query to the distinct rows [begin, begin + n). own: memory for as many.
  void count(const Query& query, const float* values, size_t begin, size_t n, std::vector<float>& own,
             Totals& totals) const {
    const kernels::Similarities& k = kernels::similarities();
    k.count(values, weights_.data() + begin, n, query.times, totals.all.data());
    const auto first = places_.begin() + static_cast<std::ptrdiff_t>(starts_[query.label]);
    const auto last = places_.begin() + static_cast<std::ptrdiff_t>(starts_[query.label + size_t{1}]);
    const auto from = std::lower_bound(first, last, begin);
    const auto to = std::lower_bound(from, last, begin + n);
    own.clear();
    for (auto place = from; place != to; ++place) own.push_back(values[*place - begin]);
    if (!own.empty()) {
      k.count(own.data(), of_label_.data() + (from - places_.begin()), own.size(), query.times, totals.same.data());
    }
    if (query.distinct >= begin && query.distinct < begin + n) {  // the pairs of queries with themselves do not count
      const uint32_t bin = k.bin(values[query.distinct - begin]);
      totals.all[bin] -= query.times;
      totals.same[bin] -= query.times;
    }
  }

 private:
  std::vector<uint32_t> weights_;  // by distinct row
  // By label: the distinct rows that have it, in ascending order, and how many rows of the label each stands for.
  std::vector<size_t> starts_;
  std::vector<uint32_t> places_, of_label_;
};

// The k best rows for each query, best first.
class Search {
 public:
  Search(const Distinct& base, size_t width, size_t k, const NeighbourParams& params)
      : base_(base), width_(width), k_(k), params_(params) {
    if (params.counts == nullptr) return;
    counter_.emplace(base, params);
    params.counts->same.assign(kernels::kSimilarityBins, 0);
    params.counts->other.assign(kernels::kSimilarityBins, 0);
  }

  std::vector<Neighbour> run(const std::vector<Query>& queries) {
    std::vector<Neighbour> result(queries.size() * k_);
    const size_t blocks = (queries.size() + kQueryBlock - 1) / kQueryBlock;
    const base::Stretch own = base::own_stretch(blocks, params_.ranks);
    base::parallel_for(own.end - own.begin, params_.threads, [&](size_t b) {
      const size_t begin = (own.begin + b) * kQueryBlock;
      const size_t count = std::min(kQueryBlock, queries.size() - begin);
      block({queries.data() + begin, count}, result.data() + begin * k_);
    });
    if (params_.ranks != nullptr) share(blocks, result);
    return result;
  }

 private:
  // The same blocks as in one process, so that every product has the same shape and the same bits.
  void share(size_t blocks, std::vector<Neighbour>& result) {
    base::Ranks& ranks = *params_.ranks;
    std::vector<size_t> ends(ranks.size());
    for (size_t r = 0; r < ends.size(); ++r) {
      const size_t end = base::stretch_of(blocks, r, ends.size()).end * kQueryBlock * k_;
      ends[r] = std::min(end, result.size()) * sizeof(Neighbour);
    }
    ranks.share(result.data(), ends);
    if (!counter_) return;
    for (std::vector<uint64_t>* counts : {&params_.counts->same, &params_.counts->other}) {
      std::vector<uint64_t> all(ranks.size() * counts->size());
      std::ranges::copy(*counts, all.begin() + static_cast<std::ptrdiff_t>(ranks.rank() * counts->size()));
      base::share_stretches(ranks, all.data(), all.size(), sizeof(uint64_t));
      for (size_t i = 0; i < counts->size(); ++i) {
        (*counts)[i] = 0;  // whole numbers: their sum has no order
        for (size_t r = 0; r < ranks.size(); ++r) (*counts)[i] += all[r * counts->size() + i];
      }
    }
  }

  void block(std::span<const Query> queries, Neighbour* result) {
    std::vector<float> vectors(queries.size() * width_);
    std::vector<Best> best;
    size_t rows = 0;
    for (size_t i = 0; i < queries.size(); ++i) {
      std::copy_n(queries[i].vector, width_, vectors.data() + i * width_);
      best.emplace_back(result + i * k_, k_);
      rows += queries[i].times;
    }
    std::vector<float> similarities(queries.size() * kBaseBlock);
    std::vector<float> memory, own;
    std::optional<PairCounter::Totals> totals;
    if (counter_) totals.emplace();
    const auto find = kernels::similarities().find_at_least;
    for (size_t begin = 0; begin < base_.size(); begin += kBaseBlock) {
      const size_t n = std::min(kBaseBlock, base_.size() - begin);
      kernels::gemm(kernels::Op::plain, kernels::Op::transposed, queries.size(), n, width_, 1.0F, vectors.data(),
                    width_, base_.block(begin, n, memory), width_, 0.0F, similarities.data(), n);
      for (size_t i = 0; i < queries.size(); ++i) {
        const float* row = similarities.data() + i * n;
        for (size_t j = 0; (j = find(row, j, n, best[i].least())) < n; ++j) {
          best[i].offer(base_.members(begin + j), row[j]);
        }
        if (counter_) counter_->count(queries[i], row, begin, n, own, *totals);
      }
    }
    const std::lock_guard lock(mutex_);
    if (counter_) {
      for (size_t i = 0; i < kernels::kSimilarityBins; ++i) {
        params_.counts->same[i] += totals->same[i];
        params_.counts->other[i] += totals->all[i] - totals->same[i];
      }
    }
    if (params_.done) params_.done(rows);
  }

  const Distinct& base_;
  size_t width_, k_;
  const NeighbourParams& params_;
  std::optional<PairCounter> counter_;
  std::mutex mutex_;
};

}  // namespace

UnitRows::UnitRows(std::vector<float> values, size_t width) : values_(std::move(values)), width_(width) {
  std::vector<float> lengths(size());
  kernels::rows<float>().normalise(values_.data(), size(), width_, lengths.data());
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
  const Distinct distinct(base);
  std::vector<Query> asked;
  std::vector<uint32_t> place(queries.size());            // of each query in `asked`
  std::vector<uint32_t> first(distinct.size(), kNone);    // by distinct row: in `asked`
  std::unordered_map<uint64_t, uint32_t> place_of_label;  // the same by label too, where several share a vector
  for (size_t i = 0; i < queries.size(); ++i) {
    const uint32_t number = distinct.of(queries[i]);
    const uint32_t label = params.labels.empty() ? 0 : params.labels[queries[i]];
    const auto next = static_cast<uint32_t>(asked.size());
    uint32_t& own = first[number] == kNone || asked[first[number]].label == label
                        ? first[number]
                        : place_of_label.emplace(uint64_t{number} << 32 | label, kNone).first->second;
    if (own == kNone) {
      own = next;
      asked.push_back({distinct.row(number), number, label, 0});
    }
    place[i] = own;
    ++asked[own].times;
  }
  // One more than k, for all rows that share a vector: each then leaves itself out.
  const size_t found_k = params.k + 1;
  const std::vector<Neighbour> found = Search(distinct, base.width(), found_k, params).run(asked);
  std::vector<Neighbour> result;
  result.reserve(queries.size() * params.k);
  for (size_t i = 0; i < queries.size(); ++i) {
    const Neighbour* neighbours = found.data() + place[i] * found_k;
    // Itself, or the last where a NaN kept it from being found.
    size_t self = 0;
    while (self < params.k && neighbours[self].row != queries[i]) ++self;
    result.insert(result.end(), neighbours, neighbours + self);
    result.insert(result.end(), neighbours + self + 1, neighbours + found_k);
  }
  return result;
}

std::vector<Neighbour> neighbours_of_all(const UnitRows& base, const NeighbourParams& params) {
  std::vector<uint32_t> all(base.size());
  std::iota(all.begin(), all.end(), 0U);
  return neighbours_of_rows(base, all, params);
}

std::vector<Neighbour> neighbours_of(const UnitRows& base, const UnitRows& queries, const NeighbourParams& params) {
  const Distinct distinct(base);
  std::vector<Query> asked;
  for (size_t i = 0; i < queries.size(); ++i) asked.push_back({queries.row(i), kNone, 0, 1});
  return Search(distinct, queries.width(), params.k, params).run(asked);
}

}  // namespace eqnet::encode
