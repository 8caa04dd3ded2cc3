#include "models/settle.h"

#include <algorithm>
#include <cmath>

#include "models/filling.h"

namespace eqnet::models {
namespace {

constexpr double kRough = 0.05;  // error of a block that is worth settling

using Vector = std::vector<double>;

class Settling {
 public:
  Settling(const TreeParameters& all, encode::Pass<double>& pass, const Schedule& schedule,
           std::span<const uint32_t> labels, const encode::SettleParams& params)
      : all_(all),
        agreement_(all, pass, schedule, labels, params.most_seconds),
        survey_(all, agreement_, schedule, params.random),
        shape_(all.blocks_of(1)),
        live_(shape_.count, true) {}

  std::optional<encode::Settled<double>> run(Vector parameters) {
    x_ = std::move(parameters);
    if (!find_live()) return std::nullopt;
    snap();
    agreement_.search(x_, live_, 1);
    snap();
    for (size_t times = 1; times <= 3 && !agreement_.late(); ++times) {
      std::optional<Surveyed> surveyed = survey_.run(x_, live_, tables_, largest_);
      if (!surveyed) break;
      fill_blocks(all_, std::move(*surveyed), x_, live_);
      agreement_.measure(x_);
      if (agreement_.worst(live_) < kFine) break;
      agreement_.search(x_, live_, times);
      if (agreement_.worst(live_) < kFine) break;
    }
    const double error = agreement_.worst(live_);
    if (!std::isfinite(error)) return std::nullopt;
    return encode::Settled<double>{std::move(x_), error};
  }

 private:
  // False where there is none.
  bool find_live() {
    agreement_.measure(x_);
    constexpr double kRounding = 1e-12;
    largest_ = agreement_.largest_spread();
    if (!(largest_ > kRounding)) return false;
    bool any = false;
    for (size_t b = 0; b < shape_.count; ++b) {
      live_[b] = agreement_.spread(b) > kSpread * largest_ && agreement_.error(b) < kRough * agreement_.spread(b);
      any = any || live_[b];
    }
    return any;
  }

  // Makes those sets exact whose values are few: without a search.
  void snap() {
    tables_.assign(shape_.sets, std::nullopt);
    for (size_t set = 0; set < shape_.sets; ++set) {
      std::vector<size_t> own;
      for (size_t b = 0; b < shape_.count; ++b) {
        if (live_[b] && shape_.set_of(b) == set) own.push_back(b);
      }
      if (own.empty()) continue;
      const auto table = value_table(all_, x_, set, own);
      if (!table) continue;
      const Vector kept = x_;
      if (!make_exact(all_, *table, set, x_)) continue;
      // The leaves are these values.
      for (const size_t b : own) {
        for (size_t leaf = 0; leaf < all_.leaf_count; ++leaf) {
          double* value = x_.data() + all_.leaf_block(leaf, b);
          std::ranges::copy(table->values[nearest(table->values, {value, shape_.size})], value);
        }
      }
      agreement_.measure(x_);
      double after = HUGE_VAL;
      for (const size_t b : own) after = std::min(after, agreement_.error(b) / agreement_.spread(b));
      if (!(after < 1e-9)) {
        x_ = kept;
        agreement_.measure(x_);
        continue;
      }
      tables_[set] = table;
    }
  }

  const TreeParameters& all_;
  Agreement agreement_;
  Survey survey_;
  kernels::Blocks shape_;
  Vector x_;
  std::vector<bool> live_;                         // by block
  double largest_ = 0;                             // spread
  std::vector<std::optional<ValueTable>> tables_;  // by set, where it is exact and has one
};

}  // namespace

std::optional<encode::Settled<double>> settle(const TreeParameters& all, encode::Pass<double>& pass,
                                              std::vector<double> parameters, const Schedule& schedule,
                                              std::span<const uint32_t> labels, const encode::SettleParams& params) {
  return Settling(all, pass, schedule, labels, params).run(std::move(parameters));
}

}  // namespace eqnet::models
