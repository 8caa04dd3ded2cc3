#include "encode/settings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "models/registry.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::encode {
namespace {

using eqnet::testing::TemporaryFolder;
using Type = SettingInfo::Type;

// The kinds that learn by gradients.
std::vector<std::string> trained_kinds() {
  std::vector<std::string> names;
  for (const ModelKind* kind : models::kinds()) {
    if (!kind->fitted()) names.push_back(kind->name);
  }
  return names;
}

}  // namespace

TEST(Settings, OfEveryKindAreThoseThatItUses) {
  const auto has = [](const std::string& kind, std::string_view name) {
    const auto values = models::settings(kind).values();
    return std::any_of(values.begin(), values.end(), [&](const auto& entry) { return entry.first == name; });
  };
  const std::vector<std::pair<std::string_view, std::set<std::string>>> special = {
      {"hidden", {"eqnet", "eqnet-mul", "treenn2"}},
      {"token_dimension", {"gru", "stackrnn"}},
      {"stacks", {"stackrnn"}},
      {"autoencoder", {"eqnet", "eqnet-mul"}},
      {"embedding_std", {"eqnet-mul", "gru", "stackrnn"}},
      {"vary_restarts", {"eqnet"}},
      {"activation", {"stackrnn"}},
      {"product", {"eqnet-mul"}},
      {"points", {"eqnet-mul"}},
      {"permute", {"eqnet-mul"}},
      {"substitution", {"eqnet", "eqnet-mul"}}};
  EXPECT_GE(trained_kinds().size(), 5U);
  for (const std::string& kind : trained_kinds()) {
    EXPECT_EQ(models::settings(kind).kind().name, kind);
    EXPECT_TRUE(has(kind, "learning_rate")) << kind;
    for (const auto& [name, kinds] : special) EXPECT_EQ(has(kind, name), kinds.count(kind) > 0) << kind << " " << name;
  }
  EXPECT_TRUE(models::settings("tfidf").values().empty()) << "nothing to choose";
}

TEST(Settings, InTheTableAreUsedByAKindAtLeast) {
  std::set<std::string> used;
  for (const std::string& kind : trained_kinds()) {
    const Settings settings = models::settings(kind);
    for (const auto& [name, value] : settings.values()) used.insert(name);
  }
  std::set<std::string> listed;
  for (const SettingInfo& info : setting_infos()) listed.emplace(info.name);
  EXPECT_EQ(used, listed);
}

TEST(Settings, TakeTheirOwnDefaults) {
  for (const std::string& kind : models::kind_names()) {
    for (const std::string& recipe : recipes()) {
      const Settings defaults = models::settings(kind, recipe);
      Settings settings = models::settings(kind);
      for (const auto& [name, value] : defaults.values()) EXPECT_NO_THROW(settings.set(name, value)) << name;
      EXPECT_EQ(settings.values(), defaults.values());
    }
  }
}

TEST(Settings, OfThePaperAreThePublishedNumbers) {
  const Settings eqnet = models::settings("eqnet", "paper");
  EXPECT_EQ(eqnet.integer("dimension"), 64U);
  EXPECT_EQ(eqnet.integer("hidden"), 8U);
  EXPECT_EQ(eqnet.integer("batch"), 900U);
  EXPECT_NEAR(std::log10(eqnet.number("learning_rate")), -2.1, 1e-3);
  EXPECT_NEAR(std::log10(eqnet.number("init_std")), -2.05, 1e-3);
  EXPECT_EQ(eqnet.number("clip"), 1.82);
  EXPECT_EQ(eqnet.number("kappa"), 0.61);
  EXPECT_TRUE(eqnet.flag("autoencoder"));
  EXPECT_NEAR(std::log10(models::settings("treenn1", "paper").number("learning_rate")), -3.5, 1e-3);
  EXPECT_EQ(models::settings("treenn1", "paper").number("margin"), 2.41);
  EXPECT_EQ(models::settings("treenn2", "paper").integer("hidden"), 16U);
  EXPECT_NEAR(std::log10(models::settings("gru", "paper").number("learning_rate")), -2.31, 1e-3);
  EXPECT_EQ(models::settings("stackrnn", "paper").integer("stacks"), 40U);
}

