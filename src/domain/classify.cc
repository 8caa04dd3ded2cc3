#include "domain/classify.h"

#include <array>
#include <functional>
#include <map>
#include <unordered_map>

#include "base/random.h"
#include "domain/algebra.h"
#include "domain/boolean.h"
#include "domain/polynomial.h"
#include "eqnet/base/error.h"

namespace eqnet::domain {
namespace {

std::vector<uint32_t> by_function(Kind kind, const expr::Pool& pool, std::span<const expr::NodeId> roots) {
  const auto algebra = make_algebra(kind, variables_of(pool));
  const std::vector<FunctionId> functions = evaluate(pool, *algebra);
  std::unordered_map<FunctionId, uint32_t> number;
  std::vector<uint32_t> groups;
  for (const expr::NodeId root : roots) {
    groups.push_back(number.try_emplace(functions[root], static_cast<uint32_t>(number.size())).first->second);
  }
  return groups;
}

using Signature = std::array<uint64_t, 2>;

base::Random random_of(const expr::Pool& pool, expr::NodeId variable) {
  return base::Random::stream(std::hash<std::string>()(pool.symbol_of(variable).name), pool.symbol(variable));
}

// Values of all nodes under 128 random assignments.
std::vector<Signature> boolean_signatures(const expr::Pool& pool) {
  std::vector<Signature> values(pool.size());
  for (expr::NodeId id = 0; id < pool.size(); ++id) {
    const expr::Symbol& symbol = pool.symbol_of(id);
    const Gate gate = gate_of(symbol);
    if (gate == Gate::variable) {
      base::Random random = random_of(pool, id);
      values[id] = {random.next(), random.next()};
      continue;
    }
    const auto children = pool.children(id);
    for (size_t w = 0; w < 2; ++w) {
      const uint64_t a = children.empty() ? 0 : values[children.front()][w];
      values[id][w] = apply(gate, a, children.empty() ? 0 : values[children.back()][w]);
    }
  }
  return values;
}

// Values of all nodes at two random points, modulo a prime.
std::vector<Signature> polynomial_signatures(const expr::Pool& pool) {
  std::vector<Signature> values(pool.size());
  for (expr::NodeId id = 0; id < pool.size(); ++id) {
    const expr::Symbol& symbol = pool.symbol_of(id);
    const Step step = step_of(symbol);
    const auto children = pool.children(id);
    if (step == Step::variable) {
      base::Random random = random_of(pool, id);
      values[id] = {random.below(Residue::kPrime), random.below(Residue::kPrime)};
      continue;
    }
    const Integer literal(step == Step::constant ? symbol.name
                          : step == Step::power  ? exponent_text(pool, children.back())
                                                 : "0");
    for (size_t w = 0; w < 2; ++w) {
      const uint64_t a = children.empty() ? 0 : values[children.front()][w];
      const uint64_t b = children.empty() ? 0 : values[children.back()][w];
      values[id][w] = step == Step::constant   ? Residue::of(literal)
                      : step == Step::add      ? Residue::add(a, b)
                      : step == Step::subtract ? Residue::subtract(a, b)
                      : step == Step::negate   ? Residue::subtract(0, a)
                      : step == Step::power    ? Residue::power(a, literal)
                                               : Residue::multiply(a, b);
    }
  }
  return values;
}

std::vector<uint32_t> by_signature(Kind kind, const expr::Pool& pool, std::span<const expr::NodeId> roots,
                                   const std::vector<Signature>& values, const EquivalenceParams& params) {
  struct Group {
    expr::NodeId representative;
    uint32_t number;
  };
  std::map<Signature, std::vector<Group>> groups;
  uint32_t count = 0;
  std::vector<uint32_t> result;
  for (const expr::NodeId root : roots) {
    std::vector<Group>& candidates = groups[values[root]];
    uint32_t number = count;
    for (const Group& group : candidates) {
      const Verdict verdict = equivalent(kind, pool, group.representative, root, params);
      if (verdict.answer == Answer::undecided) {
        const bool time = verdict.method.find("timeout") != std::string::npos;
        throw base::Error("two expressions could not be told apart (" + verdict.method + ")" +
                          (time ? "; allow more with --timeout" : ""));
      }
      if (verdict.answer == Answer::equivalent) {
        number = group.number;
        break;
      }
    }
    if (number == count) candidates.push_back({root, count++});
    result.push_back(number);
  }
  return result;
}

}  // namespace

std::vector<uint32_t> classify(Kind kind, const expr::Pool& pool, std::span<const expr::NodeId> roots,
                               const EquivalenceParams& params) {
  const size_t variables = variables_of(pool).size();
  if (kind == Kind::boolean && variables > kMostTableVariables) {
    return by_signature(kind, pool, roots, boolean_signatures(pool), params);
  }
  // A term of FLINT's polynomials has room for every variable of the ring, so that many variables take much memory, of
  // which two expressions by themselves have few.
  constexpr size_t kManyVariables = 500;
  if (kind == Kind::polynomial && variables > kManyVariables) {
    return by_signature(kind, pool, roots, polynomial_signatures(pool), params);
  }
  return by_function(kind, pool, roots);
}

}  // namespace eqnet::domain
