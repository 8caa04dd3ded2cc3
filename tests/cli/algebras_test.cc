// That eqnet-mul learns algebras which do not work point by point: one that a file of tables defines, and one of which
// nothing is known but classes. Both are small, so that they take seconds; docs/eqnet-mul.md has larger ones.
#include <map>

#include "cli/workshop.h"

namespace eqnet::cli {
namespace {

// score_5 of unseen classes as a share of the ceiling.
double share(const Outcome& outcome) {
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto result = json(outcome.out);
  return result["unseen"]["score"][4].GetDouble() / result["unseen"]["ceiling"][4].GetDouble();
}

// Words of the free group of a and b; A and B are the inverses.
std::string reduced(const std::string& word) {
  std::string result;
  for (const char letter : word) {
    if (!result.empty() && (result.back() ^ letter) == ('a' ^ 'A')) {
      result.pop_back();
    } else {
      result += letter;
    }
  }
  return result;
}
std::string inverse(const std::string& word) {
  std::string result;
  for (auto letter = word.rbegin(); letter != word.rend(); ++letter) result += static_cast<char>(*letter ^ 'a' ^ 'A');
  return result;
}

// Lines of class and expression: all trees of product and inverse up to so many nodes.
std::string free_group(size_t most) {
  struct Tree {
    std::string text, word;
  };
  std::vector<std::vector<Tree>> trees(most + 1);
  trees[1] = {{"a", "a"}, {"b", "b"}};
  std::string lines;
  for (size_t n = 1; n <= most; ++n) {
    if (n > 1) {
      for (const Tree& tree : trees[n - 1]) trees[n].push_back({"(inv " + tree.text + ")", inverse(tree.word)});
    }
    for (size_t left = 1; left + 1 < n; ++left) {
      for (const Tree& l : trees[left]) {
        for (const Tree& r : trees[n - 1 - left]) {
          trees[n].push_back({"(mul " + l.text + " " + r.text + ")", reduced(l.word + r.word)});
        }
      }
    }
    for (const Tree& tree : trees[n]) lines += "w" + tree.word + "\t" + tree.text + "\n";
  }
  return lines;
}

}  // namespace

TEST(EqNetMul, LearnsIntegersModuloThreeInBlocksThatItFindsItself) {
  const TemporaryFolder folder;
  const std::string tables = EQNET_SOURCE "/examples/algebras/mod3.toml";
  ASSERT_EQ(run_program({"generate", "--domain", tables, "--vars", "2", "--max-size", "7", "--per-class", "60",
                         "--name", "three", "-o", folder.file("data"), "-q"})
                .exit_code,
            0);
  const std::string data = folder.file("data/three.json.gz");
  const std::string model = folder.file("m");
  const Outcome trained = run_program({"train", data, "-o", model, "--threads", "1", "--json"});
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  EXPECT_NE(trained.out.find("blocks of"), std::string::npos) << trained.out;
  EXPECT_GT(share(run_program({"evaluate", model, data, "--scores-only", "--json"})), 0.95) << trained.out;
  EXPECT_GT(share(run_program({"evaluate", model, "--random-size", "21", "--scores-only", "--json"})), 0.95)
      << trained.out;
}

TEST(EqNetMul, LearnsTheFreeGroupFromClassesAlone) {
  const TemporaryFolder folder;
  const std::string text = folder.write("group.txt", free_group(8));
  ASSERT_EQ(run_program({"split", text, "--domain", "open", "-o", folder.file("data"), "-q"}).exit_code, 0);
  const std::string data = folder.file("data/group.txt");
  const std::string model = folder.file("m");
  const Outcome trained = run_program({"train", data, "--domain", "open", "-o", model, "--threads", "1", "--set",
                                       "block=4", "--set", "algebras=4", "--set", "steps=600", "--json"});
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  EXPECT_GT(share(run_program({"evaluate", model, data, "--scores-only", "--json"})), 0.95) << trained.out;
}

}  // namespace eqnet::cli
