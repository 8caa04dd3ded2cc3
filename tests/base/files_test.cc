#include "base/files.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::base {

using eqnet::testing::read_file;
using eqnet::testing::TemporaryFolder;

std::string slurp(ByteSource source) {
  std::string text;
  for (int byte = source.take(); byte != ByteSource::kEnd; byte = source.take()) text += static_cast<char>(byte);
  return text;
}

std::string pattern(size_t size) {
  std::string text;
  for (size_t i = 0; text.size() < size; ++i) text += std::to_string(i * i) + "\n";
  return text;
}

TEST(AtomicFile, WritesGzipByNameAndReadsItBack) {
  const TemporaryFolder folder;
  const std::string text = pattern(1 << 20);
  for (const std::string name : {"a.txt", "a.json.gz"}) {
    AtomicFile file(folder.file(name));
    file.write(text);
    file.write("end");
    file.commit();
    EXPECT_EQ(slurp(ByteSource::open(folder.file(name))), text + "end");
  }
  EXPECT_LT(read_file(folder.file("a.json.gz")).size(), text.size() / 2);
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  const TemporaryFolder folder;
  { AtomicFile(folder.file("a")).write("text"); }
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(AtomicFile, KeepsTheOldFileUntilCommit) {
  const TemporaryFolder folder;
  folder.write("a", "old");
  {
    AtomicFile file(folder.file("a"));
    file.write("new");
    file.finish();
  }
  EXPECT_EQ(read_file(folder.file("a")), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(RemoveLeftovers, TakesWhatKilledProcessesLeftAndNothingElse) {
  const TemporaryFolder folder;
  const AtomicFile growing(folder.file("a"));
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);  // a number that no process has now
  const std::string dead = folder.write("a.tmp-" + std::to_string(child) + "-0", "half");
  const std::string other = folder.write("b.tmp-" + std::to_string(child) + "-0", "half");
  remove_leftovers(folder.file("a"));
  EXPECT_FALSE(file_exists(dead));
  EXPECT_TRUE(file_exists(other));
  EXPECT_EQ(folder.entries(), 2U) << "the file that is being written stays";
}

TEST(AtomicFile, LeavesDevicesAlone) {
  for (const char* device : {"/dev/full", "/dev/null"}) {
    EXPECT_ERROR(AtomicFile(device), device, "not a file");
    EXPECT_TRUE(std::filesystem::is_character_file(device));
  }
}

TEST(AtomicFile, WritesToWhatALinkLeadsTo) {
  const TemporaryFolder folder;
  folder.write("target", "old");
  std::filesystem::create_symlink("target", folder.file("link"));
  AtomicFile file(folder.file("link"));
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(read_file(folder.file("target")), "new");
}

TEST(AtomicFile, RefusesADirectoryAndAMissingFolder) {
  const TemporaryFolder folder;
  EXPECT_ERROR(AtomicFile(folder.path()), "is a directory");
  EXPECT_ERROR(AtomicFile(folder.file("no/such/a")), "No such file", "check the folder");
}

// As in a folder that may not be entered, which root may: whether there is such a file cannot be asked.
TEST(AtomicFile, SaysWhatTheSystemSaysOfANameThatCannotBeAFile) {
  const TemporaryFolder folder;
  const std::string longest = folder.file(std::string(300, 'a'));
  EXPECT_ERROR(AtomicFile(longest), longest, "cannot be written: File name too long");
  EXPECT_FALSE(is_file(longest));
  EXPECT_FALSE(file_exists(longest));
  EXPECT_FALSE(is_file(folder.path()));
  EXPECT_TRUE(is_file(folder.write("a", "")));
}

// The limit on a file's size stands for a full disk, which a test cannot make without privileges.
TEST(AtomicFile, SaysWhenThereIsNoRoomAndLeavesNothing) {
  const TemporaryFolder folder;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit old{};
  getrlimit(RLIMIT_FSIZE, &old);
  const rlimit small{1 << 16, old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_ERROR(
      [&] {
        AtomicFile file(folder.file("a"));
        file.write(pattern(1 << 20));
        file.commit();
      }(),
      folder.file("a"), "File too large", "free some space");
  setrlimit(RLIMIT_FSIZE, &old);
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(CommitAll, RenamesNoneWhenOneFails) {
  const TemporaryFolder folder;
  {
    std::vector<AtomicFile> files;
    files.emplace_back(folder.file("a"));
    files.emplace_back(folder.file("b"));
    files[0].write("a");
    files[1].write(pattern(1 << 20));
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    const rlimit small{1 << 16, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    EXPECT_ERROR(commit_all(files), "free some space");
    setrlimit(RLIMIT_FSIZE, &old);
  }
  EXPECT_EQ(folder.entries(), 0U);
}

std::string gzipped(const std::string& text) {
  const TemporaryFolder folder;
  AtomicFile file(folder.file("a.gz"));
  file.write(text);
  file.commit();
  return read_file(folder.file("a.gz"));
}

TEST(ByteSource, ReadsSeveralGzipMembersAsOneStream) {
  const std::string bytes = gzipped("first ") + gzipped("second");
  EXPECT_EQ(slurp(ByteSource::memory(bytes, "m")), "first second");
}

TEST(ByteSource, RefusesAGzipStreamThatInflatesWithoutMeasure) {
  SourceLimits limits;
  limits.free = size_t{4} << 20;
  for (const char byte : {'\0', '[', ' ', '\n'}) {
    const std::string bomb = gzipped(std::string(size_t{8} << 20, byte));
    EXPECT_ERROR(slurp(ByteSource::memory(bomb, "m", limits)), "m: its first", "500 times", "gunzip");
    EXPECT_NO_THROW(slurp(ByteSource::memory(bomb, "m"))) << "small enough to do no harm";
  }
  std::string chain;
  while (chain.size() < size_t{8} << 20) chain += R"({"Name": "Not", "Children": {"child": )";
  EXPECT_EQ(slurp(ByteSource::memory(gzipped(chain), "m", limits)), chain) << "the densest that may be data";
}

TEST(ByteSource, RefusesMoreThanItsLimits) {
  SourceLimits limits;
  limits.free = 0;
  limits.most_inflated = limits.most_at_once = limits.longest_line = size_t{1} << 20;
  const std::string text = pattern(2 << 20);
  const std::string bytes = gzipped(text);
  EXPECT_ERROR(slurp(ByteSource::memory(bytes, "m", limits)), "m: inflates to more than 1 MiB", "split");
  EXPECT_EQ(slurp(ByteSource::memory(text, "m", limits)), text) << "a plain stream has no end that is too far";
  EXPECT_ERROR(ByteSource::memory(text, "m", limits).rest(), "m: has more than 1 MiB");
  const std::string lines = "short\n" + std::string((1 << 20) + 1, 'x') + "\n";
  ByteSource source = ByteSource::memory(lines, "m", limits);
  std::string line;
  EXPECT_TRUE(source.line(line));
  EXPECT_ERROR(source.line(line), "m:2: the line is longer than 1 MiB");
  ByteSource whole = ByteSource::memory(std::string_view(lines).substr(6), "m", limits);
  EXPECT_ERROR(whole.line(line), "m:1");
  const std::string fits(1 << 20, 'x');
  ByteSource longest = ByteSource::memory(fits, "m", limits);
  EXPECT_TRUE(longest.line(line));
  EXPECT_EQ(line, fits);
}

// Devices that never end.
TEST(ByteSource, GivesUpOnADeviceWithoutLines) {
  ByteSource source = ByteSource::open("/dev/zero");
  std::string line;
  EXPECT_ERROR(source.line(line), "/dev/zero:1", "64 MiB");
}

TEST(ByteSource, NoticesTruncationAtEveryLength) {
  const std::string bytes = gzipped(pattern(5000));
  for (size_t length = 2; length < bytes.size(); ++length) {
    EXPECT_ERROR(slurp(ByteSource::memory(bytes.substr(0, length), "m")), "m: ", "truncated");
  }
}

TEST(ByteSource, NoticesAFlippedBit) {
  const std::string text = pattern(5000);
  const std::string bytes = gzipped(text);
  for (size_t i = 10; i < bytes.size(); ++i) {  // behind the header, whose time stamp means nothing
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    try {
      EXPECT_EQ(slurp(ByteSource::memory(damaged, "m")), text) << "only padding may change unnoticed, byte " << i;
    } catch (const Error&) {
    }
  }
}

TEST(ByteSource, RefusesDirectoriesAndMissingFiles) {
  const TemporaryFolder folder;
  EXPECT_ERROR(ByteSource::open(folder.path()), "is a directory");
  EXPECT_ERROR(ByteSource::open(folder.file("none")), "No such file", "check the path");
}

// A pipe that gives a byte at a time.
TEST(ByteSource, SeesWhatAStreamStartsWith) {
  for (const std::string& bytes :
       {gzipped("text"), std::string("\xEF\xBB\xBFtext"), std::string("te"), std::string()}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      for (const char byte : bytes) {
        (void)!::write(ends[1], &byte, 1);
        ::usleep(2000);
      }
      ::_exit(0);
    }
    ::close(ends[1]);
    ByteSource source = ByteSource::open("/dev/fd/" + std::to_string(ends[0]));
    source.skip("\xEF\xBB\xBF");
    EXPECT_EQ(slurp(std::move(source)), std::string_view("text").substr(0, bytes.size()));
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
  }
}

TEST(ByteSource, GivesLinesWithEitherLineEndAndALastOneWithout) {
  ByteSource source = ByteSource::memory("a\r\n\nb", "m");
  std::string line;
  ASSERT_TRUE(source.line(line));
  EXPECT_EQ(line, "a");
  ASSERT_TRUE(source.line(line));
  EXPECT_EQ(line, "");
  ASSERT_TRUE(source.line(line));
  EXPECT_EQ(line, "b");
  EXPECT_FALSE(source.line(line));
  EXPECT_EQ(source.position(), 5U);
}

}  // namespace eqnet::base
