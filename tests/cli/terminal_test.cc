// What a person sees while the program works: a terminal gets a line that goes away again, a file gets nothing.
#include <pty.h>

#include <regex>
#include <stdexcept>

#include "cli/workshop.h"

namespace eqnet::cli {
namespace {

// What the program writes to a terminal.
std::string on_terminal(Arguments arguments) {
  std::string program = EQNET_PROGRAM;
  std::vector<char*> argv = {program.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == -1) throw std::runtime_error("forkpty failed");
  if (child == 0) {
    execv(argv[0], argv.data());
    _exit(127);
  }
  std::string all;
  char some[4096];
  for (ssize_t got; (got = read(terminal, some, sizeof some)) > 0;) all.append(some, static_cast<size_t>(got));
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << all;
  return all;
}

const std::string kErase = "\r\033[K";

// The lines that were drawn one over the other, the last of them being what stays.
std::vector<std::string> drawn(const std::string& output) {
  std::vector<std::string> all;
  for (size_t at = 0;;) {
    const size_t end = output.find(kErase, at);
    all.push_back(output.substr(at, end == std::string::npos ? end : end - at));
    if (end == std::string::npos) return all;
    at = end + kErase.size();
  }
}

class Terminal : public ::testing::Test {
 protected:
  void SetUp() override {
    int terminal = -1;
    int other_end = -1;
    if (openpty(&terminal, &other_end, nullptr, nullptr, nullptr) == -1) {
      GTEST_SKIP() << "there are no pseudo-terminals here, as in a chroot without /dev/pts";
    }
    close(terminal);
    close(other_end);
  }
};

}  // namespace

TEST_F(Terminal, ShowsHowATrainingGoesAndThenOnlyItsResult) {
  const Workshop shop;
  const Arguments train = {"train",  shop.dataset(), "-m",    "eqnet",         "-o",        shop.folder.file("m"),
                           "--time", "0.6",          "--set", "patience=9999", "--threads", "1",
                           "--force"};
  const std::vector<std::string> shown = drawn(on_terminal(train));
  ASSERT_GE(shown.size(), 3U);
  EXPECT_EQ(shown.front(), "");
  for (size_t i = 1; i + 1 < shown.size(); ++i) {
    for (const char* part : {"epoch ", " expressions/s  loss ", "  validation ", "% (best ", " s left"}) {
      EXPECT_NE(shown[i].find(part), std::string::npos) << shown[i] << " lacks " << part;
    }
  }
  EXPECT_EQ(shown.back().find(shop.folder.file("m") + ": eqnet on boolean5, "), 0U) << shown.back();
  const std::string quiet = on_terminal(train + Arguments{"--quiet"});
  EXPECT_EQ(quiet.find('\033'), std::string::npos) << quiet;
}

TEST_F(Terminal, ShowsABarWhereTheShareIsKnown) {
  const Workshop shop;
  const Arguments project = {"project",      "boolean", shop.dataset(), "-o", shop.folder.file("places"),
                             "--iterations", "3000",    "--threads",    "1"};
  const std::vector<std::string> shown = drawn(on_terminal(project));
  ASSERT_GE(shown.size(), 3U);
  const std::regex bar("(neighbours|layout)  \\[#*\\.*\\] [ 0-9]{3}%  [0-9]+ s left");
  for (size_t i = 1; i + 1 < shown.size(); ++i) {
    if (shown[i].empty()) continue;  // between the two
    EXPECT_TRUE(std::regex_match(shown[i], bar)) << shown[i];
    EXPECT_EQ(shown[i].find(']') - shown[i].find('['), 31U) << shown[i];
  }
  EXPECT_EQ(shown.back(), "");
}

}  // namespace eqnet::cli
