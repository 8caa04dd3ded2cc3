#include "eqnet/search/rules.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "data/productions.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/algebra.h"
#include "search/congruence.h"

namespace eqnet::search {
namespace {

using expr::NodeId;

// All expressions of a space, smaller ones first, and what each means.
struct Universe {
  expr::Pool pool;
  std::vector<NodeId> begin;                  // by size: its first node; one more at the end
  std::vector<domain::FunctionId> functions;  // by node
  std::vector<bool> valued;                   // by meaning: whether it has a value anywhere (Algebra::has_values)
  size_t meanings = 0;

  [[nodiscard]] bool has_values(NodeId node) const { return valued[functions[node]]; }
};

class Enumeration {
 public:
  Enumeration(const RuleSpace& space, Universe& universe) : space_(space), all_(universe) {
    names_ = data::variable_names(space.variables, space.domain->syntax());
    algebra_ = space.domain->algebra(names_);
    if (!algebra_) {
      throw base::Error("the " + std::string(space.domain->name()) + " domain has no algebra to prove rules by",
                        "give a finite algebra's tables with --domain FILE.toml");
    }
    const std::vector<std::string> chosen =
        space.operators.empty() ? space.domain->default_operators() : space.operators;
    for (const std::string& symbol : chosen) operators_.push_back({symbol, arity_of(symbol)});
  }

  void run() {
    const size_t most = through_size();
    all_.begin = {0, 0};
    for (const std::string& name : names_) leaf(all_.pool.symbols.variable(name));
    for (const std::string& name : space_.constants) leaf(all_.pool.symbols.constant(name));
    for (size_t size = 2; size <= most; ++size) {
      all_.begin.push_back(static_cast<NodeId>(all_.pool.size()));
      for (const Operator& op : operators_) {
        std::vector<NodeId> children;
        children_of(all_.pool.symbols.op(op.symbol, op.arity), op.arity, size - 1, children);
      }
    }
    all_.begin.push_back(static_cast<NodeId>(all_.pool.size()));
    all_.meanings = algebra_->size();
    for (domain::FunctionId function = 0; function < all_.meanings; ++function) {
      all_.valued.push_back(algebra_->has_values(function));
    }
    all_.pool.bring_up_to_date();
  }

 private:
  struct Operator {
    std::string symbol;
    uint32_t arity;
  };

  [[nodiscard]] uint32_t arity_of(const std::string& symbol) const {
    for (const expr::OperatorSyntax& op : space_.domain->syntax().operators) {
      if (op.symbol == symbol && !op.literal_last) return op.arity;
    }
    throw base::Error("operator " + base::quoted(symbol) + " makes no trees in the " +
                      std::string(space_.domain->name()) + " domain");
  }

  // How many expressions of each size there are, from size 0 on.
  [[nodiscard]] std::vector<double> counts(size_t most) const {
    std::vector<double> count = {0, static_cast<double>(space_.variables + space_.constants.size())};
    for (size_t size = 2; size <= most; ++size) {
      double own = 0;
      for (const Operator& op : operators_) {
        std::vector<double> ways(size);  // to give so many nodes to the children so far
        ways[0] = 1;
        for (uint32_t c = 0; c < op.arity; ++c) {
          std::vector<double> next(size);
          for (size_t n = 1; n < size; ++n) {
            for (size_t k = 1; k <= n; ++k) next[n] += count[k] * ways[n - k];
          }
          ways = std::move(next);
        }
        own += ways[size - 1];
      }
      count.push_back(own);
    }
    return count;
  }

  // The size up to which expressions are made.
  [[nodiscard]] size_t through_size() const {
    constexpr size_t kMore = 3;
    const size_t wanted = std::max(space_.max_size, space_.through_size);
    const std::vector<double> count = counts(wanted + kMore);
    double all = 0;
    size_t size = 0;
    while (size <= wanted) all += count[size++];
    if (all > static_cast<double>(kMostRuleExpressions)) {
      throw base::Error("the space has more than " + std::to_string(kMostRuleExpressions) + " expressions",
                        "choose fewer operators, variables or constants, or a smaller --max-size");
    }
    if (space_.through_size > 0) return wanted;
    constexpr double kNotTooMany = 500000, kNotTooManySlow = 50000;  // slow: of real functions
    const double most = algebra_->effort() > 0 ? kNotTooManySlow : kNotTooMany;
    while (size < count.size() && all + count[size] <= most) all += count[size++];
    return size - 1;
  }

