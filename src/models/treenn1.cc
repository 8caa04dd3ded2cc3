// The 1-layer TreeNN of the paper: Combine is one layer and tanh.
#include "models/kinds.h"
#include "models/tree_network.h"

namespace eqnet::models {
namespace {

std::unique_ptr<encode::Network<float>> make_treenn1(const encode::Settings& settings,
                                                     const encode::Vocabulary& vocabulary) {
  TreeShape shape;
  shape.dimension = settings.integer("dimension");
  shape.deviation = shape.leaf_deviation = settings.number("init_std");
  shape.hidden = 0;
  shape.output_activation = Activation::tanh;
  shape.normalise = false;
  return std::make_unique<TreeNetwork<float>>(shape, vocabulary);
}

}  // namespace

const encode::ModelKind& treenn1() {
  static const encode::ModelKind kind = {
      .name = "treenn1",
      .label = "1-layer TreeNN",
      .defaults = with_training_defaults({
          {"learning_rate", "0.000316228"},
          {"rho", "0.6"},
          {"momentum", "0.01"},
          {"batch", "650"},
          {"clip", "3.6"},
          {"init_std", "0.0524807"},
          {"margin", "2.41"},
          {"curriculum_start", "2.8"},
          {"curriculum_step", "2.4"},
      }),
      .make = make_treenn1,
  };
  return kind;
}

}  // namespace eqnet::models
