// Curves: score_k over k, precision over recall, true over false positives; of each dataset and averaged.
#include <algorithm>
#include <map>

#include "eqnet/data/generate.h"
#include "experiments/published.h"
#include "experiments/tables.h"

namespace eqnet::experiments {
namespace {

using Vector = std::vector<double>;

// A mean of curves, point by point.
class CurveMean {
 public:
  void add(const Vector& curve) {
    if (curve.empty()) return;
    sum_.resize(curve.size());
    for (size_t i = 0; i < curve.size(); ++i) sum_[i] += curve[i];
    ++count_;
  }
  [[nodiscard]] size_t count() const { return count_; }
  [[nodiscard]] Vector get() const {
    Vector mean = sum_;
    for (double& value : mean) value /= static_cast<double>(count_);
    return mean;
  }

 private:
  Vector sum_;
  size_t count_ = 0;
};

using CurveOf = std::function<Vector(const CellResult::Part&)>;

// The mean over seeds; count() is 0 where no cell has the part.
CurveMean over_seeds(const Results& results, const Filter& filter, bool seen, const CurveOf& curve) {
  CurveMean mean;
  for (const CellResult& r : results) {
    if (filter(r) && part(r, seen)) mean.add(curve(*part(r, seen)));
  }
  return mean;
}

Vector scores(const CellResult::Part& p) {
  return {p.score.begin(), p.score.end()};
}
Vector ceilings(const CellResult::Part& p) {
  return {p.ceiling.begin(), p.ceiling.end()};
}

Vector share_5(const CellResult::Part& p) {
  return p.ceiling[kFive] == 0 ? Vector() : Vector{p.score[kFive] / p.ceiling[kFive]};
}
Vector area(const CellResult::Part& p) {
  return {p.score_auc};
}

// The numbers of a ScoreCurve: over the seeds of a dataset or pair, then over these.
struct ScoreMeans {
  CurveMean score, ceiling, share, area;

