// Runs the built program as a user would, and keeps what it said.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace eqnet::testing {

struct Outcome {
  int exit_code = -1;  // 128 + signal when it was killed
  std::string out, err;
};

// program: a copy of it, perhaps. directory: to run it in; empty: here.
inline Outcome run_program_at(std::string program, std::vector<std::string> arguments, const std::string& input = "",
                              const std::string& directory = "") {
  const TemporaryFolder folder;
  folder.write("in", input);
  std::vector<char*> argv;
  argv.push_back(program.data());
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const std::string in = folder.file("in");
  const std::string out = folder.file("out");
  const std::string err = folder.file("err");
  const pid_t child = fork();
  if (child == 0) {
    if (!directory.empty() && chdir(directory.c_str()) != 0) _exit(126);
    dup2(open(in.c_str(), O_RDONLY), STDIN_FILENO);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    execv(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, read_file(out), read_file(err)};
}

inline Outcome run_program(std::vector<std::string> arguments, const std::string& input = "") {
  return run_program_at(EQNET_PROGRAM, std::move(arguments), input);
}

}  // namespace eqnet::testing
