// Boolean functions taken apart variable by variable, each way tried.
//
// With F0 and F1 for a function where a variable x is false and true, and D for where these two differ:
//
//   F = x & F1 | ~x & F0 = F0 ^ x & D = F1 ^ ~x & D
//
// and shorter forms where F0 or F1 is constant, one implies the other, or each is the other's negation. What has at
// most four variables left is known exactly (Forms::Shortest). All functions met are kept by their truth tables.
#pragma once

#include <memory>

#include "eqnet/domain/forms.h"

namespace eqnet::domain {

std::unique_ptr<Forms> make_boolean_forms();

}  // namespace eqnet::domain
