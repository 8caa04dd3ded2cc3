#include "experiments/cell.h"

#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <filesystem>
#include <functional>
#include <set>

#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::experiments {
namespace {

using eqnet::testing::TemporaryFolder;
using Group = Cell::Group;

std::string list(const std::function<double(size_t)>& value) {
  std::string text;
  for (size_t k = 0; k < data::kMostNeighbours; ++k) text += (k == 0 ? "" : ", ") + std::to_string(value(k));
  return "[" + text + "]";
}

const std::string kPart = R"({"queries": 40, "score": )" + list([](size_t k) { return 0.5 + 0.01 * double(k); }) +
                          R"(, "ceiling": )" + list([](size_t k) { return 1 - 0.01 * double(k); }) +
                          R"(, "score_auc": 0.625, "pr_auc": 0.25, "roc_auc": 0.75,
                              "precision_recall": [[0, 1], [0.5, 0.75], [1, 0.125]],
                              "roc": [[0, 0], [0.25, 1], [1, 1]]})";

// All that a cell can say.
std::string full_cell() {
  return R"({"format": "eqnet-cell", "version": 1, "revision": "abc1234-dirty", "group": "models",
    "dataset": "boolean5", "test": "boolean5", "data": "/data/boolean5.json.gz", "random_size": 0,
    "model": "eqnet", "seed": 3, "settings": ["x=1"], "recipe": "tuned", "time_limit": 240.0,
    "budget_minutes": 10, "most_queries": 500,
    "training": {"seconds": 12.5, "epochs": 77, "ended": "patience", "best_epoch": 60, "validation_accuracy": 0.875,
                 "parameters": 1234},
    "seen": null, "unseen": )" +
         kPart + R"(,
    "confusions": [{"query": "a & b", "neighbour": "a | b", "similarity": 0.9},
                   {"query": "a", "neighbour": "b", "similarity": 0.8}],
    "examples": [{"query": "a", "neighbour": "a & a", "same": true}, {"query": "b", "neighbour": "c", "same": false}]})";
}

// What every cell says.
std::string plain_cell(const std::string& dataset, const std::string& model, int seed) {
  return R"({"format": "eqnet-cell", "version": 1, "revision": "r", "group": "models", "dataset": ")" + dataset +
         R"(", "test": ")" + dataset + R"(", "model": ")" + model + R"(", "seed": )" + std::to_string(seed) +
         R"(, "seen": null, "unseen": null})";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

Cell cell_of(Group group, const std::string& dataset, const std::string& test, const std::string& model,
             uint64_t seed = 1, size_t random_size = 0) {
  Cell cell;
  cell.group = group;
  cell.dataset = dataset;
  cell.test = test;
  cell.variant = {model, model, {}};
  cell.seed = seed;
  cell.random_size = random_size;
  return cell;
}

const Cell kFull = cell_of(Group::models, "boolean5", "boolean5", "eqnet", 3);

// A results folder with cells by name.
struct Folder {
  TemporaryFolder folder;
  std::string write(const std::string& key, const std::string& text) const {
    return folder.write("cells/" + key + ".json", text);
  }
  [[nodiscard]] std::string path() const { return folder.path(); }
};

// Calls visit(value, path) with every value of the document, deepest first; of a list with its first two.
using Visit = std::function<void(rapidjson::Value&, const std::string&)>;
void for_each_value(rapidjson::Value& value, const std::string& path, const Visit& visit) {
  if (value.IsObject()) {
    for (auto& member : value.GetObject()) for_each_value(member.value, path + "." + member.name.GetString(), visit);
  }
  if (value.IsArray()) {
    for (rapidjson::SizeType i = 0; i < std::min(value.Size(), 2U); ++i) for_each_value(value[i], path, visit);
  }
  visit(value, path);
}

std::string text_of(const rapidjson::Document& json) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  json.Accept(writer);
  return buffer.GetString();
}

}  // namespace

