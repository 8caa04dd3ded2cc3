// A verb that several ranks do together (base/ranks.h), where mpirun or srun has started them.
#pragma once

#include <functional>

#include "base/ranks.h"
#include "cli/verbs.h"

namespace eqnet::cli {

// The option --mpi.
void add_mpi(Command& verb, bool& mpi);

// Does the verb: with null for a process alone, and else on every rank of the job, whose versions must agree and which
// compute with the instruction set that all of them have. mpi: what --mpi says.
int over_ranks(bool mpi, const std::function<int(base::Ranks*)>& verb);

// Says what ended a rank, or a process alone (0). The other ranks wait a while first: mostly all have come upon the
// same error, and they end with rank 0, which has said it.
void say_error(size_t rank, const char* what);

// The threads of a rank, where none are named: the ranks of a machine share its cores.
size_t threads_of(const Common& common, const base::Ranks* ranks);

// Throws where a file is standard input, which only rank 0 can read.
void refuse_stdin(const base::Ranks* ranks, const std::string& file);

}  // namespace eqnet::cli
