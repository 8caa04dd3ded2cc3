#include "base/ranks.h"

#include <unistd.h>

#include <array>
#include <new>

#include "eqnet/base/error.h"

namespace eqnet::base {
namespace {

std::string machine() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::string name_of(size_t rank, const std::string& on) {
  return "rank " + std::to_string(rank) + " on " + on;
}

}  // namespace

void share_stretches(Ranks& ranks, void* pieces, size_t n, size_t bytes) {
  std::vector<size_t> ends(ranks.size());
  for (size_t r = 0; r < ends.size(); ++r) ends[r] = stretch_of(n, r, ends.size()).end * bytes;
  ranks.share(pieces, ends);
}

void broadcast(Ranks& ranks, std::string& text) {
  size_t size = text.size();
  ranks.broadcast(&size, sizeof size);
  text.resize(size);
  ranks.broadcast(text.data(), size);
}

std::vector<std::string> share(Ranks& ranks, const std::string& own) {
  std::vector<size_t> sizes(ranks.size());
  sizes[ranks.rank()] = own.size();
  share_stretches(ranks, sizes.data(), sizes.size(), sizeof(size_t));
  std::vector<size_t> ends;
  ends.reserve(sizes.size());
  size_t end = 0;
  for (const size_t size : sizes) ends.push_back(end += size);
  std::string all(end, ' ');
  own.copy(all.data() + ends[ranks.rank()] - own.size(), own.size());
  ranks.share(all.data(), ends);
  std::vector<std::string> texts;
  texts.reserve(sizes.size());
  for (size_t r = 0; r < sizes.size(); ++r) texts.push_back(all.substr(ends[r] - sizes[r], sizes[r]));
  return texts;
}

std::string named(size_t rank) {
  return name_of(rank, machine());
}

void together(Ranks* ranks, const std::function<void()>& work) {
  if (ranks == nullptr) {
    work();
    return;
  }
  std::string failure;
  std::exception_ptr error;
  try {
    work();
  } catch (const std::bad_alloc&) {
    error = std::current_exception();
    failure = "out of memory";
  } catch (const std::exception& thrown) {
    error = std::current_exception();
    failure = thrown.what();
    if (failure.empty()) failure = "an error without a text";
  }
  const std::vector<std::string> failures = share(*ranks, failure);
  const std::vector<std::string> machines = share(*ranks, machine());
  for (size_t rank = 0; rank < failures.size(); ++rank) {
    if (failures[rank].empty()) continue;
    ranks->all_end = true;
    if (ranks->rank() > 0) throw SaidByRankZero();
    if (rank == 0) std::rethrow_exception(error);
    throw Error(name_of(rank, machines[rank]), failures[rank]);
  }
}

void require_same(Ranks* ranks, const std::string& what, const std::string& own, const std::string& remedy) {
  if (ranks == nullptr) return;
  const std::vector<std::string> texts = share(*ranks, own);
  const std::vector<std::string> machines = share(*ranks, machine());
  for (size_t rank = 1; rank < texts.size(); ++rank) {
    if (texts[rank] == texts[0]) continue;
    ranks->all_end = true;
    if (ranks->rank() > 0) throw SaidByRankZero();
    throw Error(what,
                "is " + texts[0] + " on " + name_of(0, machines[0]) + ", and " + texts[rank] + " on " +
                    name_of(rank, machines[rank]),
                remedy);
  }
}

}  // namespace eqnet::base
