#include "report/explorer_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "eqnet/expr/print.h"
#include "report/parsed.h"
#include "report/projection.h"
#include "report/some_neighbour_map.h"
#include "support/split_dataset.h"

namespace eqnet::report {
namespace {

using eqnet::testing::gaussians;
using eqnet::testing::generated;

const ExplorerNames kNames = {"m\"1\"", "eqnet", "t-SNE", "perplexity 30"};

// The bytes as the page reads them.
struct Decoded {
  std::string bytes;
  rapidjson::Document header;

  explicit Decoded(std::string all) : bytes(std::move(all)) {
    const auto byte = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(bytes.at(i))); };
    const size_t length = byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
    EXPECT_LE(4 + length, bytes.size());
    header = parsed(bytes.substr(4, length));
    // Arrays are inside the bytes, behind the header, at multiples of 8, and do not overlap.
    std::set<std::pair<size_t, size_t>> places = {{0, 4 + length}};
    for (const auto& entry : header["arrays"].GetObject()) {
      const size_t offset = entry.value["offset"].GetUint64();
      EXPECT_EQ(offset % 8, 0U) << entry.name.GetString();
      places.insert({offset, offset + entry.value["length"].GetUint64() * width(entry.value["type"].GetString())});
    }
    EXPECT_EQ(places.size(), 1 + header["arrays"].MemberCount());
    size_t end = 0;
    for (const auto& [from, to] : places) {
      EXPECT_GE(from, end);
      end = to;
    }
    EXPECT_LE(end, bytes.size());
  }
  static size_t width(const std::string& type) { return type == "u32" || type == "f32" ? 4 : type == "u16" ? 2 : 1; }
  template <class T>
  [[nodiscard]] std::vector<T> array(const char* name, const char* type) const {
    const auto& entry = header["arrays"][name];
    EXPECT_STREQ(entry["type"].GetString(), type) << name;
    EXPECT_EQ(width(type), sizeof(T));
    std::vector<T> values(entry["length"].GetUint64());
    if (!values.empty()) {
      std::memcpy(values.data(), bytes.data() + entry["offset"].GetUint64(), values.size() * sizeof(T));
    }
    return values;
  }
  // One a node.
  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> lines(1);
    for (const char c : array<char>("text", "utf8")) {
      if (c == '\n') {
        lines.emplace_back();
      } else {
        lines.back() += c;
      }
    }
    return lines;
  }
};

Decoded decoded(const NeighbourMap& map, uint64_t seed = 1) {
  base::Random random(seed);
  return Decoded(explorer_bytes(map, gaussians<float>(random, 2 * map.members()), kNames));
}

void expect_structure(const NeighbourMap& map, const Decoded& data) {
  const expr::Pool& pool = map.dataset.pool;
  const auto symbols = data.array<uint32_t>("symbol", "u32");
  const auto children = data.array<uint32_t>("children", "u32");
  ASSERT_EQ(symbols.size(), map.nodes.size());
  ASSERT_EQ(data.header["symbols"].Size(), pool.symbols.size());
  size_t at = 0;
  for (size_t i = 0; i < map.nodes.size(); ++i) {
    const auto& symbol = data.header["symbols"][symbols[i]];
    ASSERT_EQ(symbol["name"].GetString(), pool.symbol_of(map.nodes[i]).name);
    const auto expected = pool.children(map.nodes[i]);
    ASSERT_EQ(symbol["arity"].GetUint64(), expected.size());
    for (const expr::NodeId child : expected) {
      ASSERT_LT(at, children.size());
      ASSERT_LT(children[at], map.nodes.size());
      ASSERT_EQ(map.nodes[children[at++]], child);
    }
  }
  EXPECT_EQ(at, children.size());
}

