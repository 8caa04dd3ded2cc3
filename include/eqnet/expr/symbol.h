// Symbols: what can stand at a node of an expression. A symbol is a variable, a constant (both without children) or an
// operator with a fixed number of children, of which there may be any.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace eqnet::expr {

using SymbolId = uint32_t;

enum class SymbolKind : uint8_t { variable, constant, op };

struct Symbol {
  std::string name;
  SymbolKind kind = SymbolKind::variable;
  uint32_t arity = 0;
};

// Each (kind, name) once; ids count from 0 in the order of first use.
class SymbolTable {
 public:
  SymbolId variable(std::string_view name) { return intern(name, SymbolKind::variable, 0); }
  SymbolId constant(std::string_view name) { return intern(name, SymbolKind::constant, 0); }
  // Throws base::Error when the operator is known with another number of children, or when arity is 0.
  SymbolId op(std::string_view name, uint32_t arity);

  [[nodiscard]] std::optional<SymbolId> find(std::string_view name, SymbolKind kind) const;
  const Symbol& operator[](SymbolId id) const { return symbols_[id]; }
  [[nodiscard]] size_t size() const { return symbols_.size(); }

 private:
  SymbolId intern(std::string_view name, SymbolKind kind, uint32_t arity);

  std::vector<Symbol> symbols_;
  std::unordered_map<std::string, SymbolId> ids_;  // key: kind as one byte, then the name
  std::array<SymbolId, 64> recent_{};              // symbols met lately, by a cheap hash: most look-ups end here
};

}  // namespace eqnet::expr
