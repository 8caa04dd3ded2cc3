#include "train/table_search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/random.h"
#include "train/cells.h"
#include "train/table_solver.h"

namespace eqnet::train {
namespace {

constexpr size_t kMostAssignments = 1024;  // that tables are tried on
constexpr size_t kMostLiterals = 200'000;  // of tables
constexpr size_t kMostRounds = 400;        // of asking and trying
constexpr size_t kAtOnce = 24;             // counterexamples of one round
constexpr size_t kMostAlgebras = 6;
constexpr size_t kMostPatterns = 64;
constexpr size_t kMore = 20000;   // effort
constexpr size_t kQuestions = 4;  // that may take all of their effort

class TableSearch {
 public:
  TableSearch(const Equations& equations, const TableSearchParams& params)
      : equations_(equations),
        params_(params),
        random_(base::Random::stream(params.seed, uint64_t{7} << 32)),
        deadline_(params.most_seconds > 0 ? params.most_seconds : 1e9),
        effort_(params.effort),
        cells_(equations) {}

  std::vector<FiniteTables> run() {
    if (cells_.size() < 2) return {};
    if (auto one = one_for_all()) return {std::move(*one)};
    return params_.several ? several() : std::vector<FiniteTables>{};
  }

 private:
  using Pair = std::pair<uint32_t, uint32_t>;  // terms

  std::optional<FiniteTables> one_for_all() {
    cells_.clear();
    std::vector<Pair> pairs{cells_.first_pair()};
    std::vector<size_t> open;  // numbers of values for which it is not known whether there is one
    for (size_t q = 2; q <= params_.most_values && possible(q); ++q) {
      auto found = search(q, pairs, true);
      if (!found) {
        if (gave_up_) open.push_back(q);
        continue;
      }
      // The fewer, the better: what is found first may have values that say nothing.
      const size_t effort = std::exchange(effort_, std::max(effort_, kMore));
      for (const size_t fewer : open) {
        if (auto better = search(fewer, pairs, true)) {
          found = std::move(better);
          break;
        }
      }
      effort_ = effort;
      return found;
    }
    return std::nullopt;
  }

