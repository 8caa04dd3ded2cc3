#include "base/start_ranks.h"

#include <cstdlib>

#include "base/plugin.h"
#include "ranks_interface.h"

namespace eqnet::base {
namespace {

// NOLINTBEGIN(concurrency-mt-unsafe): nothing sets the environment
size_t number(const char* variable, size_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : static_cast<size_t>(std::strtoul(text, nullptr, 10));
}

bool is_set(const char* variable) {
  return std::getenv(variable) != nullptr;
}
// NOLINTEND(concurrency-mt-unsafe)

}  // namespace

bool started_as_rank() {
  // mpirun of Open MPI and srun --mpi=pmi2 say how many there are. srun --mpi=pmix says only that there are ranks; its
  // own count is that of the step.
  if (is_set("OMPI_COMM_WORLD_SIZE")) return number("OMPI_COMM_WORLD_SIZE", 1) > 1;
  if (is_set("PMI_SIZE")) return number("PMI_SIZE", 1) > 1;
  return is_set("PMIX_RANK") && number("SLURM_STEP_NUM_TASKS", 2) > 1;
}

size_t rank_by_environment() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
    if (is_set(variable)) return number(variable, 0);
  }
  return 0;
}

std::unique_ptr<Ranks> start_ranks() {
  const auto entry = reinterpret_cast<RanksEntry>(load_plugin({.library = "libeqnet-mpi.so",
                                                               .variable = "EQNET_MPI_PLUGIN",
                                                               .entry = kRanksEntry,
                                                               .brings = "the ranks of mpirun and srun",
                                                               .remedy = "`make mpi` builds it",
                                                               .interface = EQNET_INTERFACE_OF_ranks}));
  return std::unique_ptr<Ranks>(entry());
}

}  // namespace eqnet::base
