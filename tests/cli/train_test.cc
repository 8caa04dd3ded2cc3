// eqnet train as scripts see it: what it writes, what it refuses, and that a kill or a full disk loses nothing.
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/random.h"
#include "cli/workshop.h"
#include "support/start_program.h"

namespace eqnet::cli {

using eqnet::testing::RunningProgram;

TEST(Train, OverwritesNoFinishedModelUnlessForced) {
  const Workshop shop;
  const std::string model = shop.train("m");
  const std::string bytes = read_file(model);
  const Arguments again = {"train", shop.dataset(), "-m", "eqnet", "-o", model, "--epochs", "2", "--seed", "9"};
  expect_refused(again, {model, "is there already", "--force"});
  EXPECT_EQ(read_file(model), bytes);
  expect_refused({"train", shop.dataset(), "-o", "boolean"}, {"pretrained model"});
  EXPECT_EQ(run_program(again + Arguments{"--force"}).exit_code, 0);
  EXPECT_NE(read_file(model), bytes);
}

TEST(Train, SaysWhatItDidAndWritesModelAndLog) {
  const Workshop shop;
  const Outcome outcome =
      run_program({"train", shop.dataset(), "-m", "eqnet", "-o", shop.folder.file("m"), "--epochs", "6", "--json",
                   "--seed", "3", "--set", "dimension=4", "--set", "dropout=0.2", "--set", "validate_steps=0"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto result = json(outcome.out);
  EXPECT_EQ(result["model"].GetString(), shop.folder.file("m"));
  EXPECT_STREQ(result["kind"].GetString(), "eqnet");
  EXPECT_STREQ(result["ended"].GetString(), "epochs");
  EXPECT_EQ(result["epochs"].GetInt(), 6);
  EXPECT_FALSE(result["resumed"].GetBool());
  for (const char* key : {"seconds", "best_epoch", "validation_accuracy", "parameters"}) {
    EXPECT_TRUE(result[key].IsNumber()) << key;
  }
  const auto log = lines(read_file(shop.folder.file("m.log.jsonl")));
  ASSERT_EQ(log.size(), 3U) << "a validation every two epochs";
  for (const std::string& line : log) {
    const auto entry = json(line);
    for (const char* key : {"epoch", "seconds", "expressions_per_s", "loss", "validation_accuracy"}) {
      ASSERT_TRUE(entry.HasMember(key)) << key;
      EXPECT_TRUE(entry[key].IsNumber()) << key;
    }
  }
  EXPECT_EQ(json(log.back())["epoch"].GetInt(), 6);
}

TEST(Train, SaysOfAKindWithoutGradientsThatItIsFitted) {
  const Workshop shop;
  const Arguments fit = {"train", shop.dataset(), "-m", "tfidf", "-o", shop.folder.file("m"), "--force"};
  EXPECT_STREQ(json(run_program(fit + Arguments{"--json"}).out)["ended"].GetString(), "fitted");
  EXPECT_EQ(run_program(fit).out, shop.folder.file("m") + ": tf-idf fitted to 750 expressions of boolean5\n");
}

TEST(Train, RefusesWhatMakesNoSense) {
  const Workshop shop;
  const std::string out = shop.folder.file("m");
  const auto refuse = [&](const Arguments& more, const std::vector<std::string>& parts) {
    expect_refused(Arguments{"train", shop.dataset(), "-o", out, "--epochs", "2"} + more, parts);
    EXPECT_FALSE(std::filesystem::exists(out));
  };
  refuse({"--set", "dimensoin=3"}, {"'dimensoin'", "'dimension'"});
  refuse({"--set", "dimension=many"}, {"'dimension'", "'many'"});
  refuse({"--set", "dimension"}, {"name=value"});
  refuse({"-m", "tfidf", "--set", "dimension=3"}, {"no settings"});
  refuse({"--config", shop.folder.write("bad.toml", "dimension = 3\nmargin = =\n")}, {"bad.toml, line 2"});
  refuse({"--config", shop.folder.file("none.toml")}, {"none.toml"});
  expect_refused({"train", shop.dataset(), "-m", "eqnet", "-o", shop.folder.file("no/such/m")}, {"no/such/m"});
  expect_refused({"train", shop.folder.file("none.json.gz"), "-o", out}, {"none.json.gz"});
  const std::string alone = shop.folder.write("alone.txt", "c\ta & b\nc\tb & a\nd\ta\n");
  expect_refused({"train", alone, "-o", out}, {"alone", "no split", "eqnet split"});
  expect_refused({"evaluate", shop.train("good"), alone}, {"alone", "no split", "eqnet split"});
  EXPECT_EQ(run_program({"train", shop.dataset(), "-o", out, "-m", "eqnett"}).exit_code, 2);
  EXPECT_EQ(run_program({"train", shop.dataset()}).exit_code, 2) << "-o is missing";
}

TEST(Train, RefusesAPathThatCannotBeAFileBeforeItStarts) {
  const Workshop shop;
  for (const std::string& path : {shop.folder.path(), std::string()}) {
    const size_t files = shop.folder.entries();
    const Outcome outcome = run_program({"train", shop.dataset(), "-m", "eqnet", "-o", path, "--epochs", "2"});
    EXPECT_EQ(outcome.exit_code, 2) << "'" << path << "': " << outcome.out;
    EXPECT_EQ(shop.folder.entries(), files);
    EXPECT_FALSE(std::filesystem::exists(path + ".log.jsonl")) << path;
    std::filesystem::remove(path + ".log.jsonl");
    std::filesystem::remove(path + ".checkpoint");
  }
}

// As a path in a folder that may not be entered, which a test as root cannot have.
TEST(Train, RefusesAPathThatCannotBeAskedAboutInItsOwnWords) {
  const Workshop shop;
  expect_refused({"train", shop.dataset(), "-o", shop.folder.file(std::string(300, 'm'))},
                 {"mmm: cannot be written: File name too long"});
}

TEST(Train, RefusesLimitsThatAreNone) {
  const Workshop shop;
  for (const Arguments& limit : {Arguments{"--epochs", "-1"}, Arguments{"--time", "nan", "--epochs", "2"},
                                 Arguments{"--time", "-1", "--epochs", "2"}, Arguments{"--epochs", "1.5"}}) {
    const Arguments short_run = {"--recipe", "paper", "--set", "patience=1", "--set", "validate_every=1"};
    const Outcome outcome =
        run_program(Arguments{"train", shop.dataset(), "-m", "eqnet", "-o", shop.folder.file("m")} + short_run + limit);
    EXPECT_EQ(outcome.exit_code, 2) << limit[0] << " " << limit[1] << ": " << outcome.out;
  }
}

TEST(Train, TakesSettingsFromTheCommandLineBeforeTheFile) {
  const Workshop shop;
  const std::string config = shop.folder.write("c.toml", "dimension = 5\nmargin = 2\n");
  const std::string model = shop.train("m", {"--config", config});  // with --set dimension=16
  const auto info = json(run_program({"info", model, "--json"}).out);
  EXPECT_STREQ(info["settings"]["dimension"].GetString(), "16");
  EXPECT_STREQ(info["settings"]["margin"].GetString(), "2");
}

// Every step takes 100 times the weights off them, so they grow a hundredfold until they are no numbers. No restart.
TEST(Train, SaysSoWhenItDiverges) {
  const Workshop shop;
  const Arguments wild = {"train",    shop.dataset(), "-m",    "eqnet",           "-o",    shop.folder.file("m"),
                          "--epochs", "100",          "--set", "learning_rate=1", "--set", "weight_decay=100",
                          "--set",    "patience=1000"};
  const Arguments no_restart = {"--set", "restart_steps=0", "--set", "validate_steps=0"};
  const Arguments late = wild + no_restart + Arguments{"--set", "validate_every=1000"};
  expect_refused(late, {"diverged", "learning_rate"});
  EXPECT_FALSE(std::filesystem::exists(shop.folder.file("m"))) << "nothing good was seen before";

  const Outcome kept = run_program(wild + no_restart + Arguments{"--set", "validate_every=1", "--json"});
  ASSERT_EQ(kept.exit_code, 0) << kept.err;
  EXPECT_STREQ(json(kept.out)["ended"].GetString(), "diverged");
  EXPECT_NE(kept.err.find("training diverged in epoch"), std::string::npos) << kept.err;
  EXPECT_EQ(lines(kept.err).size(), 1U) << kept.err;
  const auto embedded = json(run_program({"embed", shop.folder.file("m"), "a & b", "--json"}).out);
  EXPECT_TRUE(embedded.IsObject() && embedded["vector"].Size() > 0) << "what was best before that is a model";
}

namespace {

// A run with a checkpoint after every epoch. Of points: tables that explain this data are found before there could be
// one.
Arguments checkpointed(const Workshop& shop, const std::string& path, const std::string& threads) {
  return {"train",        shop.dataset(),     "-o",    path,        "--set",
          "block=1",      "--epochs",         "40",    "--set",     "validate_every=1",
          "--set",        "validate_steps=0", "--set", "batch=200", "--set",
          "dimension=16", "--seed",           "5",     "--threads", threads};
}

// Starts the run and kills it some time after it has a checkpoint. False when it ended before.
bool kill_after_checkpoint(const Arguments& arguments, const std::string& path, int microseconds) {
  RunningProgram program(arguments);
  if (!program.wait_for([&] { return std::filesystem::exists(path + ".checkpoint"); })) return false;
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
  return program.kill();
}

// A limit on the size of a file stands for a full disk: it works without privileges.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(size_t bytes) {
    old_handler_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_{};
  void (*old_handler_)(int) = SIG_DFL;
};

}  // namespace

TEST(Kill, AtAnyMomentLosesNothing) {
  const Workshop shop;
  const std::string whole = shop.folder.file("whole");
  ASSERT_EQ(run_program(checkpointed(shop, whole, "1")).exit_code, 0);
  ASSERT_EQ(run_program(checkpointed(shop, shop.folder.file("two"), "2")).exit_code, 0);
  EXPECT_EQ(read_file(shop.folder.file("two")), read_file(whole)) << "threads";
  // Other moments every time; a run that failed can be given its own again.
  const char* given = std::getenv("EQNET_TEST_SEED");
  const uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : static_cast<uint64_t>(getpid());
  SCOPED_TRACE("moments of EQNET_TEST_SEED=" + std::to_string(seed));
  base::Random random(seed);
  for (int round = 0; round < 3; ++round) {
    const std::string path = shop.folder.file("killed" + std::to_string(round));
    int kills = 0;
    for (const char* threads : {"1", "2", "1", "2"}) {
      kills += kill_after_checkpoint(checkpointed(shop, path, threads), path, static_cast<int>(random.below(40'000)))
                   ? 1
                   : 0;
    }
    EXPECT_GT(kills, 0);
    const Outcome outcome = run_program(checkpointed(shop, path, round % 2 == 0 ? "1" : "2") + Arguments{"--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(json(outcome.out)["resumed"].GetBool() || kills < 4);
    EXPECT_TRUE(read_file(path) == read_file(whole)) << "the model is another one after " << kills << " kills";
    EXPECT_FALSE(std::filesystem::exists(path + ".checkpoint"));
    EXPECT_EQ(lines(read_file(path + ".log.jsonl")).size(), lines(read_file(whole + ".log.jsonl")).size())
        << "a line is lost or there twice";
  }
}

TEST(Train, RefusesAFileThatAnotherProcessTrains) {
  const Workshop shop;
  const std::string path = shop.folder.file("m");
  Arguments endless = checkpointed(shop, path, "1");
  *std::ranges::find(endless, "40") = "1000000";
  RunningProgram program(endless);
  ASSERT_TRUE(program.wait_for([&] { return std::filesystem::exists(path + ".checkpoint"); }));
  const std::string process = read_file(path + ".lock");
  expect_refused(endless, {path, "being trained by process " + process.substr(0, process.find('\n')), "wait for it"});
  expect_refused({"train", shop.dataset(), "-m", "tfidf", "-o", path}, {path, "being trained"});
  ASSERT_TRUE(program.kill());
  for (const std::string& line : lines(read_file(path + ".log.jsonl"))) json(line);
  const Outcome outcome = run_program(endless + Arguments{"--json", "--time", "0.1"});
  EXPECT_EQ(outcome.exit_code, 0) << "a kill frees it: " << outcome.err;
  EXPECT_TRUE(json(outcome.out)["resumed"].GetBool());
  EXPECT_FALSE(std::filesystem::exists(path + ".lock"));
}

TEST(Kill, ThenAnotherCommandIsRefusedAndChangesNothing) {
  const Workshop shop;
  const std::string path = shop.folder.file("m");
  ASSERT_TRUE(kill_after_checkpoint(checkpointed(shop, path, "1"), path, 0));
  const std::string checkpoint = read_file(path + ".checkpoint");
  Arguments other = checkpointed(shop, path, "1");
  *std::ranges::find(other, "5") = "6";  // the seed
  expect_refused(other, {path + ".checkpoint", "another run", "seed", "delete it"});
  EXPECT_EQ(read_file(path + ".checkpoint"), checkpoint);
  shop.folder.write("m.checkpoint", checkpoint.substr(0, checkpoint.size() / 2));
  expect_refused(checkpointed(shop, path, "1"), {path + ".checkpoint", "cut short"});
}

TEST(FullDisk, StopsTrainingInOneLineAndLeavesTheLastCheckpoint) {
  const Workshop shop;
  const std::string whole = shop.folder.file("whole");
  ASSERT_EQ(run_program(checkpointed(shop, whole, "1")).exit_code, 0);
  const std::string path = shop.folder.file("m");
  ASSERT_TRUE(kill_after_checkpoint(checkpointed(shop, path, "1"), path, 0));
  const std::string checkpoint = read_file(path + ".checkpoint");
  {
    const FileSizeLimit limit(checkpoint.size() / 2);
    expect_refused(checkpointed(shop, path, "1"), {path + ".checkpoint", "File too large", "free some space"});
  }
  EXPECT_EQ(read_file(path + ".checkpoint"), checkpoint);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shop.folder.path())) {
    EXPECT_EQ(entry.path().string().find(".tmp-"), std::string::npos) << entry.path() << " is half-written";
  }
  const Outcome outcome = run_program(checkpointed(shop, path, "1") + Arguments{"--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(json(outcome.out)["resumed"].GetBool());
  EXPECT_TRUE(read_file(path) == read_file(whole));
}

TEST(FullDisk, ThatIsOneLeavesTheLastCheckpointToo) {
  const Workshop shop;
  const std::string path = shop.folder.file("m");
  ASSERT_TRUE(kill_after_checkpoint(checkpointed(shop, path, "1"), path, 0));
  const size_t size = std::filesystem::file_size(path + ".checkpoint");
  std::filesystem::create_directory(shop.folder.file("disk"));
  constexpr size_t kLock = 4096;                                               // a page, as a file's least
  const std::string options = "size=" + std::to_string(size * 3 / 2 + kLock);  // one fits, a second beside it does not
  if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      mount("none", shop.folder.file("disk").c_str(), "tmpfs", 0, options.c_str()) != 0) {
    GTEST_SKIP() << "a file system cannot be mounted here: " << std::strerror(errno);
  }
  const std::string small = shop.folder.file("disk/m");
  expect_refused(checkpointed(shop, small, "1"), {small, "No space left", "free some space"});
  ASSERT_TRUE(std::filesystem::exists(small + ".checkpoint"));
  const std::string whole = shop.folder.file("whole");
  ASSERT_EQ(run_program(checkpointed(shop, whole, "1")).exit_code, 0);
  const std::string moved = shop.folder.file("moved");
  std::filesystem::copy_file(small + ".checkpoint", moved + ".checkpoint");
  umount(shop.folder.file("disk").c_str());
  const Outcome outcome = run_program(checkpointed(shop, moved, "1") + Arguments{"--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(json(outcome.out)["resumed"].GetBool());
  EXPECT_TRUE(read_file(moved) == read_file(whole));
}

}  // namespace eqnet::cli
