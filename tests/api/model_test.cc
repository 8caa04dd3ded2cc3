#include "eqnet/api/model.h"

#include <cmath>
#include <thread>

#include "api/example.h"
#include "base/files.h"
#include "support/expect_error.h"

namespace eqnet::api {

using eqnet::testing::TemporaryFolder;

TEST(Model, EmbedsTextAsTheEncoderEmbedsNodes) {
  for (const char* kind : {"eqnet", "treenn1", "treenn2", "tfidf"}) {
    SCOPED_TRACE(kind);
    const Example example(kind);
    const Model model = example.model();
    EXPECT_EQ(model.domain().name(), "boolean");
    EXPECT_EQ(model.kind(), kind);
    for (const std::string& text : kTexts) {
      SCOPED_TRACE(text);
      EXPECT_EQ(model.embed(text), example.expected(text));
    }
  }
}

TEST(Model, EmbedsManyAsItEmbedsOne) {
  const Example example("eqnet");
  const Model model = example.model();
  std::vector<std::string> texts;
  while (texts.size() < 100'000) texts.push_back(kTexts[texts.size() % kTexts.size()]);  // several chunks
  const std::vector<float> vectors = model.embed(texts, 2);
  ASSERT_EQ(vectors.size(), texts.size() * model.dimension());
  for (size_t i = 0; i < texts.size(); i += 7919) {
    expect_near(std::span(vectors).subspan(i * model.dimension(), model.dimension()), example.expected(texts[i]));
  }
  EXPECT_EQ(model.embed(texts, 1), vectors) << "whatever the number of threads";
  EXPECT_TRUE(model.embed(std::vector<std::string>{}, 2).empty());
}

TEST(Model, BuildsAVectorNodeByNode) {
  for (const char* kind : {"eqnet", "treenn1", "treenn2"}) {
    const Example example(kind);
    const Model model = example.model();
    const size_t d = model.dimension();
    std::vector<float> children(2 * d);
    std::vector<float> vector(d);
    model.leaf("b", vector);
    model.combine(model.operator_number("Not", 1), vector, std::span(children).subspan(d));
    model.leaf("a", std::span(children).first(d));
    model.combine(model.operator_number("And", 2), children, vector);
    expect_near(vector, example.expected("a & ~b"));
  }
}

TEST(Model, SetsBadTextsOfManyAside) {
  const Example example("eqnet");
  const Model model = example.model();
  std::vector<std::string> texts(40000, "a & b");  // more than one chunk
  texts[1] = "a &";
  texts[7] = "a & zebra";
  texts[8] = "";
  texts[39999] = "zebra";
  for (const size_t threads : {1, 3}) {
    std::vector<BadText> bad;
    const std::vector<float> vectors = model.embed(texts, threads, &bad);
    ASSERT_EQ(bad.size(), 4U);
    EXPECT_EQ(bad[0].index, 1U);
    EXPECT_NE(bad[0].what.find("column 4"), std::string::npos) << bad[0].what;
    EXPECT_NE(bad[0].excerpt, "");
    EXPECT_NE(bad[1].what.find("zebra"), std::string::npos) << bad[1].what;
    EXPECT_EQ(bad[3].index, 39999U);
    const size_t d = model.dimension();
    const std::vector<float> expected = example.expected("a & b");
    for (const size_t i : {size_t{0}, size_t{2}, size_t{9}, size_t{39998}}) {
      expect_near(std::span(vectors).subspan(i * d, d), expected);
    }
    for (const BadText& text : bad) EXPECT_TRUE(std::isnan(vectors[text.index * d]));
  }
  EXPECT_ERROR((void)model.embed(std::vector<std::string>{"a", "zebra"}, 1), "expression 2", "zebra");
}

TEST(Model, SaysWhatIsWrong) {
  const Example example("eqnet");
  const Model model = example.model();
  std::vector<float> vector(model.dimension());
  EXPECT_ERROR(Model::open("/no/such/model"), "/no/such/model");
  EXPECT_ERROR((void)model.operator_number("And", 3), "it has And (2), Not (1)");
  EXPECT_ERROR(model.leaf("z", vector), "z");
  EXPECT_ERROR(model.leaf("a", std::span(vector).first(3)), "3 numbers");
  EXPECT_ERROR(model.combine(0, vector, vector), "do not fit");
  EXPECT_ERROR(model.combine(77, vector, vector), "no operator number 77");
  const Example other("tfidf");
  EXPECT_ERROR((void)other.model().operator_number("And", 2), "no Combine");
}

TEST(Model, TakesTextsThatAreWrittenOut) {
  const Model model = Example("eqnet").model();
  EXPECT_EQ(model.embed({"a & b", "b"}), model.embed(std::vector<std::string>{"a & b", "b"}));
  EXPECT_EQ(model.embed({"a & b"}), model.embed("a & b"));
}

TEST(Model, CountsTextsInTheErrorOfOneOfMany) {
  const Model model = Example("eqnet").model();
  const std::vector<std::string> texts = {"a", "b", "a &"};
  try {
    (void)model.embed(texts, 1);
    FAIL();
  } catch (const expr::ParseError& error) {
    EXPECT_EQ(error.line, 3U);
  }
}

TEST(Model, IsUsedByManyThreadsAtOnce) {
  for (const char* kind : {"eqnet", "eqnet-mul", "tfidf"}) {
    const Model model = Example(kind).model();
    std::vector<std::vector<float>> expected;
    for (const std::string& text : kTexts) expected.push_back(model.embed(text));
    std::atomic<size_t> wrong = 0;
    {
      std::vector<std::jthread> threads;
      for (size_t t = 0; t < 8; ++t) {
        threads.emplace_back([&, model, t] {
          for (size_t i = 0; i < 500; ++i) {
            const size_t n = (i + t) % kTexts.size();
            if (model.embed(kTexts[n]) != expected[n]) ++wrong;
          }
        });
      }
    }
    EXPECT_EQ(wrong, 0U) << kind;
  }
}

TEST(Model, StaysWhatItIsThroughAFile) {
  const TemporaryFolder folder;
  const Example example("eqnet-mul");
  const Model model = example.model();
  model.save(folder.file("copy"));
  EXPECT_EQ(base::ByteSource::open(folder.file("copy")).rest(), base::ByteSource::open(example.path()).rest());
  EXPECT_EQ(Model::open("boolean").domain().name(), "boolean") << "pretrained";
}

TEST(Model, IsTrainedAsTheOptionsSay) {
  const TemporaryFolder folder;
  const data::Dataset dataset = boolean5();
  TrainOptions options;
  options.kind = "eqnet";
  options.settings = {"dimension=8", "batch=100"};
  options.epochs = 2;
  options.path = folder.file("m");
  TrainSummary summary;
  const Model model = Model::train(dataset, options, &summary);
  EXPECT_EQ(model.kind(), "eqnet");
  EXPECT_EQ(model.dimension(), 8U);
  EXPECT_EQ(summary.ended, "epochs");
  EXPECT_EQ(summary.epochs, 2U);
  EXPECT_FALSE(summary.resumed);
  EXPECT_EQ(Model::open(options.path).embed("a & b"), model.embed("a & b")) << "the file is the model";
  options.path.clear();
  options.threads = 2;
  EXPECT_EQ(Model::train(dataset, options).embed("a & b"), model.embed("a & b")) << "with no file, on other threads";
  options.seed = 2;
  EXPECT_NE(Model::train(dataset, options).embed("a & b"), model.embed("a & b"));
}

TEST(Model, SaysHowItsTrainingGoes) {
  TrainOptions options;
  options.kind = "treenn1";
  options.seconds = 0.5;
  size_t calls = 0;
  double last = 0;
  options.progress = [&](const TrainStatus& status) {
    ++calls;
    EXPECT_GE(status.epoch, 1U);
    EXPECT_GE(status.seconds, last);
    last = status.seconds;
  };
  TrainSummary summary;
  (void)Model::train(boolean5(), options, &summary);
  EXPECT_EQ(summary.ended, "time");
  EXPECT_GE(calls, 1U);
}

TEST(Model, IsNotTrainedOnWhatDoesNotFit) {
  data::Dataset dataset = boolean5();
  TrainOptions options;
  options.settings = {"dimensoin=8"};
  EXPECT_ERROR(Model::train(dataset, options), "dimension");
  options = {};
  options.kind = "eqnot";
  EXPECT_ERROR(Model::train(dataset, options), "eqnet");
  dataset.split.reset();
  EXPECT_ERROR(Model::train(dataset), "no split");
}

}  // namespace eqnet::api
