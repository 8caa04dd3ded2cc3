#include "eqnet/base/hash_index.h"

#include <gtest/gtest.h>

#include <bit>

#include "base/random.h"

namespace eqnet::base {
namespace {

using Hash = uint64_t (*)(uint64_t);

// Words that are kept once each, as the header says how.
class Words {
 public:
  explicit Words(Hash hash) : hash_(hash) {}

  uint32_t id_of(uint64_t word) {
    if (index_.slots() < 2 * words_.size() + 2) {
      index_.reset(std::bit_ceil(4 * words_.size() + 4));
      for (uint32_t id = 0; id < words_.size(); ++id) index_.add(hash_(words_[id]), id);
    }
    uint32_t& id = index_.find(hash_(word), [&](uint32_t other) { return words_[other] == word; });
    if (id == HashIndex::kNone) {
      id = static_cast<uint32_t>(words_.size());
      words_.push_back(word);
    }
    return id;
  }
  [[nodiscard]] const HashIndex& index() const { return index_; }

 private:
  Hash hash_;
  std::vector<uint64_t> words_;
  HashIndex index_;
};

}  // namespace

TEST(HashIndex, GivesEveryDistinctThingOneIdHoweverItHashes) {
  const Hash good = [](uint64_t word) -> uint64_t { return word * 0x9E3779B97F4A7C15ULL >> 20; };
  const Hash crowded = [](uint64_t word) { return word % 3; };
  const Hash all_alike = [](uint64_t) { return UINT64_MAX; };  // the last slot: probing goes round the end
  for (const Hash hash : {good, crowded, all_alike}) {
    Words words(hash);
    std::map<uint64_t, uint32_t> expected;
    Random random(1);
    for (int i = 0; i < 3000; ++i) {
      const uint64_t word = random.below(1000);
      const auto [found, is_new] = expected.try_emplace(word, static_cast<uint32_t>(expected.size()));
      ASSERT_EQ(words.id_of(word), found->second) << (is_new ? "new" : "known");
    }
    EXPECT_EQ(words.index().slots(), std::bit_ceil(words.index().slots()));
    EXPECT_EQ(words.index().bytes(), words.index().slots() * 4);
  }
}

TEST(HashIndex, ForgetsAtReset) {
  HashIndex index;
  EXPECT_EQ(index.slots(), 0U);
  index.reset(4);
  index.add(7, 0);
  const auto any = [](uint32_t) { return true; };
  EXPECT_EQ(index.find(7, any), 0U);
  EXPECT_EQ(index.find(6, any), HashIndex::kNone) << "another slot";
  index.reset(8);
  EXPECT_EQ(index.find(7, any), HashIndex::kNone);
}

TEST(HashIndex, TakesAsManyIdsAsItHasSlots) {
  HashIndex index;
  index.reset(4);
  for (uint32_t id = 0; id < 4; ++id) index.add(3, id);
  for (uint32_t id = 0; id < 4; ++id) {
    EXPECT_EQ(index.find(3, [&](uint32_t other) { return other == id; }), id);
  }
}

}  // namespace eqnet::base
