#include "experiments/cell.h"

#include "experiments/published.h"

namespace eqnet::experiments {

const std::vector<Variant>& model_variants() {
  static const std::vector<Variant> variants = [] {
    std::vector<Variant> all;
    all.reserve(kPublishedModels.size() + 2);
    for (const std::string_view kind : kPublishedModels) {
      all.push_back({std::string(kind), std::string(kind), {}});
    }
    for (const char* kind : {"eqnet-mul", "values"}) all.push_back({kind, kind, {}});
    return all;
  }();
  return variants;
}

const std::vector<Variant>& ablation_variants() {
  static const std::vector<Variant> variants = {
      {"eqnet-no-autoencoder", "eqnet", {"autoencoder=off"}},
      {"eqnet-no-normalise", "eqnet", {"normalise=off"}},
      {"eqnet-no-residual", "eqnet", {"residual=off"}},
      {"eqnet-only-autoencoder", "eqnet", {"normalise=off", "residual=off"}},
      {"eqnet-only-normalise", "eqnet", {"autoencoder=off", "residual=off"}},
      {"eqnet-only-residual", "eqnet", {"autoencoder=off", "normalise=off"}},
      {"eqnet-siamese", "eqnet", {"objective=siamese"}},
      // eqnet-mul as it is by default: values at points.
      {"eqnet-mul-warm", "eqnet-mul", {"temperature=0.05"}},
      {"eqnet-mul-no-noise", "eqnet-mul", {"leaf_noise=0"}},
      {"eqnet-mul-no-decay", "eqnet-mul", {"weight_decay=0"}},
      {"eqnet-mul-no-renewal", "eqnet-mul", {"renew=0"}},
      {"eqnet-mul-permute", "eqnet-mul", {"permute=1"}},
      {"eqnet-mul-classes", "eqnet-mul", {"softmax=1"}},
      {"eqnet-mul-only-classes", "eqnet-mul", {"softmax=1", "contrastive=0"}},
      {"eqnet-mul-substitution", "eqnet-mul", {"softmax=1", "substitution=0.5"}},
      {"eqnet-mul-autoencoder", "eqnet-mul", {"autoencoder=on"}},
      {"eqnet-mul-residual", "eqnet-mul", {"residual=on", "hidden=64", "bias=on"}},
      {"eqnet-mul-D8", "eqnet-mul", {"dimension=8"}},
      {"eqnet-mul-D16", "eqnet-mul", {"dimension=16"}},
      {"eqnet-mul-D32", "eqnet-mul", {"dimension=32"}},
      {"eqnet-mul-D128", "eqnet-mul", {"dimension=128"}},
      // With matrices instead of points.
      {"eqnet-mul-matrix", "eqnet-mul", {}, "paper"},
      {"eqnet-mul-matrix-no-product", "eqnet-mul", {"product=0"}, "paper"},
      {"eqnet-mul-matrix-no-mlp", "eqnet-mul", {"hidden=0"}, "paper"},
      {"eqnet-mul-matrix-only-product", "eqnet-mul", {"hidden=0", "residual=off", "bias=off"}, "paper"},
      {"eqnet-mul-matrix-no-contrastive", "eqnet-mul", {"contrastive=0"}, "paper"},
      {"eqnet-mul-matrix-no-classes", "eqnet-mul", {"softmax=0", "substitution=0"}, "paper"},
      {"eqnet-mul-matrix-no-decay", "eqnet-mul", {"weight_decay=0"}, "paper"},
      {"eqnet-mul-matrix-no-substitution", "eqnet-mul", {"substitution=0"}, "paper"},
      {"eqnet-mul-matrix-autoencoder", "eqnet-mul", {"autoencoder=on"}, "paper"},
  };
  return variants;
}

std::string Cell::model_key() const {
  return dataset + "." + variant.name + ".seed" + std::to_string(seed);
}

std::string Cell::key() const {
  std::string what = dataset;
  if (group == Group::transfer) what += "-to-" + test;
  if (random_size > 0) what += "-to-random" + std::to_string(random_size);
  return what + "." + variant.name + ".seed" + std::to_string(seed);
}

std::string_view name(Cell::Group group) {
  switch (group) {
    case Cell::Group::models:
      return "models";
    case Cell::Group::ablations:
      return "ablations";
    case Cell::Group::transfer:
      return "transfer";
    case Cell::Group::depth:
      return "depth";
    case Cell::Group::frontier:
      return "frontier";
    case Cell::Group::algebras:
      return "algebras";
  }
  return "";
}

bool reuses_model(const Cell& cell) {
  return cell.group == Cell::Group::transfer || cell.random_size > 0;
}

std::string cell_path(const std::string& folder, const Cell& cell) {
  return folder + "/cells/" + cell.key() + ".json";
}

std::string model_path(const std::string& folder, const Cell& cell) {
  return folder + "/models/" + cell.model_key() + ".eqnet";
}

std::string training_path(const std::string& folder, const Cell& cell) {
  return model_path(folder, cell) + ".json";
}

}  // namespace eqnet::experiments
