#include "eqnet/search/simplify.h"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>

#include "base/stopwatch.h"
#include "base/toml.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/forms.h"
#include "eqnet/expr/print.h"
#include "search/cuts.h"
#include "search/form_table.h"

namespace eqnet::search {
namespace {

using expr::NodeId;

constexpr size_t kInputs = 4;  // of a piece that is looked up as a whole
constexpr size_t kMostRounds = 20;
constexpr size_t kMostPrinted = 1'000'000;  // nodes of a result that is looked at again
constexpr size_t kMostTold = 200'000;       // nodes of the steps that are told in all: parts of parts are long together
constexpr size_t kLeastAsked = 4;           // cost of a part that KnownEquivalents are asked about

size_t sum(size_t a, size_t b) {
  return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

}  // namespace

size_t Costs::of(const expr::Symbol& symbol) const {
  if (symbol.kind == expr::SymbolKind::variable) return variable;
  if (symbol.kind == expr::SymbolKind::constant) return constant;
  const auto found = operators.find(symbol.name);
  return found == operators.end() ? 1 : found->second;
}

size_t Costs::of(const expr::Pool& pool, NodeId root) const {
  const expr::Subgraph graph(pool, {&root, 1});
  std::vector<size_t> costs(graph.size());
  for (size_t place = 0; place < graph.size(); ++place) {
    costs[place] = of(pool.symbol_of(graph.id(place)));
    for (const uint32_t child : graph.children(place)) costs[place] = sum(costs[place], costs[child]);
  }
  return costs[graph.root(0)];
}

Costs costs_from_toml(std::string_view text, std::string_view where, const domain::Domain& domain) {
  Costs costs;
  const auto& operators = domain.syntax().operators;
  for (const auto& [name, node] : base::parse_toml(text, where)) {
    const std::string_view key = name.str();
    const std::string place = std::string(where) + ", line " + std::to_string(node.source().begin.line);
    const auto number = node.value_exact<int64_t>();
    const bool leaf = key == "variable" || key == "constant";
    constexpr int64_t kMost = 1000;
    if (!number || *number < (leaf ? 0 : 1) || *number > kMost) {
      throw base::Error(
          place, base::quoted(key) + " is no whole number from " + (leaf ? "0" : "1") + " to " + std::to_string(kMost));
    }
    if (leaf) {
      (key == "variable" ? costs.variable : costs.constant) = static_cast<size_t>(*number);
      continue;
    }
    const auto named = [&](const expr::OperatorSyntax& op) {
      return op.symbol == key || std::ranges::find(op.spellings, key) != op.spellings.end();
    };
    const auto found = std::ranges::find_if(operators, named);
    if (found == operators.end()) {
      throw base::Error(place, base::quoted(key) + " is no operator of the " + std::string(domain.name()) +
                                   " domain, nor variable or constant");
    }
    costs.operators[std::string(found->symbol)] = static_cast<size_t>(*number);
  }
  return costs;
}

struct Simplifier::State {
  State(const domain::Domain& own_domain, SimplifyParams own_params)
      : domain(own_domain), params(std::move(own_params)), parser(domain.syntax()), forms(domain.forms()) {}

  // The symbols that the result may have.
  [[nodiscard]] std::vector<std::string> operators_for(const expr::Pool& pool, NodeId root) const {
    if (!params.operators.empty()) return params.operators;
    std::set<std::string> symbols, kin;
    for (const std::string& symbol : domain.default_operators()) symbols.insert(symbol);
    for (const expr::OperatorSyntax& op : domain.syntax().operators) {
      // A sign, an exponent; of real functions, which have many names, those that occur.
      const bool named = op.call && domain.syntax().integers;
      if (op.literal_last || (op.arity == 1 && !named)) symbols.insert(std::string(op.symbol));
    }
    const expr::Subgraph graph(pool, {&root, 1});
    for (size_t place = 0; place < graph.size(); ++place) {
      const expr::Symbol& symbol = pool.symbol_of(graph.id(place));
      if (symbol.kind == expr::SymbolKind::op) symbols.insert(symbol.name);
    }
    for (const expr::OperatorSyntax& op : domain.syntax().operators) {
      if (symbols.contains(std::string(op.symbol))) kin.insert(op.kin.begin(), op.kin.end());
    }
    symbols.insert(kin.begin(), kin.end());
    return {symbols.begin(), symbols.end()};
  }

  FormTable& table(const std::vector<std::string>& operators, size_t inputs, const std::function<bool()>& late) {
    auto& found = tables[{operators, inputs}];
    if (!found) {
      const base::Stopwatch watch;
      found = std::make_unique<FormTable>(domain, operators, params.costs, inputs, late);
      if (!found->is_slow()) tables_s += watch.seconds();
    }
    return *found;
  }

