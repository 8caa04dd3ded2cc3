// Model files of every version of the format, as they were written then: tests/fixtures/models. They are never made
// anew; a new version has a folder of its own beside them.
#include <gtest/gtest.h>

#include <set>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "models/encoder.h"
#include "models/registry.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::models {
namespace {

using encode::Metadata;
using encode::TensorFile;
using eqnet::testing::read_file;
using eqnet::testing::TemporaryFolder;

std::string fixture(const std::string& name, int version = 1) {
  return std::string(EQNET_SOURCE) + "/tests/fixtures/models/v" + std::to_string(version) + "/" + name + ".eqnet";
}

// What a file says of its settings, without the program's help.
Metadata stored_settings(const std::string& path) {
  const std::string_view prefix = "setting.";
  Metadata settings;
  for (const auto& [key, value] : encode::parse_tensors(read_file(path), path).metadata) {
    if (key.starts_with(prefix)) settings[key.substr(prefix.size())] = value;
  }
  return settings;
}

// The same file without these settings, as a program from before them would have written it.
std::string without(const std::string& path, const std::set<std::string>& names, const TemporaryFolder& folder) {
  TensorFile file = encode::parse_tensors(read_file(path), path);
  for (const std::string& name : names) file.metadata.erase("setting." + name);
  write_tensors(folder.file("older"), file);
  return folder.file("older");
}

struct Fixture {
  std::string file, kind;
  std::set<std::string> set;  // the settings that were not left at version 1's defaults
  std::vector<float> vector;  // of a & (b | ~c), as the program that wrote the file embeds it
  Metadata later = {};        // settings that the kind got since, with values that change nothing
};

const std::vector<Fixture>& fixtures() {
  static const std::vector<Fixture> all = {
      {"eqnet",
       "eqnet",
       {"dimension"},
       {-0.5263403058052063F, 0.24398596584796906F, 0.23480284214019776F, -0.7799387574195862F}},
      {"eqnet-mul",
       "eqnet-mul",
       {"dimension"},
       {0.3386283218860626F, 0.1172262579202652F, 0.05922814458608627F, 0.931708574295044F},
       {{"block", "1"},
        {"algebras", "0"},
        {"settle", "0"},
        {"widest", "0"},
        {"fractions", "0"},
        {"relations", "0"},
        {"ordered", "0"}}},
      {"treenn1",
       "treenn1",
       {"dimension"},
       {0.0012149185640737415F, -0.004183581098914146F, -0.0010379616869613529F, 0.006013599690049887F}},
      {"treenn2",
       "treenn2",
       {"dimension"},
       {0.0003626048855949193F, 0.00031900304020382464F, -0.0000043800337152788419F, 0.00043453072430565953F}},
      {"tfidf",
       "tfidf",
       {},
       {1.4208965301513672F, 1.4476195573806763F, 1.410805583000183F, 1.968916416168213F, 0.0F, 2.2187283039093019F,
        2.0341570377349855F, 0.0F, 2.070467948913574F, 2.070467948913574F}},
      {"values", "values", {"dimension"}, {1, -1, 1, -1}},
      {"gru", "gru", {"dimension", "token_dimension"}, {}},
      {"stackrnn", "stackrnn", {"dimension", "token_dimension", "stacks"}, {}},
  };
  return all;
}

Metadata all_settings(const Fixture& one) {
  Metadata settings = stored_settings(fixture(one.file));
  settings.insert(one.later.begin(), one.later.end());
  return settings;
}

std::vector<float> embedded(const std::string& path) {
  expr::Pool pool;
  const expr::NodeId root = expr::parse("a & (b | ~c)", domain::boolean().syntax(), pool);
  return Encoder::load(path).embed(pool, {&root, 1}, "it");
}

// Sums may be taken in another order on another processor.
void expect_near(const std::vector<float>& found, const std::vector<float>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  float largest = 0;
  for (const float value : expected) largest = std::max(largest, std::abs(value));
  for (size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-4F * largest) << i;
}

}  // namespace

TEST(ModelFiles, OfVersionOneAreReadWithTheirSettings) {
  std::set<std::string> covered;
  for (const Fixture& one : fixtures()) {
    SCOPED_TRACE(one.file);
    const std::string path = fixture(one.file);
    EXPECT_EQ(encode::parse_tensors(read_file(path), path).metadata.at("version"), "1");
    const encode::Model model = encode::load_model(path, kind);
    EXPECT_EQ(model.settings.kind().name, one.kind);
    EXPECT_EQ(model.settings.values(), all_settings(one));
    EXPECT_EQ(model.settings.kind().dimension(model.settings, model.vocabulary), one.kind == "tfidf" ? 10U : 4U);
    EXPECT_EQ(model.domain, "boolean");
    EXPECT_EQ(model.notes.at("dataset"), "boolean5");
    covered.insert(one.kind);
  }
  EXPECT_EQ(covered, std::set<std::string>(kind_names().begin(), kind_names().end()));
}

