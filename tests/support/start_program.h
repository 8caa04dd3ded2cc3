// Starts the built program without waiting for it, to kill it at a moment of one's choice.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace eqnet::testing {

class RunningProgram {
 public:
  explicit RunningProgram(std::vector<std::string> arguments) {
    std::string program = EQNET_PROGRAM;
    std::vector<char*> argv = {program.data()};
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    process_ = fork();
    if (process_ == 0) {
      const int nowhere = open("/dev/null", O_RDWR);
      for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
      execv(argv[0], argv.data());
      _exit(127);
    }
  }
  ~RunningProgram() { kill(); }
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  // Whether it is still running.
  bool running() {
    if (process_ > 0 && waitpid(process_, nullptr, WNOHANG) == process_) process_ = 0;
    return process_ > 0;
  }
  // Waits until the condition holds; false when the program ended before.
  bool wait_for(const std::function<bool()>& condition) {
    while (!condition()) {
      if (!running()) return false;
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    return true;
  }
  // SIGKILL: nothing is cleaned up. Returns whether it was still running.
  bool kill() { return end_by(SIGKILL).has_value(); }
  // Sends the signal and waits for the end; gives waitpid's status, or nothing where the program had ended before.
  std::optional<int> end_by(int signal) {
    if (!running()) return std::nullopt;
    ::kill(process_, signal);
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = 0;
    return status;
  }

 private:
  pid_t process_ = 0;
};

}  // namespace eqnet::testing
