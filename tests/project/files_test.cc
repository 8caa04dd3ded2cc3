// What a stranger relies on in the files around the code.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>

#include "support/run_program.h"

namespace eqnet::project {

using eqnet::testing::read_file;
const std::string kSource = EQNET_SOURCE;

TEST(Docs, DescribeTheCommandLineAsItIs) {
  const std::string command = kSource + "/scripts/cli-docs " + EQNET_PROGRAM;
  std::string now;
  FILE* pipe = popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) now += static_cast<char>(c);
  ASSERT_EQ(pclose(pipe), 0);
  EXPECT_TRUE(now == read_file(kSource + "/docs/cli.md")) << "docs/cli.md is out of date; run make docs";
}

TEST(Docs, LinkToFilesThatExist) {
  const std::regex link("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  size_t links = 0;
  for (const std::string folder : {"", "/docs"}) {
    for (const auto& entry : std::filesystem::directory_iterator(kSource + folder)) {
      if (entry.path().extension() != ".md") continue;
      const std::string text = read_file(entry.path().string());
      for (std::sregex_iterator match(text.begin(), text.end(), link), end; match != end; ++match) {
        ++links;
        EXPECT_TRUE(std::filesystem::exists(entry.path().parent_path() / (*match)[1].str()))
            << entry.path() << " links to " << (*match)[1];
      }
    }
  }
  EXPECT_GT(links, 5U);
}

TEST(Docs, ShowTheExampleThatIsCompiled) {
  EXPECT_NE(read_file(kSource + "/README.md").find(read_file(kSource + "/examples/prove.cc")), std::string::npos);
}

TEST(Code, IsFormatted) {
  if (std::system("clang-format --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "clang-format is not installed";
  const std::string command = "cd '" + kSource +
                              "' && find src include tests bench fuzz examples -name '*.cc' -o -name '*.h' | " +
                              "xargs clang-format --dry-run -Werror > /dev/null 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << "run make format";
}

}  // namespace eqnet::project
