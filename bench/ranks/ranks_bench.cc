// What ranks cost in training: the order of a step (a message from rank 0 to all) and the sum of gradients, by size.
//   mpirun -n 2 build/ranks_bench [PARTS_PER_RANK=1]     (as EQNET_MPI_PLUGIN or beside it: libeqnet-mpi.so)
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "base/start_ranks.h"
#include "train/shared_sum.h"

namespace eqnet {
namespace {

// The microseconds that work takes on this rank: of ten times the second best, because others may be at work here.
double microseconds(size_t times, const std::function<void()>& work) {
  using std::chrono::steady_clock;
  std::vector<double> took(times);
  for (size_t i = 0; i < 3; ++i) work();
  for (double& one : took) {
    const auto start = steady_clock::now();
    work();
    one = std::chrono::duration<double, std::micro>(steady_clock::now() - start).count();
  }
  std::ranges::nth_element(took, took.begin() + static_cast<std::ptrdiff_t>(times / 10));
  return took[times / 10];
}

void run(base::Ranks& ranks, size_t parts_per_rank) {
  constexpr size_t kOrder = 4608;  // bytes; train/orders.cc
  std::array<char, kOrder> order{};
  std::array<size_t, 4096> empty{};
  const bool prints = ranks.rank() == 0;
  // Rank 0 is done with an order when it is sent; so the way there and back is timed, and half of it said.
  const double there_and_back = microseconds(1000, [&] {
    ranks.broadcast(order.data(), order.size());
    base::share_stretches(ranks, empty.data(), ranks.size(), sizeof(size_t));
  });
  const double back =
      microseconds(1000, [&] { base::share_stretches(ranks, empty.data(), ranks.size(), sizeof(size_t)); });
  if (prints) {
    std::printf("%zu ranks, %zu on this machine\n", ranks.size(), ranks.on_this_machine());
    std::printf("order of %zu bytes: %.1f us; 8 bytes of each rank to all: %.1f us\n", kOrder, there_and_back - back,
                back);
    std::printf("%12s %16s %12s %12s\n", "parameters", "sent per rank", "us", "MB/s");
  }
  const size_t parts = ranks.size() * parts_per_rank;
  for (const size_t numbers : {100U, 1000U, 10'000U, 24'000U, 100'000U, 1'000'000U, 10'000'000U}) {
    train::SharedSum sum(ranks, parts, numbers);
    std::vector<std::vector<float>> own(parts_per_rank, std::vector<float>(numbers, 1));
    std::vector<float*> places;
    for (std::vector<float>& gradient : own) places.push_back(gradient.data());
    std::vector<double> losses(parts);
    std::vector<float> to(numbers);
    const size_t times = std::clamp<size_t>(10'000'000 / numbers, 5, 300);
    const double took = microseconds(times, [&] { sum.run(places, losses, to.data()); });
    const double others = static_cast<double>(ranks.size() - 1) / static_cast<double>(ranks.size());
    const double bytes = static_cast<double>((parts_per_rank + 1) * numbers * sizeof(float)) * others;
    if (prints) std::printf("%12zu %16.0f %12.1f %12.0f\n", numbers, bytes, took, bytes / took);
  }
}

}  // namespace
}  // namespace eqnet

int main(int argc, char** argv) {
  const auto ranks = eqnet::base::start_ranks();
  eqnet::run(*ranks, argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1);
  ranks->finish();
  return 0;
}
