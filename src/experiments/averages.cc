#include "experiments/averages.h"

#include <algorithm>

#include "experiments/published.h"

namespace eqnet::experiments {

std::optional<double> mean(const Results& results, const Filter& filter, const Value& value) {
  double sum = 0;
  size_t count = 0;
  for (const CellResult& result : results) {
    if (!filter(result)) continue;
    if (const auto number = value(result)) {
      sum += *number;
      ++count;
    }
  }
  return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

std::optional<double> mean_of(const std::vector<std::optional<double>>& numbers) {
  double sum = 0;
  size_t count = 0;
  for (const std::optional<double>& number : numbers) {
    sum += number.value_or(0);
    count += number ? 1 : 0;
  }
  return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

std::optional<double> mean_over_datasets(const Results& results, Cell::Group group, const std::string& variant,
                                         const Value& value) {
  std::vector<std::optional<double>> means;
  for (const PublishedRow& row : published_scores()) {
    means.push_back(mean(results, of(group, std::string(row.preset), variant), value));
  }
  return mean_of(means);
}

Filter of(Cell::Group group, const std::string& dataset, const std::string& variant) {
  return [=](const CellResult& r) {
    return r.cell.group == group && (dataset.empty() || r.cell.dataset == dataset) && r.cell.variant.name == variant;
  };
}

const std::optional<CellResult::Part>& part(const CellResult& result, bool seen) {
  return seen ? result.seen : result.unseen;
}
std::optional<double> unseen_5(const CellResult& result) {
  return result.unseen ? std::optional(result.unseen->score[kFive]) : std::nullopt;
}
std::optional<double> seen_5(const CellResult& result) {
  return result.seen ? std::optional(result.seen->score[kFive]) : std::nullopt;
}
std::optional<double> unseen_auc(const CellResult& result) {
  return result.unseen ? std::optional(result.unseen->score_auc) : std::nullopt;
}
std::optional<double> seen_auc(const CellResult& result) {
  return result.seen ? std::optional(result.seen->score_auc) : std::nullopt;
}

Value area_of(double CellResult::Part::*which, bool seen) {
  const bool of_pairs = which != &CellResult::Part::score_auc;
  return [=](const CellResult& result) -> std::optional<double> {
    const auto& p = part(result, seen);
    return p && !(of_pairs && p->roc.empty()) ? std::optional((*p).*which) : std::nullopt;
  };
}

Value share_of_ceiling(bool seen, size_t k) {
  return [=](const CellResult& result) -> std::optional<double> {
    const auto& which = part(result, seen);
    if (!which || which->ceiling[k] == 0) return std::nullopt;
    return which->score[k] / which->ceiling[k];
  };
}

std::vector<std::string> model_names(const Results& results) {
  std::vector<std::string> names;
  for (const Variant& variant : model_variants()) {
    const bool there = std::any_of(results.begin(), results.end(),
                                   [&](const CellResult& r) { return r.cell.variant.name == variant.name; });
    if (there) names.push_back(variant.name);
  }
  return names;
}

bool has_published(const std::string& model) {
  return std::find(kPublishedModels.begin(), kPublishedModels.end(), model) != kPublishedModels.end();
}

}  // namespace eqnet::experiments