  void leaf(expr::SymbolId symbol) {
    (void)all_.pool.append_new(symbol, {});
    all_.functions.push_back(algebra_->apply(all_.pool.symbols[symbol], {}));
  }

  void children_of(expr::SymbolId symbol, size_t more, size_t left, std::vector<NodeId>& children) {
    if (more == 0) {
      std::vector<domain::FunctionId> arguments;
      arguments.reserve(children.size());
      for (const NodeId child : children) arguments.push_back(all_.functions[child]);
      all_.functions.push_back(algebra_->apply(all_.pool.symbols[symbol], arguments));
      (void)all_.pool.append_new(symbol, children);
      return;
    }
    for (size_t size = more == 1 ? left : 1; size + (more - 1) <= left; ++size) {
      for (NodeId child = all_.begin[size]; child < end_of(size); ++child) {
        children.push_back(child);
        children_of(symbol, more - 1, left - size, children);
        children.pop_back();
      }
    }
  }
  [[nodiscard]] NodeId end_of(size_t size) const { return all_.begin[size + 1]; }

  const RuleSpace& space_;
  Universe& all_;
  std::vector<std::string> names_;
  std::vector<Operator> operators_;
  std::unique_ptr<domain::Algebra> algebra_;
};

// A side of a rule, to be made with other expressions in place of its variables.
class Pattern {
 public:
  Pattern(const expr::Pool& pool, NodeId root) : graph_(pool, {&root, 1}), pool_(pool), made_(graph_.size()) {}

  // values: by symbol of a variable.
  NodeId with(const std::map<expr::SymbolId, NodeId>& values) {
    std::vector<NodeId> children;
    for (size_t place = 0; place < graph_.size(); ++place) {
      const NodeId id = graph_.id(place);
      const auto value = values.find(pool_.symbol(id));
      if (value != values.end()) {
        made_[place] = value->second;
        continue;
      }
      children.clear();
      for (const uint32_t child : graph_.children(place)) children.push_back(made_[child]);
      made_[place] = pool_.find(pool_.symbol(id), children).value();
    }
    return made_[graph_.root(0)];
  }

 private:
  expr::Subgraph graph_;
  const expr::Pool& pool_;
  std::vector<NodeId> made_;
};

// How often each variable occurs in an expression.
void count_variables(const expr::Pool& pool, NodeId root, std::map<expr::SymbolId, size_t>& counts) {
  std::vector<NodeId> open = {root};
  while (!open.empty()) {
    const NodeId node = open.back();
    open.pop_back();
    if (pool.symbol_of(node).kind == expr::SymbolKind::variable) ++counts[pool.symbol(node)];
    for (const NodeId child : pool.children(node)) open.push_back(child);
  }
}

class Finding {
 public:
  Finding(const Universe& universe, const RuleProgress& progress)
      : all_(universe), pool_(universe.pool), equal_(universe.pool), progress_(progress) {
    first_.assign(universe.meanings, kNone);
    for (NodeId node = 0; node < pool_.size(); ++node) {
      NodeId& first = first_[all_.functions[node]];
      if (first == kNone) first = node;
    }
  }

  std::vector<Rule> run(size_t max_size) {
    for (size_t size = 1; size <= max_size; ++size) {
      if (progress_) progress_(rules_.size(), size);
      while (const auto next = next_of(size)) {
        const Rule rule = renamed(*next, first_[all_.functions[*next]]);
        rules_.push_back(rule);
        apply(rule);
        // What it was found by follows from it, however its variables are called now.
        equal_.unite(*next, first_[all_.functions[*next]]);
      }
    }
    return std::move(rules_);
  }

 private:
  static constexpr NodeId kNone = UINT32_MAX;

  // Of the expressions of a size that do not follow yet from what they mean: one with the most variables, so that no
  // rule is an instance of another, and of these the first. What has no value anywhere is no side of a rule.
  std::optional<NodeId> next_of(size_t size) const {
    std::optional<NodeId> best;
    size_t most = 0;
    for (NodeId node = all_.begin[size]; node < all_.begin[size + 1]; ++node) {
      const NodeId first = first_[all_.functions[node]];
      if (!all_.has_values(node) || equal_.find(node) == equal_.find(first)) continue;
      std::map<expr::SymbolId, size_t> counts;
      count_variables(pool_, node, counts);
      count_variables(pool_, first, counts);
      if (best && counts.size() <= most) continue;
      best = node;
      most = counts.size();
    }
    return best;
  }

