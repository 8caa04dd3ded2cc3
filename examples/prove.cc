// Parse two expressions and decide exactly whether they are equivalent.
#include <eqnet/domain/domain.h>
#include <eqnet/expr/parse.h>
#include <eqnet/expr/print.h>

#include <iostream>

int main() {
  using namespace eqnet;
  const expr::Syntax& syntax = domain::boolean().syntax();
  expr::Pool pool;
  const expr::NodeId left = expr::parse("a -> (b -> c)", syntax, pool);
  const expr::NodeId right = expr::parse("~(a & b) | c", syntax, pool);
  const expr::NodeId other = expr::parse("a & b & c", syntax, pool);

  for (const expr::NodeId candidate : {right, other}) {
    const domain::Verdict verdict = domain::boolean().equivalent(pool, left, candidate);
    std::cout << expr::print(pool, candidate, syntax) << ": " << domain::name(verdict.answer);
    for (const auto& [variable, value] : verdict.witness) std::cout << ' ' << variable << '=' << value;
    std::cout << '\n';
  }
}
