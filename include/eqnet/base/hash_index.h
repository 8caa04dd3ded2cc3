// Finds things that are kept elsewhere by what they are: a table of their ids, open addressing, linear probing. Whoever
// keeps the things says how they hash, which are the same, and how full the table gets:
//
//   if (index.slots() < 2 * things.size() + 2) {
//     index.reset(std::bit_ceil(4 * things.size() + 4));
//     for (uint32_t id = 0; id < things.size(); ++id) index.add(hash(things[id]), id);
//   }
//   uint32_t& id = index.find(hash(wanted), [&](uint32_t other) { return things[other] == wanted; });
//   if (id == HashIndex::kNone) {
//     id = things.size();
//     things.push_back(wanted);
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace eqnet::base {

class HashIndex {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;  // the id of nothing

  [[nodiscard]] size_t slots() const { return slots_.size(); }
  [[nodiscard]] size_t bytes() const { return slots_.capacity() * sizeof(uint32_t); }

  // An empty table. slots: a power of two. The old one is gone before the new one takes memory.
  void reset(size_t slots) {
    std::vector<uint32_t>().swap(slots_);
    slots_.assign(slots, kNone);
  }

  // The slot of the id for which same(id) holds, among those that were added with this hash; where there is none the
  // slot that a new id is to be written to, which holds kNone. same: is asked about ids of other hashes too.
  // require: a slot is empty. The reference is good until the next reset.
  template <class Same>
  uint32_t& find(uint64_t hash, Same same) {
    const size_t mask = slots_.size() - 1;
    size_t at = hash & mask;
    while (slots_[at] != kNone && !same(slots_[at])) at = (at + 1) & mask;
    return slots_[at];
  }

  // The id itself, kNone where there is none. An empty table may be asked too.
  template <class Same>
  [[nodiscard]] uint32_t id_of(uint64_t hash, Same same) const {
    return slots_.empty() ? kNone : const_cast<HashIndex*>(this)->find(hash, same);  // nothing is written to the slot
  }

  // Adds an id whose thing is known to be new. require: a slot is empty.
  void add(uint64_t hash, uint32_t id) {
    find(hash, [](uint32_t) { return false; }) = id;
  }

 private:
  std::vector<uint32_t> slots_;
};

}  // namespace eqnet::base
