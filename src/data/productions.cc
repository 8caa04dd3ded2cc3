#include "data/productions.h"

#include <algorithm>

#include "eqnet/base/error.h"

namespace eqnet::data {
namespace {

// Whether a text means something else than a variable.
bool is_taken(const std::string& text, const expr::Syntax& syntax) {
  const auto spelled = [&](const auto& one) { return std::ranges::find(one.spellings, text) != one.spellings.end(); };
  return std::ranges::any_of(syntax.operators, spelled) || std::ranges::any_of(syntax.shorthands, spelled) ||
         std::ranges::any_of(syntax.constants, spelled);
}

}  // namespace

std::vector<std::string> variable_names(size_t count, const expr::Syntax& syntax) {
  std::vector<std::string> letters;
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    if (const std::string name(1, letter); !is_taken(name, syntax)) letters.push_back(name);
  }
  std::vector<std::string> names;
  if (count <= letters.size()) {
    names.assign(letters.begin(), letters.begin() + static_cast<std::ptrdiff_t>(count));
  }
  for (size_t i = 1; names.size() < count; ++i) {
    if (const std::string name = "x" + std::to_string(i); !is_taken(name, syntax)) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

void refuse_count() {
  throw base::Error("the space has more than 2^128 expressions; choose a smaller --max-size");
}

size_t Level::index_of(FunctionId function) const {
  const auto place = std::ranges::lower_bound(functions, function);
  return place != functions.end() && *place == function ? static_cast<size_t>(place - functions.begin()) : kAbsent;
}

Productions::Productions(const Space& space) {
  if (space.variables == 0) throw base::Error("a space needs at least one variable");
  constexpr size_t kMostVariables = 1'000'000;
  if (space.variables > kMostVariables) throw base::Error("a space has at most 1,000,000 variables");
  if (space.max_size == 0) throw base::Error("a space needs trees of at least one node");
  const std::vector<std::string> names = variable_names(space.variables, space.domain->syntax());
  for (const std::string& name : names) symbols_.push_back({name, expr::SymbolKind::variable, 0});
  for (const std::string& name : space.constants) symbols_.push_back({name, expr::SymbolKind::constant, 0});
  for (const std::string& name : space.operators) {
    uint32_t arity = 0;
    for (const expr::OperatorSyntax& op : space.domain->syntax().operators) {
      if (op.symbol == name && !op.literal_last) arity = op.arity;
    }
    if (arity == 0) {
      throw base::Error("operator " + base::quoted(name) + " is not one that " + std::string(space.domain->name()) +
                        " trees are made of");
    }
    symbols_.push_back({name, expr::SymbolKind::op, arity});
  }
  algebra_ = space.domain->algebra(names);
  if (algebra_ == nullptr) {
    throw base::Error("the " + std::string(space.domain->name()) +
                      " domain has no algebra, so that its trees cannot be counted");
  }
  levels_.resize(1);
  for (size_t size = 1; size <= space.max_size; ++size) count(size);
}

void Productions::count(size_t size) {
  std::vector<Uint128> counts;  // by function
  std::vector<FunctionId> met;
  for_each(size, [&](const Production& production) {
    if (production.result >= counts.size()) counts.resize(std::max<size_t>(algebra_->size(), 2 * counts.size()), 0);
    Uint128& count = counts[production.result];
    if (count == 0) met.push_back(production.result);
    add(count, production.trees);
  });
  std::ranges::sort(met);
  Level level;
  for (const FunctionId function : met) level.counts.push_back(counts[function]);
  level.functions = std::move(met);
  levels_.push_back(std::move(level));
}

}  // namespace eqnet::data
