// The domain of boolean expressions.
#include <algorithm>

#include "domain/boolean/algebra.h"
#include "domain/boolean/circuit.h"
#include "domain/boolean/forms.h"
#include "domain/classify.h"
#include "domain/registry.h"
#include "domain/table_key.h"
#include "domain/text.h"
#include "eqnet/domain/point_values.h"

namespace eqnet::domain {
namespace {

const expr::Syntax& boolean_syntax() {
  static const expr::Syntax syntax = {
      .domain = "boolean",
      .operators =
          {
              {"Not", 1, 50, false, {"~", "!", "¬", "not", "Not", "NOT"}, "\\lnot "},
              {"And", 2, 40, false, {"&", "&&", "∧", "*", "·", "and", "And", "AND"}, "\\land"},
              {"Xor", 2, 30, false, {"^", "⊕", "xor", "Xor", "XOR"}, "\\oplus"},
              {"Or", 2, 20, false, {"|", "||", "∨", "+", "or", "Or", "OR"}, "\\lor"},
              {"Implies", 2, 10, true, {">>", "->", "=>", "⇒", "→", "implies", "Implies", "IMPLIES"}, "\\Rightarrow"},
              {"Ite", 3, 0, false, {"ite", "Ite", "ITE"}, "\\mathrm{ite}"},
              {"Majority", 3, 0, false, {"maj", "Maj", "MAJ", "majority", "Majority"}, "\\mathrm{maj}"},
          },
      .constants =
          {
              {"false", {"false", "False", "FALSE", "0", "⊥"}, "\\bot"},
              {"true", {"true", "True", "TRUE", "1", "⊤"}, "\\top"},
          },
      .shorthands =
          {
              {"Xor", 2, 5, false, {"<->", "<=>", "↔", "⇔", "≡", "iff", "Iff", "IFF"}, "", "Not"},
          },
      .unsupported =
          {
              {{"=", "==", "≠", "!="}, "equations", "give the two sides as two expressions, or write <-> between them"},
              {{"<", ">", "≤", "≥", "<=", ">="}, "comparisons", ""},
              {{"-", "−", "–", "/", "÷", "×", "**"}, "arithmetic", "their operators are & | ~ xor -> <->"},
              {{"∀", "∃"}, "quantifiers", ""},
          },
      .product = "And",
  };
  return syntax;
}

// Values of all nodes under 128 random assignments.
std::vector<Signature> boolean_signatures(const expr::Pool& pool) {
  std::vector<Signature> values(pool.size());
  for (expr::NodeId id = 0; id < pool.size(); ++id) {
    const Gate gate = gate_of(pool.symbol_of(id));
    if (gate == Gate::variable) {
      base::Random random = random_of(pool, id);
      values[id] = {random.next(), random.next()};
      continue;
    }
    const auto children = pool.children(id);
    for (size_t w = 0; w < 2; ++w) {
      const auto value = [&](size_t child) { return child < children.size() ? values[children[child]][w] : 0; };
      values[id][w] = apply(gate, value(0), value(1), value(2));
    }
  }
  return values;
}

// 0 and 1, in a vector -1 and 1.
class BooleanPointValues final : public PointValues {
 public:
  using PointValues::PointValues;

  void leaf(const expr::Symbol& leaf, std::span<Value> values) const override {
    const Gate gate = gate_of(leaf);
    if (gate == Gate::variable) return draw(leaf.name, 2, values);
    std::ranges::fill(values, gate == Gate::constant_true ? 1 : 0);
  }

  void apply(const expr::Symbol& op, std::span<const Operand> children, std::span<Value> values) const override {
    const Gate gate = gate_of(op);
    const std::span<const Value> a = children.front().values;
    const std::span<const Value> b = children.size() > 1 ? children[1].values : a;
    const std::span<const Value> c = children.back().values;
    for (size_t j = 0; j < values.size(); ++j) values[j] = domain::apply(gate, a[j], b[j], c[j]) & 1;
  }

  [[nodiscard]] float number(Value value, size_t /*point*/) const override { return value == 0 ? -1.0F : 1.0F; }
};

class Boolean final : public Domain {
 public:
  [[nodiscard]] std::string_view name() const override { return "boolean"; }
  [[nodiscard]] const expr::Syntax& syntax() const override { return boolean_syntax(); }