  // What would grow without end where one expression after the other comes.
  void forget() {
    constexpr size_t kMostTables = 40;  // by operators and inputs
    std::erase_if(tables,
                  [](const auto& entry) { return entry.second->is_overgrown() || entry.second->is_cut_short(); });
    if (tables.size() <= kMostTables) return;
    tables.clear();
    forms = domain.forms();
  }

  const domain::Domain& domain;
  SimplifyParams params;
  expr::Parser parser;
  std::unique_ptr<domain::Forms> forms;  // where the domain has any
  std::map<std::pair<std::vector<std::string>, size_t>, std::unique_ptr<FormTable>> tables;
  double tables_s = 0;  // that it took to make them
};

namespace {

// One expression and what is known of its parts.
class Piecewise {
 public:
  // table: of so many inputs.
  using Table = std::function<FormTable&(size_t inputs)>;
  // forms, known: may be null.
  Piecewise(expr::Pool& pool, const Costs& costs, const std::vector<std::string>& operators, Table table,
            domain::Forms* forms, domain::Forms::Late late, KnownEquivalents known = {})
      : pool_(pool),
        costs_(costs),
        operators_(operators),
        table_(std::move(table)),
        forms_(forms),
        late_(std::move(late)),
        known_(std::move(known)),
        cuts_(pool, kInputs) {}

  Simplifier::Result run(NodeId root) {
    Simplifier::Result result;
    result.node = by_pieces(root);
    for (size_t round = 0; round < kMostRounds; ++round) {
      const NodeId better = by_forms(result.node);
      if (cost(better) >= cost(result.node)) break;
      steps_.push_back({result.node, better});
      result.node = better;
    }
    result.allowed = cost(result.node) < kForbidden;
    result.minimal = result.allowed && is_minimal(result.node);
    result.finished = !late_();
    result.steps = std::move(steps_);
    return result;
  }

 private:
  NodeId by_pieces(NodeId root) {
    for (size_t round = 0; round < kMostRounds; ++round) {
      const NodeId better = pass(root);
      if (cost(better) >= cost(root)) break;
      root = better;
    }
    return root;
  }

  // Of few variables: by a look into the table, and by pieces only where it is not there.
  NodeId as_a_whole(NodeId root) {
    const Cuts::Cut variables = cuts_.variables(root);
    if (variables.size() <= kInputs && !late_()) {
      FormTable& table = table_(variables.size());
      const auto meaning = table.meaning(pool_, root, variables);
      if (const auto form = meaning ? table.cheapest(*meaning) : std::nullopt) {
        return table.with(form->node, variables, pool_);
      }
    }
    return by_pieces(root);
  }

  // Written anew from what it means, and then by pieces.
  NodeId by_forms(NodeId root) {
    if (forms_ == nullptr || late_()) return root;
    // A pool of one's own, whose nodes are not of this one.
    const auto shortest = [&](expr::Pool& pool, NodeId node) {
      return Piecewise(pool, costs_, operators_, table_, nullptr, late_).as_a_whole(node);
    };
    NodeId best = root;
    for (const NodeId form : forms_->of(pool_, root, operators_, shortest, late_)) {
      const NodeId candidate = by_pieces(form);
      if (cost(candidate) < cost(best)) best = candidate;
    }
    return best;
  }

  // All parts from below, each in the place of what it was.
  NodeId pass(NodeId root) {
    const expr::Subgraph graph(pool_, {&root, 1});
    std::vector<NodeId> now(graph.size());
    std::vector<NodeId> children;
    for (size_t place = 0; place < graph.size(); ++place) {
      const NodeId id = graph.id(place);
      children.clear();
      for (const uint32_t child : graph.children(place)) children.push_back(now[child]);
      const NodeId rebuilt = children.empty() ? id : pool_.node(pool_.symbol(id), children);
      now[place] = improved(rebuilt);
    }
    return now[graph.root(0)];
  }

  NodeId improved(NodeId node) {
    if (const auto known = improved_.find(node); known != improved_.end()) return known->second;
    NodeId best = node;
    for (size_t round = 0; round < kMostRounds && !late_(); ++round) {
      NodeId next = cheapest_piece(best);
      if (next == best) next = cheapest_known(best);
      if (next == best) break;
      steps_.push_back({best, next});
      best = next;
    }
    improved_[node] = best;
    improved_[best] = best;
    return best;
  }

