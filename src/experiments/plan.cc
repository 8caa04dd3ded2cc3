#include "experiments/plan.h"

#include <algorithm>

#include "encode/settings.h"
#include "eqnet/base/error.h"
#include "eqnet/data/generate.h"
#include "experiments/published.h"
#include "models/registry.h"

namespace eqnet::experiments {
namespace {

bool contains(const std::vector<std::string>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// Random trees of so many nodes, for models trained on these.
struct DepthTest {
  const char* dataset;
  size_t size;
};
constexpr DepthTest kDepthTests[] = {
    {"simpleBoolean8", 51}, {"boolean8", 51}, {"simplepoly10", 21}, {"simplepoly10", 51}, {"poly8", 21},
};

class Planner {
 public:
  explicit Planner(const GridParams& params) : params_(params) {}

  Plan cells() {
    for (uint64_t seed = params_.seed; seed < params_.seed + params_.seeds; ++seed) {
      for (const PublishedRow& row : published_scores()) {
        const std::string dataset(row.preset);
        add_models(Cell::Group::models, dataset, dataset, seed, 0);
        add_ablations(dataset, seed);
      }
      for (const TransferPair& pair : transfer_pairs()) {
        add_models(Cell::Group::transfer, std::string(pair.train), std::string(pair.test), seed, 0);
      }
      for (const DepthTest& test : kDepthTests) {
        add_models(Cell::Group::depth, test.dataset, test.dataset, seed, test.size);
      }
      for (const data::Space& space : data::frontier_presets()) {
        add_models(Cell::Group::frontier, space.name, space.name, seed, 0);
      }
    }
    return std::move(cells_);
  }

 private:
  [[nodiscard]] bool wanted(Cell::Group group, const std::string& dataset, const std::string& test) const {
    const auto named = [&](const std::string& one) {
      return params_.datasets.empty() || contains(params_.datasets, one);
    };
    return contains(params_.groups, name(group)) && named(dataset) && named(test);
  }
  void add_models(Cell::Group group, const std::string& dataset, const std::string& test, uint64_t seed, size_t size) {
    if (!wanted(group, dataset, test)) return;
    for (const Variant& variant : model_variants()) {
      if (!params_.models.empty() && !contains(params_.models, variant.name)) continue;
      // Beyond the paper's tables: only what is not far off.
      const bool beyond = group == Cell::Group::depth || group == Cell::Group::frontier;
      const bool near = variant.kind.starts_with("eqnet") || models::kind(variant.kind).knows_domain();
      if (beyond && params_.models.empty() && !near) continue;
      cells_.push_back({group, dataset, test, size, variant, seed});
    }
  }
  void add_ablations(const std::string& dataset, uint64_t seed) {
    if (!wanted(Cell::Group::ablations, dataset, dataset)) return;
    for (const Variant& variant : ablation_variants()) {
      // Those of eqnet-mul are many: they are to be asked for.
      const bool whole = params_.models.empty() ? variant.kind == "eqnet" : contains(params_.models, variant.kind);
      if (whole || contains(params_.models, variant.name)) {
        cells_.push_back({Cell::Group::ablations, dataset, dataset, 0, variant, seed});
      }
    }
  }

  const GridParams& params_;
  Plan cells_;
};

void check_names(const GridParams& params) {
  for (const std::string& model : params.models) {
    const auto& ablations = ablation_variants();
    const bool ablation =
        std::any_of(ablations.begin(), ablations.end(), [&](const Variant& variant) { return variant.name == model; });
    if (!ablation) models::kind(model);  // throws where there is none
  }
  for (const std::string& dataset : params.datasets) {
    const auto rows = published_scores();
    const auto& frontier = data::frontier_presets();
    if (std::none_of(rows.begin(), rows.end(), [&](const auto& row) { return row.preset == dataset; }) &&
        std::none_of(frontier.begin(), frontier.end(), [&](const auto& space) { return space.name == dataset; })) {
      throw base::Error("dataset " + dataset + " is neither one of the paper's fourteen nor of the frontier");
    }
  }
}

}  // namespace

Plan plan(const GridParams& params) {
  GridParams by_our_names = params;
  for (std::string& dataset : by_our_names.datasets) dataset = data::preset(dataset).name;
  check_names(by_our_names);
  return Planner(by_our_names).cells();
}

}  // namespace eqnet::experiments