  void add(const ScoreMeans& one) {
    if (one.score.count() == 0) return;
    score.add(one.score.get());
    ceiling.add(one.ceiling.get());
    share.add(one.share.get());
    area.add(one.area.get());
  }
  [[nodiscard]] bool any() const { return score.count() > 0; }
  // count: of what the means are over.
  [[nodiscard]] ScoreCurve curve(size_t count) const {
    ScoreCurve curve;
    curve.count = count;
    std::ranges::copy(score.get(), curve.score.begin());
    std::ranges::copy(ceiling.get(), curve.ceiling.begin());
    if (share.count() > 0) curve.share_5 = share.get().front();
    if (area.count() > 0) curve.area = area.get().front();
    return curve;
  }
};

ScoreMeans score_means(const Results& results, const Filter& filter, bool seen) {
  return {over_seeds(results, filter, seen, scores), over_seeds(results, filter, seen, ceilings),
          over_seeds(results, filter, seen, share_5), over_seeds(results, filter, seen, area)};
}

Filter transfer(std::string_view train, std::string_view test, const std::string& model) {
  return [=](const CellResult& r) {
    return of(Cell::Group::transfer, std::string(train), model)(r) && r.cell.test == test;
  };
}

// Closer together near 0, where the curves of good models turn.
Vector pair_curve_places() {
  Vector places = {0.0, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075};
  for (size_t i = 1; i <= 100; ++i) places.push_back(static_cast<double>(i) / 100);
  return places;
}

}  // namespace

std::string operators_of(const data::Space& space) {
  std::string names;
  for (const std::string& op : space.operators) names += (names.empty() ? "" : " ") + op;
  return names;
}

std::vector<ScoreKRow> score_k_rows(const Results& results) {
  std::vector<ScoreKRow> rows;
  for (const std::string& model : model_names(results)) {
    for (const bool seen : {false, true}) {
      ScoreMeans all;
      for (const PublishedRow& row : published_scores()) {
        const std::string dataset(row.preset);
        const ScoreMeans one = score_means(results, of(Cell::Group::models, dataset, model), seen);
        if (one.any()) rows.push_back({dataset, model, seen, one.curve(1)});
        all.add(one);
      }
      if (all.any()) rows.push_back({kMean, model, seen, all.curve(all.score.count())});
    }
  }
  return rows;
}

std::vector<TransferRow> transfer_rows(const Results& results) {
  std::vector<TransferRow> rows;
  for (const std::string& model : model_names(results)) {
    for (const bool seen : {false, true}) {
      ScoreMeans all;
      for (const TransferPair& pair : transfer_pairs()) {
        const ScoreMeans one = score_means(results, transfer(pair.train, pair.test, model), seen);
        if (one.any()) rows.push_back({std::string(pair.train), std::string(pair.test), model, seen, one.curve(1)});
        all.add(one);
      }
      if (all.any()) rows.push_back({kMean, "", model, seen, all.curve(all.score.count())});
    }
  }
  return rows;
}

std::vector<PairCurveRow> pair_curve_rows(const Results& results, bool roc) {
  const Vector places = pair_curve_places();
  const CurveOf curve = [&](const CellResult::Part& p) { return at_places(roc ? p.roc : p.precision_recall, places); };
  std::vector<PairCurveRow> rows;
  for (const std::string& model : model_names(results)) {
    for (const bool seen : {false, true}) {
      CurveMean all;
      for (const PublishedRow& row : published_scores()) {
        all.add(over_seeds(results, of(Cell::Group::models, std::string(row.preset), model), seen, curve).get());
      }
      if (all.count() == 0) continue;
      PairCurveRow row{model, seen, {}, all.count()};
      const Vector values = all.get();
      for (size_t i = 0; i < values.size(); ++i) row.points.emplace_back(places[i], values[i]);
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

std::vector<CharacteristicRow> characteristic_rows(const Results& results) {
  std::vector<CharacteristicRow> rows;
  const auto add = [&](const char* by, const std::function<std::string(const data::Space&)>& group_of) {
    std::vector<std::string> groups;  // in the order of the fourteen, which is that of complexity
    std::map<std::string, std::vector<std::string>> datasets;
    for (const PublishedRow& row : published_scores()) {
      const std::string group = group_of(data::preset(row.preset));
      if (datasets[group].empty()) groups.push_back(group);
      datasets[group].emplace_back(row.preset);
    }
    for (const std::string& group : groups) {
      for (const std::string& model : model_names(results)) {
        for (const bool seen : {false, true}) {
          ScoreMeans all;
          for (const std::string& dataset : datasets[group]) {
            all.add(score_means(results, of(Cell::Group::models, dataset, model), seen));
          }
          if (all.any()) rows.push_back({by, group, model, seen, all.curve(all.score.count())});
        }
      }
    }
  };
  add("variables", [](const data::Space& space) { return std::to_string(space.variables); });
  add("operators", operators_of);
  return rows;
}

std::vector<double> at_places(const CellResult::Part::Curve& curve, const std::vector<double>& places) {
  std::vector<double> values;
  if (curve.empty()) return values;
  for (const double x : places) {
    const auto [same, after] = std::equal_range(curve.begin(), curve.end(), std::pair(x, 0.0),
                                                [](const auto& a, const auto& b) { return a.first < b.first; });
    if (same != after) {  // where a curve goes straight up or down, its top
      values.push_back(
          std::max_element(same, after, [](const auto& a, const auto& b) { return a.second < b.second; })->second);
      continue;
    }
    if (after == curve.begin() || after == curve.end()) {
      values.push_back(after == curve.begin() ? after->second : (after - 1)->second);
      continue;
    }
    const auto before = after - 1;
    const double share = (x - before->first) / (after->first - before->first);
    values.push_back(before->second + share * (after->second - before->second));
  }
  return values;
}

}  // namespace eqnet::experiments
