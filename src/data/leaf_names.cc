#include "data/leaf_names.h"

#include <algorithm>

#include "eqnet/base/error.h"
#include "eqnet/expr/parse.h"

namespace eqnet::data {
namespace {

// The domain's parser, which reads what its printer writes, has the say: it must make the same leaf of the name.
bool fits(domain::Kind kind, const expr::Symbol& symbol, const std::string& name) {
  const expr::Syntax& syntax = domain::syntax(kind);
  if (std::ranges::any_of(syntax.operators, [&](const auto& op) { return op.symbol == name; })) return false;
  expr::Pool pool;
  try {
    const expr::Symbol& read = pool.symbol_of(expr::parse(name, syntax, pool));
    return read.kind == symbol.kind && read.name == symbol.name;
  } catch (const expr::ParseError&) {
    return false;
  }
}

void check_name(const std::optional<domain::Kind>& kind, const expr::Symbol& symbol, const std::string& name,
                const std::string& place) {
  const bool good = kind ? fits(*kind, symbol, name)
                         : fits(domain::Kind::boolean, symbol, name) || fits(domain::Kind::polynomial, symbol, name);
  if (good) return;
  const std::string domain = kind ? std::string(domain::name(*kind)) + " domain" : "boolean or polynomial domain";
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
  if (choice_.kind) {
    check_name(choice_.kind, pool.symbols[id], name, place());
  } else {
    waiting_.push_back({pool.symbols[id], name, place()});
  }
}

void LeafNames::check_waiting() {
  for (const Waiting& one : waiting_) check_name(choice_.kind, one.symbol, one.name, one.place);
  waiting_.clear();
}

}  // namespace eqnet::data
