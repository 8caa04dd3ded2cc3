// Finite algebras written by hand as coefficients of blocks, and expressions of them with their classes.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "models/tree_network.h"

namespace eqnet::models {

// The values are 0 to count - 1; operators in order of their names, as vocabularies have them.
struct SomeAlgebra {
  struct Operator {
    std::string name;
    uint32_t arity;
    std::function<size_t(const std::vector<size_t>& children)> result;
  };
  size_t count;
  std::vector<Operator> operators;

  // Numbers of a block in which all values are independent: value v > 0 has a 1 at v - 1, and 0 has none.
  [[nodiscard]] size_t block() const { return count - 1; }
  [[nodiscard]] std::vector<double> numbers(size_t value) const {
    std::vector<double> numbers(block());
    if (value > 0) numbers[value - 1] = 1;
    return numbers;
  }
  // Of a value, as a linear function of (1, numbers): 1 for it and 0 for every other one. This is its coefficient of
  // number `digit`.
  static double indicator(size_t value, size_t digit) {
    if (value == 0) return digit == 0 ? 1 : -1;
    return digit == value ? 1 : 0;
  }
  // The sum over all choices of children of the result's numbers times the children's indicators.
  [[nodiscard]] std::vector<double> coefficients(const Operator& op) const {
    size_t terms = 1;  // as many as there are choices
    for (uint32_t c = 0; c < op.arity; ++c) terms *= count;
    std::vector<double> coefficients(block() * terms);
    for (size_t choice = 0; choice < terms; ++choice) {
      const size_t result = op.result(digits(choice, op.arity));
      if (result == 0) continue;
      for (size_t term = 0; term < terms; ++term) {
        double product = 1;
        for (uint32_t c = 0; c < op.arity; ++c)
          product *= indicator(digits(choice, op.arity)[c], digits(term, op.arity)[c]);
        coefficients[(result - 1) * terms + term] += product;
      }
    }
    return coefficients;
  }
  // The children of a choice by its number, the first changing fastest.
  [[nodiscard]] std::vector<size_t> digits(size_t choice, size_t arity) const {
    std::vector<size_t> digits;
    for (size_t c = 0; c < arity; ++c, choice /= count) digits.push_back(choice % count);
    return digits;
  }

  [[nodiscard]] encode::Vocabulary vocabulary(size_t variables) const {
    std::vector<expr::Symbol> leaves;
    std::vector<expr::Symbol> symbols;
    for (size_t i = 0; i < variables; ++i) leaves.push_back({variable(i), expr::SymbolKind::variable, 0});
    for (const Operator& op : operators) symbols.push_back({op.name, expr::SymbolKind::op, op.arity});
    return {leaves, symbols};
  }
  static std::string variable(size_t number) { return {static_cast<char>('a' + number)}; }

