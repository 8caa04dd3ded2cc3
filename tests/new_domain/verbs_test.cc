// A domain that src/ has never heard of, and data without any meaning of its own, through every verb.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cli/verbs.h"
#include "new_domain/chain.h"
#include "support/run_program.h"
#include "support/temporary_folder.h"

namespace eqnet::cli {
namespace {

struct Outcome {
  int code;
  std::string out, err;
};

// The program in this process, which is what has the domain.
Outcome eqnet(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "eqnet");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int code = run(static_cast<int>(argv.size()), argv.data());
  std::fflush(nullptr);
  Outcome outcome{code, ::testing::internal::GetCapturedStdout(), ::testing::internal::GetCapturedStderr()};
  EXPECT_NE(code, kError) << outcome.err;
  return outcome;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

const domain::Domain& chain() {
  static const domain::Domain& added = domain::add_domain(std::make_unique<const eqnet::testing::Chain>());
  return added;
}

TEST(NewDomain, GoesThroughEveryVerb) {
  chain();
  const eqnet::testing::TemporaryFolder folder;
  const std::string data = folder.path() + "/chain.json.gz";
  const std::string model = folder.path() + "/chain.eqnet";
  const std::string page = folder.path() + "/page.html";

  EXPECT_TRUE(contains(eqnet({"help", "generate"}).out, "chain ~ /\\ \\/ mid")) << "its operators, by default all";
  eqnet({"generate", "--domain", "chain", "--vars", "3", "--max-size", "5", "--name", "chain", "-o", folder.path()});
  // Trees of at most 5 nodes over 3 variables with one unary, two binary and one ternary operator.
  EXPECT_TRUE(contains(eqnet({"stats", data, "--json", "--verify"}).out, "\"expressions\":546"))
      << "3 + 3 + 21 + 84 + 435, by hand";
  EXPECT_TRUE(contains(eqnet({"stats", data, "--verify"}).out, "clean"));

  EXPECT_EQ(eqnet({"equiv", "mid(a, b, b)", "b \\/ b"}).code, kYes) << "its signs tell the domain";
  const Outcome different = eqnet({"equiv", "--domain", "chain", "~a high a", "one"});
  EXPECT_EQ(different.code, kNo);
  EXPECT_TRUE(contains(different.out, "at a = 0 the first is 2 and the second is 1")) << different.out;

  const Outcome trained = eqnet({"train", data, "-o", model, "--time", "3", "--set", "steps=300"});
  EXPECT_TRUE(contains(trained.out, "eqnet-mul on chain")) << trained.out;
  EXPECT_TRUE(contains(eqnet({"evaluate", model, data, "--scores-only"}).out, "ceiling"));
  EXPECT_TRUE(contains(eqnet({"evaluate", model, "--random-size", "7", "--count", "200"}).out, "unseen"));
  const auto numbers = [](const std::string& line) { return line.substr(0, line.find('\t')); };
  const std::string vector = numbers(eqnet({"embed", model, "mid(a, b, ~c)"}).out);
  EXPECT_TRUE(contains(vector, " "));
  const std::string again = numbers(eqnet({"embed", model, "(Middle a b (Flip c))", "--domain", "open"}).out);
  EXPECT_EQ(again, vector) << "as S-expressions";
  const Outcome near = eqnet({"nearest", model, data, "mid(a, b, c)", "-k", "5"});
  EXPECT_TRUE(contains(near.out, "mid(a, b, c)") && (contains(near.out, "equivalent") || contains(near.out, "=")))
      << near.out;
  EXPECT_TRUE(contains(eqnet({"project", model, data, "--method", "pca"}).out, "\tmid(a, b, c)\n"));
  eqnet({"explore", model, data, "-o", page, "--method", "pca", "-q"});
  EXPECT_GT(std::filesystem::file_size(page), 10'000U);
  EXPECT_TRUE(contains(eqnet({"info", model}).out, "chain"));
}

TEST(NewDomain, CannotTakeANameThatIsTaken) {
  chain();
  EXPECT_THROW(domain::add_domain(std::make_unique<const eqnet::testing::Chain>()), base::Error);
}

// Words over two letters, equal where they have the same letters in any order; EqNet is told the classes only.
TEST(OpenData, GoesThroughEveryVerb) {
  const eqnet::testing::TemporaryFolder folder;
  const std::string plain = folder.path() + "/words.txt";
  {
    std::ofstream file(plain);
    for (int length = 1; length <= 7; ++length) {
      for (int bits = 0; bits < 1 << length; ++bits) {
        std::string text;
        int ones = 0;
        for (int i = 0; i < length; ++i) {
          const char letter = (bits >> i & 1) != 0 ? 'y' : 'x';
          ones += bits >> i & 1;
          text = i == 0 ? std::string(1, letter) : "(join " + text + " " + letter + ")";
        }
        file << "x" << length - ones << "y" << ones << "\t" << text << "\n";
      }
    }
  }
  const std::string data = folder.path() + "/data/words.txt";
  const std::string model = folder.path() + "/words.eqnet";
  const Outcome made = eqnet({"split", plain, "--domain", "open", "-o", folder.path() + "/data"});
  EXPECT_TRUE(contains(made.out, "neweqtestset")) << made.out;
  EXPECT_TRUE(contains(eqnet({"stats", data, "--domain", "open"}).out, "254"));
  eqnet({"train", data, "--domain", "open", "-o", model, "--time", "3", "--set", "steps=300"});
  EXPECT_TRUE(contains(eqnet({"evaluate", model, data, "--scores-only"}).out, "ceiling"));
  EXPECT_TRUE(contains(eqnet({"embed", model, "(join x y)"}).out, " "));
  const Outcome near = eqnet({"nearest", model, data, "(join x y)", "-k", "3"});
  EXPECT_TRUE(contains(near.out, "same class") || contains(near.out, "other class")) << near.out;
  const Outcome unknown = eqnet({"nearest", model, data, "(join x (join y x))", "-k", "3"});
  EXPECT_TRUE(contains(unknown.out, "not in the data")) << unknown.out;
  EXPECT_TRUE(contains(eqnet({"project", model, data, "--method", "pca"}).out, "\t(join x y)\n"));
  eqnet({"explore", model, data, "-o", folder.path() + "/page.html", "--method", "pca", "-q"});
}

TEST(OpenData, NeedsOnlyThePartsOfItsSplitThatAreAsked) {
  const eqnet::testing::TemporaryFolder folder;
  const std::string data = folder.path() + "/boolean5.json.gz";
  const std::string model = folder.path() + "/m.eqnet";
  eqnet({"generate", "boolean5", "-o", folder.path()});
  for (const char* part : {"testset", "neweqtestset"}) {
    std::filesystem::remove(folder.path() + "/split/boolean5-" + part + ".json.gz");
  }
  eqnet({"train", data, "-m", "tfidf", "-o", model});
  for (const char* part : {"trainset", "validationset"}) {
    std::filesystem::rename(
        folder.path() + "/split/boolean5-" + part + ".json.gz",
        folder.path() + "/split/boolean5-" + (part[0] == 't' ? "testset" : "neweqtestset") + ".json.gz");
  }
  EXPECT_TRUE(contains(eqnet({"evaluate", model, data, "--scores-only"}).out, "ceiling"));
}

}  // namespace
}  // namespace eqnet::cli
