#include "report/pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "report/brute_force.h"
#include "report/parsed.h"
#include "report/some_neighbour_map.h"
#include "support/split_dataset.h"

namespace eqnet::report {
namespace {

using eqnet::testing::generated;

const PictureOf kPictureNames = {"data <1>", "model"};

std::string text(const NeighbourMap& map, expr::NodeId node) {
  return expr::print(map.dataset.pool, node, map.dataset.domain->syntax());
}

// Base64 to 16-bit numbers, low byte first.
std::vector<uint16_t> numbers(const rapidjson::Value& value) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<bool> bits;
  for (const char c : std::string(value.GetString())) {
    if (c == '=') continue;
    for (int bit = 5; bit >= 0; --bit) bits.push_back((digits.find(c) >> bit & 1) != 0);
  }
  std::vector<uint16_t> found(bits.size() / 16);
  for (size_t i = 0; i < found.size(); ++i) {
    for (size_t j = 0; j < 16; ++j) {
      found[i] = static_cast<uint16_t>(found[i] | (bits[16 * i + j] ? 1 : 0) << (j < 8 ? 7 - j : 23 - j));
    }
  }
  return found;
}

// A tree as the rows of add_trees spell it: label(children).
std::string spelled(const std::vector<Row>& rows, size_t at) {
  std::string children;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (is_null(rows[i], "parent") || number_of(rows[i], "parent") != static_cast<double>(at)) continue;
    children += (children.empty() ? "" : ",") + spelled(rows, i);
  }
  return text_of(rows[at], "label") + (children.empty() ? "" : "(" + children + ")");
}
std::string spelled(const NeighbourMap& map, expr::NodeId node) {
  std::string children;
  for (const expr::NodeId child : map.dataset.pool.children(node)) {
    children += (children.empty() ? "" : ",") + spelled(map, child);
  }
  return symbol_text(map.dataset.pool.symbol_of(node), map.dataset.domain->syntax()) +
         (children.empty() ? "" : "(" + children + ")");
}

}  // namespace

TEST(SampleTrees, AreTheLargestOfUnseenAndDifferent) {
  const data::Dataset dataset = generated("boolean5");
  const std::vector<expr::NodeId> sample = sample_trees(dataset, 7);
  ASSERT_EQ(sample.size(), 7U);
  std::set<expr::NodeId> unseen;
  size_t largest = 0;
  for (const data::EquivalenceClass& c : dataset.part(data::Part::unseen)) {
    for (const expr::NodeId member : c.members) {
      unseen.insert(member);
      largest = std::max<size_t>(largest, dataset.pool.tree_size(member));
    }
  }
  for (const expr::NodeId tree : sample) {
    EXPECT_TRUE(unseen.contains(tree));
    EXPECT_EQ(dataset.pool.tree_size(tree), largest);
  }
  EXPECT_EQ(std::set<expr::NodeId>(sample.begin(), sample.end()).size(), 7U);
}

TEST(SampleTrees, AreOfAllWhereThereIsNoSplit) {
  const data::Dataset dataset = data::load_memory("one\ta & b\none\tb & a\ntwo\ta\n", "FILE");
  EXPECT_EQ(sample_trees(dataset, 9), dataset.classes[0].members) << "there are no more of that size";
  EXPECT_EQ(sample_trees(dataset, 0), std::vector<expr::NodeId>());
  EXPECT_EQ(sample_trees(data::Dataset(), 3), std::vector<expr::NodeId>());
}

TEST(SampleTrees, AreSmallEnoughToBeRead) {
  std::string large = "a";
  for (int i = 0; i < 50; ++i) large = "~" + large;
  const data::Dataset dataset = data::load_memory("one\t" + large + "\none\ta\none\ta & a\n", "FILE");
  ASSERT_EQ(sample_trees(dataset, 1).size(), 1U);
  EXPECT_EQ(sample_trees(dataset, 1)[0], dataset.classes[0].members[2]);
  EXPECT_TRUE(sample_trees(data::load_memory("one\t" + large + "\n", "FILE"), 2).empty());
}