  // With the piece at the top, of any shape that has few inputs, written as cheaply as it can be.
  NodeId cheapest_piece(NodeId node) {
    NodeId best = node;
    size_t least = cost(node);
    for (const Cuts::Cut& cut : cuts_.of(node)) {
      if (cut.size() == 1 && cut.front() == node) continue;
      if (late_()) break;
      FormTable& table = table_(cut.size());
      const auto meaning = table.meaning(pool_, node, cut);
      const auto form = meaning ? table.cheapest(*meaning) : std::nullopt;
      if (!form || cost_with(table, form->node, cut) >= least) continue;
      best = table.with(form->node, cut, pool_);
      least = cost(best);
    }
    return best;
  }

  NodeId cheapest_known(NodeId node) {
    if (!known_ || cost(node) < kLeastAsked) return node;
    NodeId best = node;
    for (const NodeId candidate : known_(pool_, node)) {
      if (cost(candidate) < cost(best)) best = candidate;
    }
    return best;
  }

  [[nodiscard]] bool is_minimal(NodeId node) {
    // Nothing is shorter than a variable that a function depends on, or than a single node where that costs least.
    if (pool_.symbol_of(node).kind == expr::SymbolKind::variable || (pool_.is_leaf(node) && cost(node) <= 1))
      return true;
    const Cuts::Cut variables = cuts_.variables(node);
    if (variables.size() > kInputs || late_()) return false;
    FormTable& table = table_(variables.size());
    if (!table.has_all_constants()) return false;
    const auto meaning = table.meaning(pool_, node, variables);
    const auto form = meaning ? table.cheapest(*meaning) : std::nullopt;
    if (form) return cost(node) <= form->cost;
    return cost(node) <= table.complete_to() + 1;
  }

  // Operators that the result may not have cost more than any that it may.
  size_t cost(NodeId node) {
    if (costs_known_.size() < pool_.size()) costs_known_.resize(pool_.size());
    std::vector<NodeId> open = {node};
    while (!open.empty()) {
      const NodeId id = open.back();
      if (costs_known_[id] != 0) {
        open.pop_back();
        continue;
      }
      size_t own = costs_.of(pool_.symbol_of(id));
      const bool is_operator = pool_.symbol_of(id).kind == expr::SymbolKind::op;
      if (is_operator && std::ranges::find(operators_, pool_.symbol_of(id).name) == operators_.end()) own += kForbidden;
      bool ready = true;
      for (const NodeId child : pool_.children(id)) {
        if (costs_known_[child] == 0) {
          open.push_back(child);
          ready = false;
        } else {
          own = sum(own, costs_known_[child] - 1);
        }
      }
      if (!ready) continue;
      costs_known_[id] = sum(own, 1);
      open.pop_back();
    }
    return costs_known_[node] - 1;
  }
  size_t cost_with(const FormTable& table, NodeId form, std::span<const NodeId> inputs) {
    const expr::Subgraph graph(table.pool(), {&form, 1});
    std::vector<size_t> costs(graph.size());
    for (size_t place = 0; place < graph.size(); ++place) {
      const expr::Symbol& symbol = table.pool().symbol_of(graph.id(place));
      costs[place] =
          symbol.kind == expr::SymbolKind::variable ? cost(inputs[table.input(symbol.name)]) : costs_.of(symbol);
      for (const uint32_t child : graph.children(place)) costs[place] = sum(costs[place], costs[child]);
    }
    return costs[graph.root(0)];
  }

  static constexpr size_t kForbidden = size_t{1} << 40;  // more than any expression that is read can cost

