// Boolean functions as packed truth tables, each distinct one once.
#pragma once

#include "domain/boolean/circuit.h"
#include "eqnet/base/hash_index.h"
#include "eqnet/domain/algebra.h"

namespace eqnet::domain {

class BooleanAlgebra final : public Algebra {
 public:
  // At most kMostTableVariables; throws base::Error beyond.
  explicit BooleanAlgebra(std::vector<std::string> variables);

  FunctionId apply(const expr::Symbol& symbol, std::span<const FunctionId> children) override;
  void apply_row(const expr::Symbol& op, std::span<const FunctionId> first, std::span<const FunctionId> lasts,
                 std::span<FunctionId> results) override;
  [[nodiscard]] std::string name(FunctionId function) const override;
  [[nodiscard]] size_t size() const override { return tables_.size() / words_; }
  [[nodiscard]] size_t most() const override {
    return variables_.size() < 6 ? size_t{1} << (size_t{1} << variables_.size()) : 0;
  }

 private:
  [[nodiscard]] std::span<const uint64_t> table(FunctionId id) const { return {tables_.data() + id * words_, words_}; }
  FunctionId intern(std::span<const uint64_t> table);
  void grow();

  std::vector<std::string> variables_;
  size_t words_;                    // of a table
  std::vector<uint64_t> tables_;    // size() * words_
  base::HashIndex index_;           // by table
  std::vector<FunctionId> direct_;  // by the table itself, where it is one of a few bits: then index_ is empty
  std::vector<uint64_t> scratch_;   // one table
};

}  // namespace eqnet::domain
