// What a finite algebra is made of: the parts that say the same with fewer values.
//
// A *congruence* calls values the same such that operators do not notice; then its classes are the values of a smaller
// algebra. Integers modulo 6 have those modulo 2 and modulo 3 in them, and who knows both knows the number modulo 6.
// And under an assignment whose values generate few others, only these matter.
#pragma once

#include "encode/network.h"
#include "train/finite_tables.h"

namespace eqnet::train {

// The algebra itself and its images under congruences, as far as they have at least two values, each with the images of
// the assignments, every one once. At most kMostQuotients of them.
constexpr size_t kMostQuotients = 64;
std::vector<FiniteTables> quotients(const FiniteTables& algebra);

// The algebra of the values that are made of these.
encode::FinitePart generated(const FiniteTables& algebra, std::span<const uint8_t> leaves);

}  // namespace eqnet::train