TEST(Cell, IsCalledByWhatItTrainsOnAndWhatItAsks) {
  EXPECT_EQ(cell_of(Group::models, "boolean8", "boolean8", "eqnet").key(), "boolean8.eqnet.seed1");
  EXPECT_EQ(cell_of(Group::ablations, "poly5", "poly5", "eqnet-mul-D8", 2).key(), "poly5.eqnet-mul-D8.seed2");
  EXPECT_EQ(cell_of(Group::frontier, "poly10", "poly10", "eqnet-mul").key(), "poly10.eqnet-mul.seed1");
  const Cell transfer = cell_of(Group::transfer, "boolean5", "boolean8", "gru", 4);
  EXPECT_EQ(transfer.key(), "boolean5-to-boolean8.gru.seed4");
  EXPECT_EQ(transfer.model_key(), "boolean5.gru.seed4") << "the model was trained without the test set";
  const Cell depth = cell_of(Group::depth, "poly8", "poly8", "eqnet", 1, 21);
  EXPECT_EQ(depth.key(), "poly8-to-random21.eqnet.seed1");
  EXPECT_EQ(depth.model_key(), "poly8.eqnet.seed1");
  EXPECT_EQ(cell_path("R", transfer), "R/cells/boolean5-to-boolean8.gru.seed4.json");
  EXPECT_EQ(model_path("R", transfer), "R/models/boolean5.gru.seed4.eqnet");
  for (const Cell& cell : {transfer, depth, cell_of(Group::algebras, "ring", "ring-random21", "gru", 1, 21)}) {
    EXPECT_TRUE(reuses_model(cell)) << cell.key();
  }
  for (const Group group : {Group::models, Group::ablations, Group::frontier, Group::algebras}) {
    EXPECT_FALSE(reuses_model(cell_of(group, "ring", "ring", "gru"))) << name(group);
  }
  EXPECT_EQ(cell_of(Group::algebras, "ring", "ring", "gru").key(), "ring.gru.seed1");
  EXPECT_EQ(cell_of(Group::algebras, "ring", "ring-random21", "gru", 1, 21).key(), "ring-to-random21.gru.seed1");
}

TEST(LoadCell, ReadsAllThatACellSays) {
  const Folder folder;
  folder.write("boolean5.eqnet.seed3", full_cell());
  const auto result = load_cell(folder.path(), kFull);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->cell.key(), kFull.key());
  EXPECT_EQ(result->revision, "abc1234-dirty");
  EXPECT_EQ(result->data, "/data/boolean5.json.gz");
  EXPECT_EQ(result->seconds, 12.5);
  EXPECT_EQ(result->epochs, 77U);
  EXPECT_EQ(result->ended, "patience");
  EXPECT_EQ(result->validation_accuracy, 0.875);
  EXPECT_EQ(result->most_queries, 500U);
  EXPECT_FALSE(result->seen);
  ASSERT_TRUE(result->unseen);
  EXPECT_EQ(result->unseen->queries, 40U);
  for (size_t k = 0; k < data::kMostNeighbours; ++k) {
    EXPECT_DOUBLE_EQ(result->unseen->score[k], 0.5 + 0.01 * static_cast<double>(k));
    EXPECT_DOUBLE_EQ(result->unseen->ceiling[k], 1 - 0.01 * static_cast<double>(k));
  }
  EXPECT_EQ(result->unseen->score_auc, 0.625);
  EXPECT_EQ(result->unseen->pr_auc, 0.25);
  EXPECT_EQ(result->unseen->roc_auc, 0.75);
  EXPECT_EQ(result->unseen->precision_recall, (CellResult::Part::Curve{{0, 1}, {0.5, 0.75}, {1, 0.125}}));
  EXPECT_EQ(result->unseen->roc, (CellResult::Part::Curve{{0, 0}, {0.25, 1}, {1, 1}}));
  ASSERT_EQ(result->confusions.size(), 2U);
  EXPECT_EQ(result->confusions[0].query, "a & b");
  EXPECT_EQ(result->confusions[1].neighbour, "b");
  EXPECT_FALSE(result->confusions[0].same);
  ASSERT_EQ(result->examples.size(), 2U);
  EXPECT_TRUE(result->examples[0].same);
  EXPECT_FALSE(result->examples[1].same);
}

TEST(LoadCell, DoesWithoutWhatACellNeedNotSay) {
  const Folder folder;
  folder.write("poly5.gru.seed2", plain_cell("poly5", "gru", 2));
  const auto result = load_cell(folder.path(), cell_of(Group::models, "poly5", "poly5", "gru", 2));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->data, "");
  EXPECT_EQ(result->seconds, 0);
  EXPECT_FALSE(result->seen || result->unseen);
  EXPECT_TRUE(result->confusions.empty() && result->examples.empty());
}

