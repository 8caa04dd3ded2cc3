#include "encode/model.h"

#include <gtest/gtest.h>

#include <limits>

#include "models/encoder.h"
#include "models/registry.h"
#include "support/expect_error.h"
#include "support/random_numbers.h"
#include "support/temporary_folder.h"

namespace eqnet::encode {
namespace {

using eqnet::testing::gaussians;
using eqnet::testing::read_file;
using eqnet::testing::TemporaryFolder;
using expr::SymbolKind;

struct ModelExample {
  Model model;
  Layout layout;

  ModelExample() {
    model.settings = models::settings("eqnet");
    model.settings.set("dimension", "6");
    model.settings.set("margin", "0.25");
    model.settings.set("autoencoder", "off");
    model.vocabulary = Vocabulary({{"α"}, {"quo\"te"}, {"-1", SymbolKind::constant}},
                                  {{"g \\", SymbolKind::op, 2}, {"f", SymbolKind::op, 1}, {"if", SymbolKind::op, 3}});
    model.domain = "open";
    model.notes = {{"dataset", "d\nwith a line"}, {"seed", "7"}};
    layout = models::make_network(model.settings, model.vocabulary)->layout();
    base::Random random(3);
    model.parameters = gaussians<float>(random, layout.size());
  }
  [[nodiscard]] std::string bytes() const {
    const TemporaryFolder folder;
    save_model(folder.file("m"), model, layout);
    return read_file(folder.file("m"));
  }
  // The file with some metadata changed; an empty value takes the key away.
  [[nodiscard]] std::string bytes_with(const Metadata& changes) const {
    const TemporaryFolder folder;
    TensorFile file{describe(model), split_tensors(model.parameters, layout, "")};
    for (const auto& [key, value] : changes) {
      file.metadata[key] = value;
      if (value.empty()) file.metadata.erase(key);
    }
    write_tensors(folder.file("m"), file);
    return read_file(folder.file("m"));
  }
};

// Names of symbols with kind and arity.
std::vector<std::tuple<std::string, SymbolKind, uint32_t>> symbols(const std::vector<expr::Symbol>& all) {
  std::vector<std::tuple<std::string, SymbolKind, uint32_t>> result;
  for (const expr::Symbol& symbol : all) result.emplace_back(symbol.name, symbol.kind, symbol.arity);
  return result;
}

}  // namespace

TEST(Model, ComesBackFromItsFile) {
  const TemporaryFolder folder;
  const ModelExample example;
  save_model(folder.file("m"), example.model, example.layout);
  Model back = load_model(folder.file("m"), models::kind);
  EXPECT_EQ(back.settings.kind().name, "eqnet");
  EXPECT_EQ(back.settings.values(), example.model.settings.values());
  EXPECT_EQ(symbols(back.vocabulary.leaves()), symbols(example.model.vocabulary.leaves()));
  EXPECT_EQ(symbols(back.vocabulary.operators()), symbols(example.model.vocabulary.operators()));
  EXPECT_EQ(back.domain, "open");
  EXPECT_EQ(back.notes, example.model.notes);
  EXPECT_EQ(back.parameters, example.model.parameters);
  EXPECT_NO_THROW(arrange_parameters(back, example.layout, "m"));
  save_model(folder.file("again"), back, example.layout);
  EXPECT_EQ(read_file(folder.file("again")), read_file(folder.file("m")));
}

TEST(Model, CarriesTheDefinitionOfItsDomain) {
  ModelExample example;
  const std::string plain = example.bytes();
  EXPECT_EQ(parse_model(plain, "m", models::kind).definition, "");
  EXPECT_EQ(plain.find("definition"), std::string::npos) << "files of other domains are as they were";
  example.model.definition = "name = \"t\"  # \u00e4\n\"quoted\" \\ \t\n";
  EXPECT_EQ(parse_model(example.bytes(), "m", models::kind).definition, example.model.definition);
}

TEST(Model, IsRefusedWithAWeightThatIsNoNumber) {
  using Limits = std::numeric_limits<float>;
  const Layout layout = ModelExample().layout;
  for (const float wrong : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
    for (const Tensor& tensor : layout.tensors()) {
      ModelExample example;
      example.model.parameters[tensor.offset + tensor.size() - 1] = wrong;
      EXPECT_ERROR(parse_model(example.bytes(), "FILE", models::kind), "FILE", "'" + tensor.name + "'",
                   "NaN or infinite", "train");
    }
  }
}

TEST(Model, OfEveryKindComesBackWithItsSettings) {
  for (const std::string& kind : models::kind_names()) {
    Model model;
    model.settings = models::settings(kind);
    model.vocabulary = Vocabulary({{"a"}}, {{"Not", SymbolKind::op, 1}});
    model.domain = "boolean";
    const Model back = from_description(describe(model), "m", models::kind);
    EXPECT_EQ(back.settings.kind().name, kind);
    EXPECT_EQ(back.settings.values(), model.settings.values());
  }
}

TEST(Model, OfAnotherVersionOrFormatIsRefusedByName) {
  const ModelExample example;
  const std::string newer = std::to_string(kModelVersion + 1);
  EXPECT_ERROR(parse_model(example.bytes_with({{"version", newer}}), "FILE", models::kind), "FILE",
               "version '" + newer + "'", "reads 1, ");
  EXPECT_ERROR(parse_model(example.bytes_with({{"version", "1.1"}}), "FILE", models::kind), "'1.1'");
  EXPECT_ERROR(parse_model(example.bytes_with({{"version", ""}}), "FILE", models::kind), "FILE", "no 'version'");
  EXPECT_ERROR(parse_model(example.bytes_with({{"format", "eqnet-checkpoint"}}), "FILE", models::kind), "FILE",
               "'eqnet-checkpoint'");
  EXPECT_ERROR(parse_model(example.bytes_with({{"format", "pt"}}), "FILE", models::kind), "'pt'");
  EXPECT_ERROR(parse_model(example.bytes_with({{"format", ""}}), "FILE", models::kind), "no 'format'", "eqnet train");
}

TEST(Model, WithADamagedDescriptionIsRefusedByFile) {
  const ModelExample example;
  const auto refuse = [&](const std::string& key, const std::string& value, const std::vector<std::string>& parts) {
    std::vector<std::string> all = {"FILE"};
    all.insert(all.end(), parts.begin(), parts.end());
    eqnet::testing::expect_error([&] { parse_model(example.bytes_with({{key, value}}), "FILE", models::kind); }, all);
  };
  refuse("model", "eqnot", {"'eqnot'"});
  refuse("model", "", {"no 'model'"});
  refuse("domain", "", {"no 'domain'"});
  refuse("vocabulary", "", {"no 'vocabulary'"});
  refuse("setting.dimension", "-1", {"'dimension'"});
  refuse("setting.stacks", "3", {"'stacks'"});
  for (const char* vocabulary : {"{", "[]", "{}", R"({"variables": 1, "constants": [], "operators": []})",
                                 R"({"variables": [1], "constants": [], "operators": []})",
                                 R"({"variables": [], "constants": [], "operators": [["f"]]})",
                                 R"({"variables": [], "constants": [], "operators": [["f", -1]]})",
                                 R"({"variables": [], "constants": [], "operators": [["f", 4000000000]]})",
                                 R"({"variables": [], "constants": [], "operators": [[1, "f"]]})"}) {
    refuse("vocabulary", vocabulary, {"vocabulary"});
  }
}

TEST(Model, WithASymbolTwiceIsRefusedByFile) {
  const ModelExample example;
  for (const char* vocabulary : {R"({"variables": ["a", "a"], "constants": [], "operators": []})",
                                 R"({"variables": ["a"], "constants": [], "operators": [["f", 1], ["f", 2]]})",
                                 R"({"variables": ["a"], "constants": [], "operators": [["f", 0]]})"}) {
    EXPECT_ERROR(parse_model(example.bytes_with({{"vocabulary", vocabulary}}), "FILE", models::kind), "FILE");
  }
}

TEST(Model, CutShortAnywhereIsRefused) {
  const std::string bytes = ModelExample().bytes();
  for (size_t length = 0; length < bytes.size(); length += length < 3000 ? 1 : 17) {
    EXPECT_ERROR(parse_model(bytes.substr(0, length), "FILE", models::kind), "FILE");
  }
}

TEST(Model, WithOtherParametersThanItsSettingsAskForIsRefused) {
  ModelExample example;
  example.model.parameters.pop_back();
  EXPECT_ERROR(arrange_parameters(example.model, example.layout, "FILE"), "FILE",
               std::to_string(example.layout.size() - 1) + " parameters", std::to_string(example.layout.size()));
}

// Other programs may write tensors in another order, as the format allows: they are known by name.
TEST(Model, WithItsTensorsInAnotherOrderIsTheSameModel) {
  const TemporaryFolder folder;
  const ModelExample example;
  TensorFile file{describe(example.model), split_tensors(example.model.parameters, example.layout, "")};
  std::swap(file.tensors.front(), file.tensors.back());
  write_tensors(folder.file("m"), file);
  expr::Pool pool;
  const expr::NodeId root = pool.node(pool.symbols.op("f", 1), {pool.variable("α")});
  const auto vector = [&](Model model) { return models::Encoder(std::move(model), "m").embed(pool, {&root, 1}, "it"); };
  EXPECT_EQ(vector(load_model(folder.file("m"), models::kind)), vector(example.model));
}

TEST(Model, WithATensorOfAnotherNameIsRefused) {
  const TemporaryFolder folder;
  const ModelExample example;
  TensorFile file{describe(example.model), split_tensors(example.model.parameters, example.layout, "")};
  file.tensors.front().name = "stranger";
  write_tensors(folder.file("m"), file);
  EXPECT_ERROR(models::Encoder::load(folder.file("m")), folder.file("m"));
}

}  // namespace eqnet::encode
