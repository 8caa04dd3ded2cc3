#include "cli/verbs.h"

int main(int argc, char** argv) {
  return eqnet::cli::run(argc, argv);
}
