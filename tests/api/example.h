// Models and data for the tests of the API.
#pragma once

#include <gtest/gtest.h>

#include "eqnet/api/model.h"
#include "eqnet/data/generate.h"
#include "eqnet/expr/parse.h"
#include "models/encoder.h"
#include "models/registry.h"
#include "support/random_numbers.h"
#include "support/temporary_folder.h"

namespace eqnet::api {

using eqnet::testing::TemporaryFolder;

inline const std::vector<std::string> kTexts = {
    "a", "~a", "a & b", "(a & ~b) & (~(b & a))", "a & b", "~~~~~~b & (a & (a & a))"};

// A model with random parameters in a file, and the same in memory as the oracle.
struct Example {
  explicit Example(const std::string& kind) {
    encode::Model own;
    own.settings = models::settings(kind);
    own.vocabulary =
        encode::Vocabulary({{"a"}, {"b"}}, {{"And", expr::SymbolKind::op, 2}, {"Not", expr::SymbolKind::op, 1}});
    own.domain = "boolean";
    base::Random random(1);
    const size_t size = models::make_network(own.settings, own.vocabulary)->layout().size();
    own.parameters = eqnet::testing::gaussians<float>(random, size, 0.1);
    encoder.emplace(own, "it");
    encode::save_model(path(), encoder->model(), encoder->layout());
  }

  [[nodiscard]] Model model() const { return Model::open(path()); }
  [[nodiscard]] std::string path() const { return folder.file("model"); }
  [[nodiscard]] std::vector<float> expected(const std::string& text) const {
    expr::Pool pool;
    const expr::NodeId root = expr::parse(text, domain::boolean().syntax(), pool);
    return encoder->embed(pool, {&root, 1}, "test");
  }

  TemporaryFolder folder;
  std::optional<models::Encoder> encoder;
};

inline void expect_near(std::span<const float> vector, const std::vector<float>& expected) {
  ASSERT_EQ(vector.size(), expected.size());
  for (size_t i = 0; i < vector.size(); ++i) ASSERT_NEAR(vector[i], expected[i], 2e-5F) << i;
}

// A small dataset with a split.
inline data::Dataset boolean5() {
  data::Dataset dataset = data::generate(data::preset("boolean5"), 1);
  data::make_split(dataset, 1);
  return dataset;
}

}  // namespace eqnet::api
