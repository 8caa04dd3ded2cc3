// How a process becomes a rank of a job: through libeqnet-mpi, which is loaded only then.
#pragma once

#include <memory>

#include "base/ranks.h"

namespace eqnet::base {

// Whether mpirun or srun has started this process as one of several: they say so in the environment.
bool started_as_rank();
// The number that they gave it; 0 for a process alone. For messages before MPI has started.
size_t rank_by_environment();

// Throws base::Error where the plug-in cannot be loaded. To be called once.
std::unique_ptr<Ranks> start_ranks();

// What the plug-in exports under this name.
constexpr const char* kRanksEntry = "eqnet_start_ranks";
using RanksEntry = Ranks* (*)();

}  // namespace eqnet::base
