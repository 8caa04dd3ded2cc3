// eqnet reproduce --only algebras, on a finite algebra and on open data, both small.
#include <filesystem>
#include <map>

#include "cli/workshop.h"

namespace eqnet::cli {
namespace {

// Lines of class and expression: how often a leaf is x and how often y is all that matters.
std::string counted(const std::string& tree) {
  return "x" + std::to_string(std::ranges::count(tree, 'x')) + "y" + std::to_string(std::ranges::count(tree, 'y')) +
         "\t" + tree + "\n";
}
std::string joined(const std::string& left, const std::string& right) {
  return "(and " + left + " " + right + ")";
}

// All trees of at most so many leaves.
std::string small_trees(size_t leaves) {
  std::vector<std::vector<std::string>> trees(leaves + 1);
  trees[1] = {"x", "y"};
  std::string lines;
  for (size_t n = 1; n <= leaves; ++n) {
    for (size_t left = 1; left < n; ++left) {
      for (const std::string& l : trees[left]) {
        for (const std::string& r : trees[n - left]) trees[n].push_back(joined(l, r));
      }
    }
    for (const std::string& tree : trees[n]) lines += counted(tree);
  }
  return lines;
}

// Trees of 21 nodes, each a chain to the left; the digits of a number say which leaf is which.
std::string large_trees() {
  std::string lines;
  for (unsigned digits = 0; digits < 2048; digits += 41) {
    std::string tree = "x";
    for (size_t i = 0; i < 10; ++i) tree = joined(tree, (digits >> i & 1U) != 0 ? "y" : "x");
    lines += counted(tree);
  }
  return lines;
}

struct Algebras {
  TemporaryFolder folder;

  Algebras() {
    const std::string tables = EQNET_SOURCE "/examples/algebras/mod3.toml";
    EXPECT_EQ(run_program({"generate", "--domain", tables, "--name", "three", "--vars", "2", "--max-size", "5", "-o",
                           data(), "-q"})
                  .exit_code,
              0);
    folder.write("data/bags.txt", small_trees(5));
    EXPECT_EQ(run_program({"split", file("bags.txt"), "--domain", "open", "-o", data(), "-q"}).exit_code, 0);
    folder.write("data/bags-random21.txt", large_trees());
    folder.write("data/split/bags-random21-neweqtestset.txt", large_trees());
  }
  [[nodiscard]] std::string data() const { return folder.file("data"); }
  [[nodiscard]] std::string file(const std::string& name) const { return data() + "/" + name; }
  [[nodiscard]] std::string model(const std::string& key) const {
    return folder.file("results/models/" + key + ".seed1.eqnet");
  }
  [[nodiscard]] rapidjson::Document cell(const std::string& key) const {
    return json(read_file(folder.file("results/cells/" + key + ".seed1.json")));
  }
  [[nodiscard]] Arguments reproduce(const Arguments& more = {}) const {
    return Arguments{"reproduce", data(), "-o", folder.file("results"), "--only", "algebras"} + more;
  }
};

void expect_unseen(const rapidjson::Document& cell, const Outcome& evaluated) {
  ASSERT_EQ(evaluated.exit_code, 0) << evaluated.err;
  const auto expected = json(evaluated.out);
  EXPECT_EQ(cell["unseen"]["queries"], expected["unseen"]["queries"]);
  for (const char* key : {"score", "ceiling"}) {
    EXPECT_NEAR(cell["unseen"][key][4].GetDouble(), expected["unseen"][key][4].GetDouble(), 1e-9) << key;
  }
}

}  // namespace

TEST(ReproduceAlgebras, LeavesModelsThatTheReportExplores) {
  const Algebras algebras;
  ASSERT_EQ(run_program(algebras.reproduce({"--models", "tfidf", "-q"})).exit_code, 0);
  for (const std::string name : {"three", "bags"}) {
    const std::string page = algebras.folder.file(name + ".html");
    const Outcome outcome = run_program(
        {"report", algebras.folder.file("results"), "-o", page, "--explore", name, "--method", "pca", "-q"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(std::filesystem::exists(algebras.folder.file("explorer.html"))) << name;
    std::filesystem::remove(algebras.folder.file("explorer.html"));
  }
  const std::string card = run_program({"info", algebras.model("bags.tfidf"), "--card"}).out;
  EXPECT_TRUE(contains(card, "says what the classes of the data say")) << "nothing is proved in open data: " << card;
}

TEST(ReproduceAlgebras, AsksAboutUnseenClassesAndRandomTreesAsEvaluateDoes) {
  const Algebras algebras;
  const Outcome outcome = run_program(algebras.reproduce({"--models", "tfidf,values", "--threads", "1"}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "6 cells, 0 of them done, 6 to run")) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(algebras.model("bags.values"))) << "nobody knows what bags are";
  for (const std::string kind : {"tfidf", "values"}) {
    const auto evaluate = [&](const Arguments& what) {
      return run_program(Arguments{"evaluate", algebras.model("three." + kind), "--json"} + what);
    };
    expect_unseen(algebras.cell("three." + kind), evaluate({algebras.file("three.json.gz")}));
    expect_unseen(algebras.cell("three-to-random21." + kind), evaluate({"--random-size", "21", "--count", "5000"}));
  }
  expect_unseen(algebras.cell("bags.tfidf"),
                run_program({"evaluate", algebras.model("bags.tfidf"), algebras.file("bags.txt"), "--json"}));
  const auto random = algebras.cell("bags-to-random21.tfidf");
  expect_unseen(random,
                run_program({"evaluate", algebras.model("bags.tfidf"), algebras.file("bags-random21.txt"), "--json"}));
  EXPECT_EQ(random["random_size"].GetInt(), 21);
  EXPECT_STREQ(random["test"].GetString(), "bags-random21");
  EXPECT_STREQ(random["data"].GetString(), algebras.file("bags-random21.txt").c_str());
  EXPECT_FALSE(random.HasMember("training"));
  // Counting leaves is all there is to bags, and tf-idf does that. What learns nothing is not said to be trained.
  EXPECT_TRUE(contains(outcome.out, "| algebra | tfidf | 21 nodes | training, s | values (knows the semantics) |"))
      << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "| bags, random trees of 21 |")) << outcome.out;
  EXPECT_EQ(outcome.out, read_file(algebras.folder.file("results/summary.md")));

