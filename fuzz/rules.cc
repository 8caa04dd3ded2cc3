// Any bytes are lines of rules and a table of costs, or an Error; a rule can be decided, and what it says is printed as
// it was read.
#include <cstdlib>
#include <string_view>

#include "eqnet/base/error.h"
#include "eqnet/search/rules.h"
#include "eqnet/search/simplify.h"

namespace {

using namespace eqnet;

void read_rules(std::string_view text) {
  constexpr size_t kMostLines = 20;
  for (size_t line = 0; line < kMostLines && !text.empty(); ++line) {
    const size_t end = std::min(text.find('\n'), text.size());
    for (const domain::Domain* domain : {&domain::boolean(), &domain::polynomial()}) {
      try {
        expr::Pool pool;
        const search::WrittenRule rule = search::read_rule(text.substr(0, end), *domain, pool);
        (void)domain->equivalent(pool, rule.left, rule.right, {0.05});
      } catch (const base::Error&) {
      }
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_rules(text);
  try {
    const search::Costs costs = search::costs_from_toml(text, "input", domain::boolean());
    for (const auto& [symbol, cost] : costs.operators) {
      if (cost == 0) std::abort();
    }
  } catch (const base::Error&) {
  }
  return 0;
}
