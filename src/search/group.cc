#include "eqnet/search/group.h"

#include <algorithm>
#include <array>
#include <map>
#include <new>
#include <unordered_map>

#include "eqnet/base/error.h"
#include "eqnet/domain/algebra.h"
#include "eqnet/domain/point_values.h"

namespace eqnet::search {
namespace {

constexpr uint32_t kUnknown = UINT32_MAX;

// The function of every node in the domain's algebra; kUnknown where it has none or is too large for it.
std::vector<uint32_t> functions_of(const domain::Domain& domain, const expr::Pool& pool) {
  std::vector<uint32_t> functions(pool.size(), kUnknown);
  std::unique_ptr<domain::Algebra> algebra;
  try {
    algebra = domain.algebra(domain::variables_of(pool));
  } catch (const base::Error&) {  // too many variables
  }
  if (!algebra) return functions;
  std::vector<domain::FunctionId> arguments;
  for (expr::NodeId id = 0; id < pool.size(); ++id) {
    arguments.clear();
    for (const expr::NodeId child : pool.children(id)) arguments.push_back(functions[child]);
    if (std::ranges::find(arguments, kUnknown) != arguments.end()) continue;
    try {
      functions[id] = algebra->apply(pool.symbol_of(id), arguments);
    } catch (const base::Error&) {
    } catch (const std::bad_alloc&) {
    }
  }
  return functions;
}

// Values at random points, by which most expressions that differ are told apart.
class Signatures {
 public:
  static constexpr size_t kPoints = 8;
  using Signature = std::array<uint64_t, kPoints>;

  Signatures(const domain::Domain& domain, const expr::Pool& pool) : pool_(pool), values_(domain.point_values(1)) {}

  // Of some nodes: all below them are evaluated.
  [[nodiscard]] std::vector<Signature> of(std::span<const expr::NodeId> nodes) const {
    std::vector<Signature> found(nodes.size());
    if (!values_) return found;
    const expr::Subgraph graph(pool_, nodes);
    // A domain of two values says one bit a point.
    constexpr size_t kEach = 16;
    std::vector<uint64_t> all(graph.size() * kPoints * kEach);
    std::vector<domain::PointValues::Operand> operands;
    const auto row = [&](size_t place) { return std::span(all).subspan(place * kPoints * kEach, kPoints * kEach); };
    for (size_t place = 0; place < graph.size(); ++place) {
      const expr::Symbol& symbol = pool_.symbol_of(graph.id(place));
      const auto children = graph.children(place);
      operands.clear();
      for (const uint32_t child : children) operands.push_back({&pool_.symbol_of(graph.id(child)), row(child)});
      children.empty() ? values_->leaf(symbol, row(place)) : values_->apply(symbol, operands, row(place));
    }
    for (size_t i = 0; i < nodes.size(); ++i) {
      const auto values = row(graph.root(i));
      for (size_t point = 0; point < kPoints; ++point) {
        uint64_t hash = 0;
        for (size_t j = 0; j < kEach; ++j) hash = (hash ^ values[point * kEach + j]) * 0x9E3779B97F4A7C15ULL;
        found[i][point] = hash;
      }
    }
    return found;
  }

 private:
  const expr::Pool& pool_;
  std::unique_ptr<const domain::PointValues> values_;
};

}  // namespace

Grouping::Grouping(const domain::Domain& domain) : domain_(domain), parser_(domain.syntax()) {
  if (domain.has_meaning()) return;
  throw base::Error("the " + std::string(domain.name()) + " domain has no semantics of its own",
                    "give a finite algebra's tables with --domain FILE.toml");
}

expr::NodeId Grouping::add(std::string_view text) {
  const expr::NodeId node = parser_.parse(text, pool_);
  if (place_.size() < pool_.size()) place_.resize(pool_.size());
  if (place_[node] == 0) {
    order_.push_back(node);
    times_.push_back(0);
    place_[node] = static_cast<uint32_t>(order_.size());
  }
  ++times_[place_[node] - 1];
  ++added_;
  return node;
}

std::vector<Group> Grouping::groups(const GroupParams& params) const {
  const std::vector<uint32_t> functions = functions_of(domain_, pool_);
  std::vector<Group> groups;
  std::unordered_map<uint32_t, size_t> by_function;
  std::vector<uint32_t> group_of(order_.size(), kUnknown);
  std::vector<size_t> unknown;  // places in order_
  const auto join = [&](size_t place, size_t group) {
    group_of[place] = static_cast<uint32_t>(group);
    groups[group].members.push_back({order_[place], times_[place]});
  };
  for (size_t place = 0; place < order_.size(); ++place) {
    const uint32_t function = functions[order_[place]];
    if (function == kUnknown) {
      unknown.push_back(place);
      continue;
    }
    const auto [entry, is_new] = by_function.try_emplace(function, groups.size());
    if (is_new) groups.emplace_back();
    join(place, entry->second);
  }
  if (!unknown.empty()) {
    // What the algebra could not hold: told apart by signatures, and where these are the same, by a proof.
    std::vector<expr::NodeId> nodes;
    nodes.reserve(groups.size() + unknown.size());
    for (const Group& group : groups) nodes.push_back(group.members.front().expression);
    for (const size_t place : unknown) nodes.push_back(order_[place]);
    const std::vector<Signatures::Signature> signatures = Signatures(domain_, pool_).of(nodes);
    std::map<Signatures::Signature, std::vector<size_t>> by_signature;
    for (size_t group = 0; group < groups.size(); ++group) by_signature[signatures[group]].push_back(group);
    const size_t known = groups.size();
    for (size_t i = 0; i < unknown.size(); ++i) {
      std::vector<size_t>& alike = by_signature[signatures[known + i]];
      std::optional<size_t> same;
      Group own;
      for (const size_t group : alike) {
        const domain::NodePair pair = {groups[group].members.front().expression, order_[unknown[i]]};
        const domain::Verdict verdict = domain_.verdicts(pool_, {&pair, 1}, {params.timeout_s}).front();
        if (verdict.answer == domain::Answer::equivalent) same = group;
        if (same) break;
        if (verdict.answer == domain::Answer::different || own.undecided_with) continue;
        own.undecided_with = group;
        own.why = verdict.method;
      }
      if (!same) {
        same = groups.size();
        alike.push_back(groups.size());
        groups.push_back(std::move(own));
      }
      join(unknown[i], *same);
    }
  }
  // In the order of what came first.
  std::vector<size_t> number(groups.size(), SIZE_MAX);
  size_t count = 0;
  for (const uint32_t group : group_of) {
    if (number[group] == SIZE_MAX) number[group] = count++;
  }
  std::vector<Group> ordered(groups.size());
  for (size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].undecided_with) groups[i].undecided_with = number[*groups[i].undecided_with];
    ordered[number[i]] = std::move(groups[i]);
  }
  for (Group& group : ordered) {
    const auto by_place = [&](const GroupMember& member) { return place_[member.expression]; };
    std::ranges::sort(group.members, {}, by_place);
    const auto size = [&](const GroupMember& member) { return pool_.tree_size(member.expression); };
    const auto shortest = std::ranges::min_element(group.members, {}, size);
    std::rotate(group.members.begin(), shortest, shortest + 1);
  }
  return ordered;
}

}  // namespace eqnet::search
