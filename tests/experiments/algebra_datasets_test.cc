#include "experiments/algebra_datasets.h"

#include <gtest/gtest.h>

#include "experiments/plan.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::experiments {
namespace {

constexpr const char* kTables = R"(name = "two"
values = ["0", "1"]
[[operator]]
name = "Meet"
symbol = "&"
table = [["0", "0"], ["0", "1"]]
)";

// Files are found by their names, so what is in them does not matter here; tables do.
struct AlgebraFolder {
  eqnet::testing::TemporaryFolder files;

  void dataset(const std::string& name, const std::string& ending, bool split = true) const {
    files.write(name + ending, "c\t(f x)\n");
    if (split) files.write("split/" + name + "-trainset" + ending, "c\t(f x)\n");
  }
  void finite(const std::string& name, const std::string& ending, bool split = true) const {
    dataset(name, ending, split);
    files.write(name + ".toml", kTables);
  }
  [[nodiscard]] std::vector<std::string> found(const std::vector<std::string>& only = {}) const {
    std::vector<std::string> texts;
    for (const AlgebraDataset& one : algebra_datasets(files.path(), 21, only)) {
      texts.push_back(one.name + (one.finite ? " finite" : " open") + (one.random.empty() ? "" : " " + one.random));
    }
    return texts;
  }
  [[nodiscard]] std::vector<std::string> planned(GridParams params = {}) const {
    params.groups = {"algebras"};
    params.data = files.path();
    std::vector<std::string> keys;
    for (const Cell& cell : plan(params))
      keys.push_back(cell.key() + (cell.test == cell.dataset ? "" : " " + cell.test));
    return keys;
  }
};

using Texts = std::vector<std::string>;

}  // namespace

TEST(AlgebraDatasets, AreThoseOfAFolderThatAreNoPresets) {
  const AlgebraFolder folder;
  folder.finite("two", ".json.gz");
  folder.finite("lines", ".txt");
  folder.dataset("words", ".txt");
  folder.dataset("words-random21", ".txt");
  folder.dataset("words-random31", ".txt");
  folder.dataset("group", ".tsv");
  folder.dataset("boolean5", ".json.gz");
  folder.finite("frontierPoly3", ".json.gz");
  folder.dataset("boolean-v3-n9", ".json.gz");  // boolean: nothing beside it says otherwise
  folder.dataset("settings", ".json");
  folder.files.write("settings.toml", "[eqnet]\ndimension = 3\n");
  folder.files.write("READY", "");
  EXPECT_EQ(folder.found(), (Texts{"group open", "lines finite", "two finite", "words open words-random21"}));
  EXPECT_EQ(folder.found({"words", "two"}), (Texts{"two finite", "words open words-random21"}));
  EXPECT_EQ(algebra_file(folder.files.path(), "words-random21").path, folder.files.file("words-random21.txt"));
  EXPECT_TRUE(algebra_file(folder.files.path(), "two").has_definition);
  EXPECT_ERROR(algebra_file(folder.files.path(), "none"), "no dataset 'none'");
}

TEST(AlgebraDatasets, AreAskedForWhereThereAreNone) {
  const AlgebraFolder folder;
  EXPECT_ERROR(folder.found(), "examples/algebras/datasets eqnet " + folder.files.path());
  folder.dataset("boolean5", ".json.gz");
  EXPECT_ERROR(folder.found(), "examples/algebras/datasets");
  EXPECT_ERROR(algebra_datasets(folder.files.file("none"), 21, {}), "examples/algebras/datasets");
}

TEST(AlgebraDatasets, HaveASplitAndANameOfTheirOwn) {
  const AlgebraFolder folder;
  folder.finite("two", ".json.gz", false);
  folder.dataset("words", ".txt");
  EXPECT_ERROR(folder.found(), "two.json.gz: has no split; make one with `eqnet split");
  EXPECT_EQ(folder.found({"words"}), (Texts{"words open"})) << "the other is not asked for";
  folder.dataset("more", ".txt", false);
  EXPECT_ERROR(folder.found({"more"}), "more.txt --domain open -o " + folder.files.path());
  EXPECT_ERROR(folder.found({"wordz"}), "choose from more, two, words");
  folder.dataset("words", ".tsv");
  EXPECT_ERROR(folder.found({"words"}), "two datasets of the name words");
}

TEST(AlgebraDatasets, GetAModelOnceAndAgainForRandomTrees) {
  const AlgebraFolder folder;
  folder.finite("two", ".json.gz");
  folder.dataset("words", ".txt");
  folder.dataset("words-random21", ".txt");
  folder.dataset("xyz", ".txt");
  Texts expected;
  for (const char* model : {"gru", "treenn2", "eqnet", "eqnet-mul", "values"}) {
    const std::string end = "." + std::string(model) + ".seed1";
    expected.push_back("two" + end);
    expected.push_back("two-to-random21" + end);
  }
  for (const char* model : {"gru", "treenn2", "eqnet", "eqnet-mul"}) {
    const std::string end = "." + std::string(model) + ".seed1";
    expected.push_back("words" + end);
    expected.push_back("words-to-random21" + end + " words-random21");
  }
  for (const char* model : {"gru", "treenn2", "eqnet", "eqnet-mul"}) {
    expected.push_back("xyz." + std::string(model) + ".seed1");  // nothing can make its random trees
  }
  EXPECT_EQ(folder.planned(), expected);

  GridParams params;
  params.models = {"tfidf", "values"};
  params.datasets = {"words", "two"};
  params.seeds = 2;
  EXPECT_EQ(folder.planned(params),
            (Texts{"two.tfidf.seed1", "two-to-random21.tfidf.seed1", "two.values.seed1", "two-to-random21.values.seed1",
                   "words.tfidf.seed1", "words-to-random21.tfidf.seed1 words-random21", "two.tfidf.seed2",
                   "two-to-random21.tfidf.seed2", "two.values.seed2", "two-to-random21.values.seed2",
                   "words.tfidf.seed2", "words-to-random21.tfidf.seed2 words-random21"}));
  params.datasets = {"Bool5"};
  EXPECT_TRUE(folder.planned(params).empty()) << "a preset is no algebra of one's own";
  params.datasets = {"boolean3"};
  EXPECT_ERROR(folder.planned(params), "'boolean3'");
}

}  // namespace eqnet::experiments
