#include <csignal>

#include "base/files.h"
#include "cli/verbs.h"

int main(int argc, char** argv) {
  eqnet::base::remove_temporaries_on_signals();
  (void)std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error, as a full disk is
  return eqnet::cli::run(argc, argv);
}
