// An algebra of one's own, by --domain FILE.toml, through the verbs.
#include <filesystem>

#include "cli/workshop.h"

namespace eqnet::cli {
namespace {

const std::string kKleene = EQNET_SOURCE "/examples/algebras/kleene.toml";

Outcome good(const Arguments& arguments, int code = 0) {
  Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.exit_code, code) << outcome.err;
  return outcome;
}

TEST(FiniteVerbs, GoFromTheFileToAnswers) {
  const TemporaryFolder folder;
  const std::string algebra = folder.write("logic.toml", read_file(kKleene));
  const std::string data = folder.file("data/k.json.gz");
  const std::string model = folder.file("k.eqnet");

  // 3 variables, one operator of one child and two of two: 3 + 3 + (3 + 18) + (21 + 36) + (57 + 270), by hand.
  const Outcome counted = good({"generate", "--domain", algebra, "--max-size", "5", "--count", "--json"});
  EXPECT_TRUE(contains(counted.out, "\"expressions\":411")) << counted.out;
  EXPECT_TRUE(contains(counted.out, "\"dataset\":\"kleene-v3-n5\",\"domain\":\"kleene\"")) << counted.out;
  good({"generate", "--domain", algebra, "--max-size", "6", "--ops", "&,or,~", "--name", "k", "-o",
        folder.file("data")});
  EXPECT_EQ(read_file(folder.file("data/k.toml")), read_file(kKleene));

  EXPECT_TRUE(contains(good({"equiv", "--domain", algebra, "~(a & b)", "Or(Not(a), Not(b))"}).out, "equivalent"));
  const Outcome different = good({"equiv", "--domain", algebra, "a | ~a", "T"}, 1);
  EXPECT_EQ(different.out, "different: at a = U the first is U and the second is T\n");

  std::filesystem::remove(algebra);  // it has done its duty
  EXPECT_TRUE(contains(good({"stats", "--verify", data}).out, "clean"));
  EXPECT_TRUE(contains(good({"stats", "--json", data}).out, "\"domain\":\"kleene\""));
  good({"train", data, "-o", model, "--time", "3", "--threads", "1"});
  std::filesystem::remove(folder.file("data/k.toml"));  // and so has its copy
  EXPECT_TRUE(contains(good({"info", model}).out, "kleene expressions over a b c with And Not Or"));
  EXPECT_TRUE(contains(good({"evaluate", model, data, "--scores-only"}).out, "ceiling"));
  EXPECT_TRUE(contains(good({"evaluate", model, "--random-size", "9", "--count", "200"}).out, "unseen"));
  const auto vector = [&](const std::string& text) {
    const std::string line = good({"embed", model, text}).out;
    return line.substr(0, line.find('\t'));
  };
  EXPECT_EQ(vector("a & ~b"), vector("And(a, Not(b))"));
  const Outcome near = good({"nearest", model, data, "a & b", "-k", "3"});
  EXPECT_TRUE(contains(near.out, "equivalent")) << near.out;
  good({"explore", model, data, "-o", folder.file("page.html"), "--method", "pca", "-q"});
  EXPECT_GT(std::filesystem::file_size(folder.file("page.html")), 10'000U);
  EXPECT_TRUE(contains(good({"project", model, data, "--method", "pca"}).out, "\ta & b\n"));
}

// Data of one's own, with its split beside it and its algebra too.
TEST(FiniteVerbs, TakeTextWithTheAlgebra) {
  const TemporaryFolder folder;
  std::string text;
  for (const char* expression : {"a & b", "b & a", "a & b & b", "a & a & b", "~~a & b", "b & ~~a", "b & (a | a)"}) {
    text += std::string("and\t") + expression + "\n";
  }
  for (const char* expression : {"U", "U & U", "~U", "U | U", "~~U", "U & T", "T & U", "F | U"}) {
    text += std::string("unknown\t") + expression + "\n";
  }
  const std::string own = folder.write("own.txt", text);
  EXPECT_TRUE(contains(good({"stats", "--verify", "--domain", kKleene, own}).out, "clean"));
  good({"split", own, "--domain", kKleene, "-o", folder.file("data")});
  EXPECT_EQ(read_file(folder.file("data/own.toml")), read_file(kKleene));
  EXPECT_TRUE(
      contains(good({"stats", "--json", "--verify", folder.file("data/own.txt")}).out, "\"domain\":\"kleene\""));
  good({"split", folder.file("data/own.txt"), "-o", folder.file("again")});
  EXPECT_EQ(read_file(folder.file("again/own.toml")), read_file(kKleene));
}

TEST(FiniteVerbs, RefuseWhatIsNoAlgebraInOneLine) {
  const TemporaryFolder folder;
  const std::string bad = folder.write("bad.toml",
                                       "name = \"t\"\nvalues = [\"0\", \"1\"]\n[[operator]]\nname = \"F\"\n"
                                       "table = [\"0\", \"2\"]\n");
  expect_refused({"equiv", "--domain", bad, "a", "b"}, {"bad.toml, line 5", "'2'", "none of the values"});
  expect_refused({"generate", "--domain", bad, "--count"}, {"bad.toml, line 5"});
  expect_refused({"equiv", "--domain", folder.file("no.toml"), "a", "b"}, {"no.toml"});
  expect_refused({"equiv", "--domain", "klene", "a", "b"}, {"'klene'", "FILE.toml"});
  expect_refused({"generate", "--domain", kKleene, "--ops", "xor", "--count"}, {"'xor'", "kleene", "And, Or, Not"});
  expect_refused({"generate", "--domain", kKleene, "--vars", "11", "--count"}, {"65536 assignments"});
}

}  // namespace
}  // namespace eqnet::cli
