// Shortest expressions of boolean functions of at most four variables, by truth table.
//
// Functions that differ in the order of their variables alone have one expression, which is worked out once: of 65,536
// functions 3,984 are left.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "eqnet/domain/forms.h"

namespace eqnet::domain {

class SmallForms {
 public:
  static constexpr size_t kVariables = Forms::kShortestVariables;
  // Bit j is the value under assignment number j, which gives variable i the bit i of j.
  using Table = uint16_t;

  SmallForms();

  // Nodes of its shortest expression.
  [[nodiscard]] size_t size(Table table, const Forms::Shortest& shortest);
  // That expression in another pool, with these four in place of the variables.
  [[nodiscard]] expr::NodeId make(Table table, std::span<const expr::NodeId> inputs, const Forms::Shortest& shortest,
                                  expr::Pool& pool);

 private:
  struct Canonical {
    Table table;          // the least of those that the orders of variables give
    uint8_t permutation;  // that gives it
  };
  struct Form {
    expr::NodeId node = 0;
    size_t size = 0;  // 0: not known yet
  };
  const Form& form(Table canonical, const Forms::Shortest& shortest);

  std::vector<std::array<uint8_t, kVariables>> permutations_;
  std::vector<Canonical> canonical_;  // by table
  std::vector<Form> known_;           // by table, canonical ones only
  expr::Pool pool_;
};

}  // namespace eqnet::domain
