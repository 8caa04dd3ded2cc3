// Blocks that a network may have: a set of coefficients and a value for every leaf.
//
// Values that occur in one block may be given to the leaves of another with the same coefficients: for truth tables
// another assignment of the variables. Many such blocks are tried. Candidates are those that agree with the data, as
// the values of leaves that are constants would not.
#pragma once

#include <optional>

#include "base/random.h"
#include "models/agreement.h"
#include "models/set_choice.h"
#include "models/value_table.h"

namespace eqnet::models {

struct Surveyed {
  std::vector<Candidate> candidates = {};
  size_t pairs = 0;                     // of classes, that are looked at
  std::vector<double> set_errors = {};  // by set: of its best live block
};

class Survey {
 public:
  // agreement: with these expressions.
  Survey(const TreeParameters& all, Agreement& agreement, const Schedule& schedule, base::Random& random);

  // live: by block. tables: by set, where it is exact and has one. largest_spread: of a block. Nothing where no block
  // is exact, or there are too many to fill. Leaves the agreement measured elsewhere.
  std::optional<Surveyed> run(const std::vector<double>& x, const std::vector<bool>& live,
                              const std::vector<std::optional<ValueTable>>& tables, double largest_spread);

 private:
  using Vector = std::vector<double>;

  void draw_pairs();
  [[nodiscard]] std::vector<bool> pairs_apart(size_t block) const;
  void try_leaves(size_t block, const std::optional<ValueTable>& table, bool of_leaves, const Vector& units,
                  const Vector& x, Vector& trial);
  void value_of(const Vector& units, size_t root, size_t block, double* to) const;
  void take(size_t block, const Vector& x, std::vector<Candidate>& candidates) const;

  const TreeParameters& all_;
  Agreement& agreement_;
  base::Random& random_;
  kernels::Blocks shape_;
  std::vector<std::pair<uint32_t, uint32_t>> pairs_;
  std::vector<uint32_t> smallest_;            // roots
  std::vector<std::vector<size_t>> live_of_;  // by set: the exact ones
};

}  // namespace eqnet::models
