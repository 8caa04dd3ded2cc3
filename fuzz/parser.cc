// Any text is an expression or a ParseError, in every domain; what parses prints and parses to itself.
#include <cstdlib>
#include <string_view>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace eqnet;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)domain::guess(text);
  for (const domain::Domain* kind : domain::domains()) {
    const expr::Syntax& syntax = kind->syntax();
    expr::Pool pool;
    expr::NodeId node = 0;
    try {
      node = expr::parse(text, syntax, pool);
    } catch (const expr::ParseError&) {
      continue;
    }
    for (const auto style : {expr::Style::minimal, expr::Style::tokens}) {
      if (expr::parse(expr::print(pool, node, syntax, style), syntax, pool) != node) std::abort();
    }
  }
  return 0;
}
