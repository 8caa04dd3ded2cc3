#include "report/figures.h"

#include <algorithm>
#include <set>

#include "experiments/published.h"
#include "report/tables.h"

namespace eqnet::report {

using experiments::Cell;
using experiments::CellResult;

namespace {

constexpr std::string_view kPaperAblation = "eqnet-no-autoencoder";  // the paper says what it loses over all datasets

}  // namespace

void add_tables(base::Json& json, const Results& results) {
  json.key("tables").object();
  add_datasets(json, results);
  add_scores(json, results);
  add_areas(json, results);
  add_score_k(json, results);
  add_pair_curves(json, results);
  add_characteristics(json, results);
  add_transfer(json, results);
  add_ablations(json, results);
  add_beyond(json, results);
  add_confusions(json, results);
  json.end_object();
}

std::vector<std::string> missing_cells(const Results& results) {
  std::vector<std::string> missing;
  // What has been run at all of a group.
  const auto variants = [&](Cell::Group group) {
    std::set<std::string> names;
    for (const CellResult& r : results) {
      const bool in_paper = group != Cell::Group::ablations || r.cell.variant.name == kPaperAblation;
      if (r.cell.group == group && in_paper) names.insert(r.cell.variant.name);
    }
    return names;
  };
  const auto expect = [&](Cell::Group group, const std::string& dataset, const std::string& test) {
    for (const std::string& variant : variants(group)) {
      const bool there = std::any_of(results.begin(), results.end(), [&](const CellResult& r) {
        return r.cell.group == group && r.cell.dataset == dataset && r.cell.test == test &&
               r.cell.variant.name == variant;
      });
      if (there) continue;
      missing.push_back(dataset);
      if (test != dataset) missing.back().append("-to-").append(test);
      missing.back().append(".").append(variant);
    }
  };
  for (const experiments::PublishedRow& row : experiments::published_scores()) {
    expect(Cell::Group::models, std::string(row.preset), std::string(row.preset));
    expect(Cell::Group::ablations, std::string(row.preset), std::string(row.preset));
  }
  for (const experiments::TransferPair& pair : experiments::transfer_pairs()) {
    expect(Cell::Group::transfer, std::string(pair.train), std::string(pair.test));
  }
  return missing;
}

std::vector<double> at_places(const CellResult::Part::Points& curve, const std::vector<double>& places) {
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

}  // namespace eqnet::report
