#include "encode/embed.h"

#include <gtest/gtest.h>

#include "models/registry.h"
#include "support/open_pool.h"
#include "support/random_numbers.h"
#include "support/thread_ranks.h"

namespace eqnet::encode {
namespace {

using eqnet::testing::gaussians;
using eqnet::testing::OpenPool;

struct EmbedExample {
  base::Random random{1};
  OpenPool open{random, 400};
  Vocabulary vocabulary = Vocabulary::of(open.pool, open.nodes);
  std::unique_ptr<Network<float>> network;
  std::vector<float> parameters;

  explicit EmbedExample(const std::string& kind) : network(models::make_network(models::settings(kind), vocabulary)) {
    parameters = gaussians<float>(random, network->layout().size(), 0.3);
  }
  [[nodiscard]] std::vector<float> vectors(std::span<const expr::NodeId> roots, const EmbedParams& params) const {
    return embed(*network, vocabulary, parameters.data(), open.pool, roots, params);
  }
};

}  // namespace

TEST(Embed, DoesNotDependOnThreads) {
  for (const char* kind : {"eqnet", "treenn1", "treenn2"}) {
    const EmbedExample example(kind);
    const auto one = example.vectors(example.open.nodes, {1, 10});
    for (const size_t threads : {2, 3, 64}) EXPECT_EQ(example.vectors(example.open.nodes, {threads, 10}), one) << kind;
  }
}

TEST(Embed, DoesNotDependOnRanks) {
  const EmbedExample example("eqnet");
  const auto one = example.vectors(example.open.nodes, {1, 60});
  for (const size_t count : {1, 2, 5, 9}) {  // of seven chunks
    eqnet::testing::on_ranks(count, [&](base::Ranks& ranks) {
      EXPECT_EQ(example.vectors(example.open.nodes, {1, 60, &ranks}), one);
    });
  }
}

TEST(Embed, InChunksIsTheSameToRounding) {
  for (const char* kind : {"eqnet", "treenn1", "treenn2"}) {
    const EmbedExample example(kind);
    const auto whole = example.vectors(example.open.nodes, {});
    for (const size_t chunk : {1, 7, 300}) {
      const auto parts = example.vectors(example.open.nodes, {2, chunk});
      ASSERT_EQ(parts.size(), whole.size());
      for (size_t i = 0; i < parts.size(); ++i)
        ASSERT_NEAR(parts[i], whole[i], 1e-4) << kind << ", chunks of " << chunk;
    }
  }
}

TEST(Embed, GivesOneRowARootInItsOrder) {
  EmbedExample example("eqnet");
  const size_t d = example.network->dimension();
  const auto roots = example.open.some(example.random, 50);
  const auto all = example.vectors(roots, {1, 8});
  ASSERT_EQ(all.size(), roots.size() * d);
  for (size_t i = 0; i < roots.size(); ++i) {
    const auto alone = example.vectors({&roots[i], 1}, {});
    for (size_t j = 0; j < d; ++j) ASSERT_NEAR(all[i * d + j], alone[j], 1e-4);
  }
  EXPECT_TRUE(example.vectors({}, {2, 8}).empty());
}

}  // namespace eqnet::encode