  // Variables in the order of the names, as they occur from left to right.
  Rule renamed(NodeId left, NodeId right) const {
    std::map<expr::SymbolId, NodeId> values;
    NodeId next = all_.begin[1];  // the variables are the first nodes
    for (const NodeId side : {left, right}) {
      std::vector<NodeId> open = {side};
      while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        if (pool_.symbol_of(node).kind == expr::SymbolKind::variable &&
            values.try_emplace(pool_.symbol(node), next).second) {
          ++next;
        }
        const auto children = pool_.children(node);
        open.insert(open.end(), children.rbegin(), children.rend());
      }
    }
    return {Pattern(pool_, left).with(values), Pattern(pool_, right).with(values)};
  }

  // All its instances of which both sides are in the universe and have values: 0/0 is one of a/a = 1, and of 0/a = 0.
  void apply(const Rule& rule) {
    std::map<expr::SymbolId, size_t> in_left;
    std::map<expr::SymbolId, size_t> in_right;
    count_variables(pool_, rule.left, in_left);
    count_variables(pool_, rule.right, in_right);
    variables_.clear();
    for (const auto& [symbol, times] : in_left) variables_.push_back({symbol, times, in_right[symbol]});
    for (const auto& [symbol, times] : in_right) {
      if (!in_left.contains(symbol)) variables_.push_back({symbol, 0, times});
    }
    Pattern left(pool_, rule.left);
    Pattern right(pool_, rule.right);
    values_.clear();
    const size_t most = all_.begin.size() - 2;
    instances(0, most - pool_.tree_size(rule.left), most - pool_.tree_size(rule.right), left, right);
  }
  // room: nodes that each side may still grow by. Expressions that are equal to smaller ones need not be put in.
  void instances(size_t from, size_t left_room, size_t right_room, Pattern& left, Pattern& right) {
    if (from == variables_.size()) {
      const NodeId one = left.with(values_), other = right.with(values_);
      if (all_.has_values(one) && all_.has_values(other)) equal_.unite(one, other);
      return;
    }
    const Variable& variable = variables_[from];
    for (size_t size = 1; size + 1 < all_.begin.size(); ++size) {
      const size_t left_more = variable.in_left * (size - 1);
      const size_t right_more = variable.in_right * (size - 1);
      if (left_more > left_room || right_more > right_room) return;
      for (NodeId node = all_.begin[size]; node < all_.begin[size + 1]; ++node) {
        if (equal_.find(node) != node) continue;
        values_[variable.symbol] = node;
        instances(from + 1, left_room - left_more, right_room - right_more, left, right);
      }
    }
  }

  struct Variable {
    expr::SymbolId symbol;
    size_t in_left, in_right;  // times that it occurs
  };

  const Universe& all_;
  const expr::Pool& pool_;
  Congruence equal_;
  const RuleProgress& progress_;
  std::vector<NodeId> first_;  // by meaning: the smallest expression
  std::vector<Rule> rules_;
  std::vector<Variable> variables_;
  std::map<expr::SymbolId, NodeId> values_;
};

}  // namespace

RuleSet find_rules(const RuleSpace& space, const RuleProgress& progress) {
  if (space.variables > kMostRuleVariables || space.max_size > kMostRuleSize) {
    throw base::Error("rules of " + std::to_string(space.variables) + " variables and " +
                      std::to_string(space.max_size) + " nodes are too many; there are " +
                      std::to_string(kMostRuleVariables) + " variables and " + std::to_string(kMostRuleSize) +
                      " nodes at most");
  }
  if (space.variables == 0) throw base::Error("rules need a variable", "choose --vars 1 or more");
  if (space.max_size == 0) throw base::Error("rules need expressions of a node or more");
  Universe universe;
  Enumeration(space, universe).run();
  RuleSet found;
  found.rules = Finding(universe, progress).run(space.max_size);
  found.through_size = universe.begin.size() - 2;
  std::set<domain::FunctionId> meanings;
  for (NodeId node = 0; node < universe.begin[space.max_size + 1]; ++node) {
    if (!universe.has_values(node)) continue;
    ++found.expressions;
    meanings.insert(universe.functions[node]);
  }
  found.meanings = meanings.size();
  found.pool = std::move(universe.pool);
  return found;
}

}  // namespace eqnet::search
