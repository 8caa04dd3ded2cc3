#include "domain/boolean/circuit.h"

#include <algorithm>
#include <bit>

#include "base/random.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/algebra.h"

namespace eqnet::domain {
namespace {

constexpr size_t kBitsABlock = Circuit::kWords * 64;

Verdict different_at(const Circuit& circuit, const std::vector<Circuit::Block>& inputs,
                     const std::vector<Circuit::Block>& values, size_t bit, std::string method) {
  const auto value = [&](const Circuit::Block& block) { return (block[bit / 64] >> (bit % 64) & 1) != 0 ? "1" : "0"; };
  Verdict verdict{
      Answer::different, {}, value(values[circuit.roots[0]]), value(values[circuit.roots[1]]), std::move(method)};
  for (size_t i = 0; i < circuit.variables.size(); ++i) {
    verdict.witness.emplace_back(circuit.variables[i], value(inputs[i]));
  }
  return verdict;
}

// The first of the block's assignments under which the two roots differ, or kBitsABlock.
size_t first_difference(const Circuit& circuit, const std::vector<Circuit::Block>& values) {
  const Circuit::Block& left = values[circuit.roots[0]];
  const Circuit::Block& right = values[circuit.roots[1]];
  for (size_t word = 0; word < Circuit::kWords; ++word) {
    const uint64_t difference = left[word] ^ right[word];
    if (difference != 0) return word * 64 + static_cast<size_t>(std::countr_zero(difference));
  }
  return kBitsABlock;
}

Verdict compare_tables(const Circuit& circuit) {
  const size_t count = circuit.variables.size();
  const size_t blocks = std::max<size_t>(1, (size_t{1} << count) / kBitsABlock);
  std::vector<Circuit::Block> inputs(count);
  std::vector<Circuit::Block> values;
  for (size_t block = 0; block < blocks; ++block) {
    for (size_t i = 0; i < count; ++i) {
      for (size_t w = 0; w < Circuit::kWords; ++w) inputs[i][w] = variable_word(i, block * Circuit::kWords + w);
    }
    circuit.evaluate(inputs, values);
    const size_t bit = first_difference(circuit, values);
    if (bit != kBitsABlock) return different_at(circuit, inputs, values, bit, "truth table");
  }
  return {Answer::equivalent, {}, {}, {}, "truth table"};
}

}  // namespace

Gate gate_of(const expr::Symbol& symbol) {
  const std::string& name = symbol.name;
  if (symbol.kind == expr::SymbolKind::variable) return Gate::variable;
  if (symbol.kind == expr::SymbolKind::constant) {
    if (name == "false") return Gate::constant_false;
    if (name == "true") return Gate::constant_true;
    throw base::Error("constant " + base::quoted(name) + " is not boolean");
  }
  if (name == "Not" && symbol.arity == 1) return Gate::negation;
  if (symbol.arity == 2) {
    if (name == "And") return Gate::conjunction;
    if (name == "Or") return Gate::disjunction;
    if (name == "Xor") return Gate::exclusive;
    if (name == "Implies") return Gate::implication;
  }
  if (symbol.arity == 3) {
    if (name == "Ite") return Gate::choice;
    if (name == "Majority") return Gate::majority;
  }
  throw base::Error("operator " + base::quoted(name) + " is not boolean");
}

Circuit::Circuit(const expr::Pool& pool, std::span<const expr::NodeId> root_nodes) {
  const expr::Subgraph graph(pool, root_nodes);
  std::vector<std::pair<std::string_view, uint32_t>> leaves;  // name, line
  lines.reserve(graph.size());
  for (uint32_t place = 0; place < graph.size(); ++place) {
    const expr::Symbol& symbol = pool.symbol_of(graph.id(place));
    const auto children = graph.children(place);
    const auto child = [&](size_t i) { return children.empty() ? 0 : children[std::min(i, children.size() - 1)]; };
    lines.push_back({gate_of(symbol), child(0), child(1), child(2)});
    if (symbol.kind == expr::SymbolKind::variable) leaves.emplace_back(symbol.name, place);
  }
  std::ranges::sort(leaves);
  for (const auto& [name, line] : leaves) {
    lines[line].a = lines[line].b = static_cast<uint32_t>(variables.size());
    variables.emplace_back(name);
  }
  for (size_t i = 0; i < root_nodes.size(); ++i) roots.push_back(graph.root(i));
}

void Circuit::evaluate(std::span<const Block> inputs, std::vector<Block>& values) const {
  values.resize(lines.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    const Line line = lines[i];
    Block& out = values[i];
    if (line.gate == Gate::variable) {
      out = inputs[line.a];
      continue;
    }
    if (line.gate <= Gate::constant_true) {
      out.fill(apply(line.gate, 0, 0));
      continue;
    }
    const Block& a = values[line.a];
    const Block& b = values[line.b];
    const Block& c = values[line.c];
    switch (line.gate) {  // one loop a gate, each of which vectorises
      case Gate::negation:
        for (size_t w = 0; w < kWords; ++w) out[w] = ~a[w];
        break;
      case Gate::conjunction:
        for (size_t w = 0; w < kWords; ++w) out[w] = a[w] & b[w];
        break;
      case Gate::exclusive:
        for (size_t w = 0; w < kWords; ++w) out[w] = a[w] ^ b[w];
        break;
      case Gate::disjunction:
        for (size_t w = 0; w < kWords; ++w) out[w] = a[w] | b[w];
        break;
      case Gate::choice:
      case Gate::majority:
        for (size_t w = 0; w < kWords; ++w) out[w] = apply(line.gate, a[w], b[w], c[w]);
        break;
      default:
        for (size_t w = 0; w < kWords; ++w) out[w] = ~a[w] | b[w];
    }
  }
}

std::vector<Sample> boolean_samples(const expr::Pool& pool, std::span<const expr::NodeId> nodes, size_t first,
                                    size_t count) {
  constexpr size_t kMostPoints = size_t{1} << kMostTableVariables;
  const Circuit circuit(pool, nodes);
  const size_t variables = circuit.variables.size();
  const size_t points = variables <= kMostTableVariables ? size_t{1} << variables : kMostPoints;
  std::vector<Circuit::Block> inputs(variables);
  std::vector<Circuit::Block> values;
  std::vector<Sample> samples;
  for (size_t number = first; number < std::min(points, first + count); ++number) {
    const size_t bit = number % kBitsABlock;
    if (samples.empty() || bit == 0) {
      for (size_t i = 0; i < variables; ++i) {
        base::Random random = base::Random::stream(number / kBitsABlock, i);
        for (size_t w = 0; w < Circuit::kWords; ++w) {
          const bool table = variables <= kMostTableVariables;
          inputs[i][w] = table ? variable_word(i, number / kBitsABlock * Circuit::kWords + w) : random.next();
        }
      }
      circuit.evaluate(inputs, values);
    }
    const auto digit = [&](const Circuit::Block& block) {
      return (block[bit / 64] >> (bit % 64) & 1) != 0 ? "1" : "0";
    };
    Sample& sample = samples.emplace_back();
    for (size_t i = 0; i < variables; ++i) sample.point.emplace_back(circuit.variables[i], digit(inputs[i]));
    for (const uint32_t root : circuit.roots) sample.values.emplace_back(digit(values[root]));
  }
  return samples;
}

std::vector<uint64_t> truth_table(const Circuit& circuit) {
  const size_t variables = circuit.variables.size();
  std::vector<uint64_t> table(std::max<size_t>(1, (size_t{1} << variables) / 64));
  std::vector<Circuit::Block> inputs(variables);
  std::vector<Circuit::Block> values;
  for (size_t begin = 0; begin < table.size(); begin += Circuit::kWords) {
    for (size_t i = 0; i < variables; ++i) {
      for (size_t w = 0; w < Circuit::kWords; ++w) inputs[i][w] = variable_word(i, begin + w);
    }
    circuit.evaluate(inputs, values);
    for (size_t w = 0; w < Circuit::kWords && begin + w < table.size(); ++w) {
      table[begin + w] = values[circuit.roots[0]][w];
    }
  }
  return table;
}

Verdict equivalent_boolean(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                           const EquivalenceParams& params) {
  const expr::NodeId roots[] = {left, right};
  const Circuit circuit(pool, roots);
  if (circuit.variables.size() <= kMostTableVariables) return compare_tables(circuit);

  // Random assignments tell most different pairs apart at once; only what they cannot is worth a solver.
  constexpr int kRounds = 4;
  base::Random random(1);
  std::vector<Circuit::Block> inputs(circuit.variables.size());
  std::vector<Circuit::Block> values;
  for (int round = 0; round < kRounds; ++round) {
    for (Circuit::Block& block : inputs) {
      for (uint64_t& word : block) word = random.next();
    }
    circuit.evaluate(inputs, values);
    const size_t bit = first_difference(circuit, values);
    if (bit != kBitsABlock) return different_at(circuit, inputs, values, bit, "random assignments");
  }
  return equivalent_by_sat(circuit, params.timeout_s);
}

// One pass over the pool gives the truth tables of all its nodes over all its variables, and which of them occur in a
// node. The first assignment that tells two nodes apart has zeros for the variables that occur in neither.
void equivalent_booleans(const expr::Pool& pool, std::span<const NodePair> pairs, std::span<Verdict> verdicts) {
  constexpr size_t kMostVariables = 9;  // whose table is one block
  static_assert(size_t{1} << kMostVariables == kBitsABlock);
  const std::vector<std::string> names = variables_of(pool);
  if (names.size() > kMostVariables || pool.size() > 4 * (16 + 32 * pairs.size())) return;  // more than the pairs need
  const size_t words = names.size() <= 6 ? 1 : Circuit::kWords;
  std::vector<uint64_t> tables(pool.size() * words);
  std::vector<uint32_t> occurring(pool.size());  // bit i: the variable names[i]
  const uint64_t within = names.size() >= 6 ? ~uint64_t{0} : (uint64_t{1} << (size_t{1} << names.size())) - 1;
  try {
    for (expr::NodeId id = 0; id < pool.size(); ++id) {
      const expr::Symbol& symbol = pool.symbol_of(id);
      const Gate gate = gate_of(symbol);
      uint64_t* table = tables.data() + id * words;
      if (gate == Gate::variable) {
        const auto variable = static_cast<size_t>(std::ranges::lower_bound(names, symbol.name) - names.begin());
        for (size_t w = 0; w < words; ++w) table[w] = variable_word(variable, w);
        occurring[id] = uint32_t{1} << variable;
        continue;
      }
      const auto children = pool.children(id);
      const auto child = [&](size_t c) { return children.empty() ? id : children[std::min(c, children.size() - 1)]; };
      const uint64_t* a = tables.data() + child(0) * words;
      const uint64_t* b = tables.data() + child(1) * words;
      const uint64_t* c = tables.data() + child(2) * words;
      for (size_t w = 0; w < words; ++w) table[w] = apply(gate, a[w], b[w], c[w]);
      for (const expr::NodeId one : children) occurring[id] |= occurring[one];
    }
  } catch (const base::Error&) {
    return;  // of the pair that it is in, when that is decided by itself
  }
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto [left, right] = pairs[i];
    Verdict& verdict = verdicts[i];
    verdict.method = left == right ? "same expression" : "truth table";
    verdict.answer = Answer::equivalent;
    for (size_t w = 0; w < words; ++w) {
      const uint64_t difference = (tables[left * words + w] ^ tables[right * words + w]) & within;
      if (difference == 0) continue;
      const auto bit = static_cast<size_t>(std::countr_zero(difference));
      verdict.answer = Answer::different;
      verdict.left = (tables[left * words + w] >> bit & 1) != 0 ? "1" : "0";
      verdict.right = verdict.left == "1" ? "0" : "1";
      for (size_t v = 0; v < names.size(); ++v) {
        if (((occurring[left] | occurring[right]) >> v & 1) == 0) continue;
        verdict.witness.emplace_back(names[v], (variable_word(v, w) >> bit & 1) != 0 ? "1" : "0");
      }
      break;
    }
  }
}

}  // namespace eqnet::domain
