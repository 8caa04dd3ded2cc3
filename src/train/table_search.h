// Finite algebras that agree with the classes of a dataset, found by SAT.
//
// An algebra of q values is a table per operator. It agrees with the data where all equations (equations.h) hold
// whatever values the variables have. That is a question for a SAT solver (table_solver.h). Only what tells two classes
// apart is asked at first; the tables that come out are tried on all equations under all assignments, and what fails is
// asked too, until nothing does.
//
// First one algebra is sought that tells all classes apart, of 2 values, else of 3, and so on: whatever it does not
// tell apart is asked for. Where that fails, several algebras, each of as few values as possible, share the work:
// integers modulo 12 may come out as those modulo 3 and those modulo 4. (Every algebra can be put together from ones
// that cannot be taken apart further: Birkhoff 1944.)
#pragma once

#include "train/finite_tables.h"

namespace eqnet::train {

struct TableSearchParams {
  uint64_t seed = 1;
  size_t most_values = 9;
  size_t effort = 100000;   // of one question to the solver, four times as much of all; a unit is some 50 microseconds
  bool several = true;      // where one algebra is not enough
  double most_seconds = 0;  // 0: no limit
};

// Algebras that together tell all classes apart; none where they were not found.
std::vector<FiniteTables> find_tables(const Equations& equations, const TableSearchParams& params);

}  // namespace eqnet::train
