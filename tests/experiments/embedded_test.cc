#include "experiments/embedded.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/registry.h"
#include "support/expect_error.h"
#include "support/random_numbers.h"

namespace eqnet::experiments {
namespace {

models::Encoder some_encoder() {
  encode::Model model;
  model.settings = models::settings("eqnet");
  model.vocabulary =
      encode::Vocabulary({{"a"}, {"b"}}, {{"And", expr::SymbolKind::op, 2}, {"Not", expr::SymbolKind::op, 1}});
  model.domain = "boolean";
  base::Random random(1);
  model.parameters =
      eqnet::testing::gaussians<float>(random, models::make_network(model.settings, model.vocabulary)->layout().size());
  return {std::move(model), "it"};
}

}  // namespace

TEST(EmbedDataset, GivesEveryMemberItsOwnDirection) {
  const models::Encoder encoder = some_encoder();
  const data::Dataset dataset = data::load_memory("and\ta & b\nand\tb & a\nnot\t~a\nb\tb\n", "FILE");
  const Embedded embedded = embed_dataset(encoder, dataset, {.threads = 2});
  ASSERT_EQ(embedded.rows.expressions.size(), 4U);
  ASSERT_EQ(embedded.vectors.size(), 4U);
  size_t row = 0;
  for (const data::EquivalenceClass& c : dataset.classes) {
    for (const expr::NodeId member : c.members) {
      EXPECT_EQ(embedded.rows.expressions[row], member);
      const std::vector<float> own = encoder.embed(dataset.pool, {&member, 1}, "it");
      double length = 0;
      for (const float value : own) length += double{value} * double{value};
      for (size_t i = 0; i < own.size(); ++i) {
        EXPECT_NEAR(embedded.vectors.row(row)[i], own[i] / std::sqrt(length), 1e-5) << row;
      }
      ++row;
    }
  }
}

TEST(EmbedDataset, NamesTheDatasetWhoseSymbolsTheModelDoesNotKnow) {
  EXPECT_ERROR(embed_dataset(some_encoder(), data::load_memory("x\ta | b\n", "FILE"), {}), "dataset FILE", "Or");
}

}  // namespace eqnet::experiments
