#include "train/block_search.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/format.h"
#include "encode/safetensors.h"
#include "models/points.h"
#include "models/registry.h"
#include "train/log.h"

namespace eqnet::train {
namespace {

// Retrieval (1 is the ceiling) half way through, below which points are given up.
constexpr double kPromising = 0.995;

// More than there can be: what is not exact half way through is not trained further.
constexpr double kHalf = 2;
// Retrieval of exact points that shows that the algebra works point by point, though there are too few of them.
constexpr double kNearly = 0.98;

struct Blocks {
  size_t size, algebras;
};
// Small ones first: they train faster, and there is less to go wrong. Most algebras are found soonest where many blocks
// share a few sets of coefficients. In some, none of a few sets is lucky, but one of many is.
constexpr Blocks kTried[] = {{2, 4}, {3, 4}, {4, 4}, {6, 4}, {3, 0}};

class Search {
 public:
  Search(const Task& task, const TrainParams& params, const TrainOnce& train_once)
      : task_(task), params_(params), train_once_(train_once) {}

  TrainResult run() {
    TrainResult result = chosen();
    result.seconds = seconds_;
    result.resumed = resumed_;
    return result;
  }

 private:
  TrainResult chosen() {
    const auto unfinished = blocks_of_checkpoint();
    if (unfinished && unfinished->size > 1) return train(with(*unfinished));
    TrainParams params = with({1, 0});
    params.least_retrieval = kPromising;
    TrainResult points = train(params);
    points.blocks = "points: " + found(points);
    // Points that are exact but tell too little apart are a part of the algebra, not all of it.
    const bool enough = points.best_retrieval >= kNothingLeft && points.exact_retrieval >= kNearly;
    if (points.ended != Ended::unfit && (points.ended == Ended::exact || enough || out_of_time())) return points;
    return with_blocks(std::move(points));
  }

  [[nodiscard]] TrainParams with(const Blocks& blocks) const {
    TrainParams params = params_;
    params.settings.set("block", std::to_string(blocks.size));
    params.settings.set("algebras", std::to_string(blocks.algebras));
    params.most_seconds = left();
    return params;
  }

  TrainResult train(const TrainParams& params) {
    TrainResult result = train_once_(params);
    seconds_ += result.seconds;
    resumed_ = resumed_ || result.resumed;
    return result;
  }

  TrainResult with_blocks(TrainResult points) {
    constexpr double kShare = 6;  // of the time that is left: for each of the sizes, and for what is chosen
    const double share = left() / kShare;
    std::optional<TrainResult> best;
    Blocks chosen{1, 0};
    std::vector<Validation> log;
    for (const Blocks& blocks : kTried) {
      if (out_of_time() || !possible(blocks)) continue;
      std::vector<Validation> own;
      TrainParams params = with(blocks);
      params.path.clear();
      params.most_seconds = share;
      params.least_retrieval = kHalf;
      params.on_validation = [&](const Validation& validation) { own.push_back(validation); };
      TrainResult result = train(params);
      if (best && result.ended != Ended::exact && result.best_retrieval <= best->best_retrieval) continue;
      chosen = blocks;
      best = std::move(result);
      log = std::move(own);
      if (best->ended == Ended::exact) break;
    }
    const std::string instead = base::format("; points: {}", found(points));
    if (best && best->ended == Ended::exact) {
      best->blocks = name(chosen) + ": " + found(*best) + instead;
      save(*best, log);
      return std::move(*best);
    }
    const bool better = best && best->best_retrieval > points.best_retrieval;
    if (!better) {
      TrainResult result = points.ended == Ended::unfit ? train(with({1, 0})) : std::move(points);
      result.blocks = "points: " + found(result) + (best ? "; no blocks did better" : "");
      return result;
    }
    const bool whole = !out_of_time();
    TrainResult result = whole ? train(with(chosen)) : std::move(*best);
    if (!whole) save(result, log);
    result.blocks = name(chosen) + ": " + found(result) + instead;
    return result;
  }

  [[nodiscard]] bool possible(const Blocks& blocks) const {
    if (params_.settings.integer("dimension") <= blocks.size) return false;
    return std::ranges::all_of(task_.vocabulary.operators(), [&](const expr::Symbol& op) {
      return models::enough_coefficients(blocks.size, op.arity);
    });
  }

  static std::string name(const Blocks& blocks) {
    return base::format("blocks of {}{}", blocks.size,
                        blocks.algebras == 0 ? "" : base::format(", {} algebras", blocks.algebras));
  }
  static std::string found(const TrainResult& result) {
    return base::format("{}{:.1f}% of the ceiling on what training did not see",
                        result.ended == Ended::exact ? "exact, " : "", 100 * result.best_retrieval);
  }

  [[nodiscard]] double left() const {
    return params_.most_seconds == 0 ? 0 : std::max(0.1, params_.most_seconds - seconds_);
  }
  [[nodiscard]] bool out_of_time() const { return params_.most_seconds > 0 && seconds_ >= 0.9 * params_.most_seconds; }

  // A run that was killed while the chosen blocks were trained goes on with them.
  [[nodiscard]] std::optional<Blocks> blocks_of_checkpoint() const {
    const std::string path = params_.path + ".checkpoint";
    if (params_.path.empty() || !base::file_exists(path)) return std::nullopt;
    const encode::Metadata metadata = encode::read_tensors(path).metadata;
    const auto number = [&](const char* setting) {
      const auto entry = metadata.find(std::string("setting.") + setting);
      return entry == metadata.end() ? size_t{1}
                                     : static_cast<size_t>(std::strtoul(entry->second.c_str(), nullptr, 10));
    };
    return Blocks{number("block"), number("algebras")};
  }

  void save(const TrainResult& result, const std::vector<Validation>& log) const {
    if (params_.path.empty()) return;
    const auto network = models::make_network(result.model.settings, task_.vocabulary, task_.dataset->domain);
    encode::save_model(params_.path, result.model, network->layout());
    Log file(params_.path + ".log.jsonl");
    file.keep(0);
    for (const Validation& validation : log) file.add(validation);
  }

  const Task& task_;
  const TrainParams& params_;
  const TrainOnce& train_once_;
  double seconds_ = 0;  // of all trainings so far
  bool resumed_ = false;
};

}  // namespace

TrainResult train_with_blocks(const Task& task, const TrainParams& params, const TrainOnce& train_once) {
  return Search(task, params, train_once).run();
}

}  // namespace eqnet::train
