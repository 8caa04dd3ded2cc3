// The 2-layer TreeNN of the paper: Combine is a hidden layer and tanh.
#include "models/kinds.h"
#include "models/tree_network.h"

namespace eqnet::models {
namespace {

std::unique_ptr<encode::Network<float>> make_treenn2(const encode::Settings& settings,
                                                     const encode::Vocabulary& vocabulary) {
  TreeShape shape;
  shape.dimension = settings.integer("dimension");
  shape.deviation = shape.leaf_deviation = settings.number("init_std");
  shape.linear = false;
  shape.hidden = settings.integer("hidden");
  shape.hidden_activation = Activation::tanh;
  shape.output_activation = Activation::tanh;
  shape.normalise = false;
  return std::make_unique<TreeNetwork<float>>(shape, vocabulary);
}

}  // namespace

const encode::ModelKind& treenn2() {
  static const encode::ModelKind kind = {
      .name = "treenn2",
      .label = "2-layer TreeNN",
      .defaults = with_training_defaults({
          {"hidden", "16"},
          {"learning_rate", "0.000316228"},
          {"rho", "0.9"},
          {"momentum", "0.95"},
          {"batch", "1000"},
          {"clip", "5"},
          {"init_std", "0.0001"},
          {"margin", "0.62"},
          {"curriculum_start", "6.5"},
          {"curriculum_step", "2.25"},
      }),
      .make = make_treenn2,
  };
  return kind;
}

}  // namespace eqnet::models
