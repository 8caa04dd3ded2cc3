#include "train/form_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "train/vector_data.h"

namespace eqnet::train {
namespace {

// Letters a, b and their inverses A, B, none beside its own inverse.
std::string reduced(const std::string& word) {
  std::string kept;
  for (const char letter : word) {
    if (!kept.empty() && kept.back() != letter && std::tolower(kept.back()) == std::tolower(letter)) {
      kept.pop_back();
    } else {
      kept.push_back(letter);
    }
  }
  return kept;
}
std::string inverted(const std::string& word) {
  std::string inverse(word.rbegin(), word.rend());
  for (char& letter : inverse)
    letter = static_cast<char>(std::islower(letter) != 0 ? std::toupper(letter) : std::tolower(letter));
  return inverse;
}
OpenAlgebra group() {
  return {{{"a", "a"}, {"b", "b"}},
          {{"product", 2, [](const std::string& x, const std::string& y) { return reduced(x + y); }},
           {"inverse", 1, [](const std::string& x, const std::string&) { return inverted(x); }}}};
}
OpenAlgebra division() {
  return {{{"a", "a"}, {"b", "b"}, {"e", ""}},
          {{"over", 2, [](const std::string& x, const std::string& y) { return reduced(x + inverted(y)); }}}};
}

// Sums of words with coefficients, written down in order.
using Sum = std::map<std::string, int>;
Sum read_sum(const std::string& text) {
  Sum sum;
  for (size_t at = 0; at < text.size();) {
    const size_t colon = text.find(':', at);
    const size_t end = text.find(';', at);
    sum[text.substr(at, colon - at)] = std::stoi(text.substr(colon + 1, end - colon - 1));
    at = end + 1;
  }
  return sum;
}
std::string written(const Sum& sum) {
  std::string text;
  for (const auto& [word, times] : sum) {
    if (times != 0) text += word + ":" + std::to_string(times) + ";";
  }
  return text;
}
std::string combined(const std::string& x, int one, const std::string& y, int other) {
  Sum sum;
  for (const auto& [word, times] : read_sum(x)) sum[word] += one * times;
  for (const auto& [word, times] : read_sum(y)) sum[word] += other * times;
  return written(sum);
}
std::string multiplied(const std::string& x, const std::string& y) {
  Sum sum;
  for (const auto& [word, times] : read_sum(x)) {
    for (const auto& [end, also] : read_sum(y)) sum[word + end] += times * also;
  }
  return written(sum);
}
std::string bracket(const std::string& x, const std::string& y) {
  return combined(multiplied(x, y), 1, multiplied(y, x), -1);
}
OpenAlgebra ring() {
  return {{{"a", "a:1;"}, {"b", "b:1;"}},
          {{"plus", 2, [](const std::string& x, const std::string& y) { return combined(x, 1, y, 1); }},
           {"times", 2, multiplied},
           {"bracket", 2, bracket}}};
}

struct OpenExample {
  data::Dataset dataset;
  Task task;
  Equations equations;

  OpenExample(const OpenAlgebra& algebra, size_t max_size)
      : dataset(data_of(algebra, max_size)), task(task_of_all(dataset)), equations(task) {}

  [[nodiscard]] std::optional<VectorAlgebra> find(Ring ring = Ring::quaternions) const {
    FormSearchParams params;
    params.ring = ring;
    params.assignments = 6;
    return find_forms(equations, params);
  }
};

// That expressions of one class have the same values, and classes different ones, but for the share `most` of them.
void expect_meanings(const VectorAlgebra& found, const encode::Vocabulary& vocabulary, const data::Dataset& larger,
                     double most = 0) {
  std::vector<std::vector<double>> values;
  for (const auto& one : larger.classes) {
    values.emplace_back();
    for (const auto& leaves : found.leaves) {
      const auto first = value_in(found, leaves, vocabulary, larger.pool, one.members.front());
      const auto last = value_in(found, leaves, vocabulary, larger.pool, one.members.back());
      ASSERT_LT(apart(first, last), 1e-9) << one.name;
      values.back().insert(values.back().end(), first.begin(), first.end());
    }
  }
  size_t alike = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (apart(values[i], values[j]) > 1e-6) continue;
      ++alike;
      break;
    }
  }
  EXPECT_LE(static_cast<double>(alike), most * static_cast<double>(values.size()));
}

}  // namespace

