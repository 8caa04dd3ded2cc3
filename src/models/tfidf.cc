#include "models/tfidf.h"

#include <algorithm>
#include <cmath>

#include "eqnet/base/error.h"
#include "models/kinds.h"

namespace eqnet::models {
namespace {

class TfIdfPass final : public encode::Pass<float> {
 public:
  explicit TfIdfPass(const encode::Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  void forward(const float* parameters, const encode::Schedule& schedule, const std::optional<encode::Training>&,
               float* roots) override {
    const size_t width = vocabulary_.tokens();
    std::fill_n(roots, schedule.roots.size() * width, 0.0F);
    for (size_t i = 0; i < schedule.roots.size(); ++i) {
      tokens_.clear();
      encode::append_tokens(schedule, vocabulary_, i, tokens_);
      for (const uint32_t token : tokens_) roots[i * width + token] += parameters[token];
    }
  }

  double backward(const float*, const encode::Schedule&, const float*, float*) override {
    throw base::Error("tf-idf has no gradient: it is fitted");
  }

 private:
  const encode::Vocabulary& vocabulary_;
  std::vector<uint32_t> tokens_;
};

std::unique_ptr<encode::Network<float>> make_tfidf(const encode::Settings& /*settings*/,
                                                   const encode::Vocabulary& vocabulary) {
  return std::make_unique<TfIdf>(vocabulary);
}

}  // namespace

TfIdf::TfIdf(const encode::Vocabulary& vocabulary) : vocabulary_(vocabulary) {
  layout_.add({"idf", {vocabulary.tokens()}, false, 0});
}

std::unique_ptr<encode::Pass<float>> TfIdf::pass() const {
  return std::make_unique<TfIdfPass>(vocabulary_);
}

std::vector<float> fit_tfidf(const encode::Schedule& schedule, const encode::Vocabulary& vocabulary) {
  std::vector<size_t> documents(vocabulary.tokens());
  std::vector<uint32_t> tokens;
  for (size_t i = 0; i < schedule.roots.size(); ++i) {
    tokens.clear();
    encode::append_tokens(schedule, vocabulary, i, tokens);
    std::sort(tokens.begin(), tokens.end());
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    for (const uint32_t token : tokens) ++documents[token];
  }
  std::vector<float> weights;
  weights.reserve(documents.size());
  const auto n = static_cast<double>(schedule.roots.size());
  for (const size_t count : documents) {
    weights.push_back(static_cast<float>(std::log((1 + n) / (1 + static_cast<double>(count))) + 1));
  }
  return weights;
}

const encode::ModelKind& tfidf() {
  static const encode::ModelKind kind = {
      .name = "tfidf",
      .label = "tf-idf",
      .make = make_tfidf,
      .dimension = [](const encode::Settings&, const encode::Vocabulary& vocabulary) { return vocabulary.tokens(); },
      .fit = [](const encode::Schedule& schedule, const encode::Vocabulary& vocabulary,
                uint64_t /*seed*/) { return fit_tfidf(schedule, vocabulary); },
  };
  return kind;
}

}  // namespace eqnet::models
