// Any bytes define an algebra or are a base::Error of one line. What an algebra writes it reads again, and what it
// decides is what its functions say.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "domain/finite/algebra.h"
#include "domain/finite/program.h"
#include "domain/finite/spellings.h"
#include "eqnet/base/error.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"

namespace {

using namespace eqnet;

// Every operator over what there is so far, each child another.
std::vector<expr::NodeId> some_trees(const domain::Definition& definition, const std::string& variable,
                                     expr::Pool& pool) {
  std::vector<expr::NodeId> trees = {pool.variable(variable), pool.constant(definition.values.front()),
                                     pool.constant(definition.values.back())};
  constexpr size_t kRounds = 3;
  for (size_t round = 0; round < kRounds; ++round) {
    const size_t before = trees.size();
    for (size_t i = 0; i < std::min<size_t>(definition.operators.size(), 6); ++i) {
      const domain::FiniteOperator& op = definition.operators[i];
      for (size_t first = 0; first < std::min<size_t>(before, 8); ++first) {
        std::vector<expr::NodeId> children;
        for (size_t child = 0; child < op.arity; ++child) {
          children.push_back(trees[(before - 1 + (first + 1) * (child + 1)) % before]);
        }
        trees.push_back(pool.node(pool.symbols.op(op.name, op.arity), children));
      }
    }
  }
  return trees;
}

// A name that means nothing yet.
std::string free_name(const domain::Definition& definition) {
  std::string name = "v";
  const auto taken = [&](const domain::FiniteOperator& op) { return op.name == name || op.symbol == name; };
  while (std::ranges::find(definition.values, name) != definition.values.end() ||
         std::ranges::any_of(definition.operators, taken)) {
    name += "v";
  }
  return name;
}

void check(const domain::Definition& definition) {
  std::deque<std::string> latex;
  const expr::Syntax syntax = domain::syntax_of(definition, latex);
  expr::Pool pool;
  const std::string variable = free_name(definition);
  const std::vector<expr::NodeId> trees = some_trees(definition, variable, pool);
  const expr::Parser parser(syntax);
  const expr::Printer minimal(pool, syntax);
  const expr::Printer tokens(pool, syntax, expr::Style::tokens);
  for (const expr::NodeId tree : trees) {
    if (parser.parse(minimal.text(tree), pool) != tree || parser.parse(tokens.text(tree), pool) != tree) std::abort();
  }
  domain::FiniteAlgebra algebra(definition, syntax, {variable});
  const std::vector<domain::FunctionId> functions = domain::evaluate(pool, algebra);
  for (size_t i = 1; i < trees.size(); ++i) {
    const bool same = functions[trees[i - 1]] == functions[trees[i]];
    const domain::Verdict verdict = domain::equivalent_finite(definition, pool, trees[i - 1], trees[i], {1});
    if (verdict.answer != (same ? domain::Answer::equivalent : domain::Answer::different)) std::abort();
    const expr::NodeId named = parser.parse(algebra.name(functions[trees[i]]), pool);
    if (domain::equivalent_finite(definition, pool, named, trees[i], {1}).answer != domain::Answer::equivalent) {
      std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  domain::Definition definition;
  try {
    (void)domain::has_operators(text);
    definition = domain::read_definition(text, "input");
  } catch (const base::Error& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
    return 0;
  }
  check(definition);
  return 0;
}