  const Outcome again = run_program(algebras.reproduce({"--models", "tfidf,values"}));
  EXPECT_TRUE(contains(again.err, "6 cells, 6 of them done, 0 to run")) << again.err;
  EXPECT_EQ(again.out, outcome.out);
  std::filesystem::remove(algebras.folder.file("results/cells/bags-to-random21.tfidf.seed1.json"));
  const Outcome one = run_program(algebras.reproduce({"--models", "tfidf", "--datasets", "bags"}));
  EXPECT_TRUE(contains(one.err, "2 cells, 1 of them done, 1 to run")) << one.err;
  EXPECT_FALSE(contains(one.out, "three")) << one.out;
}

TEST(ReproduceAlgebras, TrainsWithinItsTimeAndGoesToTheReport) {
  const Algebras algebras;
  const Outcome outcome =
      run_program(algebras.reproduce({"--models", "eqnet-mul,treenn2,values", "--time", "0.5", "-q"}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(algebras.cell("three.eqnet-mul")["time_limit"].GetDouble(), 0.5);
  EXPECT_NEAR(algebras.cell("three.values")["unseen"]["score"][4].GetDouble(),
              algebras.cell("three.values")["unseen"]["ceiling"][4].GetDouble(), 1e-9);
  const std::string page = algebras.folder.file("report.html");
  const Outcome report = run_program({"report", algebras.folder.file("results"), "-o", page, "--no-explorer", "-q"});
  if (contains(report.err, "built without its pages")) GTEST_SKIP() << report.err;
  ASSERT_EQ(report.exit_code, 0) << report.err;
  const std::string text = read_file(page);
  for (const char* row : {R"(["algebras","bags",0,)", R"(["algebras","bags",21,)", R"(["algebras","three",0,)"}) {
    EXPECT_TRUE(contains(text, row)) << row;
  }
}

TEST(ReproduceAlgebras, SaysWhatIsWrongWithItsDatasets) {
  const Algebras algebras;
  expect_refused(algebras.reproduce({"--datasets", "bag"}), {algebras.data(), "no dataset 'bag'", "bags, three"});
  expect_refused(algebras.reproduce({"--datasets", "bags", "--models", "values"}), {"no cell of the grid"});
  algebras.folder.write("data/more.txt", "c\t(and x y)\n");
  expect_refused(algebras.reproduce(), {algebras.file("more.txt"), "has no split", "eqnet split", "--domain open"});
  std::filesystem::rename(algebras.file("more.txt"), algebras.file("three.txt"));
  expect_refused(algebras.reproduce(), {"two datasets of the name three", "three.txt"});
  expect_refused({"reproduce", algebras.folder.file("none"), "-o", algebras.folder.file("r"), "--only", "algebras"},
                 {algebras.folder.file("none"), "examples/algebras/datasets eqnet"});
  EXPECT_FALSE(std::filesystem::exists(algebras.folder.file("r"))) << "nothing was begun";
}

// What is in the second file counts, not what its name says.
TEST(ReproduceAlgebras, GoesOnPastRandomTreesThatCannotBeRead) {
  const Algebras algebras;
  std::filesystem::remove(algebras.file("split/bags-random21-neweqtestset.txt"));
  const Outcome outcome = run_program(algebras.reproduce({"--models", "tfidf", "-q"}));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "cell bags-to-random21.tfidf.seed1: ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "has no split")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "| three, random trees of 21 |")) << outcome.out;
}

}  // namespace eqnet::cli