TEST(LoadCell, GivesNothingWhereThereIsNoFile) {
  const Folder folder;
  EXPECT_FALSE(load_cell(folder.path(), kFull));
  EXPECT_FALSE(load_cell(folder.path() + "/no/such", kFull));
}

TEST(LoadCell, RefusesTheFileOfAnotherCell) {
  const Folder folder;
  folder.write("boolean5.eqnet.seed3", plain_cell("boolean5", "eqnet", 4));
  EXPECT_ERROR(load_cell(folder.path(), kFull), "boolean5.eqnet.seed3.json", "is no result of reproduce", "delete it");
}

TEST(LoadCell, KeepsTheVariantThatItWasAskedFor) {
  const Folder folder;
  folder.write("boolean5.eqnet.seed3", full_cell());
  Cell asked = kFull;
  asked.variant.settings = {"autoencoder=off"};
  EXPECT_EQ(load_cell(folder.path(), asked)->cell.variant.settings, asked.variant.settings);
}

TEST(LoadCell, NamesAnotherVersionAndTheRemedy) {
  const Folder folder;
  folder.write("boolean5.eqnet.seed3", replaced(full_cell(), R"("version": 1)", R"("version": 2)"));
  EXPECT_ERROR(load_cell(folder.path(), kFull), "boolean5.eqnet.seed3.json", "version 2", "reads 1", "eqnet reproduce",
               "new folder");
  for (const char* odd : {"1.4", "-1", "1e300", "\"1\"", "null"}) {
    folder.write("boolean5.eqnet.seed3", replaced(full_cell(), R"("version": 1)", R"("version": )" + std::string(odd)));
    EXPECT_ERROR(load_cell(folder.path(), kFull), "is no result of reproduce");
  }
}

TEST(LoadCell, RefusesCountsThatAreNone) {
  const Folder folder;
  for (const auto& [was, key] :
       {std::pair(R"("seed": 3)", "seed"), std::pair(R"("epochs": 77)", "epochs"),
        std::pair(R"("most_queries": 500)", "most_queries"), std::pair(R"("random_size": 0)", "random_size"),
        std::pair(R"("queries": 40)", "queries")}) {
    for (const char* odd : {"-1", "2.5", "1e300", "-1e300", "18446744073709551616"}) {
      folder.write("boolean5.eqnet.seed3", replaced(full_cell(), was, "\"" + std::string(key) + "\": " + odd));
      EXPECT_ERROR(load_cell(folder.path(), kFull), "is no result of reproduce");
    }
  }
}

TEST(LoadCell, RefusesScoresThatAreNone) {
  const Folder folder;
  const std::string key = "boolean5.eqnet.seed3";
  for (const auto& [was, name] :
       {std::pair(R"("score": [0.500000)", "score"), std::pair(R"("ceiling": [1.000000)", "ceiling"),
        std::pair(R"("score_auc": 0.625)", "score_auc"), std::pair(R"("pr_auc": 0.25)", "pr_auc"),
        std::pair(R"("roc_auc": 0.75)", "roc_auc"), std::pair(R"("precision_recall": [[0)", "precision_recall"),
        std::pair(R"("roc": [[0)", "roc"), std::pair(R"("validation_accuracy": 0.875)", "validation_accuracy")}) {
    const std::string before = std::string(was).substr(0, std::string(was).find_last_of("[ ") + 1);
    for (const char* odd : {"-0.5", "1.5", "87.5", "1e308", "-1e308", "1.000001"}) {
      folder.write(key, replaced(full_cell(), was, before + odd));
      EXPECT_ERROR(load_cell(folder.path(), kFull), key + ".json", "'" + std::string(name) + "'", "from 0 to 1",
                   "delete it");
    }
    for (const char* odd : {"NaN", "nan", "Infinity", "1e999"}) {  // no JSON
      folder.write(key, replaced(full_cell(), was, before + odd));
      EXPECT_ERROR(load_cell(folder.path(), kFull), key + ".json", "is no result of reproduce");
    }
    for (const char* good : {"0", "1", "1.0000000000000002"}) {
      folder.write(key, replaced(full_cell(), was, before + good));
      EXPECT_NO_THROW(load_cell(folder.path(), kFull)) << before + good;
    }
  }
  for (const char* was : {R"("seconds": 12.5)", R"("time_limit": 240.0)"}) {
    folder.write(key, replaced(full_cell(), was, std::string(was).substr(0, std::string(was).find(' ')) + "-1"));
    EXPECT_ERROR(load_cell(folder.path(), kFull), key + ".json", "-1", "0 or more");
  }
}

