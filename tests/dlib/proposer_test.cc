// dlib's proposals through the plug-in, judged by functions whose best place is known.
#include "experiments/proposer.h"

#include <gtest/gtest.h>

#include <cmath>

namespace eqnet::experiments {
namespace {

const std::vector<Axis> kAxes = {{0, 1, false}, {0, 1, false}, {0, 10, true}};

// 0 at (0.3, 0.8, 7), less elsewhere.
double hill(const std::vector<double>& at) {
  return -std::pow(at[0] - 0.3, 2) - std::pow(at[1] - 0.8, 2) - 0.01 * std::pow(at[2] - 7, 2);
}

// Places in rounds of two, as two workers ask for them.
std::vector<std::vector<double>> search(const std::string& name, uint64_t seed, size_t trials) {
  const auto proposer = make_proposer(name, kAxes, seed);
  std::vector<std::vector<double>> places;
  while (places.size() < trials) {
    for (int i = 0; i < 2; ++i) places.push_back(proposer->propose());
    for (size_t i = places.size() - 2; i < places.size(); ++i) proposer->tell(hill(places[i]));
  }
  return places;
}

double best(const std::string& name, uint64_t seed) {
  double most = -1e9;
  for (const auto& place : search(name, seed, 40)) most = std::max(most, hill(place));
  return most;
}

}  // namespace

TEST(DlibProposer, ComesNearerToTheBestPlaceThanChance) {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    EXPECT_GT(best("dlib", seed), -0.005) << seed;
    EXPECT_GT(best("dlib", seed), best("random", seed)) << seed;
  }
}

TEST(DlibProposer, StaysOnItsAxesAndGoesByItsSeed) {
  const auto places = search("dlib", 5, 20);
  for (const auto& place : places) {
    for (size_t i = 0; i < kAxes.size(); ++i) {
      EXPECT_GE(place[i], kAxes[i].low);
      EXPECT_LE(place[i], kAxes[i].high);
    }
    EXPECT_EQ(place[2], std::round(place[2]));
  }
  EXPECT_EQ(search("dlib", 5, 20), places);
  EXPECT_NE(search("dlib", 6, 20), places);
}

}  // namespace eqnet::experiments
