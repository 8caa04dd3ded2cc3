#include "search/vector_table.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

#include "base/random.h"
#include "encode/best.h"
#include "kernels/rows.h"
#include "kernels/similarities.h"

namespace eqnet::search {
namespace {

using kernels::kCodeRows;

// The direction by which rows are ordered: the same for all tables of a width.
std::vector<float> direction(size_t width) {
  base::Random random(width);
  std::vector<float> numbers(width);
  for (float& number : numbers) number = static_cast<float>(random.gaussian());
  std::vector<float> length(1);
  kernels::rows<float>().normalise(numbers.data(), 1, width, length.data());
  return numbers;
}

double product(const float* a, const float* b, size_t width) {
  double sum = 0;
  for (size_t j = 0; j < width; ++j) sum += static_cast<double>(a[j]) * b[j];
  return sum;
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
  const std::vector<float> fixed = direction(width_);
  std::vector<std::pair<float, uint32_t>> sorted(rows);
  for (uint32_t row = 0; row < rows; ++row) {
    sorted[row] = {static_cast<float>(product(fixed.data(), vectors_.data() + size_t{row} * width_, width_)), row};
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
  return {width_, vectors_, keys_, codes_, blocks_, starts_, members_};
}

std::vector<encode::Neighbour> nearest(const VectorTable& table, std::span<const float> query, size_t k,
                                       const BeforeRead& before_read) {
  k = std::min(k, table.members.size());
  if (k == 0) return {};
  constexpr size_t kAtOnce = 64;  // blocks
  std::vector<float> products(kAtOnce * kCodeRows);
  std::vector<Candidate> candidates;
  Largest least(k);  // of what the k most similar have at least
  read(before_read, table.blocks.data(), table.blocks.size_bytes());
  const auto products_of = kernels::similarities().code_products;
  const auto find = kernels::similarities().find_at_least;
  const size_t block_bytes = table.width * kCodeRows;
  for (size_t first = 0; first < table.blocks.size(); first += kAtOnce) {
    const size_t count = std::min(kAtOnce, table.blocks.size() - first);
    const int8_t* codes = table.codes.data() + first * block_bytes;
    read(before_read, codes, count * block_bytes);
    products_of(codes, count, query.data(), table.width, products.data());
    for (size_t block = 0; block < count; ++block) {
      const float scale = table.blocks[first + block].scale;
      const float error = table.blocks[first + block].error;
      const size_t row = (first + block) * kCodeRows;
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
  const std::vector<float> fixed = direction(table.width);
  const double key = product(fixed.data(), query.data(), table.width);
  constexpr double kRounding = 1e-6;
  read(before_read, table.keys.data(), table.keys.size_bytes());
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