TEST(LoadCell, RefusesFilesThatAreCutOff) {
  const Folder folder;
  const std::string good = full_cell();
  for (size_t size = 0; size < good.size(); size += 1 + size / 100) {
    folder.write("boolean5.eqnet.seed3", good.substr(0, size));
    EXPECT_ERROR(load_cell(folder.path(), kFull), "is no result of reproduce");
  }
}

// Every value of a good file in turn becomes a value of another type.
TEST(LoadCell, RefusesValuesOfOtherTypes) {
  const Folder folder;
  const std::string good = full_cell();
  // For people, or without a type of its own.
  const std::set<std::string> unread = {".settings",
                                        ".recipe",
                                        ".time_limit",
                                        ".budget_minutes",
                                        ".confusions.same",
                                        ".training.best_epoch",
                                        ".examples.same",
                                        ".training.parameters",
                                        ".confusions.similarity"};
  rapidjson::Document json;
  json.Parse(good.c_str());
  ASSERT_FALSE(json.HasParseError()) << good;
  size_t values = 0;
  for_each_value(json, "", [&](rapidjson::Value&, const std::string&) { ++values; });
  ASSERT_GT(values, 50U);
  for (size_t which = 0; which < values; ++which) {
    for (const char* other :
         {"null", "true", "-7", "1e308", "\"text\"", "[]", "{}", "[[]]", "[{}]", "{\"queries\": 1}"}) {
      json.Parse(good.c_str());
      size_t number = 0;
      bool must_refuse = false;
      std::string changed;
      for_each_value(json, "", [&](rapidjson::Value& value, const std::string& path) {
        if (number++ != which) return;
        rapidjson::Document by(&json.GetAllocator());
        by.Parse(other);
        must_refuse = value.GetType() != by.GetType() && !unread.contains(path) && !(path == ".unseen" && by.IsNull());
        changed = path;
        value.Swap(by);
      });
      folder.write("boolean5.eqnet.seed3", text_of(json));
      try {
        (void)load_cell(folder.path(), kFull);
        EXPECT_FALSE(must_refuse) << changed << " as " << other;
      } catch (const base::Error& error) {
        EXPECT_NE(std::string(error.what()).find("boolean5.eqnet.seed3.json"), std::string::npos) << error.what();
      }
    }
  }
}

TEST(LoadCell, RefusesFilesThatLackAKey) {
  const Folder folder;
  const std::string good = plain_cell("boolean5", "eqnet", 3);
  for (const char* key :
       {"format", "version", "revision", "group", "dataset", "test", "model", "seed", "seen", "unseen"}) {
    folder.write("boolean5.eqnet.seed3", replaced(good, "\"" + std::string(key) + "\"", "\"other\""));
    EXPECT_ERROR(load_cell(folder.path(), kFull), "is no result of reproduce");
  }
  folder.write("boolean5.eqnet.seed3", replaced(good, "models", "modelss"));
  EXPECT_ERROR(load_cell(folder.path(), kFull), "is no result of reproduce");
  folder.write("boolean5.eqnet.seed3", std::string(100000, '['));
  EXPECT_ERROR(load_cell(folder.path(), kFull), "is no result of reproduce");
}

TEST(LoadCells, ReadsAFolderInOrderOfNames) {
  const Folder folder;
  folder.write("poly5.gru.seed2", plain_cell("poly5", "gru", 2));
  folder.write("boolean5.eqnet.seed3", full_cell());
  folder.write("poly5.gru.seed1", plain_cell("poly5", "gru", 1));
  folder.folder.write("cells/notes.txt", "no cell and not meant to be one");
  const CellResults results = load_cells(folder.path());
  ASSERT_EQ(results.cells.size(), 3U);
  EXPECT_EQ(results.cells[0].cell.key(), "boolean5.eqnet.seed3");
  EXPECT_EQ(results.cells[1].cell.key(), "poly5.gru.seed1");
  EXPECT_EQ(results.cells[2].cell.key(), "poly5.gru.seed2");
  EXPECT_TRUE(results.unreadable.empty());
}

