#include "eqnet/api/session.h"

#include <gtest/gtest.h>

#include <cmath>

#include "eqnet.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "models/encoder.h"
#include "models/registry.h"
#include "support/expect_error.h"
#include "support/random_numbers.h"
#include "support/temporary_folder.h"

namespace eqnet::api {
namespace {

using eqnet::testing::gaussians;
using eqnet::testing::TemporaryFolder;
using expr::SymbolKind;

const std::vector<std::string> kTexts = {
    "a", "~a", "a & b", "(a & ~b) & (~(b & a))", "a & b", "~~~~~~b & (a & (a & a))"};

// A model with random parameters in a file, and the same in memory as the oracle.
struct Example {
  explicit Example(const std::string& kind) {
    encode::Model model;
    model.settings = models::settings(kind);
    model.vocabulary = encode::Vocabulary({{"a"}, {"b"}}, {{"And", SymbolKind::op, 2}, {"Not", SymbolKind::op, 1}});
    model.domain = "boolean";
    base::Random random(1);
    const size_t size = models::make_network(model.settings, model.vocabulary)->layout().size();
    model.parameters = gaussians<float>(random, size, 0.1);
    encoder.emplace(model, "it");
    encode::save_model(path(), encoder->model(), encoder->layout());
  }

  [[nodiscard]] std::string path() const { return folder.file("model"); }
  [[nodiscard]] std::vector<float> expected(const std::string& text) const {
    expr::Pool pool;
    const expr::NodeId root = expr::parse(text, domain::boolean().syntax(), pool);
    return encoder->embed(pool, {&root, 1}, "test");
  }

