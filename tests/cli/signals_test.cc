// Ctrl-C and kill: the program ends by the signal and leaves nothing half-written.
#include <csignal>
#include <filesystem>

#include "cli/workshop.h"
#include "support/start_program.h"

namespace eqnet::cli {

using eqnet::testing::RunningProgram;

namespace {

std::vector<std::string> under_construction(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;  // files come and go
  for (std::filesystem::recursive_directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
    if (at->path().filename().string().find(".tmp-") != std::string::npos) names.push_back(at->path());
  }
  return names;
}

}  // namespace

TEST(Signals, EndGenerateAndLeaveNothingHalfWritten) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    int ended = 0;
    int writing = 0;
    for (const int microseconds : {0, 200, 1000, 3000, 10'000, 30'000, 100'000}) {
      const TemporaryFolder folder;
      RunningProgram program({"generate", "boolean8", "poly8", "largeSimpleBoolean5", "-o", folder.path()});
      ASSERT_TRUE(program.wait_for([&] { return !under_construction(folder.path()).empty(); }));
      std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
      const size_t before = under_construction(folder.path()).size();
      const std::optional<int> status = program.end_by(signal);
      EXPECT_EQ(under_construction(folder.path()), std::vector<std::string>()) << strsignal(signal);
      if (!status || WIFEXITED(*status)) continue;  // it was faster
      ++ended;
      writing += before > 0 ? 1 : 0;
      EXPECT_EQ(WTERMSIG(*status), signal);
      if (std::filesystem::exists(folder.file("boolean8.json.gz"))) {
        EXPECT_EQ(run_program({"stats", folder.file("boolean8.json.gz")}).exit_code, 0) << "what is there is whole";
      }
    }
    EXPECT_GT(ended, 2) << strsignal(signal);
    EXPECT_GT(writing, 1) << strsignal(signal);
  }
}

TEST(Signals, AtTheVeryStartEndTheProgramToo) {
  const TemporaryFolder folder;
  for (const int microseconds : {0, 300, 1000, 2000, 4000}) {
    RunningProgram program({"generate", "boolean8", "-o", folder.path()});
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
    const std::optional<int> status = program.end_by(SIGINT);
    ASSERT_TRUE(status && WIFSIGNALED(*status));
    EXPECT_EQ(WTERMSIG(*status), SIGINT);
    EXPECT_TRUE(under_construction(folder.path()).empty());
  }
}

TEST(Signals, ThatAreIgnoredStayIgnored) {
  const TemporaryFolder folder;
  const auto old = std::signal(SIGHUP, SIG_IGN);  // as nohup does; the program inherits it
  RunningProgram program({"generate", "boolean8", "-o", folder.path()});
  std::signal(SIGHUP, old);
  ASSERT_TRUE(program.wait_for([&] { return !under_construction(folder.path()).empty(); }));
  const std::optional<int> status = program.end_by(SIGHUP);
  ASSERT_TRUE(status);
  EXPECT_TRUE(WIFEXITED(*status) && WEXITSTATUS(*status) == 0);
  EXPECT_TRUE(std::filesystem::exists(folder.file("boolean8.json.gz")));
}

TEST(Signals, LeaveTrainingItsCheckpoint) {
  const Workshop shop;
  const auto train = [&](const std::string& name) {
    return Arguments{
        "train", shop.dataset(),     "-o",    shop.folder.file(name), "--epochs", "40",           "--set", "batch=200",
        "--set", "validate_every=1", "--set", "validate_steps=0",     "--set",    "dimension=16", "--set", "block=1"};
  };
  ASSERT_EQ(run_program(train("whole")).exit_code, 0);
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string path = shop.folder.file("m");
    std::filesystem::remove(path);
    RunningProgram program(train("m"));
    ASSERT_TRUE(program.wait_for([&] { return std::filesystem::exists(path + ".checkpoint"); }));
    const std::optional<int> status = program.end_by(signal);
    ASSERT_TRUE(status && WIFSIGNALED(*status));
    EXPECT_TRUE(under_construction(shop.folder.path()).empty());
    const Outcome outcome = run_program(train("m") + Arguments{"--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(json(outcome.out)["resumed"].GetBool());
    EXPECT_TRUE(read_file(path) == read_file(shop.folder.file("whole")));
  }
}

}  // namespace eqnet::cli
