// eqnet reproduce, on the smallest datasets and the quickest models.
#include <filesystem>

#include "cli/workshop.h"
#include "support/start_program.h"

namespace eqnet::cli {
namespace {

// tf-idf alone: a cell takes milliseconds.
Arguments quick(const Workshop& shop, const Arguments& more = {}) {
  return Arguments{"reproduce",  shop.folder.path(),
                   "-o",         shop.folder.file("results"),
                   "--models",   "tfidf",
                   "--datasets", "boolean5,simplepoly5",
                   "--only",     "models"} +
         more;
}

}  // namespace

TEST(Reproduce, MakesWhatIsMissingAndPrintsTheTables) {
  const Workshop shop;  // has boolean5, not simplepoly5
  const Outcome outcome = run_program(quick(shop));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(std::filesystem::exists(shop.dataset("simplepoly5")));
  EXPECT_EQ(outcome.out, read_file(shop.folder.file("results/summary.md")));
  for (const char* part : {"| Bool5 |", "| SimpPoly5 |", "(34.9)", "(21.9)"}) {
    EXPECT_TRUE(contains(outcome.out, part)) << part << "\n" << outcome.out;
  }
  const auto cell = json(read_file(shop.folder.file("results/cells/boolean5.tfidf.seed1.json")));
  for (const char* key : {"revision", "group", "dataset", "test", "model", "seed", "recipe", "seen", "unseen"}) {
    EXPECT_TRUE(cell.HasMember(key)) << key;
  }
  EXPECT_EQ(cell["unseen"]["score"].Size(), 15U);
}

TEST(Reproduce, AsksModelsAboutRandomTreesWithoutTrainingThemAgain) {
  const Workshop shop({"simplepoly10"});
  const Arguments arguments = {"reproduce",  shop.folder.path(),
                               "-o",         shop.folder.file("results"),
                               "--models",   "tfidf",
                               "--datasets", "simplepoly10",
                               "--only",     "models,depth",
                               "--queries",  "30"};
  const Outcome outcome = run_program(arguments);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "simplepoly10, random trees of 21")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "simplepoly10, random trees of 51")) << outcome.out;
  const auto cell = json(read_file(shop.folder.file("results/cells/simplepoly10-to-random51.tfidf.seed1.json")));
  EXPECT_EQ(cell["random_size"].GetInt(), 51);
  EXPECT_FALSE(cell.HasMember("training"));
  EXPECT_TRUE(cell["seen"].IsNull());
}

TEST(Reproduce, KnowsTheAblationsOfEqNetMul) {
  const Workshop shop;
  const Outcome outcome = run_program({"reproduce", shop.folder.path(), "-o", shop.folder.file("results"), "--models",
                                       "eqnet-mul-D8,eqnet-mul-matrix-no-product", "--datasets", "boolean5", "--only",
                                       "ablations", "--time", "0.5", "--queries", "20"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "| eqnet-mul-D8 |")) << outcome.out;
  const auto cell = json(read_file(shop.folder.file("results/cells/boolean5.eqnet-mul-matrix-no-product.seed1.json")));
  EXPECT_STREQ(cell["recipe"].GetString(), "paper");
  EXPECT_STREQ(cell["settings"][0].GetString(), "product=0");
}

TEST(Reproduce, RunsNoCellTwice) {
  const Workshop shop;
  const Outcome first = run_program(quick(shop));
  EXPECT_TRUE(contains(first.err, "2 cells, 0 of them done, 2 to run")) << first.err;
  const Outcome second = run_program(quick(shop));
  EXPECT_TRUE(contains(second.err, "2 cells, 2 of them done, 0 to run")) << second.err;
  EXPECT_EQ(second.out, first.out);
  std::filesystem::remove(shop.folder.file("results/cells/boolean5.tfidf.seed1.json"));
  const Outcome third = run_program(quick(shop));
  EXPECT_TRUE(contains(third.err, "2 cells, 1 of them done, 1 to run")) << third.err;
  EXPECT_EQ(third.out, first.out);
  EXPECT_EQ(run_program(quick(shop, {"--no-run"})).out, first.out);
}

TEST(Reproduce, GoesOnPastACellThatFails) {
  const Workshop shop;
  std::filesystem::create_directory(shop.folder.file("official"));
  std::filesystem::copy(shop.dataset(), shop.folder.file("official/boolean5.json.gz"));  // without its split
  const Outcome outcome = run_program(quick(shop, {"--official", shop.folder.file("official"), "-q"}));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "boolean5.tfidf.seed1: ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "has no split")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "| SimpPoly5 |")) << outcome.out;
  EXPECT_TRUE(std::filesystem::exists(shop.folder.file("results/cells/simplepoly5.tfidf.seed1.json")));
}