  std::vector<FiniteTables> several() {
    std::vector<FiniteTables> all;
    cells_.clear();
    while (!cells_.all_apart()) {
      if (all.size() == kMostAlgebras) return {};
      std::vector<Pair> pairs{cells_.first_pair()};
      std::optional<FiniteTables> found;
      for (size_t q = 2; q <= params_.most_values && possible(q) && !found; ++q) found = search(q, pairs, false);
      if (!found) return {};
      cells_.refine(equations_, *found);
      all.push_back(std::move(*found));
    }
    // What a later one tells apart as well is not needed.
    for (size_t i = 0; i < all.size();) {
      cells_.clear();
      for (size_t j = 0; j < all.size(); ++j) {
        if (j != i) cells_.refine(equations_, all[j]);
      }
      if (cells_.all_apart()) {
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    return all;
  }

  [[nodiscard]] bool possible(size_t q) {
    double literals = 0;
    for (const size_t arity : equations_.arity) {
      literals += std::pow(static_cast<double>(q), static_cast<double>(arity + 1));
    }
    return literals <= kMostLiterals && spent_ < kQuestions * params_.effort && !deadline_.terminate();
  }

  // Tables of q values that agree with the equations and tell these pairs apart; all of them: whatever is not told
  // apart is added to the pairs, until nothing is left.
  std::optional<FiniteTables> search(size_t q, std::vector<Pair>& pairs, bool all) {
    TableSolver solver(equations_, q);
    points_.clear();
    asked_.clear();
    std::vector<size_t> first;
    size_t named = 0;
    for (const auto& leaves : patterns(q, pairs[0], named)) first.push_back(point_of(solver, leaves));
    solver.tell_apart(pairs[0].first, pairs[0].second, first);
    for (size_t i = 1; i < pairs.size(); ++i) tell_apart(solver, pairs[i]);
    solver.order_values(named);
    Effort effort(effort_, deadline_);
    for (size_t round = 0; round < kMostRounds; ++round) {
      const size_t before = effort.left();
      const TableSolver::Status status = solver.solve(effort);
      spent_ += before - effort.left();
      gave_up_ = status == TableSolver::Status::gave_up;
      if (status != TableSolver::Status::found) return std::nullopt;
      FiniteTables found = solver.tables();
      if (!agrees(found, solver)) continue;
      if (!all) return found;
      cells_.clear();
      cells_.refine(equations_, found);
      if (cells_.all_apart()) return found;
      pairs.push_back(cells_.first_pair());
      tell_apart(solver, pairs.back());
    }
    return std::nullopt;
  }

  static void tell_apart(TableSolver& solver, const Pair& pair) {
    const size_t point = solver.add_free_point();
    solver.tell_apart(pair.first, pair.second, {&point, 1});
  }

  size_t point_of(TableSolver& solver, const std::vector<uint8_t>& leaves) {
    std::vector<uint8_t> key;
    for (size_t leaf = 0; leaf < leaves.size(); ++leaf) {
      if (equations_.variable[leaf]) key.push_back(leaves[leaf]);
    }
    const auto found = points_.find(key);
    if (found != points_.end()) return found->second;
    return points_.emplace(key, solver.add_point(leaves)).first->second;
  }

  // Assignments of the variables that occur in two terms, up to the names of the values: 0 1 2, 0 1 1, 0 1 0, 0 0 1, 0
  // 0 0. named: so many values have a name then.
  std::vector<std::vector<uint8_t>> patterns(size_t q, const Pair& pair, size_t& named) const {
    const std::vector<size_t> variables = variables_of(std::vector<uint32_t>{pair.first, pair.second});
    named = std::min(q, variables.size());
    std::vector<std::vector<uint8_t>> all;
    std::vector<uint8_t> values(variables.size());
    const auto add = [&](auto&& self, size_t at, size_t used) -> void {
      if (all.size() == kMostPatterns) return;
      if (at == values.size()) {
        auto& leaves = all.emplace_back(equations_.leaves.size());
        for (size_t i = 0; i < values.size(); ++i) leaves[variables[i]] = values[i];
        return;
      }
      for (size_t v = std::min(used, q - 1) + 1; v-- > 0;) {
        values[at] = static_cast<uint8_t>(v);
        self(self, at + 1, std::max(used, v + 1));
      }
    };
    add(add, 0, 0);
    return all;
  }

  [[nodiscard]] std::vector<size_t> variables_of(std::vector<uint32_t> open) const {
    std::unordered_set<uint32_t> seen;
    while (!open.empty()) {
      const uint32_t term = open.back();
      open.pop_back();
      if (!seen.insert(term).second || equations_.definition[term] == Equations::kLeaf) continue;
      for (const uint32_t child : equations_.children_of(equations_.applications[equations_.definition[term]])) {
        open.push_back(child);
      }
    }
    std::vector<size_t> variables;
    for (size_t leaf = 0; leaf < equations_.leaves.size() && variables.size() < kMostPatterns; ++leaf) {
      if (equations_.variable[leaf] && seen.contains(equations_.leaves[leaf])) variables.push_back(leaf);
    }
    return variables;
  }

  // Tries the tables on all assignments, or many of them; what fails is asked of the solver. Where nothing does, the
  // tables get these assignments.
  bool agrees(FiniteTables& found, TableSolver& solver) {
    std::vector<size_t> variables;
    std::vector<uint8_t> leaves(equations_.leaves.size());
    for (size_t leaf = 0; leaf < leaves.size(); ++leaf) {
      if (equations_.variable[leaf]) {
        variables.push_back(leaf);
      } else {
        leaves[leaf] = solver.constant(leaf);
      }
    }
    const size_t all = count_assignments(found.values, variables.size());
    const size_t count = std::min(all, kMostAssignments);
    const size_t start = random_.below(count);
    std::vector<uint8_t> terms;
    size_t failed = 0;
    for (size_t i = 0; i < count && failed < kAtOnce; ++i) {
      assign(leaves, variables, found.values, all == count ? (start + i) % count : random_.below(all));
      if (const auto wrong = found.evaluate(equations_, leaves, terms)) {
        ask(solver, leaves, *wrong, found.values);
        ++failed;
      } else {
        found.assignments.push_back(leaves);
      }
    }
    return failed == 0;
  }

  // An equation that fails under one assignment is asked under others too.
  void ask(TableSolver& solver, std::vector<uint8_t> leaves, uint32_t wrong, size_t q) {
    constexpr size_t kInstances = 64;
    solver.ask(point_of(solver, leaves), wrong);
    if (!asked_.insert(wrong).second) return;
    const Application& application = equations_.applications[wrong];
    const auto children = equations_.children_of(application);
    std::vector<uint32_t> terms(children.begin(), children.end());
    terms.push_back(application.result);
    const std::vector<size_t> variables = variables_of(std::move(terms));
    for (size_t leaf = 0; leaf < leaves.size(); ++leaf) leaves[leaf] = equations_.variable[leaf] ? 0 : leaves[leaf];
    const size_t all = count_assignments(q, variables.size());
    for (size_t i = 0; i < std::min(all, kInstances); ++i) {
      assign(leaves, variables, q, all <= kInstances ? i : random_.below(all));
      solver.ask(point_of(solver, leaves), wrong);
    }
  }

  // At most kMany.
  static size_t count_assignments(size_t q, size_t variables) {
    constexpr size_t kMany = size_t{1} << 60;
    const double all = std::pow(static_cast<double>(q), static_cast<double>(variables));
    return all < static_cast<double>(kMany) ? static_cast<size_t>(all) : kMany;
  }
  static void assign(std::vector<uint8_t>& leaves, const std::vector<size_t>& variables, size_t q, size_t number) {
    for (const size_t leaf : variables) {
      leaves[leaf] = static_cast<uint8_t>(number % q);
      number /= q;
    }
  }

  const Equations& equations_;
  const TableSearchParams& params_;
  base::Random random_;
  domain::Deadline deadline_;
  size_t effort_;
  size_t spent_ = 0;      // effort of all searches
  bool gave_up_ = false;  // the last search, for want of effort
  Cells cells_;
  std::map<std::vector<uint8_t>, size_t> points_;  // of the solver, by the variables' values
  std::unordered_set<uint32_t> asked_;             // applications, under many assignments
};

}  // namespace

std::vector<FiniteTables> find_tables(const Equations& equations, const TableSearchParams& params) {
  return TableSearch(equations, params).run();
}

}  // namespace eqnet::train