TEST(LoadCells, TakesKindAndSettingsOfVariantsThatItKnows) {
  const Folder folder;
  folder.write("poly5.eqnet-mul-D8.seed1",
               replaced(plain_cell("poly5", "eqnet-mul-D8", 1), R"("group": "models")", R"("group": "ablations")"));
  folder.write("poly5.mine.seed1", plain_cell("poly5", "mine", 1));
  const CellResults results = load_cells(folder.path());
  ASSERT_EQ(results.cells.size(), 2U);
  EXPECT_EQ(results.cells[0].cell.variant.kind, "eqnet-mul");
  EXPECT_EQ(results.cells[0].cell.variant.settings, std::vector<std::string>{"dimension=8"});
  EXPECT_EQ(results.cells[1].cell.variant.name, "mine") << "an unknown one keeps its name";
  EXPECT_EQ(results.cells[1].cell.variant.kind, "mine");
}

TEST(LoadCells, RefusesFoldersWithoutResults) {
  const TemporaryFolder folder;
  EXPECT_ERROR(load_cells(folder.file("none")), "none: is no folder of results", "eqnet reproduce -o");
  EXPECT_ERROR(load_cells(folder.path()), folder.path() + ": is no folder of results");
  folder.write("cells/readme.txt", "");
  EXPECT_ERROR(load_cells(folder.path()), "has no cells yet", "eqnet reproduce");
  EXPECT_ERROR(load_cells(folder.write("file", "")), "is no folder of results");
}

TEST(LoadCells, ListsWhatItCannotReadWithTheReason) {
  const Folder folder;
  folder.write("boolean5.eqnet.seed3", full_cell());
  folder.write("boolean5.gru.seed1", "{");
  folder.write("poly5.gru.seed1", replaced(plain_cell("poly5", "gru", 1), R"("version": 1)", R"("version": 9)"));
  folder.write("poly5.tfidf.seed1",
               replaced(replaced(full_cell(), "0.625", "62.5"), R"("model": "eqnet")", R"("model": "tfidf")"));
  std::filesystem::create_directory(folder.folder.file("cells/poly8.gru.seed1.json"));
  folder.write("simplepoly5.gru.seed1", plain_cell("simplepoly5", "gru", 1));
  const CellResults results = load_cells(folder.path());
  ASSERT_EQ(results.cells.size(), 2U);
  ASSERT_EQ(results.unreadable.size(), 4U);
  EXPECT_EQ(results.unreadable[0].key, "boolean5.gru.seed1");
  EXPECT_NE(results.unreadable[0].reason.find("is no result of reproduce"), std::string::npos);
  EXPECT_EQ(results.unreadable[1].key, "poly5.gru.seed1");
  EXPECT_NE(results.unreadable[1].reason.find("version 9"), std::string::npos);
  EXPECT_EQ(results.unreadable[2].key, "poly5.tfidf.seed1");
  EXPECT_NE(results.unreadable[2].reason.find("has 62.5 at 'score_auc'"), std::string::npos);
  EXPECT_EQ(results.unreadable[3].key, "poly8.gru.seed1");
}

TEST(LoadCells, CountsNoCellTwice) {
  const Folder folder;
  folder.write("poly5.gru.seed1", plain_cell("poly5", "gru", 1));
  folder.write("poly5.gru.seed1 (copy)", plain_cell("poly5", "gru", 1));
  const CellResults results = load_cells(folder.path());
  EXPECT_EQ(results.cells.size(), 1U);
  ASSERT_EQ(results.unreadable.size(), 1U);
  EXPECT_EQ(results.unreadable[0].key, "poly5.gru.seed1 (copy)");
}

TEST(LoadCells, RefusesAFolderOfWhichItCanReadNothing) {
  const Folder folder;
  folder.write("boolean5.gru.seed1", "{");
  EXPECT_ERROR(load_cells(folder.path()), "is no result of reproduce");
  folder.write("poly5.gru.seed1", replaced(plain_cell("poly5", "gru", 1), R"("version": 1)", R"("version": 9)"));
  EXPECT_ERROR(load_cells(folder.path()), "poly5.gru.seed1.json", "version 9");
}

}  // namespace eqnet::experiments
