#include "train/table_solver.h"

#include <algorithm>

namespace eqnet::train {

TableSolver::TableSolver(const Equations& equations, size_t values) : equations_(equations), q_(values) {
  solver_.set("quiet", 1);
  for (size_t op = 0; op < equations.arity.size(); ++op) {
    tables_.push_back(next_);
    for (size_t i = 0; i < entries(op); ++i) one_hot();
  }
  std::unordered_map<uint32_t, int> known;  // by term: leaves that are equal have one value
  for (size_t leaf = 0; leaf < equations.leaves.size(); ++leaf) {
    int& own = known[equations.leaves[leaf]];
    if (own == 0 && !equations.variable[leaf]) own = one_hot();
    constants_.push_back(equations.variable[leaf] ? 0 : own);
  }
}

size_t TableSolver::entries(size_t op) const {
  size_t count = 1;
  for (size_t i = 0; i < equations_.arity[op]; ++i) count *= q_;
  return count;
}

void TableSolver::clause(std::span<const int> literals) {
  for (const int literal : literals) solver_.add(literal);
  solver_.add(0);
}

// New literals, of which exactly one is true.
int TableSolver::one_hot() {
  std::vector<int> any;
  for (size_t v = 0; v < q_; ++v) any.push_back(next_++);
  clause(any);
  for (size_t v = 0; v < q_; ++v) {
    for (size_t w = 0; w < v; ++w) clause(std::initializer_list<int>{-any[v], -any[w]});
  }
  return any[0];
}

size_t TableSolver::add_point(std::span<const uint8_t> leaves) {
  auto& terms = points_.emplace_back();
  for (size_t leaf = 0; leaf < leaves.size(); ++leaf) {
    if (equations_.variable[leaf]) terms.emplace(equations_.leaves[leaf], TermValue{0, leaves[leaf]});
  }
  return points_.size() - 1;
}

size_t TableSolver::add_free_point() {
  points_.emplace_back();
  return points_.size() - 1;
}

TableSolver::TermValue TableSolver::free_leaf(uint32_t term) {
  for (size_t leaf = 0; leaf < equations_.leaves.size(); ++leaf) {
    if (equations_.leaves[leaf] == term && !equations_.variable[leaf]) return {constants_[leaf], -1};
  }
  return {one_hot(), -1};
}

TableSolver::TermValue TableSolver::value_of(size_t point, uint32_t term) {
  auto& terms = points_[point];
  std::vector<uint32_t> open{term};
  while (!open.empty()) {
    const uint32_t top = open.back();
    if (terms.contains(top)) {
      open.pop_back();
      continue;
    }
    const uint32_t definition = equations_.definition[top];
    if (definition == Equations::kLeaf) {
      terms.emplace(top, free_leaf(top));
      continue;
    }
    const size_t before = open.size();
    for (const uint32_t child : equations_.children_of(equations_.applications[definition])) {
      if (!terms.contains(child)) open.push_back(child);
    }
    if (open.size() == before) ask_alone(point, definition);
  }
  return terms.at(term);
}

void TableSolver::ask(size_t point, uint32_t application) {
  const Application& asked = equations_.applications[application];
  for (const uint32_t child : equations_.children_of(asked)) value_of(point, child);
  value_of(point, asked.result);
  ask_alone(point, application);
}

// Adds "it is not v" to a clause; false where it cannot be v anyway.
bool TableSolver::add_unless(const TermValue& term, size_t v, std::vector<int>& literals) {
  if (term.known >= 0) return term.known == static_cast<int>(v);
  literals.push_back(-(term.first + static_cast<int>(v)));
  return true;
}

// require: the children have values.
void TableSolver::ask_alone(size_t point, uint32_t number) {
  if (!asked_.insert(uint64_t{point} << 32 | number).second) return;
  const Application& application = equations_.applications[number];
  std::vector<TermValue> children;
  for (const uint32_t child : equations_.children_of(application)) children.push_back(points_[point].at(child));
  auto own = points_[point].find(application.result);
  if (own == points_[point].end()) {
    TermValue result;
    if (std::ranges::all_of(children, [](const TermValue& child) { return child.known >= 0; })) {
      // It is what the entry is: no literals of its own.
      std::vector<int> known(children.size());
      std::ranges::transform(children, known.begin(), &TermValue::known);
      result.first = entry(application.op, table_place(known, q_));
      points_[point].emplace(application.result, result);
      return;
    }
    result.first = one_hot();
    own = points_[point].emplace(application.result, result).first;
  }
  const TermValue result = own->second;
  std::vector<size_t> choice(children.size());
  std::vector<int> literals;
  for (;;) {
    literals.clear();
    bool possible = true;
    for (size_t i = 0; i < children.size(); ++i) {
      possible = possible && add_unless(children[i], choice[i], literals);
    }
    const int here = entry(application.op, table_place(choice, q_));
    if (possible && result.known >= 0) {
      literals.push_back(here + result.known);
      clause(literals);
    } else if (possible && result.first != here) {
      for (int v = 0; v < static_cast<int>(q_); ++v) {
        literals.push_back(-(here + v));
        literals.push_back(result.first + v);
        clause(literals);
        literals.resize(literals.size() - 2);
      }
    }
    size_t c = 0;
    while (c < choice.size() && ++choice[c] == q_) choice[c++] = 0;
    if (c == choice.size()) return;
  }
}

void TableSolver::tell_apart(uint32_t a, uint32_t b, std::span<const size_t> points) {
  std::vector<int> any;
  for (const size_t point : points) {
    const TermValue left = value_of(point, a);
    const TermValue right = value_of(point, b);
    const int here = next_++;
    any.push_back(here);
    for (size_t v = 0; v < q_; ++v) {
      std::vector<int> literals{-here};
      if (add_unless(left, v, literals) && add_unless(right, v, literals)) clause(literals);
    }
  }
  clause(any);
}

// Without it the solver would look at every solution once per renaming of its values (Zhang 1996: the least number
// heuristic, as clauses over the entries that come first). Values occur as children, too: an entry for the children 0
// and 3 may be 4 though nothing was 3 before, because 3 may come from nowhere.
void TableSolver::order_values(size_t named) {
  constexpr size_t kEnough = 64;  // entries
  struct Entry {
    int first;       // literal
    size_t largest;  // of the children's values
  };
  std::vector<Entry> order;
  for (const int constant : constants_) {
    if (constant != 0) order.push_back({constant, 0});
  }
  for (size_t most = 0; most < q_ && (most < named || order.size() <= kEnough); ++most) {
    for (size_t op = 0; op < tables_.size(); ++op) {
      for (size_t place = 0; place < entries(op); ++place) {
        size_t largest = 0;
        for (size_t rest = place; rest > 0; rest /= q_) largest = std::max(largest, rest % q_);
        if (largest == most) order.push_back({entry(op, place), most});
      }
    }
  }
  order.resize(std::min(order.size(), 4 * kEnough));
  std::vector<int> literals;
  for (size_t t = 0; t < order.size(); ++t) {
    for (size_t v = std::max(named, order[t].largest + 1) + 1; v < q_; ++v) {
      literals.assign(1, -(order[t].first + static_cast<int>(v)));
      for (size_t s = 0; s < t; ++s) literals.push_back(order[s].first + static_cast<int>(v) - 1);
      clause(literals);
    }
  }
}

TableSolver::Status TableSolver::solve(Effort& effort) {
  constexpr int kSatisfiable = 10;
  constexpr int kUnsatisfiable = 20;
  solver_.connect_terminator(&effort);
  const int status = solver_.solve();
  solver_.disconnect_terminator();
  return status == kSatisfiable ? Status::found : status == kUnsatisfiable ? Status::none : Status::gave_up;
}

uint8_t TableSolver::value(int first) {
  size_t v = 0;
  while (v + 1 < q_ && solver_.val(first + static_cast<int>(v)) < 0) ++v;
  return static_cast<uint8_t>(v);
}

FiniteTables TableSolver::tables() {
  FiniteTables found;
  found.values = q_;
  for (size_t op = 0; op < tables_.size(); ++op) {
    std::vector<uint8_t>& table = found.operators.emplace_back();
    for (size_t place = 0; place < entries(op); ++place) table.push_back(value(entry(op, place)));
  }
  return found;
}

}  // namespace eqnet::train
