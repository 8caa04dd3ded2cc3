// libeqnet-mpi: ranks on Open MPI, in a library of its own because the program starts sooner and runs on more machines
// without it. An error within MPI ends the job with Open MPI's own words, which is what it does unless told otherwise.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>
#include <thread>

#include "base/start_ranks.h"
#include "ranks_interface.h"

namespace eqnet::mpi {
namespace {

// MPI counts in int.
constexpr size_t kAtOnce = size_t{1} << 30;

class MpiRanks final : public base::Ranks {
 public:
  MpiRanks() {
    int given = 0;
    // The thread that started the program is the only one that talks to others.
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &on_this_machine_);
    MPI_Comm_free(&machine);
  }

  [[nodiscard]] size_t rank() const override { return static_cast<size_t>(rank_); }
  [[nodiscard]] size_t size() const override { return static_cast<size_t>(size_); }
  [[nodiscard]] size_t on_this_machine() const override { return static_cast<size_t>(on_this_machine_); }

  void broadcast(void* bytes, size_t n) override {
    auto* at = static_cast<char*>(bytes);
    for (size_t done = 0; done < n; done += kAtOnce) {
      MPI_Bcast(at + done, static_cast<int>(std::min(kAtOnce, n - done)), MPI_BYTE, 0, MPI_COMM_WORLD);
    }
  }

  void share(void* bytes, std::span<const size_t> ends) override {
    if (ends.back() > kAtOnce) {  // rank by rank
      for (size_t r = 0; r < ends.size(); ++r)
        share_of(static_cast<char*>(bytes), r == 0 ? 0 : ends[r - 1], ends[r], r);
      return;
    }
    counts_.resize(ends.size());
    places_.resize(ends.size());
    for (size_t r = 0; r < ends.size(); ++r) {
      places_[r] = r == 0 ? 0 : static_cast<int>(ends[r - 1]);
      counts_[r] = static_cast<int>(ends[r]) - places_[r];
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, bytes, counts_.data(), places_.data(), MPI_BYTE, MPI_COMM_WORLD);
  }

  void trade(const float* to, std::span<const size_t> to_ends, float* from,
             std::span<const size_t> from_ends) override {
    const size_t n = to_ends.size();
    trade_.resize(4 * n);
    int* const numbers = trade_.data();  // counts and places of what goes, counts and places of what comes
    for (size_t r = 0; r < n; ++r) {
      const size_t begin = r == 0 ? 0 : to_ends[r - 1];
      const size_t from_begin = r == 0 ? 0 : from_ends[r - 1];
      numbers[r] = static_cast<int>(to_ends[r] - begin);
      numbers[n + r] = static_cast<int>(begin);
      numbers[2 * n + r] = static_cast<int>(from_ends[r] - from_begin);
      numbers[3 * n + r] = static_cast<int>(from_begin);
    }
    MPI_Alltoallv(to, numbers, numbers + n, MPI_FLOAT, from, numbers + 2 * n, numbers + 3 * n, MPI_FLOAT,
                  MPI_COMM_WORLD);
  }

  void send(const std::string& message, size_t to) override {
    MPI_Send(message.data(), static_cast<int>(message.size()), MPI_BYTE, static_cast<int>(to), 0, MPI_COMM_WORLD);
  }

  std::pair<size_t, std::string> receive() override {
    MPI_Status status;
    // MPI would wait awake, on a core that another rank may need.
    for (int there = 0;;) {
      MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
      if (there != 0) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    std::string message(static_cast<size_t>(size), ' ');
    MPI_Recv(message.data(), size, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return {static_cast<size_t>(status.MPI_SOURCE), std::move(message)};
  }

  void finish() override { MPI_Finalize(); }
  void abort(int exit_code) override { MPI_Abort(MPI_COMM_WORLD, exit_code); }

 private:
  static void share_of(char* bytes, size_t begin, size_t end, size_t from) {
    for (size_t done = begin; done < end; done += kAtOnce) {
      MPI_Bcast(bytes + done, static_cast<int>(std::min(kAtOnce, end - done)), MPI_BYTE, static_cast<int>(from),
                MPI_COMM_WORLD);
    }
  }

  int rank_ = 0, size_ = 1, on_this_machine_ = 1;
  std::vector<int> counts_, places_, trade_;
};

}  // namespace
}  // namespace eqnet::mpi

extern "C" __attribute__((visibility("default"))) const char eqnet_interface[] = EQNET_INTERFACE_OF_ranks;

extern "C" __attribute__((visibility("default"))) eqnet::base::Ranks* eqnet_start_ranks() {
  static_assert(std::string_view(eqnet::base::kRanksEntry) == "eqnet_start_ranks");
  return std::make_unique<eqnet::mpi::MpiRanks>().release();
}
