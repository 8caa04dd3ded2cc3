#include "data/leaf_names.h"

#include <algorithm>

#include "eqnet/base/error.h"
#include "eqnet/expr/parse.h"

namespace eqnet::data {
namespace {

// The domain's parser, which reads what its printer writes, has the say: it must make the same leaf of the name.
bool fits(const domain::Domain& domain, const expr::Symbol& symbol, const std::string& name) {
  const expr::Syntax& syntax = domain.syntax();
  if (std::ranges::any_of(syntax.operators, [&](const auto& op) { return op.symbol == name; })) return false;
  expr::Pool pool;
  try {
    const expr::Symbol& read = pool.symbol_of(expr::parse(name, syntax, pool));
    return read.kind == symbol.kind && read.name == symbol.name;
  } catch (const expr::ParseError&) {
    return false;
  }
}

// known: the domain, or null where it may be any that has operators of its own.
void check_name(const domain::Domain* known, const expr::Symbol& symbol, const std::string& name,
                const std::string& place) {
  bool good = false;
  std::string domain;
  for (const domain::Domain* one : known != nullptr ? std::vector{known} : domain::domains()) {
    if (known == nullptr && one->syntax().s_expressions) continue;
    good = good || fits(*one, symbol, name);
    domain.append(domain.empty() ? "" : " or ").append(one->name());
  }
  if (good) return;
  domain += " domain";
  throw base::Error(place,
                    "a leaf is named " + base::quoted(name) + ", which is no variable and no constant of the " + domain,
                    "rename it, or say --domain open if names are the data's own");
}

}  // namespace

void LeafNames::check(const expr::Pool& pool, expr::NodeId leaf, const std::string& name,
                      const std::function<std::string()>& place) {
  const expr::SymbolId id = pool.symbol(leaf);
  if (id < seen_.size() && seen_[id]) return;
  seen_.resize(std::max<size_t>(seen_.size(), id + 1));
  seen_[id] = true;
  if (choice_.domain != nullptr) {
    check_name(choice_.domain, pool.symbols[id], name, place());
  } else {
    waiting_.push_back({pool.symbols[id], name, place()});
  }
}

void LeafNames::check_waiting() {
  for (const Waiting& one : waiting_) check_name(choice_.domain, one.symbol, one.name, one.place);
  waiting_.clear();
}

}  // namespace eqnet::data