TEST(ModelFiles, OfVersionOneEmbedAsTheyDid) {
  for (const Fixture& one : fixtures()) {
    if (kind(one.kind).needs_plugin) continue;
    SCOPED_TRACE(one.file);
    expect_near(embedded(fixture(one.file)), one.vector);
  }
  // The recipe "paper", whose tensors are others.
  expect_near(embedded(fixture("eqnet-mul-matrices")),
              {0.21239908039569856F, -0.4864475429058075F, 0.06100690737366676F, 0.8453008532524109F});
}

// Blocks of two numbers that share two sets of coefficients.
TEST(ModelFiles, OfVersionTwoAreReadWithTheirSettingsAndEmbedAsTheyDid) {
  const std::string path = fixture("eqnet-mul-blocks", 2);
  EXPECT_EQ(encode::parse_tensors(read_file(path), path).metadata.at("version"), "2");
  const encode::Model model = encode::load_model(path, kind);
  EXPECT_EQ(model.settings.kind().name, "eqnet-mul");
  Metadata settings = stored_settings(path);
  settings.emplace("widest", "256");
  settings.emplace("fractions", "0");
  settings.emplace("relations", "0");
  settings.emplace("ordered", "0");
  EXPECT_EQ(model.settings.values(), settings);
  EXPECT_EQ(model.settings.integer("block"), 2U);
  EXPECT_EQ(model.settings.integer("algebras"), 2U);
  const auto is_of_and = [](const encode::Tensor& tensor) { return tensor.name == "And.blocks"; };
  const auto tensor = std::ranges::find_if(model.stored, is_of_and);
  ASSERT_NE(tensor, model.stored.end());
  EXPECT_EQ(tensor->shape, (std::vector<size_t>{2, 2, 9}));
  expect_near(embedded(path), {0.12568695843219757F, -0.041019316762685776F, -0.030187901109457016F,
                               -0.07208818197250366F, -0.04597115144133568F, 0.14994077384471893F, -0.1479162871837616F,
                               0.28802987933158875F, 0.9203131794929504F});
}

// The files were trained with the defaults of version 1 but for what `set` names, so they say what those defaults are.
TEST(ModelFiles, OfVersionOneWithoutSettingsGetTheDefaultsOfVersionOne) {
  for (const Fixture& one : fixtures()) {
    SCOPED_TRACE(one.file);
    const TemporaryFolder folder;
    const Metadata expected = all_settings(one);
    std::set<std::string> removed;
    for (const auto& [name, value] : expected) {
      if (!one.set.contains(name)) removed.insert(name);
    }
    EXPECT_EQ(removed.size() > 25, !kind(one.kind).fitted());
    const std::string path = without(fixture(one.file), removed, folder);
    EXPECT_EQ(stored_settings(path).size(), one.set.size());
    EXPECT_EQ(encode::load_model(path, kind).settings.values(), expected);
    if (!kind(one.kind).needs_plugin) expect_near(embedded(path), one.vector);
  }
}

// A later version of EqNet, in which two defaults are others and a setting is new.
TEST(ModelFiles, AreNotFilledUpByNewerDefaultsThanTheirOwn) {
  const encode::FindKind newer = [](std::string_view name) -> const encode::ModelKind& {
    static const encode::ModelKind later = [] {
      encode::ModelKind changed = kind("eqnet");
      changed.defaults.insert(
          changed.defaults.end(),
          {{"normalise", "0", {}, 2}, {"hidden", "16", {}, 2}, {"permute", "0"}, {"permute", "0.5", {}, 2}});
      return changed;
    }();
    EXPECT_EQ(name, "eqnet");
    return later;
  };
  const encode::Settings today(newer("eqnet"));
  EXPECT_FALSE(today.flag("normalise"));
  EXPECT_EQ(today.integer("hidden"), 16U);
  EXPECT_EQ(today.number("permute"), 0.5);

  const TemporaryFolder folder;
  const std::string path = without(fixture("eqnet"), {"normalise", "hidden"}, folder);
  const encode::Settings settings = encode::load_model(path, newer).settings;
  EXPECT_TRUE(settings.flag("normalise"));
  EXPECT_EQ(settings.integer("hidden"), 8U);
  EXPECT_EQ(settings.number("permute"), 0);
  EXPECT_EQ(settings.integer("dimension"), 4U) << "what the file has, it keeps";
}

TEST(ModelFiles, OfVersionsThatAreNotKnownAreRefused) {
  const TemporaryFolder folder;
  const std::string newer = std::to_string(encode::kModelVersion + 1);
  for (const std::string_view version :
       std::initializer_list<std::string_view>{"0", newer, "01", "1 ", "-1", "", "one"}) {
    TensorFile file = encode::parse_tensors(read_file(fixture("tfidf")), "it");
    file.metadata["version"] = version;
    write_tensors(folder.file("other"), file);
    EXPECT_ERROR(encode::load_model(folder.file("other"), kind), "version '" + std::string(version) + "'",
                 "this program reads 1, 2");
  }
}

}  // namespace eqnet::models
