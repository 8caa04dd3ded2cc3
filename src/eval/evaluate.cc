#include "eval/evaluate.h"

#include <algorithm>
#include <unordered_map>

#include "eqnet/base/error.h"

namespace eqnet::eval {
namespace {

// Curves from pair counts by bin, most similar first. Pairs of one bin are taken together: the threshold moves from bin
// to bin.
class PairCurves {
 public:
  explicit PairCurves(const encode::PairCounts& counts) : counts_(counts) {
    for (const uint64_t n : counts.same) same_ += static_cast<double>(n);
    for (const uint64_t n : counts.other) other_ += static_cast<double>(n);
  }

  void run(PairCurve& precision_recall, PairCurve& roc) const {
    if (same_ == 0 || other_ == 0) return;
    double true_positives = 0;
    double false_positives = 0;
    std::pair<double, double> last_roc{0, 0};
    roc.points.push_back(last_roc);
    for (size_t bin = 0; bin < counts_.same.size(); ++bin) {
      if (counts_.same[bin] + counts_.other[bin] == 0) continue;
      const double before = true_positives;
      true_positives += static_cast<double>(counts_.same[bin]);
      false_positives += static_cast<double>(counts_.other[bin]);
      const double recall = true_positives / same_;
      const double precision = true_positives / (true_positives + false_positives);
      precision_recall.area += (true_positives - before) / same_ * precision;
      thin_out(precision_recall.points, {recall, precision}, bin);
      const std::pair<double, double> point{false_positives / other_, recall};
      roc.area += (point.first - last_roc.first) * (point.second + last_roc.second) / 2;
      last_roc = point;
      thin_out(roc.points, point, bin);
    }
    precision_recall.points.emplace_back(1, same_ / (same_ + other_));
    roc.points.emplace_back(1, 1);
  }

 private:
  // A point is kept when it is far enough from the last one to be seen.
  static void thin_out(std::vector<std::pair<double, double>>& points, std::pair<double, double> point, size_t bin) {
    constexpr double kVisible = 0.005;
    if (bin > 0 && !points.empty() && std::abs(points.back().first - point.first) < kVisible &&
        std::abs(points.back().second - point.second) < kVisible) {
      return;
    }
    points.push_back(point);
  }

  const encode::PairCounts& counts_;
  double same_ = 0, other_ = 0;
};

// The scores of a perfect encoder for these queries: it finds all others of the class, of which there may be fewer than
// k.
data::Curve ceiling_of(const Members& rows, const std::vector<uint32_t>& queries) {
  data::Curve ceiling{};
  for (const uint32_t query : queries) {
    const size_t size = rows.class_sizes[rows.labels[query]];
    for (size_t k = 1; k <= data::kMostNeighbours; ++k) {
      ceiling[k - 1] += data::best_score(size, k);
    }
  }
  for (double& value : ceiling) value /= static_cast<double>(queries.size());
  return ceiling;
}

}  // namespace

std::vector<uint32_t> thinned(const std::vector<uint32_t>& items, size_t most) {
  if (items.size() <= most) return items;
  std::vector<uint32_t> kept;
  for (size_t i = 0; i < most; ++i) kept.push_back(items[i * items.size() / most]);
  return kept;
}

void require_split(const data::Dataset& dataset) {
  if (dataset.split) return;
  throw base::Error("dataset " + dataset.name, "has no split, so no SeenEqClass and no UnseenEqClass",
                    "`eqnet split DATASET -o FOLDER` makes one, in FOLDER/split");
}

Members members_of(const data::Dataset& dataset) {
  Members rows;
  for (const data::EquivalenceClass& c : dataset.classes) {
    rows.expressions.insert(rows.expressions.end(), c.members.begin(), c.members.end());
    rows.labels.resize(rows.expressions.size(), static_cast<uint32_t>(rows.class_sizes.size()));
    rows.class_sizes.push_back(static_cast<uint32_t>(c.members.size()));
  }
  return rows;
}

std::vector<uint32_t> queries_of(const data::Dataset& dataset, const Members& rows, data::Part part) {
  constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> row_of(dataset.pool.size(), kNone);
  for (uint32_t row = 0; row < rows.expressions.size(); ++row) row_of[rows.expressions[row]] = row;
  std::vector<uint32_t> queries;
  for (const data::EquivalenceClass& c : dataset.part(part)) {
    for (const expr::NodeId member : c.members) {
      const uint32_t row = row_of[member];
      if (row != kNone && rows.class_sizes[rows.labels[row]] > 1) queries.push_back(row);
    }
  }
  return queries;
}

double score(const Members& rows, uint32_t query, const encode::Neighbour* neighbours, size_t k) {
  size_t found = 0;
  for (size_t i = 0; i < k; ++i) found += rows.labels[neighbours[i].row] == rows.labels[query] ? 1 : 0;
  return static_cast<double>(found) / static_cast<double>(std::min<size_t>(k, rows.class_sizes[rows.labels[query]]));
}

std::optional<PartScores> evaluate(const data::Dataset& dataset, const Members& rows, const encode::UnitRows& vectors,
                                   data::Part part, const EvaluateParams& params) {
  PartScores result;
  result.query_rows = queries_of(dataset, rows, part);
  if (params.most_queries > 0) result.query_rows = thinned(result.query_rows, params.most_queries);
  result.queries = result.query_rows.size();
  if (result.queries == 0 || rows.expressions.size() <= data::kMostNeighbours) return std::nullopt;
  result.ceiling = ceiling_of(rows, result.query_rows);

  encode::PairCounts counts;
  encode::NeighbourParams search;
  search.k = data::kMostNeighbours;
  search.threads = params.threads;
  search.done = params.done;
  search.ranks = params.ranks;
  if (params.curves) {
    search.labels = rows.labels;
    search.counts = &counts;
  }
  result.neighbours = encode::neighbours_of_rows(vectors, result.query_rows, search);
  for (size_t k = 1; k <= data::kMostNeighbours; ++k) {
    double sum = 0;
    for (size_t i = 0; i < result.queries; ++i) {
      sum += score(rows, result.query_rows[i], result.neighbours.data() + i * data::kMostNeighbours, k);
    }
    result.score[k - 1] = sum / static_cast<double>(result.queries);
    result.area += result.score[k - 1] / data::kMostNeighbours;
  }
  if (params.curves) PairCurves(counts).run(result.precision_recall, result.roc);
  return result;
}

}  // namespace eqnet::eval
