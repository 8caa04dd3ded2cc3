#include "models/encoder.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "models/registry.h"
#include "support/expect_error.h"
#include "support/random_numbers.h"
#include "support/temporary_folder.h"

namespace eqnet::models {
namespace {

using eqnet::testing::gaussians;
using eqnet::testing::TemporaryFolder;
using expr::NodeId;
using expr::SymbolKind;

encode::Model example(const std::string& kind) {
  encode::Model model;
  model.settings = models::settings(kind);
  model.vocabulary = encode::Vocabulary({{"a"}, {"b"}}, {{"And", SymbolKind::op, 2}, {"Not", SymbolKind::op, 1}});
  model.domain = "boolean";
  base::Random random(1);
  model.parameters = gaussians<float>(random, make_network(model.settings, model.vocabulary)->layout().size());
  return model;
}

}  // namespace

TEST(Encoder, EmbedsAsBeforeOnceSavedAndLoaded) {
  for (const char* kind : {"eqnet", "treenn1", "treenn2", "tfidf"}) {
    const TemporaryFolder folder;
    const Encoder encoder(example(kind), "it");
    encode::save_model(folder.file("m"), encoder.model(), encoder.layout());
    const Encoder loaded = Encoder::load(folder.file("m"));
    expr::Pool pool;
    const NodeId a = pool.variable("a");
    const NodeId root = pool.node(pool.symbols.op("And", 2), {pool.node(pool.symbols.op("Not", 1), {a}), a});
    const std::vector<NodeId> roots = {root, a};
    const auto vectors = encoder.embed(pool, roots, "test");
    EXPECT_EQ(vectors.size(), 2 * encoder.dimension());
    EXPECT_EQ(loaded.embed(pool, roots, "test"), vectors) << kind;
  }
}

TEST(Encoder, NumbersSymbolsByNameAndNotByUse) {
  const Encoder encoder(example("eqnet"), "it");
  const auto vector = [&](const std::vector<std::string>& variables) {
    expr::Pool pool;
    for (const std::string& name : variables) pool.variable(name);
    const NodeId root = pool.node(pool.symbols.op("And", 2), {pool.variable("a"), pool.variable("b")});
    return encoder.embed(pool, {&root, 1}, "test");
  };
  EXPECT_EQ(vector({"a", "b"}), vector({"unused", "b", "a"}));
}

TEST(Encoder, RefusesWhatItHasNotLearnedByName) {
  const Encoder encoder(example("eqnet"), "it");
  expr::Pool pool;
  const NodeId root = pool.node(pool.symbols.op("Or", 2), {pool.variable("a"), pool.variable("z")});
  EXPECT_ERROR(encoder.embed(pool, {&root, 1}, "dataset d"), "dataset d", "operator 'Or'", "variable 'z'", "a, b, And");
}

TEST(Encoder, RefusesParametersThatDoNotFit) {
  for (const char* kind : {"eqnet", "treenn1", "treenn2", "tfidf"}) {
    encode::Model model = example(kind);
    model.parameters.push_back(0);
    EXPECT_ERROR(Encoder(model, "FILE"), "FILE", "parameters");
    model.parameters.clear();
    EXPECT_ERROR(Encoder(model, "FILE"), "FILE", "0 parameters");
  }
}

TEST(Encoder, SaysWhichPlugInAKindLacks) {
  setenv("EQNET_TORCH_PLUGIN", "/no/such/plugin.so", 1);
  encode::Model model = example("eqnet");
  for (const char* kind : {"gru", "stackrnn"}) {
    model.settings = models::settings(kind);
    EXPECT_ERROR(Encoder(model, "FILE"), "/no/such/plugin.so", "libtorch", "EQNET_TORCH_PLUGIN");
  }
  unsetenv("EQNET_TORCH_PLUGIN");
}

}  // namespace eqnet::models
