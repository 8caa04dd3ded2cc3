#include "eqnet/api/index.h"

#include <set>
#include <thread>

#include "api/example.h"
#include "eqnet/expr/print.h"
#include "support/expect_error.h"

namespace eqnet::api {

using domain::Answer;

TEST(Index, FindsEveryOtherTextWithAnExactVerdict) {
  const Model model = Example("eqnet").model();
  const std::vector<std::string> texts = {"a", "b", "a & b", "b & a", "~~a"};
  const Index index(model, texts);
  EXPECT_EQ(index.size(), 5U);
  const std::vector<Neighbour> found = index.nearest("a & b", {.k = 100});
  ASSERT_EQ(found.size(), 4U);
  std::set<size_t> rows;
  double last = 1.001;
  for (const Neighbour& one : found) {
    rows.insert(one.row);
    EXPECT_EQ(one.text, texts[one.row]);
    EXPECT_EQ(one.class_name, "");
    EXPECT_LE(one.similarity, last);
    last = one.similarity;
    EXPECT_EQ(one.verdict.answer, one.row == 3 ? Answer::equivalent : Answer::different);
    EXPECT_EQ(one.verdict.witness.empty(), one.row == 3);
  }
  EXPECT_EQ(rows, (std::set<size_t>{0, 1, 3, 4}));
  EXPECT_EQ(index.nearest("~a", {.k = 2}).size(), 2U);
}

TEST(Index, TakesTextsThatAreWrittenOut) {
  const Model model = Example("eqnet").model();
  EXPECT_EQ(Index(model, {"a & b"}).size(), 1U);
  EXPECT_EQ(Index(model, {"a & b", "b"}).nearest("b & a").size(), 2U);
}

TEST(Index, HoldsTheMembersOfADataset) {
  const Model model = Model::open("boolean");
  const data::Dataset dataset = boolean5();
  const Index index(model, dataset, 2);
  EXPECT_EQ(index.size(), data::count_expressions(dataset.classes));
  size_t equivalent = 0;
  for (const Neighbour& one : index.nearest("~~(a & b)", {.k = 3})) {
    EXPECT_NE(one.class_name, "");
    equivalent += one.verdict.answer == Answer::equivalent ? 1 : 0;
  }
  EXPECT_GE(equivalent, 2U) << "the pretrained model knows this one";
}

TEST(Index, OfRationalFunctionsFindsFractions) {
  const Model model = Model::open("rational");
  const std::vector<std::string> texts = {"a/b + 1", "(a + b)/b", "a - a", "2/(a*b)", "c"};
  const Index index(model, texts);
  const std::vector<Neighbour> found = index.nearest("1 + a/b", {.k = 3, .equivalent = true});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].row + found[1].row, 1U);
  EXPECT_ERROR((void)index.nearest("a/(b - b)"), "no point is known at which it has a value");
}

TEST(Index, GivesItsExpressionsBackInTheirClasses) {
  const data::Dataset dataset = boolean5();
  const Index index(Model::open("boolean"), dataset, 2);
  const data::Dataset again = index.dataset(100000);
  ASSERT_EQ(again.classes.size(), dataset.classes.size());
  for (size_t i = 0; i < dataset.classes.size(); ++i) {
    EXPECT_EQ(again.classes[i].name, dataset.classes[i].name);
    ASSERT_EQ(again.classes[i].members.size(), dataset.classes[i].members.size());
    for (size_t j = 0; j < dataset.classes[i].members.size(); ++j) {
      EXPECT_EQ(expr::print(again.pool, again.classes[i].members[j], again.domain->syntax()),
                expr::print(dataset.pool, dataset.classes[i].members[j], dataset.domain->syntax()));
    }
  }
  EXPECT_EQ(data::count_expressions(index.dataset(10).classes), 10U);
  EXPECT_EQ(index.dataset(0).classes.size(), 0U);
  const data::Dataset list = Index(Model::open("boolean"), {"a", "b & a", "a"}).dataset(10);
  ASSERT_EQ(list.classes.size(), 2U);  // by meaning, each once
  EXPECT_EQ(list.classes[1].name, "b & a");
  const data::Dataset equal = Index(Model::open("boolean"), {"~~a", "b", "a"}).dataset(10);
  ASSERT_EQ(equal.classes.size(), 2U);
  EXPECT_EQ(equal.classes[0].name, "a");
  EXPECT_EQ(equal.classes[0].members.size(), 2U);
}

TEST(Index, GivesManyThreadsAtOnceWhatItGivesOne) {
  const Index index(Example("eqnet").model(), kTexts);
  const auto all = [](const Index& own) {
    std::string text;
    for (const std::string& query : kTexts) {
      for (const Neighbour& one : own.nearest(query, {.k = 3})) text += one.text + one.verdict.method + "\n";
    }
    return text;
  };
  const std::string expected = all(index);
  std::vector<std::string> found(8);
  {
    std::vector<std::jthread> threads;
    for (std::string& own : found) threads.emplace_back([&, index] { own = all(index); });
  }
  for (const std::string& own : found) EXPECT_EQ(own, expected);
}

TEST(Index, SaysWhatIsWrong) {
  const Model model = Example("eqnet").model();
  EXPECT_ERROR(Index(model, std::vector<std::string>{"a", "zebra"}), "expression 2", "zebra");
  EXPECT_ERROR(Index(model, boolean5()), "dataset boolean5", "variable 'c'");
  const Index index(model, kTexts);
  EXPECT_THROW((void)index.nearest("a &"), expr::ParseError);
  EXPECT_ERROR((void)index.nearest("zebra"), "zebra");
}

}  // namespace eqnet::api
