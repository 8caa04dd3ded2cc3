// The functions of a finite algebra: for each, its value under every assignment of its variables.
#pragma once

#include "domain/finite/definition.h"
#include "eqnet/base/hash_index.h"
#include "eqnet/domain/algebra.h"
#include "eqnet/expr/syntax.h"

namespace eqnet::domain {

constexpr size_t kMostTableAssignments = size_t{1} << 16;  // of functions that are kept as tables

// values^variables, or SIZE_MAX where that is beyond `most`.
size_t count_assignments(size_t values, size_t variables, size_t most);

class FiniteAlgebra final : public Algebra {
 public:
  // Both must outlive it. Throws base::Error where the variables have more than kMostTableAssignments assignments.
  FiniteAlgebra(const Definition& definition, const expr::Syntax& syntax, std::vector<std::string> variables);

  // Throw base::Error where the tables would take more than kMostBytes.
  FunctionId apply(const expr::Symbol& symbol, std::span<const FunctionId> children) override;
  void apply_row(const expr::Symbol& op, std::span<const FunctionId> first, std::span<const FunctionId> lasts,
                 std::span<FunctionId> results) override;

  // The text of the expression that gave the function first. Where expressions come by size, as in generation, no
  // expression of that function is shorter: a child that had a shorter one would have given a shorter one of the whole.
  [[nodiscard]] std::string name(FunctionId function) const override;
  [[nodiscard]] size_t size() const override { return origins_.size(); }
  [[nodiscard]] size_t bytes_each() const override { return stride_; }
  [[nodiscard]] size_t bytes() const override { return tables_.size(); }

  static constexpr size_t kMostBytes = size_t{4} << 30;

 private:
  // How a function was made first: a symbol over functions made before it.
  struct Origin {
    uint32_t symbol = 0;  // place in symbols_
    uint32_t children_begin = 0;
  };

  [[nodiscard]] const Value* table(FunctionId id) const { return tables_.data() + size_t{id} * stride_; }
  FunctionId intern(const expr::Symbol& symbol, std::span<const FunctionId> first, const FunctionId* last);
  uint32_t number_of(const expr::Symbol& symbol);
  void grow();

  const Definition& definition_;
  const expr::Syntax& syntax_;
  std::vector<std::string> variables_;
  size_t assignments_;
  size_t stride_;              // bytes of a table: the assignments, then zeros up to a whole number of words
  std::vector<Value> tables_;  // size() * stride_
  base::HashIndex index_;      // by table
  std::vector<Origin> origins_;
  std::vector<FunctionId> children_;  // of the origins, one after the other
  std::vector<expr::Symbol> symbols_;
  std::vector<Value> scratch_;     // one table
  std::vector<uint32_t> offsets_;  // work space of apply_row
};

}  // namespace eqnet::domain