void expect_neighbours(const NeighbourMap& map, const Decoded& data) {
  const auto rows = data.array<uint32_t>("neighbour", "u32");
  const auto distances = data.array<uint16_t>("distance", "u16");
  const auto scores = data.array<uint8_t>("score", "u8");
  ASSERT_EQ(rows.size(), map.nodes.size() * map.k);
  ASSERT_EQ(distances.size(), rows.size());
  ASSERT_EQ(scores.size(), map.nodes.size());
  for (size_t i = 0; i < map.nodes.size(); ++i) {
    for (size_t j = 0; j < map.k; ++j) {
      ASSERT_EQ(rows[i * map.k + j], map.neighbours(i)[j].row);
      ASSERT_NEAR(distances[i * map.k + j] / 32767.0, 1 - map.neighbours(i)[j].similarity, 0.51 / 32767);
    }
    const auto score = map.score_5(i);
    ASSERT_EQ(scores[i] != 255, score.has_value());
    if (score) {
      ASSERT_DOUBLE_EQ(scores[i] / 60.0, *score) << "exact: scores are fifths, quarters, thirds or halves";
    }
  }
}

// Texts are the printer's, except that a line end within one is a space.
void expect_texts(const NeighbourMap& map, const Decoded& data) {
  const expr::Printer printer(map.dataset.pool, map.dataset.domain->syntax());
  const std::vector<std::string> texts = data.texts();
  ASSERT_EQ(texts.size(), map.nodes.size());
  for (size_t i = 0; i < texts.size(); ++i) {
    std::string expected = printer.text(map.nodes[i]);
    for (char& c : expected) c = c == '\n' ? ' ' : c;
    ASSERT_EQ(texts[i], expected);
  }
}

void expect_whole(const NeighbourMap& map, const Decoded& data) {
  EXPECT_STREQ(data.header["format"].GetString(), "eqnet-explorer");
  EXPECT_EQ(data.header["version"].GetUint(), 2U);
  EXPECT_EQ(data.header["dataset"]["name"].GetString(), map.dataset.name);
  EXPECT_EQ(data.header["dataset"]["domain"]["name"].GetString(), map.dataset.domain->name());
  EXPECT_EQ(data.header["dataset"]["domain"]["exact"].GetBool(), map.dataset.domain->has_meaning());
  EXPECT_EQ(data.header["members"].GetUint64(), map.members());
  EXPECT_EQ(data.header["nodes"].GetUint64(), map.nodes.size());
  EXPECT_EQ(data.header["k"].GetUint64(), map.k);
  EXPECT_EQ(data.header["meanings"].GetUint64(), map.meanings.count);
  EXPECT_EQ(data.header["wrong_labels"].GetUint64(), map.meanings.wrong_labels);
  ASSERT_EQ(data.header["classes"].Size(), map.dataset.classes.size());
  for (rapidjson::SizeType c = 0; c < data.header["classes"].Size(); ++c) {
    EXPECT_EQ(data.header["classes"][c].GetString(), map.dataset.classes[c].name);
  }
  EXPECT_EQ(data.array<uint32_t>("class", "u32"), map.rows.labels);
  EXPECT_EQ(data.array<uint32_t>("meaning", "u32"), map.meanings.of);
  EXPECT_EQ(data.array<uint32_t>("negation", "u32"), map.meanings.negation);
  expect_structure(map, data);
  expect_neighbours(map, data);
  expect_texts(map, data);
}

}  // namespace

TEST(ExplorerData, HasTheWholeLandscape) {
  for (const char* preset : {"boolean5", "simplepoly5"}) {
    const data::Dataset dataset = generated(preset);
    const NeighbourMap map = some_neighbour_map(dataset);
    expect_whole(map, decoded(map));
  }
}

TEST(ExplorerData, HasTheNamesOfModelAndProjection) {
  const data::Dataset dataset = generated("simplepoly5");
  const NeighbourMap map = some_neighbour_map(dataset);
  const Decoded data = decoded(map);
  EXPECT_STREQ(data.header["model"]["name"].GetString(), "m\"1\"");
  EXPECT_STREQ(data.header["model"]["kind"].GetString(), "eqnet");
  EXPECT_EQ(data.header["model"]["dimension"].GetUint64(), eqnet::testing::kExactWidth);
  EXPECT_STREQ(data.header["projection"]["method"].GetString(), "t-SNE");
  EXPECT_STREQ(data.header["projection"]["note"].GetString(), "perplexity 30");
}