TEST(Trees, HaveEveryNodeWithItsParentAndScore) {
  const data::Dataset dataset = generated("boolean5");
  const NeighbourMap map = some_neighbour_map(dataset);
  const std::vector<expr::NodeId> trees = sample_trees(dataset, 5);
  base::Json written;
  add_trees(written, kPictureNames, map, trees);
  const auto json = parsed(written.text());
  EXPECT_STREQ(json["dataset"].GetString(), "data <1>");
  EXPECT_STREQ(json["model"].GetString(), "model");
  ASSERT_EQ(json["trees"].Size(), trees.size());
  for (rapidjson::SizeType t = 0; t < trees.size(); ++t) {
    EXPECT_EQ(json["trees"][t]["expression"].GetString(), text(map, trees[t]));
    const std::vector<Row> rows = rows_of_frame(json["trees"][t]["nodes"]);
    ASSERT_EQ(rows.size(), dataset.pool.tree_size(trees[t])) << "a shared part as often as it occurs";
    EXPECT_EQ(spelled(rows, 0), spelled(map, trees[t]));
    for (size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(is_null(rows[i], "parent"), i == 0);
      if (i > 0) {
        EXPECT_LT(number_of(rows[i], "parent"), static_cast<double>(i)) << "parents first";
      }
      size_t node = 0;
      while (text(map, map.nodes[node]) != text_of(rows[i], "expression")) ++node;
      const auto score = map.score_5(node);
      ASSERT_EQ(!is_null(rows[i], "score_5"), score.has_value());
      if (score) {
        EXPECT_NEAR(number_of(rows[i], "score_5"), *score, 1e-6);
      }
    }
  }
}

TEST(Negations, ArePairsOfExpressionsThatNegateEachOther) {
  for (const char* preset : {"boolean5", "poly5"}) {
    const data::Dataset dataset = generated(preset);
    const NeighbourMap map = some_neighbour_map(dataset);
    base::Json written;
    add_negations(written, kPictureNames, map);
    const auto json = parsed(written.text());
    EXPECT_EQ(json["word"].GetString(), dataset.domain->negation()->word);
    const std::vector<Row> rows = rows_of_frame(json["pairs"]);

    BruteForce truth(dataset);
    std::map<std::string, expr::NodeId> nodes;
    std::map<BruteForce::Values, size_t> smallest;
    for (const expr::NodeId node : map.nodes) {
      nodes[text(map, node)] = node;
      const size_t size = dataset.pool.tree_size(node);
      const auto known = smallest.emplace(truth.of(node), size).first;
      known->second = std::min(known->second, size);
    }
    size_t possible = 0;
    for (const auto& [values, size] : smallest) {
      possible += truth.negated(values) != values && smallest.contains(truth.negated(values)) ? 1 : 0;
    }
    EXPECT_EQ(rows.size(), std::min<size_t>(kNegationPairs, possible / 2));
    ASSERT_GT(rows.size(), 3U);
    std::set<BruteForce::Values> met;
    size_t last = 0;
    for (const Row& row : rows) {
      const expr::NodeId expression = nodes.at(text_of(row, "expression"));
      const expr::NodeId negation = nodes.at(text_of(row, "negation"));
      EXPECT_EQ(truth.of(negation), truth.negated(truth.of(expression)));
      for (const expr::NodeId node : {expression, negation}) {
        EXPECT_TRUE(met.insert(truth.of(node)).second) << "no meaning twice: " << text(map, node);
        EXPECT_EQ(dataset.pool.tree_size(node), smallest[truth.of(node)]) << "the simplest of its meaning";
      }
      EXPECT_LE(dataset.pool.tree_size(expression), dataset.pool.tree_size(negation));
      EXPECT_GE(dataset.pool.tree_size(expression), last) << "the simplest first";
      last = dataset.pool.tree_size(expression);
    }
  }
}