  expr::Pool& pool_;
  const Costs& costs_;
  const std::vector<std::string>& operators_;
  Table table_;
  domain::Forms* forms_;
  domain::Forms::Late late_;
  KnownEquivalents known_;
  Cuts cuts_;
  std::unordered_map<NodeId, NodeId> improved_;
  std::vector<size_t> costs_known_;  // by node, 1 more than its cost; 0: not known yet
  std::vector<Simplifier::Result::Step> steps_;
};

}  // namespace

Simplifier::Simplifier(const domain::Domain& domain, SimplifyParams params)
    : state_(std::make_unique<State>(domain, std::move(params))) {
  if (!domain.has_meaning() || domain.algebra({}) == nullptr) {
    throw base::Error("the " + std::string(domain.name()) + " domain has no algebra to simplify by",
                      "give a finite algebra's tables with --domain FILE.toml");
  }
  for (const std::string& symbol : state_->params.operators) {
    const auto& known = domain.syntax().operators;
    if (std::ranges::find(known, symbol, &expr::OperatorSyntax::symbol) == known.end()) {
      throw base::Error("operator " + base::quoted(symbol) + " is unknown in the " + std::string(domain.name()) +
                        " domain");
    }
  }
}

Simplifier::~Simplifier() = default;
Simplifier::Simplifier(Simplifier&&) noexcept = default;

// Again and again, each time as if it had been given the last result, so that to simplify a result changes nothing. By
// its text: which pieces are tried depends on the numbers of nodes, which are those of a parser.
Simplifier::Result Simplifier::simplify(expr::Pool& pool, NodeId root) {
  state_->forget();
  const base::Stopwatch watch;
  const double before_s = state_->tables_s;  // tables are made once, and count for none unless slow
  const auto late = [&] { return watch.seconds() - (state_->tables_s - before_s) >= state_->params.timeout_s; };
  Result result = once(pool, root, late);
  for (size_t round = 0; round < kMostRounds; ++round) {
    expr::Pool fresh;
    if (!result.finished || pool.tree_size(result.node) > kMostPrinted) break;
    const NodeId given = state_->parser.parse(expr::print(pool, result.node, state_->domain.syntax()), fresh);
    const Result next = once(fresh, given, late);
    result.minimal = next.minimal;
    result.finished = next.finished;
    if (next.node == given) break;
    const auto back = [&](NodeId node) { return expr::copy(fresh, node, pool); };
    result.node = back(next.node);
    result.allowed = next.allowed;
    for (const Result::Step& step : next.steps) result.steps.push_back({back(step.from), back(step.to)});
  }
  return result;
}

Simplifier::Result Simplifier::once(expr::Pool& pool, NodeId root, const std::function<bool()>& late) {
  const std::vector<std::string> operators = state_->operators_for(pool, root);
  const auto table = [&](size_t inputs) -> FormTable& { return state_->table(operators, inputs, late); };
  return Piecewise(pool, state_->params.costs, operators, table, state_->forms.get(), late, state_->params.known)
      .run(root);
}

namespace {

// The steps that lead from one node to another, one after the other; all, where these are not found. Others were of
// forms that came to nothing.
std::vector<Simplifier::Result::Step> derivation(expr::Pool& pool, NodeId from, NodeId to,
                                                 const std::vector<Simplifier::Result::Step>& steps) {
  constexpr size_t kMostWork = 1000000;  // nodes that are looked at
  if (sum(pool.tree_size(from), pool.tree_size(to)) > kMostWork / (steps.size() + 1)) return steps;
  std::vector<Simplifier::Result::Step> used;
  for (const Simplifier::Result::Step& step : steps) {
    const expr::Subgraph graph(pool, {&from, 1});
    std::vector<NodeId> now(graph.size());
    std::vector<NodeId> children;
    bool occurs = false;
    for (size_t place = 0; place < graph.size(); ++place) {
      const NodeId node = graph.id(place);
      occurs = occurs || node == step.from;
      children.clear();
      for (const uint32_t child : graph.children(place)) children.push_back(now[child]);
      now[place] = node == step.from ? step.to : pool.node(pool.symbol(node), children);
    }
    if (!occurs || from == to) continue;
    from = now[graph.root(0)];
    used.push_back(step);
  }
  return from == to ? used : steps;
}

}  // namespace

Simplified Simplifier::simplify(std::string_view text) {
  expr::Pool pool;
  const NodeId root = state_->parser.parse(text, pool);
  constexpr size_t kMostAsked = 100;  // nodes: whether there is a value is not asked of what would take long
  if (pool.size() <= kMostAsked && !state_->domain.have_values(pool, {&root, 1}).front()) {
    throw base::Error(base::quoted(text), "no point is known at which it has a value, so there is nothing to simplify");
  }
  const Result result = simplify(pool, root);
  const expr::Printer printer(pool, state_->domain.syntax());
  Simplified simplified;
  simplified.text = printer.text(result.node);
  simplified.cost_before = state_->params.costs.of(pool, root);
  simplified.cost = state_->params.costs.of(pool, result.node);
  simplified.minimal = result.minimal;
  simplified.allowed = result.allowed;
  simplified.finished = result.finished;
  simplified.proof = state_->domain.equivalent(pool, root, result.node, {state_->params.timeout_s});
  size_t told = 0;
  for (const Result::Step& step : derivation(pool, root, result.node, result.steps)) {
    told = sum(told, sum(pool.tree_size(step.from), pool.tree_size(step.to)));
    if (told > kMostTold) {
      ++simplified.steps_left_out;
    } else {
      simplified.steps.push_back({printer.text(step.from), printer.text(step.to)});
    }
  }
  return simplified;
}

}  // namespace eqnet::search
