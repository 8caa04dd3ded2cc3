// Finite algebras whose operators are ones that everybody knows: sums and products modulo q, the larger and the
// smaller, sums that end at the largest value, operations on bits. They need no SAT solver, which has more to do with
// every value: integers modulo 16 take milliseconds here.
//
// As with quaternions (form_search.h), each operator is tried as each of a few forms, for q = 2, 3, ... values, until
// the equations of the data hold. That something about algebras is built in, `eqnet train` says.
#pragma once

#include <optional>
#include <string>

#include "train/finite_tables.h"

namespace eqnet::train {

struct KnownTablesParams {
  uint64_t seed = 1;
  size_t most_values = 16;
  double most_seconds = 0;  // 0: no limit
};

struct KnownTables {
  FiniteTables tables;                 // that tell all classes apart
  std::vector<std::string> operators;  // what each is, as in "a + b mod 8"
};

// Nothing where there are none, and where the data shows no end of the numbers: the equations of sums and products that
// hold modulo any q are those of numbers, which points hold.
std::optional<KnownTables> find_known_tables(const Equations& equations, const KnownTablesParams& params);

}  // namespace eqnet::train
