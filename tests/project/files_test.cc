// What a stranger relies on in the files around the code.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>

#include "support/run_program.h"

namespace eqnet::project {

using eqnet::testing::read_file;
const std::string kSource = EQNET_SOURCE;

namespace {

std::string output_of(const std::string& command) {
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) output += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return output;
}

}  // namespace

TEST(Docs, DescribeTheCommandLineAsItIs) {
  const std::string now = output_of(kSource + "/scripts/cli-docs " + EQNET_PROGRAM);
  EXPECT_TRUE(now == read_file(kSource + "/docs/cli.md")) << "docs/cli.md is out of date; run make docs";
}

TEST(Docs, ShowTheModulesAsCMakeHasThem) {
  const std::string picture = output_of(kSource + "/scripts/module-picture");
  EXPECT_GT(picture.size(), 300U);
  EXPECT_NE(read_file(kSource + "/docs/architecture.md").find(picture), std::string::npos)
      << "docs/architecture.md is out of date; put in what scripts/module-picture prints";
}

// Tables and code may be wider, and a line that is one long link.
TEST(Docs, AreWrappedAt100Characters) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kSource + "/docs")) {
    if (entry.path().extension() != ".md" || entry.path().filename() == "cli.md") continue;
    ++files;
    std::istringstream text(read_file(entry.path().string()));
    bool code = false;
    size_t number = 0;
    for (std::string line; std::getline(text, line);) {
      ++number;
      if (line.starts_with("```")) code = !code;
      const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };  // of UTF-8
      const auto width = line.size() - static_cast<size_t>(std::ranges::count_if(line, continues));
      if (code || line.starts_with("|") || line.starts_with("![") || line.find(' ') == std::string::npos) continue;
      EXPECT_LE(width, 100U) << entry.path().filename() << ":" << number;
    }
  }
  EXPECT_GT(files, 5U);
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
