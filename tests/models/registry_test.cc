#include "models/registry.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "encode/model.h"
#include "eqnet/domain/domain.h"
#include "models/kinds.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::models {
namespace {

using encode::ModelKind;
using encode::SettingDefault;
using encode::SettingInfo;
using eqnet::testing::read_file;
using expr::SymbolKind;

const SettingInfo* info(std::string_view name) {
  for (const SettingInfo& one : encode::setting_infos()) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

}  // namespace

TEST(Registry, HasEveryKindOnceByItsName) {
  EXPECT_EQ(kind_names(), (std::vector<std::string>{"eqnet", "eqnet-mul", "treenn1", "treenn2", "gru", "stackrnn",
                                                    "tfidf", "values"}));
  EXPECT_EQ(std::set<std::string>(kind_names().begin(), kind_names().end()).size(), kinds().size());
  for (const ModelKind* one : kinds()) {
    EXPECT_EQ(&kind(one->name), one);
    EXPECT_EQ(find_kind(one->name), one);
    EXPECT_EQ(&settings(one->name).kind(), one);
  }
}

TEST(Registry, SaysWhichKindsThereAre) {
  EXPECT_EQ(find_kind("eqnett"), nullptr);
  EXPECT_EQ(find_kind(""), nullptr);
  EXPECT_ERROR(kind("eqnett"), "there is no model 'eqnett'; did you mean 'eqnet'?");
  EXPECT_ERROR(kind("transformer"),
               "there is no model 'transformer'; choose one of eqnet, eqnet-mul, treenn1, treenn2, "
               "gru, stackrnn, tfidf, values");
}

TEST(Registry, HasDefaultsInTheTableOfSettingsAndWithinItsRanges) {
  for (const ModelKind* one : kinds()) {
    encode::Settings own(*one);
    EXPECT_EQ(own.values().size() <= 1, one->fitted()) << one->name;
    for (const SettingDefault& row : one->defaults) {
      SCOPED_TRACE(one->name + " " + std::string(row.name));
      ASSERT_NE(info(row.name), nullptr);
      EXPECT_NO_THROW(own.set(row.name, row.paper));
      EXPECT_NO_THROW(own.set(row.name, row.tuned.empty() ? row.paper : row.tuned));
    }
  }
}

// So that no file of whatever version leaves a setting without a value.
TEST(Registry, HasADefaultOfEverySettingSinceVersionOne) {
  for (const ModelKind* one : kinds()) {
    for (const std::string& recipe : encode::recipes()) {
      const auto all = encode::Settings(*one, recipe).values();
      for (int version = 1; version <= encode::kModelVersion; ++version) {
        const encode::Settings then(*one, recipe, version);
        for (const auto& [name, value] : all) EXPECT_TRUE(then.has(name)) << one->name << " " << name;
      }
      EXPECT_EQ(encode::Settings(*one, recipe, encode::kModelVersion).values(), all)
          << "a default since a version that is not written";
    }
  }
}

// What every kind has goes into one list, so that a setting of the trainer has one row.
TEST(Registry, HasTheTrainersSettingsInEveryKindThatIsTrained) {
  const std::vector<SettingDefault> common = with_training_defaults({});
  EXPECT_GT(common.size(), 20U);
  for (const ModelKind* one : kinds()) {
    if (one->fitted()) continue;
    for (const SettingDefault& row : common) EXPECT_TRUE(encode::Settings(*one).has(row.name)) << row.name;
  }
}

TEST(Registry, LetsTheLastRowOfASettingCount) {
  const ModelKind own = {.name = "own",
                         .label = "own",
                         .defaults = {{"batch", "10", "20"}, {"margin", "1"}, {"batch", "30"}, {"nu", "3", "4"}}};
  EXPECT_EQ(encode::Settings(own, "paper").integer("batch"), 30U);
  EXPECT_EQ(encode::Settings(own, "tuned").integer("batch"), 30U) << "the earlier row's tuned value is gone too";
  EXPECT_EQ(encode::Settings(own, "paper").number("nu"), 3);
  EXPECT_EQ(encode::Settings(own, "tuned").number("nu"), 4);
  EXPECT_EQ(encode::Settings(own, "tuned").number("margin"), 1);
}

TEST(Registry, KeepsTheDefaultsOfOlderVersions) {
  const ModelKind own = {.name = "own",
                         .label = "own",
                         .defaults = {{"batch", "10", "20"}, {"batch", "10", "30", 2}, {"batch", "40", {}, 4}}};
  const auto batch = [&](const char* recipe, int version) {
    return encode::Settings(own, recipe, version).integer("batch");
  };
  EXPECT_EQ(batch("tuned", 1), 20U);
  EXPECT_EQ(batch("tuned", 2), 30U);
  EXPECT_EQ(batch("tuned", 3), 30U);
  EXPECT_EQ(batch("tuned", 4), 40U);
  EXPECT_EQ(batch("paper", 3), 10U);
  EXPECT_EQ(batch("paper", 4), 40U);
  EXPECT_EQ(encode::Settings(own).integer("batch"), 40U);
}

TEST(Registry, MakesTheNetworkOfEveryKindWithTheDimensionThatItSays) {
  const encode::Vocabulary vocabulary({{"a"}, {"b"}, {"c"}}, {{"And", SymbolKind::op, 2}, {"Not", SymbolKind::op, 1}});
  size_t made = 0;
  for (const ModelKind* one : kinds()) {
    encode::Settings small(*one);
    if (small.has("dimension")) {
      small.set("dimension", "6");
      EXPECT_EQ(one->dimension(small, vocabulary), 6U) << one->name;
    }
    if (one->needs_plugin) continue;  // made by torch_tests
    const auto network = make_network(small, vocabulary, &domain::boolean());
    EXPECT_GT(network->layout().size(), 0U) << one->name;
    EXPECT_EQ(network->dimension(), one->dimension(small, vocabulary)) << one->name;
    ++made;
  }
  EXPECT_EQ(made, kinds().size() - 2);
  EXPECT_EQ(kind("tfidf").dimension(settings("tfidf"), vocabulary), vocabulary.tokens());
}

TEST(Registry, KnowsWhatIsFittedRatherThanTrained) {
  for (const ModelKind* one : kinds()) EXPECT_EQ(one->fitted(), one->name == "tfidf" || one->name == "values");
}

TEST(Registry, KnowsWhatGoesByTheDomain) {
  for (const ModelKind* one : kinds()) {
    EXPECT_EQ(one->knows_domain(), one->name == "values");
    EXPECT_EQ(one->make == nullptr, one->knows_domain()) << one->name << " has one maker";
  }
  EXPECT_THROW(make_network(settings("values"), {}), std::logic_error);
}

// The pages have labels of their own, with the colours.
TEST(Registry, LabelsKindsAsThePagesDo) {
  const std::string palette = read_file(std::string(EQNET_SOURCE) + "/web/common/palette.js");
  for (const ModelKind* one : kinds()) {
    const std::regex line("\\n  \"?" + one->name + "\"?: \\{ label: \"([^\"]*)\"");
    std::smatch match;
    ASSERT_TRUE(std::regex_search(palette, match, line)) << one->name << " has no colour in web/common/palette.js";
    EXPECT_EQ(match[1], one->label);
  }
}

}  // namespace eqnet::models
