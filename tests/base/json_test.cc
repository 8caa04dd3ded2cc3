#include "base/json.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/expect_error.h"

namespace eqnet::base {

TEST(Json, WritesNumbersThatComeBackBitForBit) {
  Json json;
  const double third = 1.0 / 3;
  json.array().value(third).value(-0.0).value(std::numeric_limits<double>::max()).null().end_array();
  EXPECT_EQ(json.text(), "[0.3333333333333333,-0.0,1.7976931348623157e308,null]");
}

TEST(Json, RefusesNumbersThatJsonDoesNotHave) {
  using Limits = std::numeric_limits<double>;
  for (const double wrong : {Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
    Json json;
    json.array();
    EXPECT_ERROR(json.value(wrong), "JSON", "cannot hold");
  }
}

}  // namespace eqnet::base
