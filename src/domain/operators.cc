// What a user means by a list of operators.
#include <algorithm>
#include <cctype>

#include "eqnet/base/error.h"
#include "eqnet/domain/domain.h"

namespace eqnet::domain {
namespace {

bool same_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

std::vector<std::string> parse_operators(const std::string& text, const Domain& domain, const std::string& where) {
  std::vector<std::string> operators;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(", ", at), text.size());
    const std::string word = text.substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    const expr::OperatorSyntax* found = nullptr;
    std::string known;
    for (const expr::OperatorSyntax& op : domain.syntax().operators) {
      if (op.literal_last) continue;  // its exponents are no trees
      known += (known.empty() ? "" : ", ") + std::string(op.symbol);
      const bool named = same_letters(op.symbol, word);
      const bool spelled = std::ranges::find(op.spellings, word) != op.spellings.end();
      if (named || (spelled && found == nullptr)) found = &op;
    }
    if (found == nullptr) {
      throw base::Error(where,
                        base::quoted(word) + " is not an operator of the " + std::string(domain.name()) + " domain",
                        "choose from " + known);
    }
    if (std::ranges::find(operators, found->symbol) == operators.end()) operators.emplace_back(found->symbol);
  }
  if (operators.empty()) throw base::Error(where, "names no operator", "try and,or,not");
  return operators;
}

}  // namespace eqnet::domain
