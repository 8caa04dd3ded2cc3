// The official SemVec datasets, where they are. A test that needs them calls EQNET_OFFICIAL_OR_SKIP first.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace eqnet::testing {

struct Official {
  const char* name;
  size_t expressions, classes;
  double ceiling;  // score_5 on UnseenEqClass, in percent
};
// Published counts and ceilings.
constexpr Official kOfficial[] = {
    {"simpleBoolean8", 39048, 120, 100.0},      {"boolean5", 1239, 95, 94.8},     {"boolean8", 257784, 232, 100.0},
    {"largeSimpleBoolean5", 10050, 1342, 85.5}, {"simplepoly5", 237, 47, 66.7},   {"simplepoly8", 3477, 104, 98.9},
    {"simplepoly10", 57909, 195, 100.0},        {"oneVarPoly10", 1291, 83, 92.2}, {"poly5", 516, 150, 70.3},
};

inline std::string official_path(const std::string& name) {
  return std::string(EQNET_SEMVEC) + "/" + name + ".json.gz";
}

}  // namespace eqnet::testing

#define EQNET_OFFICIAL_OR_SKIP() \
  if (!std::filesystem::exists(EQNET_SEMVEC)) GTEST_SKIP() << "the official SemVec files are not at " << EQNET_SEMVEC
