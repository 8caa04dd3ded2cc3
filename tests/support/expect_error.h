// EXPECT_ERROR(statement, "part", …): the statement throws base::Error whose text contains every part.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "eqnet/base/error.h"

namespace eqnet::testing {

inline void expect_error(const std::function<void()>& action, const std::vector<std::string>& parts) {
  try {
    action();
    ADD_FAILURE() << "no error was thrown";
  } catch (const base::Error& error) {
    const std::string what = error.what();
    for (const std::string& part : parts) EXPECT_NE(what.find(part), std::string::npos) << what << "\nlacks: " << part;
    EXPECT_EQ(what.find('\n'), std::string::npos) << "an error is one line: " << what;
  }
}

}  // namespace eqnet::testing

#define EXPECT_ERROR(statement, ...) ::eqnet::testing::expect_error([&] { (void)(statement); }, {__VA_ARGS__})
