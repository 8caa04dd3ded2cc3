// Any bytes are a model or an Error; a model gives vectors for expressions over its own symbols, or says why not.
#include <cstdlib>
#include <string_view>

#include "eqnet/base/error.h"
#include "models/encoder.h"
#include "models/registry.h"

namespace {

using namespace eqnet;

// A leaf, and every operator over it.
std::vector<expr::NodeId> expressions(const encode::Vocabulary& vocabulary, expr::Pool& pool) {
  if (vocabulary.leaves().empty()) return {};
  const expr::Symbol& first = vocabulary.leaves().front();
  const bool variable = first.kind == expr::SymbolKind::variable;
  std::vector<expr::NodeId> roots = {variable ? pool.variable(first.name) : pool.constant(first.name)};
  for (const expr::Symbol& op : vocabulary.operators()) {
    const std::vector<expr::NodeId> children(op.arity, roots.back());
    roots.push_back(pool.node(pool.symbols.op(op.name, op.arity), children));
  }
  return roots;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const models::Encoder encoder(
        encode::parse_model({reinterpret_cast<const char*>(data), size}, "input", models::kind), "input");
    expr::Pool pool;
    const std::vector<expr::NodeId> roots = expressions(encoder.model().vocabulary, pool);
    if (encoder.embed(pool, roots, "expression").size() != roots.size() * encoder.dimension()) std::abort();
  } catch (const base::Error&) {
  }
  return 0;
}
