#include "domain/finite/program.h"

#include <algorithm>

#include "base/random.h"
#include "domain/deadline.h"
#include "domain/finite/algebra.h"

namespace eqnet::domain {
namespace {

Verdict different_at(const FiniteProgram& program, const std::vector<Value>& inputs, const std::vector<Value>& values,
                     size_t place, std::string method) {
  const auto text = [&](size_t root) {
    return program.definition().values[values[program.roots[root] * program.block() + place]];
  };
  return {Answer::different, program.point(inputs, place), text(0), text(1), std::move(method)};
}

// The first of `count` assignments of the block under which the first two roots differ, or `count`.
size_t first_difference(const FiniteProgram& program, const std::vector<Value>& values, size_t count) {
  const auto row = [&](size_t root) { return values.begin() + static_cast<std::ptrdiff_t>(root * program.block()); };
  const auto left = row(program.roots[0]);
  return static_cast<size_t>(
      std::mismatch(left, left + static_cast<std::ptrdiff_t>(count), row(program.roots[1])).first - left);
}

void draw(const FiniteProgram& program, base::Random& random, std::vector<Value>& inputs) {
  inputs.resize(program.variables.size() * program.block());
  for (Value& value : inputs) value = static_cast<Value>(random.below(program.definition().values.size()));
}

// What is done in a moment is done whatever the timeout.
Verdict compare_all(const FiniteProgram& program, size_t assignments, double timeout_s) {
  constexpr size_t kAtOnce = size_t{1} << 26;  // look-ups
  Deadline deadline(timeout_s);
  std::vector<Value> inputs;
  std::vector<Value> values;
  for (size_t first = 0; first < assignments; first += program.block()) {
    if (first * program.lines.size() > kAtOnce && deadline.terminate()) {
      return {Answer::undecided, {}, {}, {}, "timeout"};
    }
    program.count_from(first, inputs);
    program.evaluate(inputs, values);
    const size_t count = std::min(program.block(), assignments - first);
    const size_t place = first_difference(program, values, count);
    if (place != count) return different_at(program, inputs, values, place, "all assignments");
  }
  return {Answer::equivalent, {}, {}, {}, "all assignments"};
}

}  // namespace

FiniteProgram::FiniteProgram(const Definition& definition, const expr::Pool& pool,
                             std::span<const expr::NodeId> root_nodes)
    : definition_(definition) {
  const expr::Subgraph graph(pool, root_nodes);
  std::vector<std::pair<std::string_view, uint32_t>> leaves;  // name, line
  std::vector<const FiniteOperator*> known(pool.symbols.size());
  lines.reserve(graph.size());
  for (uint32_t place = 0; place < graph.size(); ++place) {
    const expr::NodeId node = graph.id(place);
    const expr::Symbol& symbol = pool.symbol_of(node);
    Line line;
    if (symbol.kind == expr::SymbolKind::op) {
      const FiniteOperator*& op = known[pool.symbol(node)];
      if (op == nullptr) op = &definition.op(symbol);
      line.op = op;
      line.first = static_cast<uint32_t>(children.size());
      children.insert(children.end(), graph.children(place).begin(), graph.children(place).end());
    } else if (symbol.kind == expr::SymbolKind::constant) {
      line.value = definition.value(symbol);
    } else {
      line.variable = true;
      leaves.emplace_back(symbol.name, place);
    }
    lines.push_back(line);
  }
  std::ranges::sort(leaves);
  for (const auto& [name, line] : leaves) {
    lines[line].first = static_cast<uint32_t>(variables.size());
    variables.emplace_back(name);
  }
  for (size_t i = 0; i < root_nodes.size(); ++i) roots.push_back(graph.root(i));
  constexpr size_t kMost = 1024;
  constexpr size_t kBytes = size_t{1} << 26;
  block_ = std::clamp<size_t>(kBytes / std::max<size_t>(1, lines.size()), 1, kMost);
}

void FiniteProgram::count_from(size_t first, std::vector<Value>& inputs) const {
  inputs.resize(variables.size() * block_);
  const size_t base = definition_.values.size();
  for (size_t j = 0; j < block_; ++j) {
    size_t number = first + j;
    for (size_t i = 0; i < variables.size(); ++i, number /= base) {
      inputs[i * block_ + j] = static_cast<Value>(number % base);
    }
  }
}

void FiniteProgram::evaluate(std::span<const Value> inputs, std::vector<Value>& values) const {
  values.resize(lines.size() * block_);
  const size_t base = definition_.values.size();
  for (size_t l = 0; l < lines.size(); ++l) {
    const Line& line = lines[l];
    Value* out = values.data() + l * block_;
    if (line.variable) {
      std::copy_n(inputs.data() + line.first * block_, block_, out);
      continue;
    }
    if (line.op == nullptr) {
      std::fill_n(out, block_, line.value);
      continue;
    }
    const Value* table = line.op->table.data();
    const auto row = [&](size_t child) { return values.data() + size_t{children[line.first + child]} * block_; };
    const Value* a = row(0);
    if (line.op->arity == 1) {
      for (size_t j = 0; j < block_; ++j) out[j] = table[a[j]];
    } else if (line.op->arity == 2) {
      const Value* b = row(1);
      for (size_t j = 0; j < block_; ++j) out[j] = table[a[j] * base + b[j]];
    } else {
      for (size_t j = 0; j < block_; ++j) {
        size_t place = a[j];
        for (size_t child = 1; child < line.op->arity; ++child) place = place * base + row(child)[j];
        out[j] = table[place];
      }
    }
  }
}

Assignment FiniteProgram::point(std::span<const Value> inputs, size_t place) const {
  Assignment point;
  for (size_t i = 0; i < variables.size(); ++i) {
    point.emplace_back(variables[i], definition_.values[inputs[i * block_ + place]]);
  }
  return point;
}

Verdict equivalent_finite(const Definition& definition, const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                          const EquivalenceParams& params) {
  const expr::NodeId both[] = {left, right};
  const FiniteProgram program(definition, pool, both);
  const size_t assignments = count_assignments(definition.values.size(), program.variables.size(), kMostAssignments);
  if (assignments != SIZE_MAX) return compare_all(program, assignments, params.timeout_s);

  // Random assignments tell most different pairs apart at once; only what they cannot is worth a solver.
  constexpr size_t kTries = 4096;
  base::Random random(1);
  std::vector<Value> inputs;
  std::vector<Value> values;
  Deadline deadline(params.timeout_s);
  for (size_t tried = 0; tried < kTries && (tried == 0 || !deadline.terminate()); tried += program.block()) {
    draw(program, random, inputs);
    program.evaluate(inputs, values);
    const size_t place = first_difference(program, values, program.block());
    if (place != program.block()) return different_at(program, inputs, values, place, "random assignments");
  }
  return equivalent_by_sat(program, params.timeout_s);
}

std::vector<Sample> finite_samples(const Definition& definition, const expr::Pool& pool,
                                   std::span<const expr::NodeId> nodes, size_t first, size_t count) {
  const FiniteProgram program(definition, pool, nodes);
  const size_t all = count_assignments(definition.values.size(), program.variables.size(), kMostTableAssignments);
  const size_t points = std::min(all, kMostTableAssignments);
  std::vector<Value> inputs;
  std::vector<Value> values;
  std::vector<Sample> samples;
  for (size_t number = first; number < points && number - first < count; ++number) {
    const size_t place = number % program.block();
    if (samples.empty() || place == 0) {
      base::Random random = base::Random::stream(number / program.block(), 0);
      all != SIZE_MAX ? program.count_from(number - place, inputs) : draw(program, random, inputs);
      program.evaluate(inputs, values);
    }
    Sample& sample = samples.emplace_back();
    sample.point = program.point(inputs, place);
    for (const uint32_t root : program.roots) {
      sample.values.push_back(definition.values[values[root * program.block() + place]]);
    }
  }
  return samples;
}

}  // namespace eqnet::domain