  TemporaryFolder folder;
  std::optional<models::Encoder> encoder;
};

void expect_near(std::span<const float> vector, const std::vector<float>& expected) {
  ASSERT_EQ(vector.size(), expected.size());
  for (size_t i = 0; i < vector.size(); ++i) ASSERT_NEAR(vector[i], expected[i], 2e-5F) << i;
}

}  // namespace

TEST(Session, EmbedsTextAsTheEncoderEmbedsNodes) {
  for (const char* kind : {"eqnet", "treenn1", "treenn2", "tfidf"}) {
    SCOPED_TRACE(kind);
    const Example example(kind);
    Session session(example.path());
    EXPECT_EQ(session.domain(), "boolean");
    for (int round = 0; round < 2; ++round) {  // cold and warm
      for (const std::string& text : kTexts) {
        SCOPED_TRACE(text);
        expect_near(session.embed(text), example.expected(text));
      }
    }
  }
}

TEST(Session, EmbedsManyAsItEmbedsOne) {
  const Example example("eqnet");
  Session session(example.path());
  std::vector<std::string> texts;
  while (texts.size() < 100'000) texts.push_back(kTexts[texts.size() % kTexts.size()]);  // several chunks
  const std::vector<float> vectors = session.embed(texts, 2);
  ASSERT_EQ(vectors.size(), texts.size() * session.dimension());
  for (size_t i = 0; i < texts.size(); i += 7919) {
    expect_near(std::span(vectors).subspan(i * session.dimension(), session.dimension()), example.expected(texts[i]));
  }
  EXPECT_EQ(session.embed(texts, 1), vectors) << "whatever the number of threads";
  EXPECT_TRUE(session.embed(std::vector<std::string>{}, 2).empty());
}

TEST(Session, BuildsAVectorNodeByNode) {
  for (const char* kind : {"eqnet", "treenn1", "treenn2"}) {
    const Example example(kind);
    Session session(example.path());
    const size_t d = session.dimension();
    std::vector<float> children(2 * d);
    std::vector<float> vector(d);
    session.leaf("b", vector);
    session.combine(session.operator_number("Not", 1), vector, std::span(children).subspan(d));
    session.leaf("a", std::span(children).first(d));
    session.combine(session.operator_number("And", 2), children, vector);
    expect_near(vector, example.expected("a & ~b"));
  }
}

TEST(Session, GoesOnAfterAFaultyExpression) {
  const Example example("eqnet");
  Session session(example.path());
  for (int round = 0; round < 2; ++round) {
    EXPECT_THROW((void)session.embed("a & & b"), expr::ParseError);
    EXPECT_ERROR((void)session.embed("a & (b & zebra)"), "zebra");
    EXPECT_ERROR((void)session.embed("~(a | b)"), "Or");
    expect_near(session.embed("a & b"), example.expected("a & b"));
  }
  const std::vector<std::string> texts = {"a", "b", "a &"};
  try {
    (void)session.embed(texts, 1);
    FAIL();
  } catch (const expr::ParseError& error) {
    EXPECT_EQ(error.line, 3U);
  }
}

TEST(Session, SetsBadTextsOfManyAside) {
  const Example example("eqnet");
  Session session(example.path());
  std::vector<std::string> texts(40000, "a & b");  // more than one chunk
  texts[1] = "a &";
  texts[7] = "a & zebra";
  texts[8] = "";
  texts[39999] = "zebra";
  for (const size_t threads : {1, 3}) {
    std::vector<Session::BadText> bad;
    const std::vector<float> vectors = session.embed(texts, threads, &bad);
    ASSERT_EQ(bad.size(), 4U);
    EXPECT_EQ(bad[0].index, 1U);
    EXPECT_NE(bad[0].what.find("column 4"), std::string::npos) << bad[0].what;
    EXPECT_NE(bad[0].excerpt, "");
    EXPECT_NE(bad[1].what.find("zebra"), std::string::npos) << bad[1].what;
    EXPECT_EQ(bad[3].index, 39999U);
    const size_t d = session.dimension();
    const std::vector<float> expected = example.expected("a & b");
    for (const size_t i : {size_t{0}, size_t{2}, size_t{9}, size_t{39998}}) {
      expect_near(std::span(vectors).subspan(i * d, d), expected);
    }
    for (const Session::BadText& text : bad) EXPECT_TRUE(std::isnan(vectors[text.index * d]));
  }
  EXPECT_ERROR((void)session.embed(std::vector<std::string>{"a", "zebra"}, 1), "expression 2", "zebra");
}

TEST(Session, SaysWhatIsWrong) {
  const Example example("eqnet");
  Session session(example.path());
  std::vector<float> vector(session.dimension());
  EXPECT_ERROR(Session("/no/such/model"), "/no/such/model");
  EXPECT_ERROR((void)session.operator_number("And", 3), "it has And (2), Not (1)");
  EXPECT_ERROR(session.leaf("z", vector), "z");
  EXPECT_ERROR(session.leaf("a", std::span(vector).first(3)), "3 numbers");
  EXPECT_ERROR(session.combine(0, vector, vector), "do not fit");
  EXPECT_ERROR(session.combine(77, vector, vector), "no operator number 77");
  const Example other("tfidf");
  EXPECT_ERROR((void)Session(other.path()).operator_number("And", 2), "no Combine");
}

TEST(Session, ForgetsWhatItMetLongAgoAndKeepsItsAnswers) {
  const Example example("eqnet");
  Session session(example.path());
  const std::string deep = std::string(70'000, '~') + "a";  // more nodes than are kept
  const std::vector<float> vector = example.expected(deep);
  for (int round = 0; round < 3; ++round) {
    const std::span<const float> found = session.embed(deep);
    ASSERT_EQ(found.size(), vector.size());
    EXPECT_TRUE(std::isfinite(found[0]));
    expect_near(session.embed("a & b"), example.expected("a & b"));
  }
}

// ---- in C ----

TEST(CInterface, GivesTheSessionsVectors) {
  const Example example("eqnet");
  char error[100] = "";
  eqnet_session* session = eqnet_open(example.path().c_str(), error, sizeof error);
  ASSERT_NE(session, nullptr) << error;
  const size_t d = eqnet_dimension(session);
  std::vector<float> vector(d);
  std::vector<float> children(2 * d);
  ASSERT_EQ(eqnet_embed(session, "a & ~b", vector.data()), 0);
  expect_near(vector, example.expected("a & ~b"));
  ASSERT_EQ(eqnet_leaf(session, "a", children.data()), 0);
  ASSERT_EQ(eqnet_leaf(session, "b", children.data() + d), 0);
  const int op = eqnet_operator(session, "And", 2);
  ASSERT_GE(op, 0);
  ASSERT_EQ(eqnet_combine(session, op, children.data(), vector.data()), 0);
  expect_near(vector, example.expected("a & b"));
  EXPECT_EQ(eqnet_equivalent(session, "~(a & b)", "~b | ~a", 10), 1);
  EXPECT_EQ(eqnet_equivalent(session, "a", "b", 10), 0);
  EXPECT_STREQ(eqnet_error(session), "");
  eqnet_close(session);
}

TEST(CInterface, TakesNoOffenceAtNull) {
  char error[100] = "";
  EXPECT_EQ(eqnet_open(nullptr, error, sizeof error), nullptr);
  EXPECT_NE(std::string(error), "");
  EXPECT_EQ(eqnet_open("/no/such/model", nullptr, 10), nullptr);
  EXPECT_EQ(eqnet_dimension(nullptr), 0U);
  EXPECT_STRNE(eqnet_error(nullptr), "");
  float vector[1000] = {};
  EXPECT_EQ(eqnet_embed(nullptr, "a", vector), -1);
  EXPECT_EQ(eqnet_equivalent(nullptr, "a", "b", 1), -1);
  const Example example("eqnet");
  eqnet_session* session = eqnet_open(example.path().c_str(), error, sizeof error);
  EXPECT_EQ(eqnet_embed(session, nullptr, vector), -1);
  EXPECT_NE(std::string(eqnet_error(session)).find("NULL"), std::string::npos);
  EXPECT_EQ(eqnet_embed(session, "a", nullptr), -1);
  EXPECT_EQ(eqnet_operator(session, nullptr, 2), -1);
  EXPECT_EQ(eqnet_leaf(session, nullptr, vector), -1);
  EXPECT_EQ(eqnet_leaf(session, "a", nullptr), -1);
  EXPECT_EQ(eqnet_combine(session, 0, nullptr, vector), -1);
  EXPECT_EQ(eqnet_combine(session, 0, vector, nullptr), -1);
  EXPECT_EQ(eqnet_equivalent(session, nullptr, "a", 1), -1);
  EXPECT_EQ(eqnet_equivalent(session, "a", nullptr, 1), -1);
  eqnet_close(session);
}

TEST(CInterface, ReportsErrorsAsText) {
  char error[10] = "";
  EXPECT_EQ(eqnet_open("/no/such/model", error, sizeof error), nullptr);
  EXPECT_EQ(std::string(error), "/no/such/") << "cut to what fits";
  EXPECT_EQ(eqnet_open("/no/such/model", nullptr, 0), nullptr);
  const Example example("eqnet");
  eqnet_session* session = eqnet_open(example.path().c_str(), error, sizeof error);
  std::vector<float> vector(eqnet_dimension(session));
  EXPECT_EQ(eqnet_embed(session, "a &", vector.data()), -1);
  EXPECT_NE(std::string(eqnet_error(session)).find("column"), std::string::npos);
  EXPECT_EQ(eqnet_operator(session, "Xor", 2), -1);
  EXPECT_EQ(eqnet_leaf(session, "q", vector.data()), -1);
  EXPECT_EQ(eqnet_combine(session, -1, vector.data(), vector.data()), -1);
  EXPECT_EQ(eqnet_equivalent(session, "a", "(", 1), -1);
  EXPECT_EQ(eqnet_embed(session, "a & b", vector.data()), 0);
  EXPECT_STREQ(eqnet_error(session), "");
  eqnet_close(session);
  eqnet_close(nullptr);
}

}  // namespace eqnet::api
