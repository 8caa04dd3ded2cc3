#include "domain/boolean/forms.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "domain/boolean/circuit.h"
#include "domain/boolean/rewriting.h"
#include "domain/boolean/small_forms.h"
#include "eqnet/domain/domain.h"

namespace eqnet::domain {
namespace {

using expr::NodeId;
using Table = std::vector<uint64_t>;

constexpr size_t kMostFormVariables = 10;
constexpr size_t kMostWithDifference = 8;  // beyond, D would make too many functions

// Of a function of some variables: whether it depends on one, and what it is where that is 0 or 1.
class Tables {
 public:
  explicit Tables(size_t variables) : words_(std::max<size_t>(1, (size_t{1} << variables) / 64)) {}

  [[nodiscard]] size_t words() const { return words_; }
  [[nodiscard]] Table cofactor(const Table& table, size_t variable, bool value) const {
    Table result(words_);
    for (size_t w = 0; w < words_; ++w) {
      if (variable < 6) {
        const uint64_t mask = variable_word(variable, 0);
        const size_t shift = size_t{1} << variable;
        const uint64_t half = table[w] & (value ? mask : ~mask);
        result[w] = half | (value ? half >> shift : half << shift);
      } else {
        const size_t bit = size_t{1} << (variable - 6);
        result[w] = table[value ? w | bit : w & ~bit];
      }
    }
    return result;
  }
  [[nodiscard]] bool depends(const Table& table, size_t variable) const {
    return cofactor(table, variable, false) != cofactor(table, variable, true);
  }

 private:
  size_t words_;
};

bool is_constant(const Table& table, bool value) {
  return std::ranges::all_of(table, [&](uint64_t word) { return word == (value ? ~uint64_t{0} : 0); });
}

bool implies(const Table& a, const Table& b) {
  for (size_t w = 0; w < a.size(); ++w) {
    if ((a[w] & ~b[w]) != 0) return false;
  }
  return true;
}

// One function and all that it is taken apart into.
class Parts {
 public:
  Parts(size_t variables, bool has_xor, bool has_implies, SmallForms& small, const Forms::Shortest& shortest)
      : tables_(variables),
        variables_(variables),
        has_xor_(has_xor),
        has_implies_(has_implies),
        with_difference_(has_xor && variables <= kMostWithDifference),
        small_(small),
        shortest_(shortest) {}

  // Nodes of the shortest form that was found.
  size_t size(const Table& table) { return best(table).size; }

  NodeId build(const Table& table, std::span<const NodeId> inputs, expr::Pool& pool) {
    const Best& found = best(table);
    const auto make = [&](const char* op, std::initializer_list<NodeId> children) {
      return pool.node(pool.symbols.op(op, static_cast<uint32_t>(children.size())), children);
    };
    if (found.way == Way::small) {
      std::array<NodeId, SmallForms::kVariables> own{};
      for (size_t i = 0; i < found.support.size(); ++i) own[i] = inputs[found.support[i]];
      return small_.make(found.small, own, shortest_, pool);
    }
    const NodeId x = inputs[found.variable];
    const auto no_x = [&] { return make("Not", {x}); };
    const auto part = [&](bool value) { return build(tables_.cofactor(table, found.variable, value), inputs, pool); };
    const auto rest = [&] { return build(difference(table, found.variable), inputs, pool); };
    switch (found.way) {
      case Way::x_and_1:
        return make("And", {x, part(true)});
      case Way::not_x_and_0:
        return make("And", {no_x(), part(false)});
      case Way::x_implies_1:
        return has_implies_ ? make("Implies", {x, part(true)}) : make("Or", {no_x(), part(true)});
      case Way::x_or_0:
        return make("Or", {x, part(false)});
      case Way::x_xor_0:
        return make("Xor", {x, part(false)});
      case Way::x_and_1_or_0:
        return make("Or", {make("And", {x, part(true)}), part(false)});
      case Way::not_x_and_0_or_1:
        return make("Or", {make("And", {no_x(), part(false)}), part(true)});
      case Way::xor_0:
        return make("Xor", {part(false), make("And", {x, rest()})});
      case Way::xor_1:
        return make("Xor", {part(true), make("And", {no_x(), rest()})});
      default:
        return make("Or", {make("And", {x, part(true)}), make("And", {no_x(), part(false)})});
    }
  }

 private:
  enum class Way : uint8_t {
    small,
    x_and_1,
    not_x_and_0,
    x_implies_1,
    x_or_0,
    x_xor_0,
    x_and_1_or_0,
    not_x_and_0_or_1,
    xor_0,
    xor_1,
    both
  };
  struct Best {
    size_t size = SIZE_MAX;
    Way way = Way::both;
    size_t variable = 0;
    SmallForms::Table small = 0;  // of a small one
    std::vector<size_t> support;  // the same: its variables
  };

