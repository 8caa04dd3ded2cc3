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

}  // namespace eqnet::api
