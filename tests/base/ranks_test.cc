#include "base/ranks.h"

#include <gtest/gtest.h>

#include "base/packet.h"
#include "eqnet/base/error.h"
#include "support/thread_ranks.h"

namespace eqnet::base {

using eqnet::testing::on_ranks;

TEST(Ranks, HaveAllPiecesOnceAndEvenly) {
  for (size_t ranks = 1; ranks < 9; ++ranks) {
    for (size_t n = 0; n < 40; ++n) {
      size_t at = 0;
      for (size_t rank = 0; rank < ranks; ++rank) {
        const Stretch stretch = stretch_of(n, rank, ranks);
        EXPECT_EQ(stretch.begin, at);
        EXPECT_LE(stretch.end - stretch.begin, n / ranks + 1);
        EXPECT_GE(stretch.end - stretch.begin, n / ranks);
        at = stretch.end;
      }
      EXPECT_EQ(at, n);
    }
  }
}

TEST(Ranks, ShareTextsOfAnyLength) {
  on_ranks(5, [](Ranks& ranks) {
    const auto text_of = [](size_t rank) {
      return std::string(rank * rank * 100 % 700, static_cast<char>('a' + rank));
    };
    const std::vector<std::string> all = share(ranks, text_of(ranks.rank()));
    ASSERT_EQ(all.size(), 5U);
    for (size_t rank = 0; rank < 5; ++rank) EXPECT_EQ(all[rank], text_of(rank));
    std::string text = ranks.rank() == 0 ? "from the first" : "longer than what the first one says";
    broadcast(ranks, text);
    EXPECT_EQ(text, "from the first");
  });
}

// Rank 0 says what is wrong, whoever found it, and nobody goes on.
TEST(Ranks, FailTogether) {
  for (const size_t failing : {0U, 2U}) {
    on_ranks(4, [&](Ranks& ranks) {
      std::string said = "nothing";
      try {
        together(&ranks, [&] {
          if (ranks.rank() >= failing) throw Error("file", "is " + std::to_string(ranks.rank()));
        });
      } catch (const Error& error) {
        said = error.what();
      } catch (const SaidByRankZero&) {
        said = "";
      }
      EXPECT_TRUE(ranks.all_end);
      if (ranks.rank() > 0) {
        EXPECT_EQ(said, "");
      } else if (failing == 0) {
        EXPECT_EQ(said, "file: is 0");
      } else {
        EXPECT_EQ(said.find("rank 2 on "), 0U) << said;
        EXPECT_NE(said.find("file: is 2"), std::string::npos) << said;
      }
    });
  }
  size_t done = 0;
  together(nullptr, [&] { ++done; });
  EXPECT_EQ(done, 1U);
}

TEST(Ranks, NameBothThatDiffer) {
  on_ranks(3, [](Ranks& ranks) {
    require_same(&ranks, "the version", "0.2.0", "");
    EXPECT_FALSE(ranks.all_end);
    try {
      require_same(&ranks, "the version", ranks.rank() == 1 ? "0.1.0" : "0.2.0", "install the same one");
      ADD_FAILURE() << "unlike versions";
    } catch (const Error& error) {
      const std::string said = error.what();
      EXPECT_EQ(ranks.rank(), 0U);
      EXPECT_EQ(said.find("the version: is 0.2.0 on rank 0 on "), 0U) << said;
      EXPECT_NE(said.find("0.1.0 on rank 1 on "), std::string::npos) << said;
    } catch (const SaidByRankZero&) {
      EXPECT_GT(ranks.rank(), 0U);
    }
  });
}

TEST(Packet, GivesBackWhatWentIn) {
  const std::vector<float> floats = {1.5F, -0.0F, 3e-40F};
  PacketWriter writer;
  writer.add(uint8_t{7}).add(std::string("text")).add(std::span(floats)).add(std::string()).add(0.1);
  PacketReader reader(std::move(writer).take());
  EXPECT_EQ(reader.number<uint8_t>(), 7);
  EXPECT_EQ(reader.text(), "text");
  std::vector<float> back(9);
  reader.numbers(back);
  EXPECT_EQ(back, floats);
  EXPECT_EQ(reader.text(), "");
  EXPECT_EQ(reader.number<double>(), 0.1);
  EXPECT_THROW(reader.number<uint8_t>(), std::logic_error);
}

}  // namespace eqnet::base
