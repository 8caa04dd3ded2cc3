#include "models/factory.h"

#include "encode/plugin.h"
#include "models/tfidf.h"

namespace eqnet::models {

TreeShape tree_shape(const encode::Settings& settings) {
  TreeShape shape;
  shape.dimension = settings.integer("dimension");
  shape.deviation = shape.leaf_deviation = settings.number("init_std");
  if (settings.kind() == "eqnet" || settings.kind() == "eqnet-mul") {
    shape.hidden = settings.integer("hidden");
    shape.linear = settings.flag("residual");
    shape.normalise = settings.flag("normalise");
    shape.leaf_noise = settings.number("leaf_noise") * shape.deviation;
    shape.code = settings.flag("autoencoder") ? settings.integer("code") : 0;
    shape.code_dropped = settings.number("kappa");
    if (settings.kind() == "eqnet-mul") {
      shape.product = settings.integer("product");
      shape.bias = settings.flag("bias");
      shape.points = settings.flag("points");
      if (shape.points) shape.leaf_deviation = settings.number("embedding_std");
    }
    return shape;
  }
  shape.normalise = false;
  shape.output_activation = Activation::tanh;
  if (settings.kind() == "treenn1") {
    shape.hidden = 0;
  } else {
    shape.linear = false;
    shape.hidden = settings.integer("hidden");
    shape.hidden_activation = Activation::tanh;
  }
  return shape;
}

std::unique_ptr<encode::Network<float>> make_network(const encode::Settings& settings,
                                                     const encode::Vocabulary& vocabulary) {
  const std::string& kind = settings.kind();
  if (kind == "tfidf") return std::make_unique<TfIdf>(vocabulary);
  if (kind == "gru" || kind == "stackrnn") return encode::make_torch_network(settings, vocabulary);
  return std::make_unique<TreeNetwork<float>>(tree_shape(settings), vocabulary);
}

}  // namespace eqnet::models
