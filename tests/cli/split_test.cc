// eqnet split, as a user types it.
#include <gtest/gtest.h>

#include <filesystem>

#include "eqnet/data/dataset.h"
#include "support/run_program.h"
#include "support/temporary_folder.h"

namespace eqnet::cli {
namespace {

using eqnet::testing::read_file;
using eqnet::testing::run_program;
using eqnet::testing::TemporaryFolder;

// Five classes of sums, with comments and spaces that a rewritten file would lose.
std::string answers() {
  std::string text = "# answers of a class\n\n";
  for (const char* c : {"a + b", "a - b", "2a", "b*b", "a"}) {
    for (int i = 0; i < 10; ++i) {
      text += std::string(c) + "\t" + c;
      for (int j = 0; j < i; ++j) text += "  +  b - b";
      text += "\n";
    }
  }
  return text;
}

TEST(Split, LeavesTheFileThatIsInTheFolderAsItIs) {
  const TemporaryFolder folder;
  const std::string path = folder.write("answers.tsv", answers());
  const auto made = run_program({"split", path, "-o", folder.path(), "--json"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(read_file(path), answers());
  const data::Dataset dataset = data::load(path);
  ASSERT_TRUE(dataset.split);
  size_t expressions = 0;
  for (const data::Part part : data::kParts) {
    EXPECT_FALSE(dataset.part(part).empty()) << data::name(part);
    expressions += data::count_expressions(dataset.part(part));
  }
  EXPECT_EQ(expressions, 50U);
  EXPECT_NE(made.out.find("\"trainset\":{\"classes\":4"), std::string::npos) << made.out;

  const auto again = run_program({"split", path, "-o", folder.path()});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_NE(again.err.find("--force"), std::string::npos) << again.err;
  EXPECT_EQ(run_program({"split", path, "-o", folder.path(), "--force", "--seed", "2"}).exit_code, 0);
}

TEST(Split, WritesTheDatasetIntoAnotherFolderInEitherFormat) {
  const TemporaryFolder folder;
  const std::string path = folder.write("answers.txt", answers());
  ASSERT_EQ(run_program({"split", path, "-o", folder.file("text")}).exit_code, 0);
  ASSERT_EQ(run_program({"split", path, "-o", folder.file("semvec"), "--format", "semvec"}).exit_code, 0);
  for (const char* made : {"text/answers.txt", "semvec/answers.json.gz"}) {
    const data::Dataset dataset = data::load(folder.file(made));
    EXPECT_EQ(data::count_expressions(dataset.classes), 50U) << made;
    EXPECT_TRUE(dataset.split) << made;
  }
  const auto again = run_program({"split", path, "-o", folder.file("text")});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_NE(again.err.find("is there already"), std::string::npos) << again.err;
}

TEST(Split, IsTheSameForTheSameSeedOnly) {
  const TemporaryFolder folder;
  const std::string path = folder.write("answers.txt", answers());
  const auto training = [&](const std::string& name, const std::string& seed) {
    EXPECT_EQ(run_program({"split", path, "-o", folder.file(name), "--seed", seed}).exit_code, 0);
    return read_file(folder.file(name + "/split/answers-trainset.txt"));
  };
  const std::string first = training("a", "1");
  EXPECT_EQ(first, training("b", "1"));
  EXPECT_NE(first, training("c", "2"));
}

}  // namespace
}  // namespace eqnet::cli