// Both of a grid of two: the cell that is there, and the one that fails.
TEST(Reproduce, PrintsCellsAndFailuresAsJson) {
  const Workshop shop;
  std::filesystem::create_directory(shop.folder.file("official"));
  std::filesystem::copy(shop.dataset(), shop.folder.file("official/boolean5.json.gz"));  // without its split
  const Outcome outcome = run_program(quick(shop, {"--official", shop.folder.file("official"), "-q", "--json"}));
  EXPECT_EQ(outcome.exit_code, 2);
  const auto printed = json(outcome.out);
  EXPECT_EQ(printed["results"].GetString(), shop.folder.file("results"));
  ASSERT_EQ(printed["failures"].Size(), 1U);
  EXPECT_STREQ(printed["failures"][0]["key"].GetString(), "boolean5.tfidf.seed1");
  EXPECT_TRUE(contains(printed["failures"][0]["error"].GetString(), "has no split"));
  ASSERT_EQ(printed["cells"].Size(), 1U);
  const auto& cell = printed["cells"][0];
  EXPECT_STREQ(cell["key"].GetString(), "simplepoly5.tfidf.seed1");
  const auto file = json(read_file(shop.folder.file("results/cells/simplepoly5.tfidf.seed1.json")));
  for (const char* key : {"group", "dataset", "test", "model", "seed", "revision"}) EXPECT_EQ(cell[key], file[key]);
  for (const char* part : {"seen", "unseen"}) {
    EXPECT_EQ(cell[part]["queries"], file[part]["queries"]) << part;
    for (const char* key : {"score_auc", "pr_auc", "roc_auc"}) {
      EXPECT_NEAR(cell[part][key].GetDouble(), file[part][key].GetDouble(), 1e-12) << part << " " << key;
    }
    for (unsigned k = 0; k < 15; ++k) {
      for (const char* key : {"score", "ceiling"}) {
        EXPECT_NEAR(cell[part][key][k].GetDouble(), file[part][key][k].GetDouble(), 1e-12) << part << " " << key;
      }
    }
  }
  EXPECT_STREQ(cell["training"]["ended"].GetString(), file["training"]["ended"].GetString());
  EXPECT_TRUE(contains(read_file(shop.folder.file("results/summary.md")), "| SimpPoly5 |"));

  // Where all fail there is JSON too.
  Arguments one = quick(shop, {"--official", shop.folder.file("official"), "-q", "--json"});
  *std::ranges::find(one, "boolean5,simplepoly5") = "boolean5";
  const Outcome none = run_program(one);
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(json(none.out)["cells"].Size(), 0U);
  EXPECT_EQ(json(none.out)["failures"].Size(), 1U);
}

TEST(Reproduce, IsAloneInItsFolder) {
  const Workshop shop;
  ASSERT_EQ(run_program(quick(shop)).exit_code, 0);
  const Arguments slow = {"reproduce",  shop.folder.path(),
                          "-o",         shop.folder.file("results"),
                          "--models",   "eqnet",
                          "--datasets", "boolean5",
                          "--only",     "models",
                          "--time",     "60",
                          "-q"};
  eqnet::testing::RunningProgram program(slow);
  ASSERT_TRUE(program.wait_for([&] {
    return std::filesystem::exists(shop.folder.file("results/models/boolean5.eqnet.seed1.eqnet.log.jsonl"));
  }));
  expect_refused(slow, {shop.folder.file("results/reproduce"), "being run by process", "wait for it"});
  EXPECT_EQ(run_program(quick(shop, {"--no-run"})).exit_code, 0) << "reading is free";
  EXPECT_TRUE(program.end_by(SIGTERM));
  EXPECT_EQ(run_program(quick(shop)).exit_code, 0);
}

TEST(Reproduce, RefusesAFileThatIsNoCell) {
  const Workshop shop;
  ASSERT_EQ(run_program(quick(shop)).exit_code, 0);
  const std::string path = shop.folder.file("results/cells/boolean5.tfidf.seed1.json");
  const std::string good = read_file(path);
  for (const std::string& bad : {std::string(), good.substr(0, good.size() / 2), std::string("[]"), std::string("{}"),
                                 std::string(R"({"revision": 1, "seen": null, "unseen": null})"),
                                 std::string(R"({"revision": "r", "seen": {"score": 1}, "unseen": null})"),
                                 std::string(R"({"revision": "r", "training": 3, "seen": null, "unseen": null})")}) {
    shop.folder.write("results/cells/boolean5.tfidf.seed1.json", bad);
    expect_refused(quick(shop, {"-q"}), {path, "is no result of reproduce", "delete it"});
  }
}

TEST(Reproduce, SaysWhatIsWrongWithItsOptions) {
  const Workshop shop;
  expect_refused(quick(shop, {"--no-run"}), {"has none of the cells", "--no-run"});
  expect_refused({"reproduce", shop.folder.path(), "-o", shop.folder.file("r"), "--models", "eqqnet"}, {"'eqqnet'"});
  expect_refused({"reproduce", shop.folder.path(), "-o", shop.folder.file("r"), "--datasets", "boolean3"},
                 {"boolean3"});
}

}  // namespace eqnet::cli
