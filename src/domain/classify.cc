#include "domain/classify.h"

#include <functional>
#include <map>
#include <unordered_map>

#include "eqnet/base/error.h"
#include "eqnet/domain/algebra.h"

namespace eqnet::domain {

std::vector<uint32_t> classify_by_function(Algebra& algebra, const expr::Pool& pool,
                                           std::span<const expr::NodeId> roots) {
  const std::vector<FunctionId> functions = evaluate(pool, algebra);
  std::unordered_map<FunctionId, uint32_t> number;
  std::vector<uint32_t> groups;
  for (const expr::NodeId root : roots) {
    groups.push_back(number.try_emplace(functions[root], static_cast<uint32_t>(number.size())).first->second);
  }
  return groups;
}

base::Random random_of(const expr::Pool& pool, expr::NodeId variable) {
  return base::Random::stream(std::hash<std::string>()(pool.symbol_of(variable).name), pool.symbol(variable));
}

std::vector<uint32_t> classify_by_signature(const Domain& domain, const expr::Pool& pool,
                                            std::span<const expr::NodeId> roots,
                                            const std::vector<Signature>& signatures, const EquivalenceParams& params) {
  struct Group {
    expr::NodeId representative;
    uint32_t number;
  };
  std::map<Signature, std::vector<Group>> groups;
  uint32_t count = 0;
  std::vector<uint32_t> result;
  for (const expr::NodeId root : roots) {
    std::vector<Group>& candidates = groups[signatures[root]];
    uint32_t number = count;
    for (const Group& group : candidates) {
      const Verdict verdict = domain.equivalent(pool, group.representative, root, params);
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

}  // namespace eqnet::domain
