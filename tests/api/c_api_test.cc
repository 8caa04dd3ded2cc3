// eqnet.h, as a program in C uses it.
#include "eqnet.h"

#include <cmath>
#include <thread>

#include "api/example.h"
#include "support/temporary_folder.h"

namespace eqnet::api {
namespace {

bool has(const char* text, const char* part) {
  return std::string(text).find(part) != std::string::npos;
}

// A handle that is closed at the end.
struct Opened {
  explicit Opened(const std::string& path) : model(eqnet_open(path.c_str())) { EXPECT_NE(model, nullptr); }
  ~Opened() { eqnet_close(model); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  eqnet_model* model;
};

}  // namespace

TEST(CInterface, GivesTheModelsVectors) {
  const Example example("eqnet");
  const Opened opened(example.path());
  eqnet_model* model = opened.model;
  EXPECT_EQ(eqnet_version(), EQNET_C_VERSION);
  EXPECT_STREQ(eqnet_domain(model), "boolean");
  EXPECT_STREQ(eqnet_kind(model), "eqnet");
  const size_t d = eqnet_dimension(model);
  std::vector<float> vector(d);
  std::vector<float> children(2 * d);
  ASSERT_EQ(eqnet_embed(model, "a & ~b", vector.data(), d), 0);
  expect_near(vector, example.expected("a & ~b"));
  ASSERT_EQ(eqnet_leaf(model, "a", children.data(), d), 0);
  ASSERT_EQ(eqnet_leaf(model, "b", children.data() + d, d), 0);
  const int op = eqnet_operator(model, "And", 2);
  ASSERT_GE(op, 0);
  ASSERT_EQ(eqnet_combine(model, op, children.data(), 2 * d, vector.data(), d), 0);
  expect_near(vector, example.expected("a & b"));
  eqnet_session* session = eqnet_session_open(model);
  for (const std::string& text : kTexts) {
    ASSERT_EQ(eqnet_session_embed(session, text.c_str(), vector.data(), d), 0);
    expect_near(vector, example.expected(text));
  }
  EXPECT_STREQ(eqnet_error(), "");
  eqnet_session_close(session);
}

TEST(CInterface, EmbedsManyAndCountsThoseWithoutAVector) {
  const Example example("eqnet");
  const Opened opened(example.path());
  const size_t d = eqnet_dimension(opened.model);
  const char* texts[] = {"a & b", "a & zebra", "b", "b &"};
  std::vector<float> vectors(4 * d);
  EXPECT_EQ(eqnet_embed_many(opened.model, texts, 4, vectors.data(), vectors.size(), 2), 2);
  EXPECT_TRUE(has(eqnet_error(), "text 2") && has(eqnet_error(), "zebra")) << eqnet_error();
  expect_near(std::span(vectors).first(d), example.expected("a & b"));
  expect_near(std::span(vectors).subspan(2 * d, d), example.expected("b"));
  EXPECT_TRUE(std::isnan(vectors[d]) && std::isnan(vectors[3 * d]));
  EXPECT_EQ(eqnet_embed_many(opened.model, texts, 1, vectors.data(), d, 1), 0);
  EXPECT_STREQ(eqnet_error(), "");
  EXPECT_EQ(eqnet_embed_many(opened.model, nullptr, 0, nullptr, 0, 1), 0);
}

TEST(CInterface, DecidesEquivalenceWithAWitness) {
  const Example example("eqnet");
  const Opened opened(example.path());
  char witness[20] = "x";
  EXPECT_EQ(eqnet_equivalent(opened.model, "~(a & b)", "~b | ~a", 10, witness, sizeof witness), EQNET_EQUIVALENT);
  EXPECT_STREQ(witness, "");
  EXPECT_EQ(eqnet_equivalent(opened.model, "a & b", "b", 10, witness, sizeof witness), EQNET_DIFFERENT);
  EXPECT_STREQ(witness, "a=0 b=1");
  EXPECT_EQ(eqnet_equivalent(opened.model, "a & b", "b", 10, witness, 4), EQNET_DIFFERENT);
  EXPECT_STREQ(witness, "a=0") << "cut to what fits";
  EXPECT_EQ(eqnet_equivalent(opened.model, "a", "b", 10, nullptr, 0), EQNET_DIFFERENT);
}

TEST(CInterface, DecidesManyPairs) {
  const char* left[] = {"a & b", "a | b", "x + x", "a &"};
  const char* right[] = {"b & a", "a & b", "2*x", "b"};
  int verdicts[4] = {};
  EXPECT_EQ(eqnet_check(nullptr, left, right, 4, 10, 2, verdicts, 4), 1);
  EXPECT_EQ(verdicts[0], EQNET_EQUIVALENT);
  EXPECT_EQ(verdicts[1], EQNET_DIFFERENT);
  EXPECT_EQ(verdicts[2], EQNET_EQUIVALENT);
  EXPECT_EQ(verdicts[3], -1);
  EXPECT_TRUE(has(eqnet_error(), "pair 4, left")) << eqnet_error();
  EXPECT_EQ(eqnet_check("boolean", left, right, 2, 10, 1, verdicts, 3), -1) << "another size";
  EXPECT_EQ(eqnet_check("nonsense", left, right, 2, 10, 1, verdicts, 2), -1);
  EXPECT_EQ(eqnet_check(nullptr, nullptr, right, 2, 10, 1, verdicts, 2), -1);
  EXPECT_EQ(eqnet_check(nullptr, nullptr, nullptr, 0, 10, 1, nullptr, 0), 0);
}

TEST(CInterface, GroupsByMeaning) {
  const char* texts[] = {"x + x", "x*y", "2*x", "y*x", "x + x"};
  size_t groups[5] = {};
  EXPECT_EQ(eqnet_group(nullptr, texts, 5, 10, groups, 5), 2);
  EXPECT_EQ(std::vector<size_t>(groups, groups + 5), (std::vector<size_t>{0, 1, 0, 1, 0}));
  const char* bad[] = {"x", "x +"};
  EXPECT_EQ(eqnet_group("polynomial", bad, 2, 10, groups, 2), -1);
  EXPECT_TRUE(has(eqnet_error(), "text 2")) << eqnet_error();
}

TEST(CInterface, SimplifiesFindsRulesAndKeys) {
  const char* texts[] = {"(a & b) | (a & ~b)", "x + y - y"};
  eqnet_texts* shorter = eqnet_simplify(nullptr, texts, 2);
  ASSERT_EQ(eqnet_texts_count(shorter), 2U) << eqnet_error();
  EXPECT_STREQ(eqnet_texts_at(shorter, 0), "a");
  EXPECT_STREQ(eqnet_texts_at(shorter, 1), "x");
  EXPECT_EQ(eqnet_texts_at(shorter, 2), nullptr);
  eqnet_texts_close(shorter);

  eqnet_texts* rules = eqnet_rules("boolean", "And Not", 2, 3);
  ASSERT_GT(eqnet_texts_count(rules), 0U) << eqnet_error();
  EXPECT_STREQ(eqnet_texts_at(rules, 0), "a & b = b & a");
  eqnet_texts_close(rules);
  EXPECT_EQ(eqnet_rules(nullptr, nullptr, 2, 3), nullptr);
  EXPECT_EQ(eqnet_rules("boolean", "Nonsense", 2, 3), nullptr);

  eqnet_texts* one = eqnet_key(nullptr, "a -> b");
  eqnet_texts* same = eqnet_key(nullptr, "~a | b");
  ASSERT_EQ(eqnet_texts_count(one), 1U) << eqnet_error();
  EXPECT_STREQ(eqnet_texts_at(one, 0), eqnet_texts_at(same, 0));
  eqnet_texts_close(one);
  eqnet_texts_close(same);
  EXPECT_EQ(eqnet_key(nullptr, nullptr), nullptr);
  eqnet_texts_close(nullptr);
  EXPECT_EQ(eqnet_texts_count(nullptr), 0U);
}

TEST(CInterface, SavesAndOpensAnIndex) {
  eqnet_model* model = eqnet_open("boolean");
  const char* texts[] = {"a & b", "b | a", "~(~a | ~b)"};
  eqnet_index* index = eqnet_index_build(model, texts, 3, 1);
  eqnet_close(model);
  ASSERT_NE(index, nullptr) << eqnet_error();
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("some.index");
  ASSERT_EQ(eqnet_index_save(index, path.c_str()), 0) << eqnet_error();
  eqnet_index_close(index);
  eqnet_index* again = eqnet_index_open(path.c_str());
  ASSERT_EQ(eqnet_index_size(again), 3U) << eqnet_error();
  eqnet_neighbours* found = eqnet_nearest(again, "b & a", 2, 10);
  ASSERT_EQ(eqnet_neighbours_count(found), 2U) << eqnet_error();
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ(eqnet_neighbours_at(found, i)->verdict, EQNET_EQUIVALENT);
  eqnet_neighbours_close(found);
  eqnet_index_close(again);
  EXPECT_EQ(eqnet_index_open((path + "x").c_str()), nullptr);
  EXPECT_EQ(eqnet_index_save(nullptr, path.c_str()), -1);
}

TEST(CInterface, FindsTheNearestWithVerdicts) {
  const Example example("eqnet");
  const char* texts[] = {"a", "a & b", "b & a"};
  eqnet_index* index = nullptr;
  {
    const Opened opened(example.path());
    index = eqnet_index_build(opened.model, texts, 3, 1);
  }  // the index outlives the model
  ASSERT_NE(index, nullptr) << eqnet_error();
  EXPECT_EQ(eqnet_index_size(index), 3U);
  eqnet_neighbours* found = eqnet_nearest(index, "a & b", 10, 10);
  ASSERT_NE(found, nullptr) << eqnet_error();
  ASSERT_EQ(eqnet_neighbours_count(found), 2U);
  for (size_t i = 0; i < 2; ++i) {
    const eqnet_neighbour* one = eqnet_neighbours_at(found, i);
    EXPECT_STREQ(one->text, texts[one->row]);
    EXPECT_STREQ(one->class_name, "");
    EXPECT_LE(one->similarity, 1.001);
    EXPECT_EQ(one->verdict, one->row == 2 ? EQNET_EQUIVALENT : EQNET_DIFFERENT);
    EXPECT_STREQ(one->witness, one->row == 2 ? "" : "a=1 b=0");
    EXPECT_STRNE(one->method, "");
  }
  EXPECT_EQ(eqnet_neighbours_at(found, 2), nullptr);
  EXPECT_TRUE(has(eqnet_error(), "place 2"));
  eqnet_neighbours_close(found);
  eqnet_neighbours* equivalents = eqnet_nearest_equivalent(index, "~~(a & b)", 10, 10);
  ASSERT_EQ(eqnet_neighbours_count(equivalents), 2U) << eqnet_error();
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ(eqnet_neighbours_at(equivalents, i)->verdict, EQNET_EQUIVALENT);
  eqnet_neighbours_close(equivalents);
  EXPECT_EQ(eqnet_nearest(index, "a &", 10, 10), nullptr);
  EXPECT_TRUE(has(eqnet_error(), "column")) << eqnet_error();
  eqnet_index_close(index);
}

TEST(CInterface, BuildsAnIndexOfADataset) {
  const eqnet::testing::TemporaryFolder folder;
  const std::string path = data::save(boolean5(), folder.path(), data::Format::semvec);
  const Opened opened("boolean");
  eqnet_index* index = eqnet_index_build_from_dataset(opened.model, path.c_str(), 2);
  ASSERT_NE(index, nullptr) << eqnet_error();
  eqnet_neighbours* found = eqnet_nearest(index, "a & b", 3, 10);
  ASSERT_EQ(eqnet_neighbours_count(found), 3U);
  EXPECT_STRNE(eqnet_neighbours_at(found, 0)->class_name, "");
  eqnet_neighbours_close(found);
  eqnet_index_close(index);
  EXPECT_EQ(eqnet_index_build_from_dataset(opened.model, "/no/such/data", 1), nullptr);
  EXPECT_TRUE(has(eqnet_error(), "/no/such/data"));
}

// One model and one index, eight threads; every other call fails, and each thread sees its own error.
TEST(CInterface, LetsManyThreadsShareAHandle) {
  const Example example("eqnet");
  const Opened opened(example.path());
  const size_t d = eqnet_dimension(opened.model);
  std::vector<const char*> texts;
  for (const std::string& text : kTexts) texts.push_back(text.c_str());
  eqnet_index* index = eqnet_index_build(opened.model, texts.data(), texts.size(), 1);
  std::vector<std::vector<float>> expected(kTexts.size(), std::vector<float>(d));
  for (size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(eqnet_embed(opened.model, texts[i], expected[i].data(), d), 0);
  std::atomic<size_t> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (size_t t = 0; t < 8; ++t) {
      threads.emplace_back([&, t] {
        const std::string unknown = "zebra" + std::to_string(t);
        std::vector<float> vector(d);
        for (size_t i = 0; i < 300; ++i) {
          const size_t n = (i + t) % texts.size();
          if (eqnet_embed(opened.model, texts[n], vector.data(), d) != 0 || vector != expected[n]) ++wrong;
          if (*eqnet_error() != '\0') ++wrong;
          eqnet_neighbours* found = eqnet_nearest(index, texts[n], 2, 10);
          if (eqnet_neighbours_count(found) != 2) ++wrong;
          eqnet_neighbours_close(found);
          if (eqnet_embed(opened.model, unknown.c_str(), vector.data(), d) != -1) ++wrong;
          if (!has(eqnet_error(), unknown.c_str())) ++wrong;
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0U);
  EXPECT_STREQ(eqnet_error(), "") << "of this thread";
  eqnet_index_close(index);
}

TEST(CInterface, RefusesArraysOfAnotherSize) {
  const Example example("eqnet");
  const Opened opened(example.path());
  const size_t d = eqnet_dimension(opened.model);
  std::vector<float> vector(3 * d);
  const char* texts[] = {"a", "b"};
  EXPECT_EQ(eqnet_embed(opened.model, "a", vector.data(), d - 1), -1);
  EXPECT_TRUE(has(eqnet_error(), std::to_string(d - 1).c_str())) << eqnet_error();
  EXPECT_EQ(eqnet_embed_many(opened.model, texts, 2, vector.data(), d, 1), -1);
  EXPECT_EQ(eqnet_leaf(opened.model, "a", vector.data(), d + 1), -1);
  EXPECT_EQ(eqnet_combine(opened.model, 0, vector.data(), d + 1, vector.data(), d), -1);
  eqnet_session* session = eqnet_session_open(opened.model);
  EXPECT_EQ(eqnet_session_embed(session, "a", vector.data(), 0), -1);
  eqnet_session_close(session);
}

TEST(CInterface, TakesNoOffenceAtNull) {
  float vector[1000] = {};
  const char* texts[] = {"a", nullptr};
  EXPECT_EQ(eqnet_open(nullptr), nullptr);
  EXPECT_TRUE(has(eqnet_error(), "NULL"));
  EXPECT_EQ(eqnet_dimension(nullptr), 0U);
  EXPECT_EQ(eqnet_domain(nullptr), nullptr);
  EXPECT_EQ(eqnet_kind(nullptr), nullptr);
  EXPECT_EQ(eqnet_embed(nullptr, "a", vector, 1), -1);
  EXPECT_EQ(eqnet_embed_many(nullptr, texts, 1, vector, 1, 1), -1);
  EXPECT_EQ(eqnet_operator(nullptr, "And", 2), -1);
  EXPECT_EQ(eqnet_leaf(nullptr, "a", vector, 1), -1);
  EXPECT_EQ(eqnet_combine(nullptr, 0, vector, 1, vector, 1), -1);
  EXPECT_EQ(eqnet_equivalent(nullptr, "a", "b", 1, nullptr, 0), -1);
  EXPECT_EQ(eqnet_session_open(nullptr), nullptr);
  EXPECT_EQ(eqnet_session_embed(nullptr, "a", vector, 1), -1);
  EXPECT_EQ(eqnet_index_build(nullptr, texts, 1, 1), nullptr);
  EXPECT_EQ(eqnet_index_build_from_dataset(nullptr, "x", 1), nullptr);
  EXPECT_EQ(eqnet_index_size(nullptr), 0U);
  EXPECT_EQ(eqnet_nearest(nullptr, "a", 1, 1), nullptr);
  EXPECT_EQ(eqnet_neighbours_count(nullptr), 0U);
  EXPECT_EQ(eqnet_neighbours_at(nullptr, 0), nullptr);
  eqnet_close(nullptr);
  eqnet_session_close(nullptr);
  eqnet_index_close(nullptr);
  eqnet_neighbours_close(nullptr);

  const Example example("eqnet");
  const Opened opened(example.path());
  eqnet_model* model = opened.model;
  const size_t d = eqnet_dimension(model);
  EXPECT_EQ(eqnet_embed(model, nullptr, vector, d), -1);
  EXPECT_EQ(eqnet_embed(model, "a", nullptr, d), -1);
  EXPECT_EQ(eqnet_embed_many(model, nullptr, 2, vector, 2 * d, 1), -1);
  EXPECT_EQ(eqnet_embed_many(model, texts, 2, vector, 2 * d, 1), -1);
  EXPECT_TRUE(has(eqnet_error(), "text 2 is NULL"));
  EXPECT_EQ(eqnet_embed_many(model, texts, 1, nullptr, d, 1), -1);
  EXPECT_EQ(eqnet_operator(model, nullptr, 2), -1);
  EXPECT_EQ(eqnet_leaf(model, nullptr, vector, d), -1);
  EXPECT_EQ(eqnet_leaf(model, "a", nullptr, d), -1);
  EXPECT_EQ(eqnet_combine(model, 0, nullptr, 2 * d, vector, d), -1);
  EXPECT_EQ(eqnet_combine(model, 0, vector, 2 * d, nullptr, d), -1);
  EXPECT_EQ(eqnet_equivalent(model, nullptr, "a", 1, nullptr, 0), -1);
  EXPECT_EQ(eqnet_equivalent(model, "a", nullptr, 1, nullptr, 0), -1);
  EXPECT_EQ(eqnet_index_build(model, texts, 2, 1), nullptr);
  EXPECT_EQ(eqnet_index_build_from_dataset(model, nullptr, 1), nullptr);
}

TEST(CInterface, ReportsErrorsAsText) {
  EXPECT_EQ(eqnet_open("/no/such/model"), nullptr);
  EXPECT_TRUE(has(eqnet_error(), "/no/such/model"));
  const Example example("eqnet");
  const Opened opened(example.path());
  const size_t d = eqnet_dimension(opened.model);
  std::vector<float> vector(d);
  EXPECT_EQ(eqnet_embed(opened.model, "a &", vector.data(), d), -1);
  EXPECT_TRUE(has(eqnet_error(), "column"));
  EXPECT_EQ(eqnet_operator(opened.model, "Xor", 2), -1);
  EXPECT_EQ(eqnet_leaf(opened.model, "q", vector.data(), d), -1);
  EXPECT_EQ(eqnet_combine(opened.model, -1, vector.data(), d, vector.data(), d), -1);
  EXPECT_EQ(eqnet_equivalent(opened.model, "a", "(", 1, nullptr, 0), -1);
  EXPECT_EQ(eqnet_embed(opened.model, "a & b", vector.data(), d), 0);
  EXPECT_STREQ(eqnet_error(), "");
}

TEST(CInterface, TellsAllThatIsKnownOfAVerdict) {
  eqnet_decision* same = eqnet_decide(nullptr, "a -> b", "~a | b", 1);
  ASSERT_NE(same, nullptr) << eqnet_error();
  EXPECT_EQ(same->verdict, EQNET_EQUIVALENT);
  EXPECT_STREQ(same->domain, "boolean");
  EXPECT_EQ(same->witness_count, 0U);
  eqnet_decision_close(same);
  eqnet_decision* other = eqnet_decide("polynomial", "2*x*y", "2xy", 1);
  ASSERT_NE(other, nullptr) << eqnet_error();
  EXPECT_EQ(other->verdict, EQNET_DIFFERENT);
  EXPECT_EQ(other->witness_count, 3U);
  EXPECT_STREQ(other->names[0], "x");
  EXPECT_STRNE(other->left, other->right);
  EXPECT_TRUE(has(other->note, "'xy'")) << other->note;
  eqnet_decision_close(other);
  eqnet_decision* pole = eqnet_decide(nullptr, "(x^2 - 1)/(x - 1)", "x + 1", 1);
  ASSERT_NE(pole, nullptr) << eqnet_error();
  EXPECT_EQ(pole->verdict, EQNET_EQUIVALENT);
  EXPECT_TRUE(has(pole->condition, "x = 1")) << pole->condition;
  eqnet_decision_close(pole);
  EXPECT_EQ(eqnet_decide(nullptr, "a &", "a", 1), nullptr);
  EXPECT_TRUE(has(eqnet_error(), "expected")) << eqnet_error();
  EXPECT_EQ(eqnet_decide("klingon", "a", "a", 1), nullptr);
  EXPECT_EQ(eqnet_decide(nullptr, nullptr, "a", 1), nullptr);
  eqnet_decision_close(nullptr);
}

TEST(CInterface, DecidesOnTermsOfRealFunctions) {
  const auto decided = [](const char* left, const char* right, const eqnet_terms& terms, const char* domain = nullptr) {
    eqnet_decision* decision = eqnet_decide_on(domain, left, right, 5, &terms);
    const std::string note = decision == nullptr ? "" : decision->note;
    const int verdict = decision == nullptr ? -1 : decision->verdict;
    EXPECT_STREQ(decision == nullptr ? "real" : decision->domain, "real");
    eqnet_decision_close(decision);
    return std::pair(verdict, note);
  };
  EXPECT_EQ(decided("sqrt(x)^2", "x", {}).first, EQNET_EQUIVALENT);
  EXPECT_EQ(decided("sqrt(x)^2", "x", {1, nullptr}).first, EQNET_DIFFERENT);
  EXPECT_EQ(decided("sqrt(x)^2", "x", {1, "x >= 0"}), std::pair(int{EQNET_EQUIVALENT}, std::string()));
  EXPECT_EQ(decided("x^n * x^n", "x^(2n)", {0, "n integer"}).first, EQNET_EQUIVALENT);
  const auto [verdict, note] = decided("x + x", "2 * x", {0, "y > 0"});  // which chooses the domain
  EXPECT_EQ(verdict, EQNET_EQUIVALENT);
  EXPECT_TRUE(has(note.c_str(), "'y', a variable that occurs nowhere")) << note;
  EXPECT_EQ(decided("sqrt(x)", "x", {0, "x is nice"}).first, -1);
  EXPECT_TRUE(has(eqnet_error(), "'x is nice' was not understood")) << eqnet_error();
  EXPECT_EQ(decided("x", "x", {0, "x > 1, x < 0"}).first, -1);
  EXPECT_TRUE(has(eqnet_error(), "leave no number for x")) << eqnet_error();
  EXPECT_EQ(decided("x", "x", {0, "x > 0"}, "polynomial").first, -1);
  EXPECT_TRUE(has(eqnet_error(), "choose the domain real")) << eqnet_error();

  const char* left[] = {"sqrt(x^2)", "sqrt(y)^2"};
  const char* right[] = {"x", "y"};
  int verdicts[2] = {};
  eqnet_terms terms = {1, "x > 0"};
  EXPECT_EQ(eqnet_check_on(nullptr, left, right, 2, 5, 1, &terms, verdicts, 2), 0);
  EXPECT_EQ(verdicts[0], EQNET_EQUIVALENT);
  EXPECT_EQ(verdicts[1], EQNET_DIFFERENT);
  terms = {0, "x >"};
  EXPECT_EQ(eqnet_check_on(nullptr, left, right, 2, 5, 1, &terms, verdicts, 2), -1);
  EXPECT_TRUE(has(eqnet_error(), "was not understood")) << eqnet_error();
}

TEST(CInterface, SaysWhereAShortestFormHasAValueAndWhatWasGivenHasNone) {
  eqnet_simplifier* simplifier = eqnet_simplifier_open("real", nullptr, 5);
  ASSERT_NE(simplifier, nullptr) << eqnet_error();
  eqnet_simplified* result = eqnet_simplifier_run(simplifier, "(x^2 - 1)/(x - 1)");
  ASSERT_NE(result, nullptr) << eqnet_error();
  EXPECT_STREQ(result->condition, "the first has no value where x = 1");
  eqnet_simplified_close(result);
  result = eqnet_simplifier_run(simplifier, "sin(x)^2 + cos(x)^2");
  ASSERT_NE(result, nullptr) << eqnet_error();
  EXPECT_STREQ(result->condition, "");
  eqnet_simplified_close(result);
  eqnet_simplifier_close(simplifier);
}

TEST(CInterface, SimplifiesOneAfterAnother) {
  eqnet_simplifier* simplifier = eqnet_simplifier_open("boolean", "and,or,not", 5);
  ASSERT_NE(simplifier, nullptr) << eqnet_error();
  eqnet_simplified* result = eqnet_simplifier_run(simplifier, "a & b | a & ~b");
  ASSERT_NE(result, nullptr) << eqnet_error();
  EXPECT_STREQ(result->text, "a");
  EXPECT_EQ(result->before, 8U);
  EXPECT_EQ(result->after, 1U);
  EXPECT_EQ(result->minimal, 1);
  EXPECT_EQ(result->finished, 1);
  EXPECT_EQ(result->verdict, EQNET_EQUIVALENT);
  ASSERT_GE(result->step_count, 1U);
  EXPECT_STREQ(result->to[result->step_count - 1], "a");
  eqnet_simplified_close(result);
  EXPECT_EQ(eqnet_simplifier_run(simplifier, "a &"), nullptr);
  eqnet_simplifier_close(simplifier);
  EXPECT_EQ(eqnet_simplifier_open("boolean", "frob", 5), nullptr);
  EXPECT_TRUE(has(eqnet_error(), "frob")) << eqnet_error();
}

TEST(CInterface, PrintsInEveryStyle) {
  const auto printed = [](const char* text, const char* style) {
    eqnet_texts* list = eqnet_print(nullptr, text, style);
    const std::string result = list == nullptr ? eqnet_error() : eqnet_texts_at(list, 0);
    eqnet_texts_close(list);
    return result;
  };
  EXPECT_EQ(printed("((a)&b)|c", "minimal"), "a & b | c");
  EXPECT_EQ(printed("a & b | c", "tokens"), "(a & b) | c");
  EXPECT_EQ(printed("a & b | c", "s_expression"), "(Or (And a b) c)");
  EXPECT_NE(printed("a & b", "latex").find("\\land"), std::string::npos) << printed("a & b", "latex");
  EXPECT_NE(printed("a & b", "baroque").find("minimal"), std::string::npos);
  EXPECT_EQ(printed("sin^2 x / 2", "minimal"), "sin(x)**2 / 2");
  EXPECT_EQ(printed("sin^2 x / 2", "s_expression"), "(Divide (Power (Sin x) 2) 2)");
  EXPECT_EQ(printed("\\sqrt[3]{x}", "latex"), "\\sqrt[3]{x}");
  EXPECT_STREQ(eqnet_guess("x - y"), "polynomial");
  EXPECT_STREQ(eqnet_guess("x / y"), "real");
  EXPECT_STREQ(eqnet_guess("x & y"), "boolean");
}

TEST(CInterface, EmbedsPackedTextsAsItDoesOthers) {
  const Example example("eqnet");
  const Opened opened(example.path());
  const size_t d = eqnet_dimension(opened.model);
  const std::string packed("a & b\0b\0b &\0", 12);
  std::vector<float> vectors(3 * d);
  EXPECT_EQ(eqnet_embed_packed(opened.model, packed.data(), packed.size(), vectors.data(), 3 * d, 2), 1);
  EXPECT_TRUE(has(eqnet_error(), "text 3")) << eqnet_error();
  expect_near({vectors.begin(), vectors.begin() + static_cast<std::ptrdiff_t>(d)}, example.expected("a & b"));
  EXPECT_TRUE(std::isnan(vectors[2 * d]));
  EXPECT_EQ(eqnet_embed_packed(opened.model, packed.data(), packed.size() - 1, vectors.data(), 3 * d, 2), -1);
  EXPECT_EQ(eqnet_embed_packed(opened.model, packed.data(), packed.size(), vectors.data(), 2 * d, 2), -1);
  EXPECT_EQ(eqnet_embed_packed(opened.model, "", 0, nullptr, 0, 2), 0);
}

TEST(CInterface, ModelsGoThroughBytesAndFiles) {
  const Example example("eqnet");
  const Opened opened(example.path());
  const long long size = eqnet_model_bytes(opened.model, nullptr, 0);
  ASSERT_GT(size, 0);
  std::string bytes(static_cast<size_t>(size), ' ');
  ASSERT_EQ(eqnet_model_bytes(opened.model, bytes.data(), bytes.size()), size);
  eqnet_model* again = eqnet_open_bytes(bytes.data(), bytes.size());
  ASSERT_NE(again, nullptr) << eqnet_error();
  const size_t d = eqnet_dimension(again);
  std::vector<float> vector(d);
  ASSERT_EQ(eqnet_embed(again, "a & ~b", vector.data(), d), 0);
  expect_near(vector, example.expected("a & ~b"));
  eqnet_texts* operators = eqnet_operators(again);
  EXPECT_STREQ(eqnet_texts_at(operators, 0), "And/2");
  eqnet_texts_close(operators);
  eqnet_texts* leaves = eqnet_leaves(again);
  EXPECT_STREQ(eqnet_texts_at(leaves, 0), "a");
  eqnet_texts_close(leaves);
  const testing::TemporaryFolder folder;
  EXPECT_EQ(eqnet_save(again, folder.file("model.eqnet").c_str()), 0);
  eqnet_close(again);
  eqnet_close(eqnet_open(folder.file("model.eqnet").c_str()));
  EXPECT_STREQ(eqnet_error(), "");
  EXPECT_EQ(eqnet_open_bytes(bytes.data(), bytes.size() / 2), nullptr);
  EXPECT_EQ(eqnet_save(nullptr, "x"), -1);
}

TEST(CInterface, MakesDatasetsTrainsAndEvaluates) {
  eqnet_dataset* dataset = eqnet_dataset_generate("boolean", "and,or,not", 2, 6, 0, 1);
  ASSERT_NE(dataset, nullptr) << eqnet_error();
  EXPECT_STREQ(eqnet_dataset_domain(dataset), "boolean");
  eqnet_texts* texts = eqnet_dataset_texts(dataset);
  eqnet_texts* classes = eqnet_dataset_classes(dataset);
  ASSERT_EQ(eqnet_texts_count(texts), eqnet_dataset_size(dataset));
  ASSERT_EQ(eqnet_texts_count(classes), eqnet_dataset_size(dataset));
  EXPECT_GT(eqnet_dataset_class_count(dataset), 8U);

  // The same from its texts.
  std::vector<const char*> expressions;
  std::vector<const char*> names;
  for (size_t i = 0; i < eqnet_texts_count(texts); ++i) {
    expressions.push_back(eqnet_texts_at(texts, i));
    names.push_back(eqnet_texts_at(classes, i));
  }
  eqnet_dataset* own = eqnet_dataset_make(nullptr, expressions.data(), names.data(), names.size(), 1);
  ASSERT_NE(own, nullptr) << eqnet_error();
  EXPECT_EQ(eqnet_dataset_size(own), eqnet_dataset_size(dataset));
  EXPECT_EQ(eqnet_dataset_class_count(own), eqnet_dataset_class_count(dataset));
  const testing::TemporaryFolder folder;
  EXPECT_EQ(eqnet_dataset_save(own, folder.path().c_str(), "mine", 1), 0) << eqnet_error();
  eqnet_dataset* read = eqnet_dataset_open(folder.file("mine.txt").c_str(), nullptr);
  EXPECT_EQ(eqnet_dataset_size(read), eqnet_dataset_size(dataset)) << eqnet_error();
  eqnet_dataset_close(read);

  size_t told = 0;
  eqnet_training options{};
  options.seconds = 20;
  options.progress = [](const eqnet_status*, void* data) { return ++*static_cast<size_t*>(data), 0; };
  options.data = &told;
  eqnet_model* model = eqnet_train(own, &options);
  ASSERT_NE(model, nullptr) << eqnet_error();
  eqnet_scores seen{};
  eqnet_scores unseen{};
  ASSERT_EQ(eqnet_evaluate(model, own, 1, 0, &seen, &unseen), 0) << eqnet_error();
  EXPECT_GT(seen.queries, 10U);
  EXPECT_NEAR(seen.score[4], seen.ceiling[4], 0.01);
  eqnet_close(model);

  options.kind = "eqnet";
  options.progress = [](const eqnet_status*, void*) { return 1; };
  EXPECT_EQ(eqnet_train(own, &options), nullptr);
  EXPECT_TRUE(has(eqnet_error(), "stopped")) << eqnet_error();
  options.kind = "no such kind";
  EXPECT_EQ(eqnet_train(own, &options), nullptr);
  EXPECT_EQ(eqnet_dataset_preset("no such preset", 1), nullptr);
  EXPECT_EQ(eqnet_dataset_make(nullptr, expressions.data(), nullptr, 3, 1), nullptr);
  // Names that a file of lines could not hold.
  const std::vector<const char*> some = {"a & b", "a | b", "~a"};
  const std::vector<const char*> odd = {"#x", "{y", "\xEF\xBB\xBFz"};
  eqnet_dataset* kept = eqnet_dataset_make(nullptr, some.data(), odd.data(), some.size(), 1);
  EXPECT_EQ(eqnet_dataset_size(kept), 3U);
  eqnet_texts* kept_names = eqnet_dataset_classes(kept);
  for (size_t i = 0; i < odd.size(); ++i) EXPECT_STREQ(eqnet_texts_at(kept_names, i), odd[i]);
  eqnet_texts_close(kept_names);
  eqnet_dataset_close(kept);
  const std::vector<const char*> none = {"", "x", "y"};
  EXPECT_EQ(eqnet_dataset_make(nullptr, some.data(), none.data(), some.size(), 1), nullptr);
  for (eqnet_texts* list : {texts, classes}) eqnet_texts_close(list);
  for (eqnet_dataset* one : {dataset, own}) eqnet_dataset_close(one);
}

}  // namespace eqnet::api
