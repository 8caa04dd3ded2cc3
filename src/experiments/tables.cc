#include "experiments/tables.h"

#include <algorithm>

#include "experiments/published.h"
#include "models/registry.h"

namespace eqnet::experiments {
namespace {

constexpr std::string_view kPaperAblation = "eqnet-no-autoencoder";  // the paper says what it loses over all datasets

Origin origin_of(const Results& results) {
  Origin origin;
  origin.cells = results.size();
  for (const CellResult& r : results) {
    ++origin.revisions[r.revision];
    origin.seeds[r.cell.variant.name].insert(r.cell.seed);
    origin.sampled += r.most_queries > 0 ? 1 : 0;
    const encode::ModelKind* kind = models::find_kind(r.cell.variant.kind);
    const bool fitted = kind != nullptr && kind->fitted();
    if (r.time_limit > 0 && !fitted) origin.time_limits.insert(r.time_limit);
  }
  return origin;
}

}  // namespace

Tables make_tables(const Results& results) {
  Tables tables;
  tables.origin = origin_of(results);
  tables.models = model_names(results);
  tables.datasets = dataset_rows(results);
  tables.scores = score_rows(results);
  tables.areas = area_rows(results);
  tables.score_k = score_k_rows(results);
  tables.precision_recall = pair_curve_rows(results, false);
  tables.roc = pair_curve_rows(results, true);
  tables.characteristics = characteristic_rows(results);
  tables.transfer = transfer_rows(results);
  tables.ablations = ablation_rows(results);
  tables.ablation_means = ablation_mean_rows(results);
  tables.beyond = beyond_rows(results);
  tables.examples = example_rows(results);
  tables.confusions = confusion_rows(results);
  return tables;
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
  for (const PublishedRow& row : published_scores()) {
    expect(Cell::Group::models, std::string(row.preset), std::string(row.preset));
    expect(Cell::Group::ablations, std::string(row.preset), std::string(row.preset));
  }
  for (const TransferPair& pair : transfer_pairs()) {
    expect(Cell::Group::transfer, std::string(pair.train), std::string(pair.test));
  }
  return missing;
}

}  // namespace eqnet::experiments
