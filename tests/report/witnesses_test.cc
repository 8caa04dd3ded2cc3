#include "report/witnesses.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "eqnet/data/generate.h"
#include "eqnet/expr/parse.h"
#include "report/neighbour_map.h"

namespace eqnet::report {
namespace {

// The place of the first point that tells two meanings apart, or the number of points.
size_t first_difference(const Witnesses& witnesses, size_t count, size_t a, size_t b) {
  size_t place = 0;
  while (place < witnesses.points.size() &&
         witnesses.values[place * count + a] == witnesses.values[place * count + b]) {
    ++place;
  }
  return place;
}

TEST(Witnesses, TellAllMeaningsOfADatasetApart) {
  for (const char* preset : {"boolean5", "largeSimpleBoolean5", "poly5"}) {
    const data::Dataset dataset = data::generate(data::preset(preset), 1);
    const std::vector<expr::NodeId> nodes = nodes_of(dataset);
    const Meanings meanings{dataset.domain->classify(dataset.pool, nodes), dataset.classes.size(), {}, 0};
    const Witnesses witnesses = witnesses_of(dataset, nodes, meanings);
    ASSERT_EQ(witnesses.values.size(), witnesses.points.size() * meanings.count) << preset;
    EXPECT_LT(witnesses.points.size(), 1000U) << preset;
    const size_t step = 1 + meanings.count / 50;
    for (size_t a = 0; a < meanings.count; a += step) {
      for (size_t b = a + 1; b < meanings.count; b += step) {
        ASSERT_LT(first_difference(witnesses, meanings.count, a, b), witnesses.points.size()) << preset;
      }
    }
  }
}

TEST(Witnesses, AreTheFirstPointsAtWhichExpressionsDiffer) {
  const data::Dataset dataset = data::generate(data::preset("boolean5"), 1);
  const std::vector<expr::NodeId> nodes = nodes_of(dataset);
  const Meanings meanings{dataset.domain->classify(dataset.pool, nodes), dataset.classes.size(), {}, 0};
  const Witnesses witnesses = witnesses_of(dataset, nodes, meanings);
  for (size_t i = 0; i < nodes.size(); i += 37) {
    for (size_t j = 0; j < i; j += 41) {
      const domain::Verdict verdict = dataset.domain->equivalent(dataset.pool, nodes[i], nodes[j]);
      if (verdict.answer == domain::Answer::equivalent) continue;
      const size_t place = first_difference(witnesses, meanings.count, meanings.of[i], meanings.of[j]);
      ASSERT_LT(place, witnesses.points.size());
      for (const auto& [name, value] : verdict.witness) {
        const auto& point = witnesses.points[place];
        const auto found = std::ranges::find(point, name, &std::pair<std::string, std::string>::first);
        ASSERT_NE(found, point.end());
        EXPECT_EQ(found->second, value);
      }
      EXPECT_EQ(witnesses.texts[witnesses.values[place * meanings.count + meanings.of[i]]], verdict.left);
      EXPECT_EQ(witnesses.texts[witnesses.values[place * meanings.count + meanings.of[j]]], verdict.right);
    }
  }
}

// Even powers that are too long to show at every point but 0 and 1, where they agree: no search without end.
TEST(Witnesses, AreGivenUpWhereValuesAreTooLong) {
  data::Dataset dataset;
  dataset.domain = &domain::polynomial();
  for (const char* text : {"a^20000", "a^20002", "a^20004"}) {
    const expr::NodeId node = expr::parse(text, dataset.domain->syntax(), dataset.pool);
    dataset.classes.push_back({text, {node}});
  }
  const std::vector<expr::NodeId> nodes = nodes_of(dataset);
  const std::vector<uint32_t> of = dataset.domain->classify(dataset.pool, nodes);
  const Meanings meanings{of, 1 + *std::ranges::max_element(of), {}, 0};
  const Witnesses witnesses = witnesses_of(dataset, nodes, meanings);
  EXPECT_LT(witnesses.points.size(), 20U);
  EXPECT_LT(witnesses.texts.size(), 100U);
}

TEST(Witnesses, AreNoneWhereNothingIsProved) {
  data::Dataset dataset = data::generate(data::preset("simplepoly5"), 1);
  dataset.domain = &domain::open();
  const std::vector<expr::NodeId> nodes = nodes_of(dataset);
  const Meanings meanings{std::vector<uint32_t>(nodes.size(), 0), 1, {}, 0};
  EXPECT_TRUE(witnesses_of(dataset, nodes, meanings).points.empty());
}

}  // namespace
}  // namespace eqnet::report
