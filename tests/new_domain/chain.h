// A domain as somebody else would add it: three levels, 0 < 1 < 2, with the lower and the higher of two, the middle of
// three, and what is as far from the other end. Everything that EqNet wants to know of it is in this file.
#pragma once

#include <algorithm>
#include <map>

#include "eqnet/base/error.h"
#include "eqnet/domain/algebra.h"
#include "eqnet/domain/domain.h"

namespace eqnet::testing {

class ChainAlgebra final : public domain::Algebra {
 public:
  explicit ChainAlgebra(std::vector<std::string> variables) : variables_(std::move(variables)) {
    for (size_t i = 0; i < variables_.size(); ++i) assignments_ *= 3;
  }

  using Table = std::vector<uint8_t>;  // the value under each assignment; digit i of its number is variable i's

  domain::FunctionId apply(const expr::Symbol& symbol, std::span<const domain::FunctionId> children) override {
    Table table(assignments_);
    for (size_t j = 0; j < table.size(); ++j) {
      std::vector<uint8_t> values;
      for (const domain::FunctionId child : children) values.push_back(tables_[child][j]);
      table[j] = value(symbol, j, values);
    }
    const auto [known, added] = ids_.try_emplace(table, static_cast<domain::FunctionId>(tables_.size()));
    if (added) tables_.push_back(table);
    return known->second;
  }
  [[nodiscard]] std::string name(domain::FunctionId function) const override {
    std::string digits;
    for (const uint8_t value : tables_[function]) digits += static_cast<char>('0' + value);
    return digits;
  }
  [[nodiscard]] size_t size() const override { return tables_.size(); }

  [[nodiscard]] const Table& table(domain::FunctionId function) const { return tables_[function]; }
  [[nodiscard]] uint8_t digit(size_t variable, size_t assignment) const {
    for (; variable > 0; --variable) assignment /= 3;
    return static_cast<uint8_t>(assignment % 3);
  }
  [[nodiscard]] size_t assignments() const { return assignments_; }
  [[nodiscard]] domain::Assignment point(size_t assignment) const {
    domain::Assignment point;
    for (size_t i = 0; i < variables_.size(); ++i) {
      point.emplace_back(variables_[i], std::to_string(digit(i, assignment)));
    }
    return point;
  }

 private:
  [[nodiscard]] uint8_t value(const expr::Symbol& symbol, size_t assignment, std::vector<uint8_t> values) const {
    if (symbol.kind == expr::SymbolKind::variable) {
      return digit(static_cast<size_t>(std::ranges::find(variables_, symbol.name) - variables_.begin()), assignment);
    }
    if (symbol.kind == expr::SymbolKind::constant) return static_cast<uint8_t>(symbol.name.back() - '0');
    if (symbol.name == "Flip") return static_cast<uint8_t>(2 - values[0]);
    std::ranges::sort(values);
    if (symbol.name == "Low") return values.front();
    if (symbol.name == "High") return values.back();
    if (symbol.name == "Middle") return values[1];
    throw base::Error("operator " + base::quoted(symbol.name) + " is not of the chain");
  }

  std::vector<std::string> variables_;
  size_t assignments_ = 1;
  std::vector<Table> tables_;
  std::map<Table, domain::FunctionId> ids_;
};

class Chain final : public domain::Domain {
 public:
  [[nodiscard]] std::string_view name() const override { return "chain"; }
  [[nodiscard]] const expr::Syntax& syntax() const override {
    static const expr::Syntax syntax = {
        .domain = "chain",
        .operators = {{"Flip", 1, 50, false, {"~"}, "\\sim "},
                      {"Low", 2, 40, false, {"/\\", "low"}, "\\wedge"},
                      {"High", 2, 30, false, {"\\/", "high"}, "\\vee"},
                      {"Middle", 3, 100, false, {"mid"}, "\\mathrm{mid}"}},
        .constants = {{"level1", {"one"}, "1"}},
    };
    return syntax;
  }
  [[nodiscard]] bool recognises(std::string_view text) const override {
    return text.find("/\\") != std::string_view::npos || text.find("\\/") != std::string_view::npos;
  }
  [[nodiscard]] std::unique_ptr<domain::Algebra> algebra(const std::vector<std::string>& variables) const override {
    return std::make_unique<ChainAlgebra>(variables);
  }
  [[nodiscard]] std::optional<domain::Negation> negation() const override { return domain::Negation{"Flip", "mirror"}; }
  [[nodiscard]] std::vector<domain::Sample> samples(const expr::Pool& pool, std::span<const expr::NodeId> nodes,
                                                    size_t first, size_t count) const override {
    ChainAlgebra algebra(domain::variables_of(pool));
    const std::vector<domain::FunctionId> functions = domain::evaluate(pool, algebra);
    std::vector<domain::Sample> samples;
    for (size_t j = first; j < std::min(first + count, algebra.assignments()); ++j) {
      samples.push_back({algebra.point(j), {}});
      for (const expr::NodeId node : nodes) {
        samples.back().values.push_back(std::to_string(algebra.table(functions[node])[j]));
      }
    }
    return samples;
  }

 private:
  [[nodiscard]] domain::Verdict decide(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                                       const domain::EquivalenceParams& /*params*/) const override {
    const expr::NodeId both[] = {left, right};
    for (const domain::Sample& sample : samples(pool, both, 0, SIZE_MAX / 2)) {
      if (sample.values[0] == sample.values[1]) continue;
      return {domain::Answer::different, sample.point, sample.values[0], sample.values[1], "table"};
    }
    return {domain::Answer::equivalent, {}, {}, {}, "table"};
  }
};

}  // namespace eqnet::testing
