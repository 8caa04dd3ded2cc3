#include "report/tsne_affinities.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/plane.h"

namespace eqnet::report {
namespace {

// Rows that should be equal are up to some 1e-6 apart, by the rounding of the networks that made them. A sharper
// Gaussian than this would see an order in that noise.
constexpr double kSharpest = 1e11;

struct Edge {
  uint32_t column;
  float value;
};

// Summed as differences, not as 2 - 2 * similarity: a similarity is off by 1e-7, and neighbours are often nearer than
// that.
double square_distance(const encode::UnitRows& rows, size_t i, size_t j) {
  const float* a = rows.row(i);
  const float* b = rows.row(j);
  Four squares{};
  size_t c = 0;
  for (; c + 4 <= rows.width(); c += 4) {
    const Four difference = load(a + c) - load(b + c);
    squares += difference * difference;
  }
  float rest = 0;
  for (; c < rows.width(); ++c) rest += (a[c] - b[c]) * (a[c] - b[c]);
  return static_cast<double>(sum(squares) + rest);
}

// Sums over the distances d of one row's neighbours, with weights exp(-sharpness d).
struct Weighted {
  double total, mean, variance;

  Weighted(std::span<const double> distances, double sharpness) {
    double first = 0;
    double second = 0;
    total = 0;
    for (const double d : distances) {
      const double weight = std::exp(-sharpness * d);
      total += weight;
      first += weight * d;
      second += weight * d * d;
    }
    mean = first / total;
    variance = second / total - mean * mean;
  }
};

// The sharpness b with entropy H(b) = log(total) + b * mean equal to `entropy`. dH / d(log b) = -b^2 * variance, so
// Newton's step in log b; bisection where the step leaves the interval that is known to hold the root.
double sharpness_for(std::span<const double> distances, double entropy) {
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  const double far = std::ranges::max(distances);
  if (!(far > 1 / kSharpest)) return 0;
  double b = std::min(kSharpest, 1 / far);
  for (int step = 0; step < 60; ++step) {
    const Weighted w(distances, b);
    const double excess = std::log(w.total) + b * w.mean - entropy;
    if (std::abs(excess) < 1e-5) break;
    (excess > 0 ? low : high) = b;
    if (low >= kSharpest) return kSharpest;
    b *= std::exp(excess / (b * b * w.variance));
    if (!(b > low && b < high)) b = high < kSharpest ? (low + high) / 2 : std::min(kSharpest, 4 * low);
  }
  return b;
}

// Where each row is the neighbour of others: those others, ascending.
class Transposed {
 public:
  Transposed(std::span<const encode::Neighbour> neighbours, const std::vector<float>& values, size_t n, size_t given,
             size_t used)
      : starts_(n + 1), edges_(n * used) {
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < used; ++j) ++starts_[neighbours[i * given + j].row + 1];
    }
    for (size_t i = 0; i < n; ++i) starts_[i + 1] += starts_[i];
    std::vector<size_t> next(starts_.begin(), starts_.end() - 1);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < used; ++j) {
        edges_[next[neighbours[i * given + j].row]++] = {static_cast<uint32_t>(i), values[i * used + j]};
      }
    }
  }

  [[nodiscard]] std::span<const Edge> row(size_t i) const {
    return {edges_.data() + starts_[i], starts_[i + 1] - starts_[i]};
  }

 private:
  std::vector<size_t> starts_;
  std::vector<Edge> edges_;
};

// Calls take(column, sum of values) for the union of two ascending rows.
template <class Take>
void merge(std::span<const Edge> a, std::span<const Edge> b, Take&& take) {
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const uint32_t left = i < a.size() ? a[i].column : UINT32_MAX;
    const uint32_t right = j < b.size() ? b[j].column : UINT32_MAX;
    const float value = (left <= right ? a[i++].value : 0) + (right <= left ? b[j++].value : 0);
    take(std::min(left, right), value);
  }
}

}  // namespace

void conditional_affinities(std::span<const double> squares, double perplexity, float* values) {
  // Less the least of them, which changes no quotient: one weight is 1, so no sum is ever 0.
  std::vector<double> distances(squares.begin(), squares.end());
  const double least = std::ranges::min(distances);
  for (double& distance : distances) distance -= least;
  const double b = sharpness_for(distances, std::log(perplexity));
  const double total = Weighted(distances, b).total;
  for (size_t j = 0; j < distances.size(); ++j) values[j] = static_cast<float>(std::exp(-b * distances[j]) / total);
}

Affinities affinities(const encode::UnitRows& rows, std::span<const encode::Neighbour> neighbours, double perplexity,
                      base::Team& team) {
  const size_t n = rows.size();
  const size_t given = neighbours.size() / n;
  const size_t used = std::min(given, static_cast<size_t>(std::ceil(3 * perplexity)));
  perplexity = std::min(perplexity, static_cast<double>(used + 2) / 3);
  const auto each_row = [&](auto&& work) {
    team.run(chunks_of(n), [&](size_t chunk) {
      for (size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) work(i);
    });
  };

  std::vector<float> values(n * used);
  each_row([&](size_t i) {
    std::vector<double> squares(used);
    for (size_t j = 0; j < used; ++j) squares[j] = square_distance(rows, i, neighbours[i * given + j].row);
    conditional_affinities(squares, perplexity, values.data() + i * used);
  });
  const Transposed transposed(neighbours, values, n, given, used);
  const auto each_edge = [&](size_t i, auto&& take) {
    std::vector<Edge> own(used);
    for (size_t j = 0; j < used; ++j) own[j] = {neighbours[i * given + j].row, values[i * used + j]};
    std::ranges::sort(own, {}, &Edge::column);
    merge(own, transposed.row(i), take);
  };

  Affinities result;
  result.starts.resize(n + 1);
  each_row([&](size_t i) {
    size_t count = 0;
    each_edge(i, [&](uint32_t, float) { ++count; });
    result.starts[i + 1] = (count + 3) / 4 * 4;
  });
  for (size_t i = 0; i < n; ++i) result.starts[i + 1] += result.starts[i];
  result.columns.resize(result.starts[n]);
  result.values.resize(result.starts[n]);
  each_row([&](size_t i) {
    size_t at = result.starts[i];
    each_edge(i, [&](uint32_t column, float value) {
      result.columns[at] = column;
      result.values[at++] = value / (2 * static_cast<float>(n));
    });
    for (; at < result.starts[i + 1]; ++at) result.columns[at] = static_cast<uint32_t>(i);
  });
  return result;
}

}  // namespace eqnet::report
