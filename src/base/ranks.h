// The processes of one job on one or many machines, each with a number, its rank. Rank 0 decides, prints and writes;
// the others do what it asks of them. libeqnet-mpi has them on Open MPI; a test has them as threads. Nothing here adds
// numbers up: who wants a sum gathers its parts and adds them in an order of its own.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace eqnet::base {

class Ranks {
 public:
  virtual ~Ranks() = default;

  [[nodiscard]] virtual size_t rank() const = 0;
  [[nodiscard]] virtual size_t size() const = 0;
  [[nodiscard]] virtual size_t on_this_machine() const = 0;  // ranks, itself counted

  // For all ranks together: each calls the same one of these in the same order.
  // Rank 0's bytes, everywhere.
  virtual void broadcast(void* bytes, size_t n) = 0;
  // Every rank's bytes, everywhere: rank r has filled in those from ends[r - 1] (0 for rank 0) to ends[r].
  virtual void share(void* bytes, std::span<const size_t> ends) = 0;

  // To every rank from every rank: to[..ends[0]) goes to rank 0, what follows to ends[1] to rank 1, and so on; from
  // them comes what `from` has in the same way.
  virtual void trade(const float* to, std::span<const size_t> to_ends, float* from,
                     std::span<const size_t> from_ends) = 0;

  // From one to one.
  virtual void send(const std::string& message, size_t to) = 0;
  // The next message and whom it is from; waits for it asleep.
  virtual std::pair<size_t, std::string> receive() = 0;

  // Set on all ranks when they end for a reason that all know (`together`).
  bool all_end = false;

  // The end of the job, for all ranks together.
  virtual void finish() = 0;
  // The end of the job at once, from any rank.
  virtual void abort(int exit_code) = 0;
};

// Whether this process decides, prints and writes: rank 0, or a process alone.
inline bool leads(const Ranks* ranks) {
  return ranks == nullptr || ranks->rank() == 0;
}

// Rank r's share of n pieces of work is [begin, end): as even as can be, in order.
struct Stretch {
  size_t begin, end;
};
inline Stretch stretch_of(size_t n, size_t rank, size_t ranks) {
  return {n * rank / ranks, n * (rank + 1) / ranks};
}
inline Stretch own_stretch(size_t n, const Ranks* ranks) {
  return ranks == nullptr ? Stretch{0, n} : stretch_of(n, ranks->rank(), ranks->size());
}
// n pieces of `bytes` bytes each, of which every rank has its stretch: everywhere.
void share_stretches(Ranks& ranks, void* pieces, size_t n, size_t bytes);

// Rank 0's text, everywhere.
void broadcast(Ranks& ranks, std::string& text);
// A text of every rank, everywhere.
std::vector<std::string> share(Ranks& ranks, const std::string& own);

// What ends a rank without a word of its own, because rank 0 says why.
class SaidByRankZero : public std::exception {};

// This process in a message: "rank 3 on MACHINE".
std::string named(size_t rank);

// Work that every rank does for itself, such as reading a file. Where it fails on any of them it fails on all: rank 0
// throws its own error, or else that of the first rank that has one, with its number and machine; the others throw
// SaidByRankZero. A process alone just does it.
void together(Ranks* ranks, const std::function<void()>& work);

// Throws, as `together` does, where a text is not the same on all ranks; rank 0 throws base::Error with the first two.
// what: "the program's version".
void require_same(Ranks* ranks, const std::string& what, const std::string& own, const std::string& remedy);

}  // namespace eqnet::base
