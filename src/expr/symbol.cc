#include "eqnet/expr/symbol.h"

#include "eqnet/base/error.h"

namespace eqnet::expr {
namespace {

std::string key_of(std::string_view name, SymbolKind kind) {
  std::string key(1, static_cast<char>(kind));
  key += name;
  return key;
}

}  // namespace

SymbolId SymbolTable::op(std::string_view name, uint32_t arity) {
  if (arity == 0) throw base::Error("operator " + base::quoted(name) + " needs at least one child");
  const SymbolId id = intern(name, SymbolKind::op, arity);
  if (symbols_[id].arity != arity) {
    throw base::Error("operator " + base::quoted(name) + " has " + std::to_string(arity) +
                      " children here, but takes " + std::to_string(symbols_[id].arity));
  }
  return id;
}

std::optional<SymbolId> SymbolTable::find(std::string_view name, SymbolKind kind) const {
  const auto found = ids_.find(key_of(name, kind));
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

SymbolId SymbolTable::intern(std::string_view name, SymbolKind kind, uint32_t arity) {
  const size_t mixed = name.empty() ? 0 : static_cast<unsigned char>(name[0]) * size_t{5} + name.size();
  SymbolId& recent = recent_[(mixed + static_cast<size_t>(kind) * 21) % recent_.size()];
  if (recent < symbols_.size() && symbols_[recent].kind == kind && symbols_[recent].name == name) return recent;
  const auto [entry, added] = ids_.try_emplace(key_of(name, kind), static_cast<SymbolId>(symbols_.size()));
  if (added) symbols_.push_back({std::string(name), kind, arity});
  recent = entry->second;
  return recent;
}

}  // namespace eqnet::expr
