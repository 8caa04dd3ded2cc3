#include "base/file_lock.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::base {

using eqnet::testing::TemporaryFolder;

TEST(FileLock, IsHeldByOneAtATime) {
  const TemporaryFolder folder;
  const std::string path = folder.file("m");
  {
    const FileLock lock(path, "being tested");
    const std::string process = "process " + std::to_string(getpid());
    EXPECT_ERROR(FileLock(path, "being tested"), path + ": is being tested by " + process, "m.lock", "wait for it");
    EXPECT_ERROR(FileLock(path, "being tested"), process);
    EXPECT_NO_THROW(FileLock(folder.file("other"), "being tested"));
  }
  EXPECT_EQ(folder.entries(), 0U);
  EXPECT_NO_THROW(FileLock(path, "being tested"));
}

TEST(FileLock, IsTheSameByALink) {
  const TemporaryFolder folder;
  folder.write("m", "");
  std::filesystem::create_symlink("m", folder.file("link"));
  const FileLock lock(folder.file("link"), "being tested");
  EXPECT_ERROR(FileLock(folder.file("m"), "being tested"), "is being tested");
}

TEST(FileLock, IsFreeAfterAKill) {
  const TemporaryFolder folder;
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const FileLock lock(folder.file("m"), "being tested");
    (void)!write(ready[1], "x", 1);
    for (;;) pause();
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_ERROR(FileLock(folder.file("m"), "being tested"), "process " + std::to_string(child));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(std::filesystem::exists(folder.file("m.lock"))) << "the file is left, but not the lock";
  EXPECT_NO_THROW(FileLock(folder.file("m"), "being tested"));
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(FileLock, IsWaitedForWhereThatIsAskedFor) {
  const TemporaryFolder folder;
  const std::string held = folder.file("held");
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const FileLock lock(folder.file("m"), "being tested");
    (void)!write(ready[1], "x", 1);
    usleep(200'000);
    folder.write("held", "to its end");
    _exit(0);  // the kernel lets it go
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  const FileLock lock = FileLock::when_free(folder.file("m"));
  EXPECT_TRUE(std::filesystem::exists(held));
  EXPECT_ERROR(FileLock(folder.file("m"), "being tested"), "process " + std::to_string(getpid()));
  waitpid(child, nullptr, 0);
}

// Many processes, each of which takes the lock, holds it for a moment and lets it go: the file comes and goes, and what
// they write in between must not mix.
TEST(FileLock, LetsNoTwoIn) {
  const TemporaryFolder folder;
  const std::string inside = folder.file("inside");
  std::vector<pid_t> children;
  for (int c = 0; c < 4; ++c) {
    children.push_back(fork());
    if (children.back() != 0) continue;
    for (int entered = 0; entered < 300;) {
      try {
        const FileLock lock(folder.file("m"), "being tested");
        if (mkdir(inside.c_str(), 0700) != 0) _exit(1);
        ++entered;
        rmdir(inside.c_str());
      } catch (const Error&) {
      }
    }
    _exit(0);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "two were in at once";
  }
}

TEST(FileLock, NamesTheFolderThatIsNotThere) {
  const TemporaryFolder folder;
  EXPECT_ERROR(FileLock(folder.file("no/m"), "being tested"), folder.file("no/m.lock"), "No such file");
}

}  // namespace eqnet::base
