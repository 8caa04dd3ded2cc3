#include "search/vector_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>

#include "base/random.h"
#include "encode/best.h"
#include "kernels/rows.h"
#include "kernels/similarities.h"

namespace eqnet::search {
namespace {

using kernels::kCodeRows;

double product(const float* a, const float* b, size_t width) {
  double sum = 0;
  for (size_t j = 0; j < width; ++j) sum += static_cast<double>(a[j]) * b[j];
  return sum;
}

// The direction of length 1 in which rows differ most, nearly: the first principal component of some of them, by
// repeated products with their covariance.
std::vector<float> widest_direction(std::span<const float> vectors, size_t width) {
  constexpr size_t kRows = 10000;
  constexpr size_t kRounds = 12;
  const size_t rows = vectors.size() / width;
  const size_t step = std::max<size_t>(1, rows / kRows);
  base::Random random(width);
  std::vector<float> direction(width);
  for (float& number : direction) number = static_cast<float>(random.gaussian());
  std::vector<float> length(1);
  kernels::rows<float>().normalise(direction.data(), 1, width, length.data());
  std::vector<double> mean(width);
  for (size_t row = 0; row < rows; row += step) {
    for (size_t j = 0; j < width; ++j) mean[j] += vectors[row * width + j];
  }
  const size_t looked_at = (rows + step - 1) / step;
  for (double& number : mean) number /= static_cast<double>(looked_at);
  std::vector<double> next(width);
  for (size_t round = 0; round < kRounds && rows > 1; ++round) {
    std::fill(next.begin(), next.end(), 0.0);
    for (size_t row = 0; row < rows; row += step) {
      const float* own = vectors.data() + row * width;
      double along = 0;
      for (size_t j = 0; j < width; ++j) along += (own[j] - mean[j]) * direction[j];
      for (size_t j = 0; j < width; ++j) next[j] += along * (own[j] - mean[j]);
    }
    const double square = std::inner_product(next.begin(), next.end(), next.begin(), 0.0);
    if (!(square > 0)) break;  // they do not differ
    for (size_t j = 0; j < width; ++j) direction[j] = static_cast<float>(next[j] / std::sqrt(square));
  }
  return direction;
}

uint64_t hash(const float* row, size_t width) {
  uint64_t h = 0;
  for (size_t j = 0; j < width; ++j) {
    h = (h ^ std::bit_cast<uint32_t>(row[j])) * 0x9E3779B97F4A7C15ULL;
    h ^= h >> 29;
  }
  return h;
}

void read(const BeforeRead& before_read, const void* begin, size_t bytes) {
  if (before_read && bytes > 0) before_read(begin, bytes);
}

// The members of a row, after a look at what a file says of them.
std::span<const uint32_t> members_of(const VectorTable& table, size_t row, const BeforeRead& before_read) {
  read(before_read, table.starts.data() + row, 2 * sizeof(uint64_t));
  const uint64_t begin = std::min<uint64_t>(table.starts[row], table.members.size());
  const uint64_t end = std::clamp<uint64_t>(table.starts[row + 1], begin, table.members.size());
  read(before_read, table.members.data() + begin, (end - begin) * sizeof(uint32_t));
  return table.members.subspan(begin, end - begin);
}

float similarity(const VectorTable& table, size_t row, std::span<const float> query, const BeforeRead& before_read) {
  const float* vector = table.vectors.data() + row * table.width;
  read(before_read, vector, table.width * sizeof(float));
  return std::min(1.0F, static_cast<float>(product(vector, query.data(), table.width)));  // rounding may exceed it
}

constexpr double kRounding = 1e-6;  // what a key may be wrong by

// The query's product with the direction; the keys may be read after this.
double key_of(const VectorTable& table, std::span<const float> query, const BeforeRead& before_read) {
  read(before_read, table.direction.data(), table.direction.size_bytes());
  read(before_read, table.keys.data(), table.keys.size_bytes());
  return product(table.direction.data(), query.data(), table.width);
}

// The k largest of some numbers, the smallest of them in front.
class Largest {
 public:
  explicit Largest(size_t k) : k_(k) {}
  [[nodiscard]] float least() const { return heap_.size() < k_ ? -2.0F : heap_.front(); }
  void offer(float number) {
    if (heap_.size() == k_) {
      if (number <= heap_.front()) return;
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      heap_.pop_back();
    }
    heap_.push_back(number);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

 private:
  size_t k_;
  std::vector<float> heap_;
};

struct Candidate {
  uint32_t row;
  float most;  // that its similarity can be
};

struct BlockRange {
  size_t first, count;
};

// All blocks that a row as similar as asked for may be in, from a query's key to both sides.
class Outward {
 public:
  static constexpr size_t kAtOnce = 32;  // blocks

