// Curves: score_k over k, precision over recall, true over false positives; of each dataset and averaged. An average is
// over datasets, each of which counts once however many seeds it has.
#include <algorithm>
#include <map>
#include <set>

#include "eqnet/data/generate.h"
#include "experiments/published.h"
#include "report/figures.h"
#include "report/tables.h"

namespace eqnet::report {
namespace {

using experiments::Cell;
using experiments::CellResult;
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

struct ScoreMeans {
  CurveMean score, ceiling;
  void add(const ScoreMeans& one) {
    if (one.score.count() == 0) return;
    score.add(one.score.get());
    ceiling.add(one.ceiling.get());
  }
};
// Calls row(k, score, ceiling) for k = 1..15, or never where there is nothing.
template <class Row>
void for_each_k(const ScoreMeans& means, Row&& row) {
  if (means.score.count() == 0) return;
  const Vector score = means.score.get();
  const Vector ceiling = means.ceiling.get();
  for (size_t k = 0; k < score.size(); ++k) row(k + 1, score[k], ceiling[k]);
}

ScoreMeans score_means(const Results& results, const Filter& filter, bool seen) {
  return {over_seeds(results, filter, seen, scores), over_seeds(results, filter, seen, ceilings)};
}

Filter transfer(std::string_view train, std::string_view test, const std::string& model) {
  return [=](const CellResult& r) {
    return of(Cell::Group::transfer, std::string(train), model)(r) && r.cell.test == test;
  };
}

}  // namespace

void add_score_k(base::Json& json, const Results& results) {
  Frame frame(json, "score_k", {"dataset", "model", "part", "k", "score", "ceiling", "datasets"});
  for (const std::string& model : model_names(results)) {
    for (const bool seen : {false, true}) {
      ScoreMeans all;
      const auto add = [&](std::string_view dataset, const ScoreMeans& means, size_t datasets) {
        for_each_k(means, [&](size_t k, double score, double ceiling) {
          frame.row(dataset, model, part_name(seen), k, score, ceiling, datasets);
        });
      };
      for (const experiments::PublishedRow& row : experiments::published_scores()) {
        const ScoreMeans one = score_means(results, of(Cell::Group::models, std::string(row.preset), model), seen);
        add(row.preset, one, 1);
        all.add(one);
      }
      add("mean", all, all.score.count());
    }
  }
}

void add_transfer(base::Json& json, const Results& results) {
  {
    Frame frame(json, "transfer", {"train", "test", "model", "part", "k", "score", "ceiling", "pairs"});
    for (const std::string& model : model_names(results)) {
      for (const bool seen : {false, true}) {
        ScoreMeans all;
        const auto add = [&](std::string_view train, std::string_view test, const ScoreMeans& means, size_t pairs) {
          for_each_k(means, [&](size_t k, double score, double ceiling) {
            frame.row(train, test, model, part_name(seen), k, score, ceiling, pairs);
          });
        };
        for (const experiments::TransferPair& pair : experiments::transfer_pairs()) {
          const ScoreMeans one = score_means(results, transfer(pair.train, pair.test, model), seen);
          add(pair.train, pair.test, one, 1);
          all.add(one);
        }
        add("mean", "", all, all.score.count());
      }
    }
  }
  Frame frame(json, "transfer_published", {"train", "test", "transformer"});
  for (const experiments::TransferPair& pair : experiments::transfer_pairs()) {
    frame.row(pair.train, pair.test, pair.transformer / 100);
  }
}

void add_pair_curves(base::Json& json, const Results& results) {
  // Closer together near 0, where the curves of good models turn.
  Vector places;
  for (const double x : {0.0, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075}) places.push_back(x);
  for (size_t i = 1; i <= 100; ++i) places.push_back(static_cast<double>(i) / 100);
  const auto curve = [&](bool roc) -> CurveOf {
    return [&, roc](const CellResult::Part& p) { return at_places(roc ? p.roc : p.precision_recall, places); };
  };
  for (const bool roc : {false, true}) {
    Frame frame(
        json, roc ? "roc" : "precision_recall",
        {"model", "part", roc ? "false_positives" : "recall", roc ? "true_positives" : "precision", "datasets"});
    for (const std::string& model : model_names(results)) {
      for (const bool seen : {false, true}) {
        CurveMean all;
        for (const experiments::PublishedRow& row : experiments::published_scores()) {
          const CurveMean one =
              over_seeds(results, of(Cell::Group::models, std::string(row.preset), model), seen, curve(roc));
          if (one.count() > 0) all.add(one.get());
        }
        if (all.count() == 0) continue;
        const Vector values = all.get();
        for (size_t i = 0; i < values.size(); ++i) {
          frame.row(model, part_name(seen), places[i], values[i], all.count());
        }
      }
    }
  }
}

void add_characteristics(base::Json& json, const Results& results) {
  Frame frame(json, "characteristics", {"by", "group", "model", "part", "k", "score", "ceiling", "datasets"});
  const auto add = [&](const char* by, const std::function<std::string(const data::Space&)>& group_of) {
    std::vector<std::string> groups;  // in the order of the fourteen, which is that of complexity
    std::map<std::string, std::vector<std::string>> datasets;
    for (const experiments::PublishedRow& row : experiments::published_scores()) {
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
          for_each_k(all, [&](size_t k, double score, double ceiling) {
            frame.row(by, group, model, part_name(seen), k, score, ceiling, all.score.count());
          });
        }
      }
    }
  };
  add("variables", [](const data::Space& space) { return std::to_string(space.variables); });
  add("operators", operators_of);
}

}  // namespace eqnet::report
