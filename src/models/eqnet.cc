// EqNet, the paper's model: a residual Combine, vectors of length 1, and SubexpAE in training.
#include "models/eqnet.h"
#include "models/kinds.h"

namespace eqnet::models {

TreeShape eqnet_shape(const encode::Settings& settings) {
  TreeShape shape;
  shape.dimension = settings.integer("dimension");
  shape.deviation = shape.leaf_deviation = settings.number("init_std");
  shape.hidden = settings.integer("hidden");
  shape.linear = settings.flag("residual");
  shape.normalise = settings.flag("normalise");
  shape.leaf_noise = settings.number("leaf_noise") * shape.deviation;
  shape.code = settings.flag("autoencoder") ? settings.integer("code") : 0;
  shape.code_dropped = settings.number("kappa");
  return shape;
}

namespace {

std::unique_ptr<encode::Network<float>> make_eqnet(const encode::Settings& settings,
                                                   const encode::Vocabulary& vocabulary) {
  return std::make_unique<TreeNetwork<float>>(eqnet_shape(settings), vocabulary);
}

}  // namespace

const encode::ModelKind& eqnet() {
  static const encode::ModelKind kind = {
      .name = "eqnet",
      .label = "EqNet",
      .defaults = with_training_defaults({
          {"hidden", "8"},
          {"learning_rate", "0.00794328", "0.004"},
          {"rho", "0.88"},
          {"momentum", "0.88"},
          {"average", "0", "0.99"},
          {"batch", "900", "300"},
          {"clip", "1.82"},
          {"init_std", "0.00891251"},
          {"dropout", "0.11"},
          {"margin", "0.5", "8"},
          {"curriculum_start", "6.96"},
          {"curriculum_step", "2.72"},
          {"leaf_noise", "1"},
          {"residual", "1"},
          {"normalise", "1"},
          {"autoencoder", "1"},
          {"code", "8"},
          {"kappa", "0.61"},
          {"nu", "4", "2"},
          {"mu_schedule", "slow"},
          {"substitution", "0"},
          {"patience_steps", "0", "1500"},
          {"restart_steps", "0", "40000"},
          {"vary_restarts", "0", "1"},
      }),
      .make = make_eqnet,
  };
  return kind;
}

}  // namespace eqnet::models
