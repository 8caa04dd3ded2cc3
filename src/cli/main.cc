#include "base/files.h"
#include "cli/verbs.h"

int main(int argc, char** argv) {
  eqnet::base::remove_temporaries_on_signals();
  return eqnet::cli::run(argc, argv);
}
