#include "models/values.h"

#include <algorithm>

#include "eqnet/base/error.h"
#include "eqnet/domain/point_values.h"
#include "models/kinds.h"

namespace eqnet::models {
namespace {

using domain::PointValues;
using Value = PointValues::Value;

constexpr size_t kDigits = 4;
constexpr uint64_t kBase = 1 << 16;

uint64_t seed_of(const float* digits) {
  uint64_t seed = 0;
  for (size_t i = kDigits; i-- > 0;) {
    const float digit = digits[i];
    const bool whole = digit >= 0 && digit < kBase && digit == static_cast<float>(static_cast<uint64_t>(digit));
    if (!whole) throw base::Error("the model's seed cannot be read; train the model anew");
    seed = seed * kBase + static_cast<uint64_t>(digit);
  }
  return seed;
}

class ValuesPass final : public encode::Pass<float> {
 public:
  ValuesPass(size_t dimension, const encode::Vocabulary& vocabulary, const domain::Domain& domain)
      : dimension_(dimension), vocabulary_(vocabulary), domain_(domain) {}

  void forward(const float* parameters, const encode::Schedule& schedule, const std::optional<encode::Training>&,
               float* roots) override {
    const auto at_points = domain_.point_values(seed_of(parameters));
    leaves_.resize(schedule.leaves * dimension_);
    for (uint32_t row = 0; row < schedule.leaves; ++row) {
      at_points->leaf(symbol(schedule, row), std::span(leaves_).subspan(row * dimension_, dimension_));
    }
    // A few points at a time: all of a deep tree's nodes at all points would fill the memory.
    constexpr size_t kBlock = 8;
    for (size_t first = 0; first < dimension_; first += kBlock) {
      evaluate(*at_points, schedule, first, std::min(kBlock, dimension_ - first));
      for (size_t i = 0; i < schedule.roots.size(); ++i) {
        const std::span<const Value> values = of_row(schedule.roots[i]);
        for (size_t j = 0; j < width_; ++j) {
          roots[i * dimension_ + first + j] = at_points->number(values[j], first + j);
        }
      }
    }
  }

  double backward(const float*, const encode::Schedule&, const float*, float*) override {
    throw base::Error("values has no gradient: there is nothing to learn");
  }

 private:
  [[nodiscard]] const expr::Symbol& symbol(const encode::Schedule& schedule, uint32_t row) const {
    return (row < schedule.leaves ? vocabulary_.leaves() : vocabulary_.operators())[schedule.symbols[row]];
  }

  [[nodiscard]] std::span<Value> of_row(uint32_t row) { return std::span(values_).subspan(row * width_, width_); }

  // All rows at `width` points from `first` on.
  void evaluate(const PointValues& at_points, const encode::Schedule& schedule, size_t first, size_t width) {
    width_ = width;
    values_.resize(schedule.rows() * width);
    for (uint32_t row = 0; row < schedule.leaves; ++row) {
      std::ranges::copy(std::span(leaves_).subspan(row * dimension_ + first, width), of_row(row).begin());
    }
    for (const encode::Schedule::Level& level : schedule.levels) {
      for (uint32_t row = level.begin; row < level.end; ++row) {
        children_.clear();
        for (const uint32_t child : schedule.children_of(row)) {
          children_.push_back({&symbol(schedule, child), of_row(child)});
        }
        at_points.apply(vocabulary_.operators()[level.op], children_, of_row(row));
      }
    }
  }

  size_t dimension_;
  const encode::Vocabulary& vocabulary_;
  const domain::Domain& domain_;
  std::vector<Value> leaves_;  // leaves x dimension
  std::vector<Value> values_;  // rows x width
  size_t width_ = 0;
  std::vector<PointValues::Operand> children_;
};

std::unique_ptr<encode::Network<float>> make(const encode::Settings& settings, const encode::Vocabulary& vocabulary,
                                             const domain::Domain& domain) {
  return std::make_unique<ValuesNetwork>(settings.integer("dimension"), vocabulary, domain);
}

}  // namespace

ValuesNetwork::ValuesNetwork(size_t dimension, encode::Vocabulary vocabulary, const domain::Domain& domain)
    : dimension_(dimension), vocabulary_(std::move(vocabulary)), domain_(domain) {
  if (domain.point_values(0) == nullptr) {
    throw base::Error("model values", "the domain " + std::string(domain.name()) + " has no values at points",
                      "choose a model that learns from the data, such as eqnet-mul");
  }
  layout_.add({"seed", {kDigits}, false, 0});
}

std::unique_ptr<encode::Pass<float>> ValuesNetwork::pass() const {
  return std::make_unique<ValuesPass>(dimension_, vocabulary_, domain_);
}

std::vector<float> values_parameters(uint64_t seed) {
  std::vector<float> digits;
  for (size_t i = 0; i < kDigits; ++i, seed /= kBase) digits.push_back(static_cast<float>(seed % kBase));
  return digits;
}

const encode::ModelKind& values() {
  static const encode::ModelKind kind = {
      .name = "values",
      .label = "values (knows the semantics)",
      .defaults = {{"dimension", "64"}},
      .make_in_domain = make,
      .fit = [](const encode::Schedule&, const encode::Vocabulary&, uint64_t seed) { return values_parameters(seed); },
  };
  return kind;
}

}  // namespace eqnet::models