TEST(Negations, LieInThePlaneOfTheirPrincipalComponents) {
  // Vectors in the plane already: distances must stay what they are.
  const data::Dataset dataset = data::load_memory("one\ta\ntwo\t~a\nthree\tb\nfour\t~b\nfive\ta & b\n", "FILE");
  const std::vector<float> values = {1, 0, 0, 0, 1, 0, -1, 0, 0, 0.6F, 0.8F, 0, 0, 0, 1};
  const NeighbourMap map = make_neighbour_map(dataset, nodes_of(dataset), values, 3, {});
  base::Json written;
  add_negations(written, kPictureNames, map);
  const auto json = parsed(written.text());
  const std::vector<Row> rows = rows_of_frame(json["pairs"]);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(text_of(rows[0], "expression"), "a");
  EXPECT_EQ(text_of(rows[0], "negation"), "~a");
  EXPECT_EQ(text_of(rows[1], "negation"), "~b");
  std::vector<std::pair<double, double>> at;
  for (const Row& row : rows) {
    at.emplace_back(number_of(row, "x"), number_of(row, "y"));
    at.emplace_back(number_of(row, "negation_x"), number_of(row, "negation_y"));
  }
  for (size_t i = 0; i < 4; ++i) {
    for (size_t j = 0; j < 4; ++j) {
      const double expected = std::hypot(values[3 * i] - values[3 * j], values[3 * i + 1] - values[3 * j + 1]);
      EXPECT_NEAR(std::hypot(at[i].first - at[j].first, at[i].second - at[j].second), expected, 1e-5);
    }
  }
  ASSERT_EQ(json["shares"].Size(), 2U);
  EXPECT_NEAR(json["shares"][0].GetDouble() + json["shares"][1].GetDouble(), 1, 1e-6);
}

TEST(Negations, MayBeNone) {
  const data::Dataset open = open_dataset({"x", "y"});
  const data::Dataset boolean = data::load_memory("one\ta & b\ntwo\ta | b\n", "FILE");
  for (const data::Dataset* dataset : {&open, &boolean}) {
    const NeighbourMap map = some_neighbour_map(*dataset);
    base::Json written;
    add_negations(written, kPictureNames, map);
    EXPECT_EQ(parsed(written.text())["pairs"]["rows"].Size(), 0U);
  }
}

TEST(Map, HasEveryMemberInItsFrameWithItsClass) {
  const data::Dataset dataset = generated("simplepoly5");
  const NeighbourMap map = some_neighbour_map(dataset);
  base::Random random(3);
  Projection projection;
  projection.plane = eqnet::testing::gaussians<float>(random, 2 * map.members(), 20);
  projection.method = "t-SNE";
  projection.note = "how";
  base::Json written;
  add_map(written, kPictureNames, map, projection);
  const auto json = parsed(written.text());
  EXPECT_STREQ(json["method"].GetString(), "t-SNE");
  EXPECT_STREQ(json["note"].GetString(), "how");
  EXPECT_EQ(json["points"].GetUint64(), map.members());
  EXPECT_EQ(json["classes"].GetUint64(), dataset.classes.size());
  const auto x = numbers(json["x"]);
  const auto y = numbers(json["y"]);
  const auto classes = numbers(json["class"]);
  ASSERT_EQ(x.size(), map.members());
  ASSERT_EQ(y.size(), map.members());
  ASSERT_EQ(classes.size(), map.members());
  const std::vector<float> expected = framed(projection.plane);
  uint16_t most = 0;
  for (size_t i = 0; i < map.members(); ++i) {
    EXPECT_NEAR(x[i] / 32767.0 - 1, expected[2 * i], 0.51 / 32767);
    EXPECT_NEAR(y[i] / 32767.0 - 1, expected[2 * i + 1], 0.51 / 32767);
    EXPECT_EQ(classes[i], map.rows.labels[i]);
    most = std::max({most, x[i], y[i]});
  }
  EXPECT_EQ(most, 65534U) << "the frame is filled";
}

}  // namespace eqnet::report