  [[nodiscard]] bool recognises(std::string_view text) const override {
    for (const std::string_view sign :
         {"~", "!", "¬", "&", "∧", "|", "∨", "⊕", ">>", "->", "=>", "⇒", "→", "↔", "⇔", "≡", "⊥", "⊤"}) {
      if (text.find(sign) == std::string_view::npos || (sign == "!" && has_factorial(text))) continue;
      // sqrt(|x|) has an absolute value.
      const bool bars = sign == "|" && has_real_function(text) && text.find("\\l") == text.find("\\left");
      if (!bars) return true;
    }
    for (const auto* operators : {&syntax().operators, &syntax().shorthands}) {
      for (const expr::OperatorSyntax& op : *operators) {
        for (const std::string_view spelling : op.spellings) {
          const bool word = std::isalpha(static_cast<unsigned char>(spelling[0])) != 0;
          if (word && (op.arity > 2 ? has_call(text, spelling) : has_word(text, spelling))) return true;
        }
      }
    }
    for (const std::string_view word : {"true", "false", "True", "False", "TRUE", "FALSE"}) {
      if (has_word(text, word)) return true;
    }
    // "^" is an exclusive or, unless a number follows it or something of numbers stands beside it.
    for (const std::string_view sign : {"**", "-", "−", "–", "×", "⋅"}) {
      if (text.find(sign) != std::string_view::npos) return false;
    }
    if (has_real_function(text)) return false;
    const size_t hat = text.find('^');
    return hat != std::string_view::npos && !number_follows(text, hat + 1) && !has_number_above_1(text);
  }

  [[nodiscard]] std::unique_ptr<Algebra> algebra(const std::vector<std::string>& variables) const override {
    return std::make_unique<BooleanAlgebra>(variables);
  }

  [[nodiscard]] std::unique_ptr<const PointValues> point_values(uint64_t seed) const override {
    return std::make_unique<const BooleanPointValues>(seed);
  }

  [[nodiscard]] std::unique_ptr<Forms> forms() const override { return make_boolean_forms(); }

  [[nodiscard]] std::optional<std::string> key(const expr::Pool& pool, expr::NodeId root) const override {
    const Circuit circuit(pool, {&root, 1});
    if (circuit.variables.size() > kMostTableVariables) return std::nullopt;
    const std::vector<uint64_t> table = truth_table(circuit);
    std::vector<uint8_t> values(size_t{1} << circuit.variables.size());
    for (size_t j = 0; j < values.size(); ++j) values[j] = table[j / 64] >> (j % 64) & 1;
    return table_key(std::move(values), 2, circuit.variables);
  }

  // Up to 16 variables by truth tables.
  [[nodiscard]] std::vector<uint32_t> classify(const expr::Pool& pool, std::span<const expr::NodeId> roots,
                                               const EquivalenceParams& params) const override {
    const std::vector<std::string> variables = variables_of(pool);
    if (variables.size() <= kMostTableVariables) return classify_by_function(*algebra(variables), pool, roots);
    return classify_by_signature(*this, pool, roots, boolean_signatures(pool), params);
  }

  // The paper's five.
  [[nodiscard]] std::vector<std::string> default_operators() const override {
    return {"And", "Or", "Not", "Xor", "Implies"};
  }

  [[nodiscard]] std::optional<Negation> negation() const override { return Negation{"Not", "negation"}; }

  [[nodiscard]] std::vector<Sample> samples(const expr::Pool& pool, std::span<const expr::NodeId> nodes, size_t first,
                                            size_t count) const override {
    return boolean_samples(pool, nodes, first, count);
  }

 private:
  [[nodiscard]] Verdict decide(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                               const EquivalenceParams& params) const override {
    return equivalent_boolean(pool, left, right, params);
  }
  void decide_many(const expr::Pool& pool, std::span<const NodePair> pairs,
                   std::span<Verdict> verdicts) const override {
    equivalent_booleans(pool, pairs, verdicts);
  }
};

}  // namespace

std::unique_ptr<const Domain> make_boolean() {
  return std::make_unique<const Boolean>();
}

}  // namespace eqnet::domain