TEST(Settings, AreSetByNameAndValue) {
  Settings settings = models::settings("eqnet");
  settings.set("dimension", "7");
  settings.set_assignment("learning_rate=1e-3");
  settings.set_assignment("mu_schedule=fast");
  EXPECT_EQ(settings.integer("dimension"), 7U);
  EXPECT_EQ(settings.number("learning_rate"), 1e-3);
  EXPECT_EQ(settings.choice("mu_schedule"), "fast");
  for (const char* on : {"on", "true", "1"}) {
    settings.set("residual", "off");
    EXPECT_FALSE(settings.flag("residual"));
    settings.set("residual", on);
    EXPECT_TRUE(settings.flag("residual")) << on;
  }
}

// Model files of any age hold these texts.
TEST(Settings, HaveOneTextPerValueHoweverItWasWritten) {
  Settings settings = models::settings("eqnet");
  const auto text = [&](const std::string& name, const std::string& value) {
    settings.set(name, value);
    return settings.values().at(name);
  };
  EXPECT_EQ(text("dimension", "64.0"), "64");
  EXPECT_EQ(text("patience", "1000000"), "1e+06");
  EXPECT_EQ(text("restart_steps", "40000"), "40000");
  EXPECT_EQ(text("learning_rate", "4.0e-3"), "0.004");
  EXPECT_EQ(text("epsilon", "0.00000001"), "1e-08");
  EXPECT_EQ(text("residual", "off"), "0");
  EXPECT_EQ(text("residual", "true"), "1");
  EXPECT_EQ(text("mu_schedule", "fast"), "fast");
}

TEST(Settings, AreReadByTheirOwnNameAndType) {
  const Settings settings = models::settings("eqnet");
  EXPECT_TRUE(settings.has("nu"));
  EXPECT_FALSE(settings.has("stacks"));
  EXPECT_THROW((void)settings.integer("stacks"), std::logic_error);
  EXPECT_THROW((void)settings.number("dimension"), std::bad_variant_access);
  EXPECT_THROW((void)settings.integer("margin"), std::bad_variant_access);
  EXPECT_THROW((void)settings.flag("objective"), std::bad_variant_access);
}

TEST(Settings, SuggestTheNearestNameForAnUnknownOne) {
  Settings settings = models::settings("eqnet");
  EXPECT_ERROR(settings.set("learning-rate", "1"), "'learning-rate'", "unknown for model eqnet", "'learning_rate'");
  EXPECT_ERROR(settings.set("autoencodr", "on"), "'autoencoder'");
  EXPECT_ERROR(settings.set("stacks", "40"), "'stacks'", "eqnet");  // another model's
  EXPECT_ERROR(settings.set("", "1"), "unknown");
  EXPECT_ERROR(models::settings("tfidf").set("dimension", "1"), "no settings");
  EXPECT_ERROR(settings.set_assignment("dimension"), "'dimension'", "name=value");
  EXPECT_ERROR(models::settings("eqnett"), "'eqnett'", "did you mean 'eqnet'?");
  EXPECT_ERROR(models::settings("something else"), "eqnet", "treenn1", "stackrnn");
  EXPECT_ERROR(models::settings("eqnet", "secret"), "'secret'", "tuned", "paper");
}

TEST(Settings, RefuseValuesOutsideTheRangeOrOfAnotherType) {
  Settings settings = models::settings("eqnet");
  EXPECT_ERROR(settings.set("dimension", "0"), "'dimension'", "'0'", "whole number from 1 to 4096");
  EXPECT_ERROR(settings.set("dimension", "4097"), "4096");
  EXPECT_ERROR(settings.set("dimension", "1.5"), "whole number");
  EXPECT_ERROR(settings.set("kappa", "1.01"), "a number from 0 to 1");
  EXPECT_ERROR(settings.set("residual", "perhaps"), "'perhaps'", "on or off");
  EXPECT_ERROR(settings.set("objective", "hinge"), "'hinge'", "margin", "siamese");
  for (const char* bad : {"", " ", "x", "1x", "1 ", "nan", "inf", "-inf", "1e999", "0x10", "1,5", "--1"}) {
    EXPECT_ERROR(settings.set("learning_rate", bad), "'learning_rate'", "a number from");
  }
  EXPECT_EQ(settings.values(), models::settings("eqnet").values()) << "what was refused changed nothing";
}

