#include "eqnet/api/session.h"

#include <cmath>

#include "api/example.h"
#include "support/expect_error.h"

namespace eqnet::api {

TEST(Session, EmbedsTextAsTheEncoderEmbedsNodes) {
  for (const char* kind : {"eqnet", "treenn1", "treenn2", "tfidf"}) {
    SCOPED_TRACE(kind);
    const Example example(kind);
    Session session(example.model());
    EXPECT_EQ(session.model().kind(), kind);
    for (int round = 0; round < 2; ++round) {  // cold and warm
      for (const std::string& text : kTexts) {
        SCOPED_TRACE(text);
        expect_near(session.embed(text), example.expected(text));
      }
    }
  }
}

TEST(Session, GoesOnAfterAFaultyExpression) {
  const Example example("eqnet");
  Session session(example.model());
  for (int round = 0; round < 2; ++round) {
    EXPECT_THROW((void)session.embed("a & & b"), expr::ParseError);
    EXPECT_ERROR((void)session.embed("a & (b & zebra)"), "zebra");
    EXPECT_ERROR((void)session.embed("~(a | b)"), "Or");
    expect_near(session.embed("a & b"), example.expected("a & b"));
  }
}

TEST(Session, ForgetsWhatItMetLongAgoAndKeepsItsAnswers) {
  const Example example("eqnet");
  Session session(example.model());
  const std::string deep = std::string(70'000, '~') + "a";  // more nodes than are kept
  const std::vector<float> vector = example.expected(deep);
  for (int round = 0; round < 3; ++round) {
    const std::span<const float> found = session.embed(deep);
    ASSERT_EQ(found.size(), vector.size());
    EXPECT_TRUE(std::isfinite(found[0]));
    expect_near(session.embed("a & b"), example.expected("a & b"));
  }
}

}  // namespace eqnet::api