TEST(Forms, OfGroupsAreFoundAndHoldInLargerTrees) {
  const OpenExample example(group(), 6);
  const auto found = example.find();
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->size, 4U);
  EXPECT_EQ(found->leaves.size(), 6U);
  expect_meanings(*found, example.task.vocabulary, data_of(group(), 8));
}

TEST(Forms, OfGroupsAreFoundInDivisionAloneWithAConstant) {
  const OpenExample example(division(), 7);
  ASSERT_FALSE(example.equations.variable[example.task.vocabulary.number({"e", expr::SymbolKind::variable, 0})]);
  const auto found = example.find();
  ASSERT_TRUE(found.has_value());
  expect_meanings(*found, example.task.vocabulary, data_of(division(), 9));
}

TEST(Forms, OfWordsLeaveEveryLetterItsOwnReversal) {
  const OpenExample example(words(), 7);
  const auto found = example.find();
  ASSERT_TRUE(found.has_value());
  expect_meanings(*found, example.task.vocabulary, data_of(words(), 9));
}

// The square of a bracket commutes with everything, in quaternions: 9 nodes.
TEST(Forms, OfRingsNeedMatricesWhereQuaternionsObeyMoreLaws) {
  const OpenExample example(ring(), 7);
  const auto quaternions = example.find();
  const auto matrices = example.find(Ring::matrices);
  ASSERT_TRUE(quaternions && matrices);
  EXPECT_EQ(matrices->size, 9U);
  const auto& vocabulary = example.task.vocabulary;
  expect_meanings(*quaternions, vocabulary, example.dataset);
  expect_meanings(*matrices, vocabulary, example.dataset);
  const std::string square = "(times (bracket a b) (bracket a b))";
  const data::Dataset law = data_of("=zero\t(bracket a a)\n=zero\t(bracket b b)\n=no\t(bracket a " + square + ")\n");
  const auto value = [&](const VectorAlgebra& algebra, size_t one, size_t member) {
    return value_in(algebra, algebra.leaves[0], vocabulary, law.pool, law.classes[one].members[member]);
  };
  EXPECT_LT(apart(value(*quaternions, 0, 0), value(*quaternions, 1, 0)), 1e-9);
  EXPECT_GT(apart(value(*matrices, 0, 0), value(*matrices, 1, 0)), 1e-3);
  EXPECT_LT(apart(value(*matrices, 0, 0), value(*matrices, 0, 1)), 1e-9);
}

// Points are enough for these.
TEST(Forms, AreNotFoundWhereProductsCommuteOrThereIsNone) {
  OpenAlgebra sorted = words();
  sorted.operators.erase(sorted.operators.begin());
  sorted.operators[0].result = [](const std::string& x, const std::string& y) {
    std::string both = x + y;
    std::ranges::sort(both);
    return both;
  };
  EXPECT_FALSE(OpenExample(sorted, 7).find().has_value());
  OpenAlgebra single = ring();
  single.leaves.resize(1);
  single.operators.resize(2);
  EXPECT_FALSE(OpenExample(single, 9).find().has_value()) << "powers of one value";
  OpenAlgebra sums = ring();
  sums.operators.resize(1);
  EXPECT_FALSE(OpenExample(sums, 7).find().has_value());
}

TEST(Forms, AreTheSameForTheSameSeed) {
  const OpenExample example(group(), 6);
  const auto one = example.find();
  const auto other = example.find();
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->operators, other->operators);
  EXPECT_EQ(one->leaves, other->leaves);
}

TEST(Forms, AreGivenUpWhenTimeIsOver) {
  const OpenExample example(group(), 6);
  FormSearchParams params;
  params.most_seconds = 1e-9;
  EXPECT_FALSE(find_forms(example.equations, params).has_value());
}

}  // namespace eqnet::train
