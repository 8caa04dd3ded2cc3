#include "cli/over_ranks.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "base/start_ranks.h"
#include "base/threads.h"
#include "cli/revision.h"
#include "eqnet/base/error.h"
#include "kernels/isa.h"

namespace eqnet::cli {
namespace {

std::string version() {
  return std::string(EQNET_VERSION) + " (" + std::string(revision()) + ")";
}

void agree(base::Ranks& ranks) {
  base::require_same(&ranks, "the version of eqnet", version(), "install the same one on all machines");
  // A sum of a wider instruction set has other last bits.
  std::string common(kernels::name(kernels::isa()));
  for (const std::string& other : base::share(ranks, std::string(common))) {
    const auto place = [](std::string_view text) {
      return std::ranges::find(kernels::kIsas, text, [](kernels::Isa isa) { return kernels::name(isa); });
    };
    if (place(other) < place(common)) common = other;
  }
  for (const kernels::Isa isa : kernels::kIsas) {
    if (kernels::name(isa) == common && isa != kernels::isa()) kernels::set_isa(isa);
  }
}

void say_and_abort(base::Ranks& ranks, const char* what) {
  say_error(ranks.rank(), what);
  std::fflush(nullptr);
  ranks.abort(kError);
}

}  // namespace

void say_error(size_t rank, const char* what) {
  constexpr std::chrono::seconds kFirst(3);  // mpirun takes one to end the job
  if (rank == 0) {
    std::fprintf(stderr, "eqnet: error: %s\n", what);
  } else {
    std::this_thread::sleep_for(kFirst);
    std::fprintf(stderr, "eqnet: error: %s: %s\n", base::named(rank).c_str(), what);
  }
}

void add_mpi(Command& verb, bool& mpi) {
  verb.flag("--mpi", mpi, "As a rank of mpirun or srun, which is noticed without this where there are several");
}

int over_ranks(bool mpi, const std::function<int(base::Ranks*)>& verb) {
  if (!mpi && !base::started_as_rank()) return verb(nullptr);
  const std::unique_ptr<base::Ranks> ranks = base::start_ranks();
  int code = kError;
  try {
    agree(*ranks);
    code = verb(ranks.get());
  } catch (const base::SaidByRankZero&) {
    code = kYes;  // mpirun ends the job at the first rank with another code, before rank 0 may have said a word
  } catch (const std::bad_alloc&) {
    say_and_abort(*ranks, "out of memory");
  } catch (const std::exception& error) {
    if (!ranks->all_end) say_and_abort(*ranks, error.what());
    ranks->finish();
    throw;
  }
  ranks->finish();
  return code;
}

size_t threads_of(const Common& common, const base::Ranks* ranks) {
  if (ranks == nullptr || common.threads > 0) return threads_of(common);
  // mpirun may have given each rank some cores of its own already.
  const auto cores = static_cast<size_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  return std::clamp<size_t>(cores / ranks->on_this_machine(), 1, base::default_threads());
}

void refuse_stdin(const base::Ranks* ranks, const std::string& file) {
  if (ranks == nullptr || ranks->size() == 1 || file != "-") return;
  throw base::Error("-", "is standard input, which only one of " + std::to_string(ranks->size()) + " ranks can read",
                    "name a file that all of them see");
}

}  // namespace eqnet::cli
