#include "domain/classify.h"

#include <array>
#include <functional>
#include <map>
#include <unordered_map>

#include "base/random.h"
#include "domain/algebra.h"
#include "domain/boolean.h"
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

// Values of all nodes under 128 random assignments.
std::vector<Signature> signatures(const expr::Pool& pool) {
  std::vector<Signature> values(pool.size());
  for (expr::NodeId id = 0; id < pool.size(); ++id) {
    const expr::Symbol& symbol = pool.symbol_of(id);
    const Gate gate = gate_of(symbol);
    if (gate == Gate::variable) {
      base::Random random = base::Random::stream(std::hash<std::string>()(symbol.name), pool.symbol(id));
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

std::vector<uint32_t> by_signature(const expr::Pool& pool, std::span<const expr::NodeId> roots,
                                   const EquivalenceParams& params) {
  const std::vector<Signature> values = signatures(pool);
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
      const Answer answer = equivalent(Kind::boolean, pool, group.representative, root, params).answer;
      if (answer == Answer::undecided) {
        throw base::Error("two expressions could not be told apart within " + std::to_string(params.timeout_s) +
                          " s; allow more with --timeout");
      }
      if (answer == Answer::equivalent) {
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
  if (kind == Kind::boolean && variables_of(pool).size() > kMostTableVariables) {
    return by_signature(pool, roots, params);
  }
  return by_function(kind, pool, roots);
}

}  // namespace eqnet::domain