  // Puts the coefficients into all sets, and random values into the leaves.
  [[nodiscard]] std::vector<double> parameters(const TreeParameters& all, base::Random& random) const {
    std::vector<double> parameters(all.layout.size());
    for (size_t i = 0; i < operators.size(); ++i) {
      const std::vector<double> own = coefficients(operators[i]);
      for (size_t set = 0; set < all.sets(); ++set) {
        for (size_t j = 0; j < own.size(); ++j) parameters[all.coefficient(all.operators[i], set, j)] = own[j];
      }
    }
    for (size_t i = 0; i < all.leaf_count * all.blocks(); ++i) {
      const std::vector<double> value = numbers(random.below(count));
      const size_t leaf = i / all.blocks();
      std::ranges::copy(value, parameters.begin() + static_cast<std::ptrdiff_t>(all.leaves + leaf * all.leaf_width() +
                                                                                i % all.blocks() * block()));
    }
    return parameters;
  }
};

inline SomeAlgebra booleans() {
  using Children = std::vector<size_t>;
  return {2,
          {{"And", 2, [](const Children& x) { return x[0] & x[1]; }},
           {"Not", 1, [](const Children& x) { return 1 - x[0]; }},
           {"Or", 2, [](const Children& x) { return x[0] | x[1]; }}}};
}

inline SomeAlgebra integers_modulo(size_t n) {
  using Children = std::vector<size_t>;
  return {n,
          {{"Minus", 1, [n](const Children& x) { return (n - x[0]) % n; }},
           {"Plus", 2, [n](const Children& x) { return (x[0] + x[1]) % n; }},
           {"Times", 2, [n](const Children& x) { return x[0] * x[1] % n; }}}};
}
inline SomeAlgebra modulo_three() {
  return integers_modulo(3);
}

// Nothing but values in blocks, as eqnet-mul has them.
inline TreeShape shape_of_blocks(size_t block, size_t count, size_t algebras, size_t unused = 0) {
  TreeShape shape;
  shape.dimension = block * count + unused + 1;
  shape.linear = shape.bias = false;
  shape.hidden = 0;
  shape.points = true;
  shape.block = block;
  shape.algebras = algebras;
  return shape;
}

// Errors in the leaves and the coefficients; biases stay 0.
inline void disturb(const TreeParameters& all, std::vector<double>& parameters, double deviation,
                    base::Random& random) {
  for (const encode::Tensor& tensor : all.layout.tensors()) {
    if (tensor.name.ends_with(".bo")) continue;
    for (size_t i = 0; i < tensor.size(); ++i) parameters[tensor.offset + i] += deviation * random.gaussian();
  }
}

// Random expressions, each once, of classes that have two at least; a class is a function of the variables.
class SomeExpressions {
 public:
  SomeExpressions(const SomeAlgebra& algebra, size_t variables, size_t count, size_t most_operators, uint64_t seed)
      : algebra_(algebra), variables_(variables), vocabulary_(algebra.vocabulary(variables)) {
    base::Random random(seed);
    std::map<std::vector<size_t>, std::vector<expr::NodeId>> classes;
    std::vector<bool> known;
    for (size_t i = 0; i < count; ++i) {
      const auto [node, function] = grow(random, random.below(most_operators + 1));
      known.resize(pool_.size());
      if (!known[node]) classes[function].push_back(node);
      known[node] = true;
    }
    for (const auto& [function, members] : classes) {
      if (members.size() < 2) continue;
      for (const expr::NodeId node : members) {
        roots_.push_back(node);
        labels.push_back(static_cast<uint32_t>(classes_));
      }
      ++classes_;
    }
    encode::Scheduler(pool_, vocabulary_).schedule(roots_, schedule);
  }

  [[nodiscard]] const encode::Vocabulary& vocabulary() const { return vocabulary_; }
  [[nodiscard]] size_t classes() const { return classes_; }

  Schedule schedule;
  std::vector<uint32_t> labels;

 private:
  using Function = std::vector<size_t>;  // the value under every assignment
  using Grown = std::pair<expr::NodeId, Function>;

  Grown grow(base::Random& random, size_t operators) {
    size_t assignments = 1;
    for (size_t i = 0; i < variables_; ++i) assignments *= algebra_.count;
    Function function(assignments);
    if (operators == 0) {
      const size_t number = random.below(variables_);
      for (size_t i = 0; i < assignments; ++i) function[i] = algebra_.digits(i, variables_)[number];
      return {pool_.variable(SomeAlgebra::variable(number)), function};
    }
    const SomeAlgebra::Operator& op = algebra_.operators[random.below(algebra_.operators.size())];
    std::vector<expr::NodeId> nodes;
    std::vector<Function> functions;
    size_t left = operators - 1;
    for (uint32_t c = 0; c < op.arity; ++c) {
      const size_t own = c + 1 == op.arity ? left : random.below(left + 1);
      left -= own;
      auto [node, of_child] = grow(random, own);
      nodes.push_back(node);
      functions.push_back(std::move(of_child));
    }
    for (size_t i = 0; i < assignments; ++i) {
      std::vector<size_t> values;
      for (const Function& child : functions) values.push_back(child[i]);
      function[i] = op.result(values);
    }
    return {pool_.node(pool_.symbols.op(op.name, op.arity), nodes), function};
  }

  SomeAlgebra algebra_;
  size_t variables_;
  expr::Pool pool_;
  encode::Vocabulary vocabulary_;
  std::vector<expr::NodeId> roots_;
  size_t classes_ = 0;
};

}  // namespace eqnet::models