TEST(ExplorerData, HasPositionsInTheirFrame) {
  const data::Dataset dataset = generated("simplepoly5");
  const NeighbourMap map = some_neighbour_map(dataset);
  base::Random random(7);
  const auto plane = gaussians<float>(random, 2 * map.members(), 50);
  const Decoded data(explorer_bytes(map, plane, kNames));
  EXPECT_EQ(data.array<float>("position", "f32"), framed(plane));
}

TEST(ExplorerData, SaysInWhichPartAMemberIs) {
  data::Dataset dataset = generated("boolean5");
  const NeighbourMap map = some_neighbour_map(dataset);
  const Decoded data = decoded(map);
  const std::vector<std::string> names = {"train", "validation", "seen", "unseen"};  // in the order of kParts
  ASSERT_EQ(data.header["parts"].Size(), names.size());
  for (unsigned p = 0; p < names.size(); ++p) EXPECT_EQ(data.header["parts"][p].GetString(), names[p]);
  const auto parts = data.array<uint8_t>("part", "u8");
  ASSERT_EQ(parts.size(), map.members());
  for (size_t i = 0; i < parts.size(); ++i) {
    ASSERT_LT(parts[i], data::kParts.size());
    const data::EquivalenceClass& own = dataset.classes[map.rows.labels[i]];
    bool there = false;
    for (const data::EquivalenceClass& c : dataset.part(data::kParts[parts[i]])) {
      there = there || (c.name == own.name && std::ranges::find(c.members, map.nodes[i]) != c.members.end());
    }
    ASSERT_TRUE(there);
  }
  dataset.split.reset();
  const NeighbourMap whole = some_neighbour_map(dataset);
  EXPECT_EQ(decoded(whole).array<uint8_t>("part", "u8"), std::vector<uint8_t>(whole.members(), 255));
}

TEST(ExplorerData, KeepsNamesOfAnyCharacters) {
  const data::Dataset dataset = open_dataset(
      {"</script><b>", "two\nlines", "a \"quoted\" \\ name", "α", "tab\there", "\xe2\x80\xa8", "", "\x01"});
  const NeighbourMap map = some_neighbour_map(dataset);
  const Decoded data = decoded(map);
  expect_whole(map, data);
  EXPECT_STREQ(data.header["symbols"][1]["name"].GetString(), "two\nlines") << "only the lines of texts must be one";
  EXPECT_STREQ(data.header["symbols"][0]["kind"].GetString(), "variable");
}

TEST(ExplorerData, OnlyCountsTheNodesOfVeryLongExpressions) {
  data::Dataset dataset;
  dataset.name = "long";
  dataset.domain = &domain::boolean();
  expr::NodeId node = dataset.pool.variable("a");
  const expr::SymbolId both = dataset.pool.symbols.op("And", 2);
  dataset.classes.push_back({"all", {node}});
  for (int i = 0; i < 40; ++i) node = dataset.pool.node(both, {node, node});  // more nodes than anyone can print
  dataset.classes.back().members.push_back(node);
  const NeighbourMap map = some_neighbour_map(dataset);
  const std::vector<std::string> texts = decoded(map).texts();
  ASSERT_EQ(texts.size(), map.nodes.size());
  EXPECT_EQ(texts[0], "a");
  EXPECT_NE(texts[1].find("an expression of "), std::string::npos) << texts[1];
  EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), texts.size()) << "texts tell nodes apart";
}

TEST(ExplorerData, OfVectorsThatPointAwayHasDistancesUpToTwo) {
  const data::Dataset dataset = data::load_memory("one\ta\none\tb\n", "FILE");
  const std::vector<float> opposite = {1, -1};
  const NeighbourMap map = make_neighbour_map(dataset, nodes_of(dataset), opposite, 1, {});
  const Decoded data(explorer_bytes(map, std::vector<float>{0, 0, 1, 1}, kNames));
  EXPECT_EQ(data.array<uint16_t>("distance", "u16"), (std::vector<uint16_t>{65534, 65534}));
}

}  // namespace eqnet::report