TEST(Settings, KeepToTheRangeOfEverySetting) {
  for (const std::string& kind : trained_kinds()) {
    Settings settings = models::settings(kind);
    for (const SettingInfo& info : setting_infos()) {
      if (settings.values().count(std::string(info.name)) == 0) continue;
      EXPECT_FALSE(info.help.empty()) << info.name;
      if (info.type == Type::choice) {
        for (const std::string_view choice : info.choices) EXPECT_NO_THROW(settings.set(info.name, choice));
      }
      if (info.type != Type::number && info.type != Type::integer) continue;
      char text[64];
      for (const double edge : {info.least, info.most}) {
        std::snprintf(text, sizeof text, "%.17g", edge);
        EXPECT_NO_THROW(settings.set(info.name, text)) << info.name << " = " << text;
      }
      std::snprintf(text, sizeof text, "%.17g", info.most * 2 + 1);
      EXPECT_ERROR(settings.set(info.name, text), std::string(info.name));
      std::snprintf(text, sizeof text, "%.17g", info.least - 1);
      EXPECT_ERROR(settings.set(info.name, text), std::string(info.name));
    }
  }
}

TEST(Settings, AreReadFromToml) {
  const TemporaryFolder folder;
  Settings settings = models::settings("eqnet");
  settings.set_from_toml(folder.write("good.toml",
                                      "# a comment\n"
                                      "dimension = 32\n"
                                      "learning_rate = 2.5e-3\n"
                                      "margin = 1\n"
                                      "batch = 100.0\n"
                                      "residual = false\n"
                                      "autoencoder = \"off\"\n"
                                      "mu_schedule = 'fast'\n"));
  EXPECT_EQ(settings.integer("dimension"), 32U);
  EXPECT_EQ(settings.number("learning_rate"), 2.5e-3);
  EXPECT_EQ(settings.number("margin"), 1);
  EXPECT_EQ(settings.integer("batch"), 100U);
  EXPECT_FALSE(settings.flag("residual"));
  EXPECT_FALSE(settings.flag("autoencoder"));
  EXPECT_EQ(settings.choice("mu_schedule"), "fast");
  EXPECT_NO_THROW(settings.set_from_toml(folder.write("empty.toml", "")));
  EXPECT_NO_THROW(settings.set_from_toml(folder.write("own.toml", "model = \"eqnet\"\ndimension = 16\n")));
  EXPECT_EQ(settings.integer("dimension"), 16U);
  EXPECT_EQ(model_of_toml(folder.file("own.toml")), "eqnet");
  EXPECT_EQ(model_of_toml(folder.file("good.toml")), "");
}

TEST(Settings, RefuseBadTomlWithFileAndPlace) {
  const TemporaryFolder folder;
  Settings settings = models::settings("eqnet");
  const auto refuse = [&](const std::string& text, const std::vector<std::string>& parts) {
    const std::string path = folder.write("bad.toml", text);
    std::vector<std::string> all = parts;
    all.push_back(path);
    eqnet::testing::expect_error([&] { settings.set_from_toml(path); }, all);
  };
  refuse("dimension = 32\nhidden = = 3\n", {"line 2"});
  refuse("dimension = 32\n\nhidden 3\n", {"line 3"});
  refuse("dimension = 32\ndimension = 33\n", {"line 2"});
  refuse("dimensoin = 32\n", {"'dimensoin'", "'dimension'"});
  refuse("dimension = 0\n", {"'dimension'", "from 1 to 4096"});
  refuse("learning_rate = nan\n", {"'learning_rate'"});
  refuse("dimension = [1, 2]\n", {"'dimension'", "single value"});
  refuse("[eqnet]\ndimension = 1\n", {"'eqnet'", "single value"});
  refuse("dimension = 1979-05-27\n", {"'dimension'", "single value"});
  refuse("model = \"treenn1\"\n", {"settings of treenn1, not of eqnet", "say -m treenn1"});
  refuse("model = 1\n", {"model is no text"});
  refuse(std::string("\xff\xfe\x00", 3), {"line 1"});
}

TEST(Settings, RefuseATomlFileThatCannotBeRead) {
  const TemporaryFolder folder;
  Settings settings = models::settings("eqnet");
  EXPECT_ERROR(settings.set_from_toml(folder.file("none.toml")), folder.file("none.toml"));
  EXPECT_ERROR(settings.set_from_toml(folder.path()), folder.path());  // a folder is no empty file
}

}  // namespace eqnet::encode
