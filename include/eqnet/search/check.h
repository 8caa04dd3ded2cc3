// Many pairs of expressions, each decided exactly.
//
//   const eqnet::search::TextPair pairs[] = {{"a -> b", "~a | b"}, {"(x+1)^2", "x^2 + 1"}};
//   for (const eqnet::search::Checked& one : eqnet::search::check(pairs)) …
//
// A pair that cannot be read, or takes too long, is answered as such and holds up no other.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "eqnet/domain/domain.h"

namespace eqnet::search {

struct TextPair {
  std::string_view left, right;
};

struct Checked {
  domain::Verdict verdict;
  std::string error;                       // why the pair could not be read; empty where it was
  std::string note;                        // what may have been misread (Domain::misreading)
  std::string idle;                        // an assumption about what the pair does not have (idle_assumption)
  const domain::Domain* domain = nullptr;  // that it was read in
  bool variables = false;                  // whether there are any
  // What to say beside the verdict on a pair that is asked about alone: the assumptions are about it, then, while among
  // many each may be about others.
  [[nodiscard]] const std::string& remark() const { return note.empty() ? idle : note; }
};

struct CheckParams {
  const domain::Domain* domain = nullptr;                    // null: of each pair, by the operators used
  double timeout_s = domain::EquivalenceParams{}.timeout_s;  // of a pair
  size_t threads = 1;
  bool strict = false;           // as in domain::EquivalenceParams
  std::string assumptions = {};  // as there
};

// In the order of the pairs. Throws base::Error where the assumptions are wrong, even without a pair.
std::vector<Checked> check(std::span<const TextPair> pairs, const CheckParams& params = {});

}  // namespace eqnet::search
