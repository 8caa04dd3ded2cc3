// Expressions grouped by meaning, as they come.
//
//   eqnet::search::Grouping grouping(eqnet::domain::boolean());
//   for (std::string line; std::getline(input, line);) grouping.add(line);
//   for (const eqnet::search::Group& group : grouping.groups()) …
//
// Memory grows with the distinct subexpressions and meanings, not with the number of expressions. Groups are exact:
// two expressions are in one group only where that is proved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"

namespace eqnet::search {

struct GroupMember {
  expr::NodeId expression = 0;
  uint64_t times = 0;  // that it was added
};

struct Group {
  std::vector<GroupMember> members;  // the shortest first, and of those the first that was added; then as added
  // Where it could not be decided whether the group is one with another: that one's place, and why. The two may mean
  // the same.
  std::optional<size_t> undecided_with;
  std::string why;
};

struct GroupParams {
  double timeout_s = domain::EquivalenceParams{}.timeout_s;  // of one proof
};

class Grouping {
 public:
  // Throws base::Error for a domain without a meaning of its own.
  explicit Grouping(const domain::Domain& domain);

  // Its node in the pool. Throws expr::ParseError, and nothing is added.
  expr::NodeId add(std::string_view text);

  [[nodiscard]] const domain::Domain& domain() const { return domain_; }
  [[nodiscard]] const expr::Pool& pool() const { return pool_; }
  [[nodiscard]] uint64_t added() const { return added_; }
  // Expressions that differ in how they are written.
  [[nodiscard]] size_t distinct() const { return order_.size(); }

  // In the order in which their first members were added.
  [[nodiscard]] std::vector<Group> groups(const GroupParams& params = {}) const;

 private:
  const domain::Domain& domain_;
  expr::Parser parser_;
  expr::Pool pool_;
  std::vector<expr::NodeId> order_;  // the distinct expressions, as they came
  std::vector<uint32_t> place_;      // by node: its place in order_, from 1 on; 0 for what is a part of others only
  std::vector<uint64_t> times_;      // by place in order_
  uint64_t added_ = 0;
};

}  // namespace eqnet::search
