#include "eqnet/domain/domain.h"

#include <algorithm>
#include <new>

#include "domain/classify.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/algebra.h"
#include "eqnet/domain/forms.h"
#include "eqnet/domain/point_values.h"

namespace eqnet::domain {

std::string_view name(Answer answer) {
  constexpr std::string_view kNames[] = {"equivalent", "different", "undecided"};
  return kNames[static_cast<size_t>(answer)];
}

bool Domain::recognises(std::string_view /*text*/) const {
  return false;
}

expr::NodeId Domain::read_beside(expr::Pool& /*pool*/, std::string_view /*text*/, expr::NodeId node,
                                 std::string_view /*other_text*/, expr::NodeId /*other*/) const {
  return node;
}

std::vector<std::string> Domain::assumed_variables(std::string_view assumptions) const {
  if (assumptions.empty()) return {};
  throw base::Error("nothing can be assumed of variables in the " + std::string(name()) + " domain",
                    "leave the assumption out, or choose the domain real");
}

Verdict Domain::equivalent(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                           const EquivalenceParams& params) const {
  if (!params.assumptions.empty() && !takes_assumptions()) (void)assumed_variables(params.assumptions);
  if (left == right) return {Answer::equivalent, {}, {}, {}, "same expression"};
  if (params.timeout_s >= 0) return decide(pool, left, right, params);
  EquivalenceParams own = params;
  own.timeout_s = default_timeout_s();
  return decide(pool, left, right, own);
}

std::vector<Verdict> Domain::verdicts(const expr::Pool& pool, std::span<const NodePair> pairs,
                                      const EquivalenceParams& params) const {
  std::vector<Verdict> all(pairs.size());
  decide_many(pool, pairs, all);
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (all[i].answer != Answer::undecided || !all[i].method.empty()) continue;
    try {
      all[i] = equivalent(pool, pairs[i].left, pairs[i].right, params);
    } catch (const base::Error& error) {
      all[i].method = error.what();
    } catch (const std::bad_alloc&) {
      all[i].method = "out of memory";
    }
  }
  return all;
}

void Domain::decide_many(const expr::Pool& /*pool*/, std::span<const NodePair> /*pairs*/,
                         std::span<Verdict> /*verdicts*/) const {}

std::unique_ptr<Algebra> Domain::algebra(const std::vector<std::string>& /*variables*/) const {
  return nullptr;
}

std::unique_ptr<const PointValues> Domain::point_values(uint64_t /*seed*/) const {
  return nullptr;
}

std::unique_ptr<Forms> Domain::forms() const {
  return nullptr;
}

std::optional<std::string> Domain::key(const expr::Pool& /*pool*/, expr::NodeId /*root*/) const {
  return std::nullopt;
}

std::vector<uint32_t> Domain::classify(const expr::Pool& pool, std::span<const expr::NodeId> roots,
                                       const EquivalenceParams& params) const {
  if (!has_meaning()) {
    throw base::Error(
        "the " + std::string(name()) + " domain has no semantics of its own, so its functions cannot be computed",
        "the classes in the data are all that is known; give a finite algebra's tables with --domain "
        "FILE.toml, or a file of random trees with their classes in place of --random-size");
  }
  if (const auto own = algebra(variables_of(pool))) return classify_by_function(*own, pool, roots);
  return classify_by_signature(*this, pool, roots, std::vector<Signature>(pool.size()), params);
}

std::vector<bool> Domain::have_values(const expr::Pool& /*pool*/, std::span<const expr::NodeId> roots) const {
  return std::vector<bool>(roots.size(), true);
}

std::vector<std::string> Domain::default_operators() const {
  std::vector<std::string> names;
  for (const expr::OperatorSyntax& op : syntax().operators) {
    if (!op.literal_last) names.emplace_back(op.symbol);
  }
  return names;
}

std::vector<Sample> Domain::samples(const expr::Pool& /*pool*/, std::span<const expr::NodeId> /*nodes*/,
                                    size_t /*first*/, size_t /*count*/) const {
  return {};
}

}  // namespace eqnet::domain
