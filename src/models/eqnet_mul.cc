// eqnet-mul, ours: values at points (points.h), or with the recipe "paper" the form with matrices (docs/eqnet-mul.md).
#include <algorithm>

#include "models/eqnet.h"
#include "models/fractions.h"
#include "models/kinds.h"
#include "models/ordered.h"
#include "models/relations.h"

namespace eqnet::models {
namespace {

std::unique_ptr<encode::Network<float>> make_eqnet_mul(const encode::Settings& settings,
                                                       const encode::Vocabulary& vocabulary) {
  if (settings.integer("fractions") > 0) {
    return std::make_unique<FractionNetwork<float>>(FractionShape{.dimension = settings.integer("dimension"),
                                                                  .harmonics = settings.integer("fractions"),
                                                                  .algebras = settings.integer("algebras"),
                                                                  .leaf_deviation = settings.number("embedding_std"),
                                                                  .deviation = settings.number("init_std"),
                                                                  .leaf_noise = settings.number("leaf_noise")},
                                                    vocabulary);
  }
  if (settings.integer("relations") > 0) {
    return std::make_unique<RelationNetwork<float>>(RelationShape{.dimension = settings.integer("dimension"),
                                                                  .points = settings.integer("relations"),
                                                                  .leaf_deviation = settings.number("embedding_std"),
                                                                  .deviation = settings.number("init_std"),
                                                                  .leaf_noise = settings.number("leaf_noise")},
                                                    vocabulary);
  }
  if (settings.flag("ordered")) {
    return std::make_unique<OrderedNetwork<float>>(OrderedShape{.dimension = settings.integer("dimension"),
                                                                .leaf_deviation = settings.number("embedding_std"),
                                                                .deviation = settings.number("init_std"),
                                                                .leaf_noise = settings.number("leaf_noise")},
                                                   vocabulary);
  }
  TreeShape shape = eqnet_shape(settings);
  shape.product = settings.integer("product");
  shape.bias = settings.flag("bias");
  shape.points = settings.flag("points");
  shape.block = std::max<size_t>(1, settings.integer("block"));
  shape.algebras = settings.integer("algebras");
  if (shape.points) shape.leaf_deviation = settings.number("embedding_std");
  return std::make_unique<TreeNetwork<float>>(shape, vocabulary);
}

}  // namespace

const encode::ModelKind& eqnet_mul() {
  static const encode::ModelKind kind = {
      .name = "eqnet-mul",
      .label = "eqnet-mul",
      .defaults = with_training_defaults({
          {"hidden", "64", "0"},
          {"product", "64", "0"},
          {"bias", "1", "0"},
          {"points", "0", "1"},
          {"block", "1"},
          {"block", "1", "0", 2},
          {"algebras", "0"},
          {"fractions", "0"},
          {"relations", "0"},
          {"ordered", "0"},
          {"widest", "0"},
          {"widest", "0", "256", 2},
          {"settle", "0"},
          {"settle", "0", "1", 2},
          {"learning_rate", "0.003", "0.02"},
          {"rho", "0.999", "0.95"},
          {"momentum", "0.9"},
          {"weight_decay", "1", "0.05"},
          {"batch", "900"},
          {"group", "0", "4"},
          {"clip", "1000"},
          {"init_std", "0.1", "0.5"},
          {"embedding_std", "0.1", "1"},
          {"dropout", "0.1", "0"},
          {"leaf_noise", "0", "0.2"},
          {"residual", "1", "0"},
          {"normalise", "1"},
          {"autoencoder", "0"},
          {"code", "8"},
          {"kappa", "0.61"},
          {"nu", "4"},
          {"mu_schedule", "slow"},
          {"objective", "contrastive"},
          {"temperature", "0.05", "0.01"},
          {"softmax", "1", "0"},
          {"substitution", "0.5", "0"},
          {"permute", "0"},
          {"renew", "0", "1"},
          {"renew", "0", "2", 2},
          {"optimiser", "adam"},
          {"schedule", "cosine"},
          {"steps", "6000", "3000"},
          {"hold_out", "0", "0.05"},
          {"selection", "retrieval"},
          {"validate_every", "1"},
          {"validate_steps", "200"},
          {"patience", "1000000"},
          {"patience_steps", "0"},
      }),
      .make = make_eqnet_mul,
  };
  return kind;
}

}  // namespace eqnet::models
