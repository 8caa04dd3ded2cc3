// What the plug-in exports, called as encode::make_torch_network calls it.
#include "encode/plugin.h"

#include <gtest/gtest.h>

#include "models/registry.h"
#include "support/expect_error.h"
#include "torch/batches.h"

extern "C" eqnet::encode::Network<float>* eqnet_make_torch_network(const eqnet::encode::Settings& settings,
                                                                   const eqnet::encode::Vocabulary& vocabulary);

namespace eqnet::torch_networks {
namespace {

TEST(TorchPlugin, MakesGruAndStackRnnWithTheSettingsSizesAndDeviations) {
  const Expressions expressions;
  for (const std::string kind : {"gru", "stackrnn"}) {
    encode::Settings settings = models::settings(kind);
    settings.set("dimension", "9");
    settings.set("token_dimension", "6");
    settings.set("init_std", "0.25");
    settings.set("embedding_std", "0.5");
    const std::unique_ptr<encode::Network<float>> network(eqnet_make_torch_network(settings, expressions.vocabulary()));
    EXPECT_EQ(network->dimension(), 9U);
    for (const encode::Tensor& tensor : network->layout().tensors()) {
      SCOPED_TRACE(kind + " " + tensor.name);
      const bool embeddings = tensor.name == "embeddings";
      const bool matrix = tensor.shape.size() == 2 && !embeddings;
      EXPECT_EQ(tensor.weight, matrix) << "weight dropout is for matrices";
      EXPECT_EQ(tensor.deviation, embeddings ? 0.5 : matrix ? 0.25 : 0.0);
    }
    EXPECT_EQ(network->layout().tensors()[0].shape, (std::vector<size_t>{expressions.vocabulary().tokens(), 6}));
  }
}

TEST(TorchPlugin, RefusesAKindThatItDoesNotHave) {
  const Expressions expressions;
  EXPECT_ERROR(eqnet_make_torch_network(models::settings("eqnet"), expressions.vocabulary()), "'eqnet'", "gru",
               "stackrnn");
}

}  // namespace
}  // namespace eqnet::torch_networks
