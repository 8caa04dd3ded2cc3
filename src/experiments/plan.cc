#include "experiments/plan.h"

#include <algorithm>

#include "encode/settings.h"
#include "eqnet/base/error.h"
#include "eqnet/data/generate.h"
#include "experiments/algebra_datasets.h"
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

// Of algebras: what is set beside eqnet-mul unless models are named, and how large the random trees are.
const std::vector<std::string>& algebra_models() {
  static const std::vector<std::string> names = {"eqnet-mul", "eqnet", "treenn2", "gru", "values"};
  return names;
}
constexpr size_t kAlgebraNodes = 21;

class Planner {
 public:
  // algebras: datasets of that group.
  Planner(const GridParams& params, std::vector<AlgebraDataset> algebras)
      : params_(params), algebras_(std::move(algebras)) {}

  Plan cells() {
    for (uint64_t i = 0; i < params_.seeds; ++i) {
      const uint64_t seed = params_.seed + i;  // after the largest comes 0
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
      for (const AlgebraDataset& algebra : algebras_) add_algebra(algebra, seed);
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

  // Every model twice: on the dataset, and on random trees, where the algebra can make them or a file has them.
  void add_algebra(const AlgebraDataset& algebra, uint64_t seed) {
    for (const Variant& variant : model_variants()) {
      if (!contains(params_.models.empty() ? algebra_models() : params_.models, variant.name)) continue;
      if (models::kind(variant.kind).knows_domain() && !algebra.finite) continue;
      cells_.push_back({Cell::Group::algebras, algebra.name, algebra.name, 0, variant, seed});
      const std::string& random = algebra.finite ? algebra.name : algebra.random;
      if (random.empty()) continue;
      cells_.push_back({Cell::Group::algebras, algebra.name, random, kAlgebraNodes, variant, seed});
    }
  }

  const GridParams& params_;
  std::vector<AlgebraDataset> algebras_;
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
    if (data::find_preset(dataset) == nullptr) continue;  // of an algebra
    if (std::none_of(rows.begin(), rows.end(), [&](const auto& row) { return row.preset == dataset; }) &&
        std::none_of(frontier.begin(), frontier.end(), [&](const auto& space) { return space.name == dataset; })) {
      throw base::Error("dataset " + dataset + " is neither one of the paper's fourteen nor of the frontier");
    }
  }
}

}  // namespace

Plan plan(const GridParams& params) {
  GridParams by_our_names = params;
  std::vector<std::string> others;  // that are no presets
  const bool with_algebras = contains(params.groups, name(Cell::Group::algebras));
  for (std::string& dataset : by_our_names.datasets) {
    const data::Space* space = with_algebras ? data::find_preset(dataset) : &data::preset(dataset);
    if (space == nullptr) {
      others.push_back(dataset);
    } else {
      dataset = space->name;
    }
  }
  check_names(by_our_names);
  std::vector<AlgebraDataset> algebras;
  // Where presets alone are named, no algebra is meant.
  if (with_algebras && (params.datasets.empty() || !others.empty())) {
    algebras = algebra_datasets(params.data, kAlgebraNodes, others);
  }
  return Planner(by_our_names, std::move(algebras)).cells();
}

}  // namespace eqnet::experiments
