#include "eqnet/search/check.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "eqnet/data/random_trees.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"

namespace eqnet::search {
namespace {

using domain::Answer;

std::vector<Checked> check_texts(const std::vector<std::pair<std::string, std::string>>& texts,
                                 const CheckParams& params = {}) {
  std::vector<TextPair> pairs;
  for (const auto& [left, right] : texts) pairs.push_back({left, right});
  return check(pairs, params);
}

// Random pairs of small expressions over some variables; some are equivalent.
std::vector<std::pair<std::string, std::string>> random_texts(const domain::Domain& domain,
                                                              const std::vector<std::string>& variables, size_t size,
                                                              size_t count) {
  expr::Pool pool;
  std::vector<expr::Symbol> leaves;
  for (const std::string& name : variables) leaves.push_back({name, expr::SymbolKind::variable, 0});
  std::vector<expr::Symbol> operators;
  for (const std::string& symbol : domain.default_operators()) {
    for (const expr::OperatorSyntax& op : domain.syntax().operators) {
      if (op.symbol == symbol) operators.push_back({symbol, expr::SymbolKind::op, op.arity});
    }
  }
  const auto trees = data::draw_trees(leaves, operators, {size, 2 * count, 1}, pool);
  std::vector<std::pair<std::string, std::string>> texts;
  for (size_t i = 0; i + 1 < trees.size(); i += 2) {
    texts.emplace_back(expr::print(pool, trees[i], domain.syntax()), expr::print(pool, trees[i + 1], domain.syntax()));
  }
  return texts;
}

}  // namespace

TEST(Check, AnswersEachPairInItsPlace) {
  const auto checked = check_texts({{"a -> b", "~a | b"},
                                    {"a xor b", "a or b"},
                                    {"(x+1)^2", "x^2 + 2x + 1"},
                                    {"a &", "b"},
                                    {"x", "x +"},
                                    {"2xy", "2*x*y"},
                                    {"1", "2"}});
  ASSERT_EQ(checked.size(), 7U);
  EXPECT_EQ(checked[0].verdict.answer, Answer::equivalent);
  EXPECT_EQ(checked[0].domain->name(), "boolean");
  EXPECT_EQ(checked[1].verdict.answer, Answer::different);
  EXPECT_EQ(checked[1].verdict.witness, (domain::Assignment{{"a", "1"}, {"b", "1"}}));
  EXPECT_EQ(checked[2].verdict.answer, Answer::equivalent);
  EXPECT_EQ(checked[2].domain->name(), "polynomial");
  EXPECT_EQ(checked[3].error.find("left, column 4: found the end"), 0U) << checked[3].error;
  EXPECT_EQ(checked[4].error.find("right, column 4: found the end"), 0U) << checked[4].error;
  EXPECT_EQ(checked[5].verdict.answer, Answer::different);
  EXPECT_NE(checked[5].note.find("'xy' was read as one variable"), std::string::npos);
  EXPECT_EQ(checked[6].verdict.answer, Answer::different);
  EXPECT_FALSE(checked[6].variables);
  for (const size_t good : {0, 1, 2, 5, 6}) EXPECT_EQ(checked[good].error, "") << good;
}

TEST(Check, NamesAssumptionsThatAreOfNoUseAndRefusesWrongOnes) {
  const auto checked = check_texts({{"sqrt(x^2)", "x"}, {"2xy", "2*x*y"}}, {.assumptions = "x > 0"});
  EXPECT_EQ(checked[0].verdict.answer, Answer::equivalent);
  EXPECT_EQ(checked[0].domain->name(), "real");
  EXPECT_EQ(checked[0].remark(), "");
  EXPECT_EQ(checked[1].remark(), checked[1].note) << "what was misread comes first";
  const Checked idle = check_texts({{"x + x", "2x"}}, {.assumptions = "x > 0, y > 0"}).front();
  EXPECT_EQ(idle.note, "");
  EXPECT_NE(idle.remark().find("'y'"), std::string::npos) << idle.remark();
  for (const char* wrong : {"x is nice", "x > 1, x < 0"})
    EXPECT_THROW((void)check({}, {.assumptions = wrong}), base::Error) << wrong;
  EXPECT_THROW((void)check({}, {.domain = &domain::boolean(), .assumptions = "x > 0"}), base::Error);
}

// Many are decided together; one by one they are decided by other code.
TEST(Check, GivesTheVerdictsOfOneAtATime) {
  const domain::Domain& boolean = domain::boolean();
  const std::vector<std::string> names = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"};
  for (const size_t variables : {1, 2, 3, 6, 7, 9, 10, 11}) {
    const std::vector<std::string> some(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(variables));
    const auto texts = random_texts(boolean, some, 9, 600);
    const auto checked = check_texts(texts, {.domain = &boolean});
    size_t equivalent = 0;
    for (size_t i = 0; i < texts.size(); ++i) {
      expr::Pool pool;
      const expr::NodeId left = expr::parse(texts[i].first, boolean.syntax(), pool);
      const expr::NodeId right = expr::parse(texts[i].second, boolean.syntax(), pool);
      const domain::Verdict alone = boolean.equivalent(pool, left, right);
      SCOPED_TRACE(texts[i].first + " and " + texts[i].second);
      ASSERT_EQ(checked[i].verdict.answer, alone.answer);
      EXPECT_EQ(checked[i].verdict.witness, alone.witness);
      EXPECT_EQ(checked[i].verdict.left, alone.left);
      EXPECT_EQ(checked[i].verdict.right, alone.right);
      EXPECT_EQ(checked[i].verdict.method, alone.method);
      if (alone.answer == Answer::equivalent) ++equivalent;
    }
    EXPECT_TRUE(variables > 3 || equivalent > 10) << equivalent;
    EXPECT_LT(equivalent, texts.size());
  }
}

TEST(Check, IsTheSameForEveryNumberOfThreads) {
  auto texts = random_texts(domain::polynomial(), {"x", "y"}, 7, 900);
  texts[100].first = "x +";
  const auto one = check_texts(texts);
  const auto three = check_texts(texts, {.threads = 3});
  ASSERT_EQ(one.size(), three.size());
  for (size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].verdict.answer, three[i].verdict.answer);
    EXPECT_EQ(one[i].verdict.witness, three[i].verdict.witness);
    EXPECT_EQ(one[i].error, three[i].error);
  }
  EXPECT_NE(one[100].error, "");
}

TEST(Check, DoesNotLetOnePairHoldUpTheOthers) {
  const auto checked = check_texts({{"x + y", "y + x"}, {"((a+b+c+d)^3000)^2", "((d+c+b+a)^3000)^2"}, {"a*b", "b*a"}},
                                   {.timeout_s = 0.2});
  EXPECT_EQ(checked[0].verdict.answer, Answer::equivalent);
  EXPECT_EQ(checked[1].verdict.answer, Answer::undecided);
  EXPECT_FALSE(checked[1].verdict.method.empty());
  EXPECT_EQ(checked[2].verdict.answer, Answer::equivalent);
}

TEST(Check, OfADomainWithoutAMeaningIsUndecidedOrSame) {
  const auto checked = check_texts({{"(f a b)", "(f a b)"}, {"(f a b)", "(f b a)"}}, {.domain = &domain::open()});
  EXPECT_EQ(checked[0].verdict.answer, Answer::equivalent);
  EXPECT_EQ(checked[1].verdict.answer, Answer::undecided);
}

TEST(Check, OfNothingIsNothing) {
  EXPECT_TRUE(check({}).empty());
}

}  // namespace eqnet::search
