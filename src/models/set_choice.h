// Which sets of coefficients settling goes on with.
//
// Some sets are exact because they have forgotten something. So a set is judged by the classes that its blocks can tell
// apart, and of those that can tell as many, the most exact is taken.
#pragma once

#include <span>
#include <vector>

namespace eqnet::models {

// A block that may be taken.
struct Candidate {
  size_t set = 0;
  std::vector<double> leaves = {};  // their values, one after the other
  std::vector<bool> apart = {};     // the pairs of classes that it tells apart
  bool used = false;
};

// Best first: one that tells as many classes apart as any, and is the most exact of those; and those that are as exact
// and tell apart what it does not. pairs: their number. errors: by set. require: there is a candidate.
std::vector<size_t> choose_sets(std::span<const Candidate> candidates, size_t pairs, std::span<const double> errors);

}  // namespace eqnet::models
