#include "experiments/importance.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace eqnet::experiments {
namespace {

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double product(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// Takes its share of another column out of a column; both have mean 0.
void make_orthogonal(std::vector<double>& column, std::span<const double> to) {
  const double length = product(to, to);
  if (length == 0) return;
  const double share = product(column, to) / length;
  for (size_t i = 0; i < column.size(); ++i) column[i] -= share * to[i];
}

// What is to be explained by: columns with mean 0, at right angles to each other (Gram and Schmidt), so that each
// explains its part by itself. Columns that say nothing new are left out.
std::vector<std::vector<double>> orthogonal(std::vector<std::vector<double>> columns) {
  std::vector<std::vector<double>> kept;
  for (std::vector<double>& column : columns) {
    const double middle = mean(column);
    for (double& value : column) value -= middle;
    const double before = product(column, column);
    for (const std::vector<double>& other : kept) make_orthogonal(column, other);
    constexpr double kNothingNew = 1e-9;
    if (product(column, column) > kNothingNew * before) kept.push_back(std::move(column));
  }
  return kept;
}

std::vector<std::vector<double>> columns_of(const Range& range, const std::vector<double>& places) {
  std::vector<std::vector<double>> columns;
  if (range.scale == Range::Scale::choice) {
    for (size_t choice = 1; choice < range.choices.size(); ++choice) {
      std::vector<double>& column = columns.emplace_back();
      for (const double place : places) column.push_back(place == static_cast<double>(choice) ? 1 : 0);
    }
    return columns;
  }
  columns.push_back(places);
  std::vector<double>& squares = columns.emplace_back();
  const double middle = mean(places);
  for (const double place : places) squares.push_back((place - middle) * (place - middle));
  return columns;
}

}  // namespace

std::vector<double> ranks(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  const double most = std::max<double>(1, static_cast<double>(values.size()) - 1);
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double shared = static_cast<double>(begin + end - 1) / 2 / most;
    for (; begin < end; ++begin) ranks[order[begin]] = shared;
  }
  return ranks;
}

std::optional<double> importance(const Range& range, const std::vector<Trial>& trials) {
  std::vector<double> places;
  std::vector<double> scores;
  for (const Trial& trial : trials) {
    const std::optional<double> place = range.place(trial.settings.at(range.setting));
    if (!place || trial.scores.empty()) continue;
    places.push_back(*place);
    scores.push_back(trial.scores.front());
  }
  if (scores.size() < 3) return std::nullopt;
  std::vector<double> rank = ranks(scores);
  const double middle = mean(rank);
  for (double& value : rank) value -= middle;
  const double whole = product(rank, rank);
  const std::vector<std::vector<double>> columns = orthogonal(columns_of(range, places));
  const auto coefficients = static_cast<double>(columns.size());
  const double left = static_cast<double>(scores.size()) - 1 - coefficients;
  if (whole == 0 || left < 1) return std::nullopt;
  double explained = 0;
  for (const std::vector<double>& column : columns) {
    const double along = product(column, rank);
    explained += along * along / product(column, column);
  }
  const double chance = (1 - explained / whole) * (static_cast<double>(scores.size()) - 1) / left;
  return std::clamp(1 - chance, 0.0, 1.0);
}

}  // namespace eqnet::experiments
