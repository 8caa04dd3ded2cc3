#include "domain/boolean/forms.h"

#include <gtest/gtest.h>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"

namespace eqnet::domain {

// What was worked out for one expression must not be taken for another that may not have its operators.
TEST(BooleanForms, DoNotDependOnWhatWasAskedBefore) {
  const expr::Syntax& syntax = boolean().syntax();
  const std::vector<std::string> few = {"And", "Or", "Not"};
  const std::vector<std::string> more = {"And", "Or", "Not", "Ite"};
  const auto unchanged = [](expr::Pool&, expr::NodeId node) { return node; };
  const auto with_choice = [](expr::Pool& pool, expr::NodeId node) {
    return pool.node(pool.symbols.op("Ite", 3), {node, node, node});
  };
  const auto text = [&](Forms& forms, const std::vector<std::string>& operators, const Forms::Shortest& shortest) {
    expr::Pool pool;
    const expr::NodeId root = expr::parse("a & b & c | d & e", syntax, pool);
    const std::vector<expr::NodeId> found = forms.of(pool, root, operators, shortest);
    return expr::print(pool, found.at(0), syntax);
  };
  const std::string expected = text(*make_boolean_forms(), few, unchanged);
  EXPECT_EQ(expected.find("ite"), std::string::npos);
  const auto used = make_boolean_forms();
  EXPECT_NE(text(*used, more, with_choice).find("ite"), std::string::npos);
  EXPECT_EQ(text(*used, few, unchanged), expected);
}

}  // namespace eqnet::domain
