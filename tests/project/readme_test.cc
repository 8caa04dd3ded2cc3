// The commands of README, docs/jobs.md and docs/reals.md, typed as they stand there, in order, in one folder.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "support/run_program.h"

namespace eqnet::project {
namespace {

using eqnet::testing::read_file;
using eqnet::testing::TemporaryFolder;

struct Command {
  std::string line;    // as a user types it
  std::string output;  // what the README shows of it; empty where it shows nothing
};

// Of blocks without a language: "$ eqnet …" and what follows up to an empty line, or a line "eqnet …".
std::vector<Command> commands_of(const std::string& text) {
  std::vector<Command> commands;
  std::istringstream stream(text);
  bool fenced = false;     // in a block
  bool inside = false;     // in one without a language
  bool listening = false;  // lines belong to the last command's output
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("```")) {
      inside = !fenced && line == "```";
      fenced = !fenced;
      listening = false;
    } else if (inside && line.starts_with("$ eqnet ")) {
      commands.push_back({line.substr(2), ""});
      listening = true;
    } else if (inside && line.starts_with("eqnet ")) {
      commands.push_back({line, ""});
    } else if (line.empty()) {
      listening = false;
    } else if (listening) {
      commands.back().output += line + "\n";
    }
  }
  return commands;
}

// What is the same on every processor: of neighbours at one distance the order is not, but how many there are and what
// the verdicts say.
std::string steady(const Command& command, const std::string& output) {
  if (!command.line.starts_with("eqnet nearest ")) return output;
  std::string ends;
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);) ends += line.substr(line.rfind("  ") + 2) + "\n";
  return ends;
}

// `most`: the highest exit code of a command.
void expect_shown(const std::string& page, int most) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink(EQNET_PROGRAM, folder.file("eqnet"));
  std::filesystem::create_directory_symlink(std::string(EQNET_SOURCE) + "/examples", folder.file("examples"));
  const std::vector<Command> commands = commands_of(read_file(std::string(EQNET_SOURCE) + "/" + page));
  EXPECT_GT(commands.size(), 5U);
  for (const Command& command : commands) {
    const std::string shell =
        "cd '" + folder.path() + "' && PATH=\"$PWD:$PATH\" && { " + command.line + "; } > out 2> err";
    const int code = WEXITSTATUS(std::system(shell.c_str()));
    EXPECT_LE(code, most) << command.line << "\n" << read_file(folder.file("err"));
    const std::string out = read_file(folder.file("out"));
    if (!command.output.empty()) {
      EXPECT_EQ(steady(command, out), steady(command, command.output)) << command.line << "\n" << out;
    }
  }
}

}  // namespace

TEST(Readme, ShowsWhatItsCommandsDo) {
  expect_shown("README.md", 1);
}

// A file of answers has some that cannot be read.
TEST(Jobs, ShowWhatTheirCommandsDo) {
  expect_shown("docs/jobs.md", 2);
}

// One of its examples is a line that cannot be read.
TEST(Reals, ShowWhatTheirCommandsDo) {
  expect_shown("docs/reals.md", 2);
}

}  // namespace eqnet::project
