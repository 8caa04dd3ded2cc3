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

// Whether the tables that info shows are those of the integers modulo n, in some order.
void expect_modulo(unsigned n, const rapidjson::Value& algebra) {
  const auto& operators = algebra["operators"];
  ASSERT_EQ(operators.Size(), 3U);
  ASSERT_EQ(algebra["values"].Size(), n);
  std::vector<unsigned> numbers;
  for (unsigned i = 0; i < n; ++i) numbers.push_back(i);
  bool found = false;
  do {
    bool same = true;
    for (unsigned l = 0; l < n; ++l) {
      for (unsigned r = 0; r < n; ++r) {
        const auto is = [&](unsigned op, unsigned result) {
          same = same && operators[op]["table"][numbers[l]][numbers[r]].GetUint() == numbers[result % n];
        };
        is(0, l + r);
        is(1, l * r);
        is(2, l + n - r);
      }
    }
    found = found || same;
  } while (std::next_permutation(numbers.begin(), numbers.end()));
  EXPECT_TRUE(found);
}

}  // namespace

TEST(EqNetMul, FindsIntegersModuloThreeInTheEquations) {
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
  EXPECT_TRUE(contains(trained.out, "an algebra of 3 values in the equations: exact, 100.0%")) << trained.out;
  EXPECT_TRUE(contains(trained.err, "eqnet: an algebra of 3 values in the equations: exact, 100.0%")) << trained.err;
  EXPECT_EQ(json(trained.out)["epochs"].GetUint(), 0U) << "without a step";
  EXPECT_TRUE(contains(run_program({"train", data, "-o", folder.file("again"), "--threads", "1"}).out,
                       "without a step of training"));
  EXPECT_GT(share(run_program({"evaluate", model, data, "--scores-only", "--json"})), 0.95) << trained.out;
  EXPECT_GT(share(run_program({"evaluate", model, "--random-size", "21", "--scores-only", "--json"})), 0.95)
      << trained.out;
  // What it has learned is said by info, too.
  const Outcome told = run_program({"info", model, "--json"});
  ASSERT_EQ(told.exit_code, 0) << told.err;
  const auto info = json(told.out);
  EXPECT_GT(info["blocks"]["live"].GetUint(), 0U);
  ASSERT_GT(info["algebras"].Size(), 0U);
  const auto& algebra = info["algebras"][0];
  EXPECT_STREQ(algebra["learned"].GetString(), "table");
  EXPECT_LT(algebra["table_error"].GetDouble(), 0.1);
  expect_modulo(3, algebra);
  const std::string text = run_program({"info", model}).out;
  EXPECT_NE(text.find("an algebra of 3 values"), std::string::npos) << text;
  EXPECT_NE(text.find("inverses by Subtract"), std::string::npos) << text;
}

// Points learn a part of it at best: what they lack is looked for in the equations.
TEST(EqNetMul, FindsIntegersModuloFour) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_program({"generate", "--domain", EQNET_SOURCE "/examples/algebras/mod4.toml", "--vars", "2",
                         "--max-size", "7", "--per-class", "30", "--name", "four", "-o", folder.file("data"), "-q"})
                .exit_code,
            0);
  const std::string data = folder.file("data/four.json.gz");
  const std::string model = folder.file("m");
  const Arguments train = {"train", data, "-o", model, "--threads", "1", "--set", "steps=100"};
  const Outcome trained = run_program(train);
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  EXPECT_TRUE(contains(trained.err, "an algebra of 4 values in the equations (Add is a + b mod 4, ")) << trained.err;
  EXPECT_GT(share(run_program({"evaluate", model, "--random-size", "31", "--scores-only", "--json"})), 0.95);
  EXPECT_FALSE(contains(run_program(train + Arguments{"--set", "block=1", "--force"}).err, "equations"))
      << "who asks for points gets points";
}

// They are a product of those modulo 2 and modulo 3, which are learned side by side and told one by one.
TEST(EqNetMul, LearnsIntegersModuloSixInPartsThatInfoTellsOneByOne) {
  const TemporaryFolder folder;
  const std::string tables = EQNET_SOURCE "/examples/algebras/mod6.toml";
  ASSERT_EQ(run_program({"generate", "--domain", tables, "--vars", "2", "--max-size", "7", "--per-class", "30",
                         "--name", "six", "-o", folder.file("data"), "-q"})
                .exit_code,
            0);
  const std::string model = folder.file("m");
  const Outcome trained = run_program({"train", folder.file("data/six.json.gz"), "-o", model, "--threads", "1"});
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  const Outcome told = run_program({"info", model, "--json"});
  ASSERT_EQ(told.exit_code, 0) << told.err;
  const auto info = json(told.out);
  ASSERT_EQ(info["algebras"].Size(), 2U) << told.out;
  unsigned live = 0;
  const std::string text = run_program({"info", model}).out;
  for (const auto& algebra : info["algebras"].GetArray()) {
    const unsigned n = algebra["values"].Size();
    expect_modulo(n, algebra);
    EXPECT_EQ(algebra["assignments"].GetUint(), n * n - 1) << "all but that of nothing but 0";
    live += algebra["live"].GetUint();
    const std::string title =
        "an algebra of " + std::to_string(n) + " values in " + std::to_string(algebra["live"].GetUint()) + " parts\n";
    EXPECT_NE(text.find(title), std::string::npos) << title << text;
  }
  EXPECT_EQ(info["algebras"][0]["values"].Size() + info["algebras"][1]["values"].Size(), 2U + 3U);
  EXPECT_EQ(live, info["blocks"]["parts"].GetUint());
  EXPECT_GT(live, info["blocks"]["live"].GetUint());
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
