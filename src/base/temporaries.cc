// A handler of signals may call next to nothing: no lock, no list, no string. So it only posts a semaphore, and a
// thread that waits for it does the work. Blocking the signals and waiting for them in that thread would be simpler,
// but threads that a library has started earlier do not block them.
#include "base/temporaries.h"

#include <fcntl.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

#include "base/files.h"

namespace eqnet::base {
namespace {

std::atomic<int> caught = 0;
sem_t wake;

void on_signal(int signal) {
  const int code = errno;
  int none = 0;
  if (caught.compare_exchange_strong(none, signal)) sem_post(&wake);
  errno = code;
}

void end_at_signal() {
  while (sem_wait(&wake) != 0) {
  }
  Temporaries::of_process().remove_for_ever();
  std::signal(caught, SIG_DFL);
  ::kill(::getpid(), caught);
  for (;;) ::pause();
}

void catch_signals() {
  if (sem_init(&wake, 0, 0) != 0) return;
  try {
    std::thread(end_at_signal).detach();
  } catch (const std::system_error&) {  // no thread is to be had: signals end the program as they would anyway
    return;
  }
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;  // as under nohup
    action = {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace

// Never destroyed: a signal may come while the program ends.
Temporaries& Temporaries::of_process() {
  static auto& all = *new Temporaries;
  return all;
}

void Temporaries::catch_signals_if_asked() {
  if (std::exchange(to_catch_, false)) catch_signals();
}

int Temporaries::create(const std::string& path) {
  const auto lock = hold();
  catch_signals_if_asked();
  const auto [entry, added] = paths_.insert(path);  // first: afterwards memory may be short
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0 && added) paths_.erase(entry);
  return fd;
}

bool Temporaries::rename(const std::string& from, const std::string& to) {
  const auto lock = hold();
  if (::rename(from.c_str(), to.c_str()) != 0) return false;
  paths_.erase(from);
  return true;
}

void Temporaries::add(const std::string& path) {
  const auto lock = hold();
  catch_signals_if_asked();
  paths_.insert(path);
}

void Temporaries::remove(const std::string& path) {
  const auto lock = hold();
  ::unlink(path.c_str());
  paths_.erase(path);
}

void Temporaries::remove_for_ever() {
  // Whoever holds the lock for so long waits for a disk that does not answer: then we end without it.
  if (!mutex_.try_lock_for(std::chrono::seconds(2))) return;
  for (const std::string& path : paths_) ::unlink(path.c_str());
}

void remove_temporaries_on_signals() {
  Temporaries::of_process().wait_for_signals();
}

}  // namespace eqnet::base
