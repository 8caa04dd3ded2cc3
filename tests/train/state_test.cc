#include "train/state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "support/expect_error.h"
#include "support/random_numbers.h"
#include "support/temporary_folder.h"

namespace eqnet::train {
namespace {

using eqnet::testing::gaussians;
using eqnet::testing::read_file;
using eqnet::testing::TemporaryFolder;

const encode::Metadata kRun = {{"format", "eqnet-model"}, {"version", "1"}, {"model", "eqnet"}, {"note.seed", "1"}};

State example() {
  base::Random random(1);
  State state;
  for (auto* array : {&state.parameters, &state.best, &state.mean_square, &state.velocity}) {
    *array = gaussians<float>(random, 300);
  }
  state.parameters[0] = -0.0F;
  state.epoch = 12;
  state.batch = 3;
  state.steps = 1234567890123;
  state.loss = 0.1;
  state.losses = 4;
  state.validations = 6;
  state.since_best = 2;
  state.best_epoch = 8;
  state.seconds = 1.0 / 3;
  state.expressions = 987654321;
  return state;
}

void expect_same(const State& a, const State& b) {
  EXPECT_EQ(a.parameters, b.parameters);
  EXPECT_EQ(a.best, b.best);
  EXPECT_EQ(a.mean_square, b.mean_square);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(std::tie(a.epoch, a.batch, a.steps, a.loss, a.losses, a.validations),
            std::tie(b.epoch, b.batch, b.steps, b.loss, b.losses, b.validations));
  EXPECT_EQ(std::tie(a.since_best, a.best_epoch, a.seconds, a.expressions),
            std::tie(b.since_best, b.best_epoch, b.seconds, b.expressions));
}

}  // namespace

TEST(Checkpoint, ComesBackBitForBit) {
  const TemporaryFolder folder;
  const State state = example();
  save_checkpoint(folder.file("c"), state, kRun);
  const State back = load_checkpoint(folder.file("c"), kRun);
  expect_same(back, state);
  EXPECT_TRUE(std::signbit(back.parameters[0]));
}

// A long first epoch is interrupted before there is a best.
TEST(Checkpoint, ComesBackBeforeTheFirstValidationToo) {
  const TemporaryFolder folder;
  State state = example();
  state.best.clear();
  state.validations = 0;
  save_checkpoint(folder.file("c"), state, kRun);
  expect_same(load_checkpoint(folder.file("c"), kRun), state);
}

TEST(Checkpoint, OfAnotherRunIsRefusedWithTheDifference) {
  const TemporaryFolder folder;
  save_checkpoint(folder.file("c"), example(), kRun);
  encode::Metadata other = kRun;
  other["note.seed"] = "2";
  EXPECT_ERROR(load_checkpoint(folder.file("c"), other), folder.file("c"), "another run", "seed is '1'", "'2'",
               "delete it");
  other = kRun;
  other["setting.batch"] = "900";
  EXPECT_ERROR(load_checkpoint(folder.file("c"), other), "another run", "setting.batch", "nothing");
}

TEST(Checkpoint, ThatIsDamagedIsRefused) {
  const TemporaryFolder folder;
  save_checkpoint(folder.file("c"), example(), kRun);
  const std::string bytes = read_file(folder.file("c"));
  for (size_t length = 0; length < bytes.size(); length += 1 + length / 10) {
    const std::string cut = folder.write("cut", bytes.substr(0, length));
    EXPECT_ERROR(load_checkpoint(cut, kRun), cut);
  }
  for (size_t i = bytes.size() - 3000; i < bytes.size(); i += 97) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    const std::string path = folder.write("damaged", damaged);
    EXPECT_ERROR(load_checkpoint(path, kRun), path, "checksum");
  }
  encode::write_tensors(folder.file("model"), {kRun, {}});
  EXPECT_ERROR(load_checkpoint(folder.file("model"), kRun), folder.file("model"), "lacks");
}

// Numbers of the state lie in the header; a run must not go on from wrong ones.
TEST(Checkpoint, WithADamagedNumberIsRefused) {
  const TemporaryFolder folder;
  save_checkpoint(folder.file("c"), example(), kRun);
  std::string bytes = read_file(folder.file("c"));
  const std::string steps = "1234567890123";
  ASSERT_NE(bytes.find(steps), std::string::npos);
  bytes.replace(bytes.find(steps), steps.size(), "1234567890122");
  EXPECT_ERROR(load_checkpoint(folder.write("damaged", bytes), kRun), folder.file("damaged"));
}

}  // namespace eqnet::train