  Outward(const VectorTable& table, double key) : keys_(table.keys), key_(key), end_(table.blocks.size()) {
    const auto at = std::lower_bound(keys_.begin(), keys_.end(), key) - keys_.begin();
    below_ = above_ = std::min(static_cast<size_t>(at) / kCodeRows, end_);
  }

  // The next blocks; nothing where all others are further away. least: the similarity that counts.
  std::optional<BlockRange> next(float least) {
    // Of vectors of length 1 the squared distance is 2 - 2 cos; one of length 0 has similarity 0 and distance 1.
    const double far = std::sqrt(2 * std::max(0.0, 1.0 - least)) + kRounding;
    const double down = below_ == 0 ? kNone : key_ - keys_[std::min(below_ * kCodeRows, keys_.size()) - 1];
    const double up = above_ == end_ ? kNone : keys_[above_ * kCodeRows] - key_;
    if (std::min(down, up) > far) return std::nullopt;
    if (above_ == end_ || (below_ > 0 && down < up)) {  // keys of a damaged file may be no numbers
      const size_t count = std::min(kAtOnce, below_);
      below_ -= count;
      return BlockRange{below_, count};
    }
    const size_t count = std::min(kAtOnce, end_ - above_);
    above_ += count;
    return BlockRange{above_ - count, count};
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  std::span<const float> keys_;
  double key_;
  size_t end_;
  size_t below_ = 0, above_ = 0;  // done: the blocks between them
};

}  // namespace

void VectorTableBuilder::add(std::vector<float> vectors) {
  const size_t count = vectors.size() / width_;
  std::vector<float> lengths(count);
  kernels::rows<float>().normalise(vectors.data(), count, width_, lengths.data());
  const auto row = [&](uint32_t number) { return vectors_.data() + size_t{number} * width_; };
  for (size_t i = 0; i < count; ++i) {
    const size_t rows = vectors_.size() / width_;
    if (index_.slots() < 2 * rows + 2) {
      index_.reset(std::bit_ceil(4 * rows + 1024));
      for (uint32_t other = 0; other < rows; ++other) index_.add(hash(row(other), width_), other);
    }
    const float* own = vectors.data() + i * width_;
    uint32_t& known = index_.find(
        hash(own, width_), [&](uint32_t other) { return std::memcmp(row(other), own, width_ * sizeof(float)) == 0; });
    if (known == base::HashIndex::kNone) {
      known = static_cast<uint32_t>(rows);
      vectors_.insert(vectors_.end(), own, own + width_);
    }
    row_of_.push_back(known);
  }
}

void VectorTableBuilder::order() {
  const size_t rows = vectors_.size() / width_;
  direction_ = widest_direction(vectors_, width_);
  std::vector<std::pair<float, uint32_t>> sorted(rows);
  for (uint32_t row = 0; row < rows; ++row) {
    sorted[row] = {static_cast<float>(product(direction_.data(), vectors_.data() + size_t{row} * width_, width_)), row};
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<float> ordered;
  ordered.reserve(vectors_.size());
  std::vector<uint32_t> place(rows);
  for (uint32_t at = 0; at < rows; ++at) {
    const float* row = vectors_.data() + size_t{sorted[at].second} * width_;
    ordered.insert(ordered.end(), row, row + width_);
    keys_.push_back(sorted[at].first);
    place[sorted[at].second] = at;
  }
  vectors_ = std::move(ordered);
  starts_.assign(rows + 1, 0);
  for (uint32_t& row : row_of_) ++starts_[(row = place[row]) + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  members_.resize(row_of_.size());
  std::vector<uint64_t> next(starts_.begin(), starts_.end() - 1);
  for (uint32_t member = 0; member < row_of_.size(); ++member) members_[next[row_of_[member]]++] = member;
  for (size_t row = 0; row < rows; ++row) {
    const auto at = [&](uint64_t place_in) { return members_.begin() + static_cast<std::ptrdiff_t>(place_in); };
    std::sort(at(starts_[row]), at(starts_[row + 1]),
              [](uint32_t a, uint32_t b) { return encode::tie_rank(a) < encode::tie_rank(b); });
  }
}

void VectorTableBuilder::encode_rows() {
  const size_t rows = keys_.size();
  constexpr float kLargestCode = 127;
  for (size_t first = 0; first < rows; first += kCodeRows) {
    const size_t count = std::min(kCodeRows, rows - first);
    const std::span<const float> numbers(vectors_.data() + first * width_, count * width_);
    float largest = 0;
    for (const float number : numbers) largest = std::max(largest, std::abs(number));
    CodeBlock block{largest / kLargestCode, 0};
    const size_t begin = codes_.size();
    codes_.resize(begin + width_ * kCodeRows);
    for (size_t row = 0; row < count; ++row) {
      double error = 0;
      for (size_t j = 0; j < width_; ++j) {
        const float number = numbers[row * width_ + j];
        const float code = block.scale > 0 ? std::nearbyint(number / block.scale) : 0;
        codes_[begin + j * kCodeRows + row] = static_cast<int8_t>(code);
        const double difference = static_cast<double>(number) - static_cast<double>(block.scale) * code;
        error += difference * difference;
      }
      // And what sums of floats may be wrong by.
      constexpr double kRounding = 1e-5;
      block.error = std::max(block.error, static_cast<float>(std::sqrt(error) + kRounding));
    }
    blocks_.push_back(block);
  }
}

VectorTable VectorTableBuilder::finish() {
  index_ = {};
  order();
  encode_rows();
  return {width_, vectors_, direction_, keys_, codes_, blocks_, starts_, members_};
}

std::vector<encode::Neighbour> nearest(const VectorTable& table, std::span<const float> query, size_t k,
                                       const BeforeRead& before_read) {
  k = std::min(k, table.members.size());
  if (k == 0) return {};
  std::vector<Candidate> candidates;
  Largest least(k);  // of what the k most similar have at least
  read(before_read, table.blocks.data(), table.blocks.size_bytes());
  Outward outward(table, key_of(table, query, before_read));
  std::array<float, Outward::kAtOnce * kCodeRows> products{};
  const auto products_of = kernels::similarities().code_products;
  const auto find = kernels::similarities().find_at_least;
  const size_t block_bytes = table.width * kCodeRows;
  while (const std::optional<BlockRange> range = outward.next(least.least())) {
    const int8_t* codes = table.codes.data() + range->first * block_bytes;
    read(before_read, codes, range->count * block_bytes);
    products_of(codes, range->count, query.data(), table.width, products.data());
    for (size_t block = 0; block < range->count; ++block) {
      const float scale = table.blocks[range->first + block].scale;
      const float error = table.blocks[range->first + block].error;
      const size_t row = (range->first + block) * kCodeRows;
      const size_t rows = std::min(kCodeRows, table.rows() - row);
      const float* own = products.data() + block * kCodeRows;
      // The product that a code needs for its row to be a candidate.
      const auto needed = [&] {
        const float missing = least.least() - error;
        if (scale > 0) return missing / scale;
        return missing <= 0 ? -2.0F : 2.0F;  // all are zeros
      };
      for (size_t i = 0; (i = find(own, i, rows, needed())) < rows; ++i) {
        const float about = own[i] * scale;
        if (!(about + error >= least.least())) continue;  // of a damaged file: no number
        candidates.push_back({static_cast<uint32_t>(row + i), about + error});
        least.offer(about - error);
      }
    }
  }
  // The most similar first: then the others are soon out of the question.
  std::erase_if(candidates, [&](const Candidate& one) { return one.most < least.least(); });
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.most > b.most; });
  std::vector<encode::Neighbour> found(k);
  encode::Best best(found.data(), k);
  for (const Candidate& one : candidates) {
    if (one.most < best.least()) break;
    const float exact = similarity(table, one.row, query, before_read);
    if (exact >= best.least()) best.offer(members_of(table, one.row, before_read), exact);
  }
  found.resize(best.size());
  return found;
}

std::vector<encode::Neighbour> within(const VectorTable& table, std::span<const float> query, double distance,
                                      const BeforeRead& before_read) {
  const double key = key_of(table, query, before_read);
  const auto first = std::lower_bound(table.keys.begin(), table.keys.end(), key - distance - kRounding);
  std::vector<encode::Neighbour> found;
  for (auto at = first; at != table.keys.end() && *at <= key + distance + kRounding; ++at) {
    const auto row = static_cast<size_t>(at - table.keys.begin());
    const float* vector = table.vectors.data() + row * table.width;
    read(before_read, vector, table.width * sizeof(float));
    double square = 0;
    for (size_t j = 0; j < table.width; ++j) square += std::pow(static_cast<double>(vector[j]) - query[j], 2);
    if (!(square <= distance * distance)) continue;
    const float cosine = std::min(1.0F, static_cast<float>(product(vector, query.data(), table.width)));
    for (const uint32_t member : members_of(table, row, before_read)) found.push_back({member, cosine});
  }
  std::sort(found.begin(), found.end(), encode::before);
  return found;
}

}  // namespace eqnet::search