  [[nodiscard]] Table difference(const Table& table, size_t variable) const {
    Table result = tables_.cofactor(table, variable, false);
    const Table other = tables_.cofactor(table, variable, true);
    for (size_t w = 0; w < result.size(); ++w) result[w] ^= other[w];
    return result;
  }

  // No deeper than there are variables beyond four.
  const Best& best(const Table& table) {
    if (const auto known = known_.find(table); known != known_.end()) return known->second;
    std::vector<size_t> support;
    for (size_t v = 0; v < variables_; ++v) {
      if (tables_.depends(table, v)) support.push_back(v);
    }
    Best found;
    if (support.size() <= Forms::kShortestVariables) {
      const SmallForms::Table small = compressed(table, support);
      found = {small_.size(small, shortest_), Way::small, 0, small, std::move(support)};
    } else {
      for (const size_t variable : support) try_variable(table, variable, found);
    }
    return known_.emplace(table, std::move(found)).first->second;
  }

  void try_variable(const Table& table, size_t x, Best& found) {
    const Table zero = tables_.cofactor(table, x, false);
    const Table one = tables_.cofactor(table, x, true);
    const auto offer = [&](Way way, size_t size) {
      if (size < found.size) found = {size, way, x, 0, {}};
    };
    if (is_constant(zero, false)) return offer(Way::x_and_1, 2 + size(one));
    if (is_constant(one, false)) return offer(Way::not_x_and_0, 3 + size(zero));
    if (is_constant(zero, true)) return offer(Way::x_implies_1, (has_implies_ ? 2 : 3) + size(one));
    if (is_constant(one, true)) return offer(Way::x_or_0, 2 + size(zero));
    const Table apart = difference(table, x);
    if (has_xor_ && is_constant(apart, true)) return offer(Way::x_xor_0, 2 + size(zero));
    const size_t both = size(zero) + size(one);
    offer(Way::both, 6 + both);
    if (implies(zero, one)) offer(Way::x_and_1_or_0, 3 + both);
    if (implies(one, zero)) offer(Way::not_x_and_0_or_1, 4 + both);
    if (!with_difference_) return;
    const size_t rest = size(apart);
    offer(Way::xor_0, 3 + size(zero) + rest);
    offer(Way::xor_1, 4 + size(one) + rest);
  }

  // The truth table over the support alone; what is missing to four variables makes no difference.
  [[nodiscard]] SmallForms::Table compressed(const Table& table, const std::vector<size_t>& support) const {
    SmallForms::Table small = 0;
    for (size_t row = 0; row < size_t{1} << SmallForms::kVariables; ++row) {
      size_t assignment = 0;
      for (size_t i = 0; i < support.size(); ++i) assignment |= (row >> i & 1) << support[i];
      small |= static_cast<SmallForms::Table>((table[assignment / 64] >> (assignment % 64) & 1) << row);
    }
    return small;
  }

  Tables tables_;
  size_t variables_;
  bool has_xor_, has_implies_, with_difference_;
  SmallForms& small_;
  const Forms::Shortest& shortest_;
  std::map<Table, Best> known_;
};

class BooleanForms final : public Forms {
 public:
  std::vector<NodeId> of(expr::Pool& pool, NodeId root, std::span<const std::string> operators,
                         const Shortest& shortest, const Late& late) override {
    const auto has = [&](const char* op) { return std::ranges::find(operators, op) != operators.end(); };
    if (!has("And") || !has("Or") || !has("Not")) return {};
    const Circuit circuit(pool, {&root, 1});
    const size_t variables = circuit.variables.size();
    if (variables <= kShortestVariables || variables > kMostFormVariables) return {};
    std::vector<NodeId> inputs;
    for (const std::string& name : circuit.variables) inputs.push_back(pool.variable(name));
    const bool has_xor = has("Xor");
    const bool has_implies = has("Implies");
    SmallForms& small = small_[{operators.begin(), operators.end()}];
    Parts parts(variables, has_xor, has_implies, small, shortest);
    const auto shorter = [&](NodeId node) {
      return rewritten(pool, node, inputs, small, shortest, {has_xor, has_implies, late});
    };
    return {shorter(root), shorter(parts.build(truth_table(circuit), inputs, pool))};
  }

 private:
  std::map<std::vector<std::string>, SmallForms> small_;  // by operators
};

}  // namespace

std::unique_ptr<Forms> make_boolean_forms() {
  return std::make_unique<BooleanForms>();
}

}  // namespace eqnet::domain
