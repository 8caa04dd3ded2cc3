#include "experiments/published.h"

#include <algorithm>

namespace eqnet::experiments {

std::span<const PublishedRow> published_scores() {
  static constexpr PublishedRow kRows[] = {
      {"simpleBoolean8", "SimpBool8", {17.4, 30.9, 26.7, 27.4, 25.5, 97.4}, 99.4},
      {"simpleBoolean10", "SimpBool10", {6.2, 11.0, 7.6, 25.0, 93.4, 99.1}, 99.1},
      {"boolean5", "Bool5", {34.9, 35.8, 12.4, 16.4, 26.0, 65.8}, 73.7},
      {"boolean8", "Bool8", {10.7, 17.2, 16.0, 15.7, 15.4, 58.1}, 100.0},
      {"boolean10", "Bool10", {5.0, 5.1, 3.9, 10.8, 20.2, 71.4}, 99.4},
      {"largeSimpleBoolean5", "SimpBoolL5", {53.1, 40.2, 50.5, 3.5, 19.9, 85.0}, 85.0},
      {"largeBoolean5", "BoolL5", {31.1, 20.7, 11.5, 0.1, 0.5, 75.2}, 75.2},
      {"simplepoly5", "SimpPoly5", {21.9, 6.3, 1.0, 40.6, 27.1, 65.6}, 65.6},
      {"simplepoly8", "SimpPoly8", {36.1, 14.6, 5.8, 12.5, 13.1, 98.9}, 98.9},
      {"simplepoly10", "SimpPoly10", {25.9, 11.0, 6.6, 19.9, 7.1, 99.3}, 99.8},
      {"oneVarPoly10", "oneV-Poly10", {43.5, 10.9, 5.3, 10.9, 8.5, 81.3}, 81.3},
      {"oneVarPoly13", "oneV-Poly13", {3.2, 4.7, 2.2, 10.0, 56.2, 90.4}, 99.6},
      {"poly5", "Poly5", {37.8, 34.1, 2.2, 46.8, 59.1, 55.3}, 59.1},
      {"poly8", "Poly8", {13.9, 5.7, 2.4, 10.4, 14.8, 86.2}, 87.3},
  };
  return kRows;
}

const double* published_score(std::string_view preset, std::string_view model) {
  const auto column = std::find(kPublishedModels.begin(), kPublishedModels.end(), model) - kPublishedModels.begin();
  for (const PublishedRow& row : published_scores()) {
    if (row.preset == preset && column < static_cast<std::ptrdiff_t>(row.score_5.size())) {
      return &row.score_5[static_cast<size_t>(column)];
    }
  }
  return nullptr;
}

std::span<const TransferPair> transfer_pairs() {
  static constexpr TransferPair kPairs[] = {
      {"boolean5", "boolean10", 12.5},
      {"boolean5", "boolean8", 32.5},
      {"largeBoolean5", "boolean8", 29.3},
      {"oneVarPoly10", "oneVarPoly13", 29.8},
      {"poly5", "poly8", 32.9},
      {"poly5", "simplepoly10", 45.1},
      {"poly8", "oneVarPoly13", 29.9},
      {"poly8", "simplepoly10", 58.9},
      {"poly8", "simplepoly8", 98.9},
      {"simplepoly5", "simplepoly10", 45.5},
      {"simplepoly8", "simplepoly10", 65.9},
  };
  return kPairs;
}

std::span<const ConfusionExample> confusion_examples() {
  static constexpr ConfusionExample kExamples[] = {
      {"boolean8",
       "a & (a & (a & ~c))",
       {{{"tfidf", "c & (a & a & ~a)"}, {"gru", ""}, {"treenn1", "a & (a & (a & ~b))"}, {"eqnet", ""}}}},
      {"boolean8",
       "a & (a & (c -> ~c))",
       {{{"tfidf", "c -> ~(c & a & a)"},
         {"gru", "a & (a & (c & ~c))"},
         {"treenn1", "a & (a & (c -> ~b))"},
         {"eqnet", ""}}}},
      {"boolean8",
       "(a & a) & (c -> ~c)",
       {{{"tfidf", "c -> ~(c & a & a)"},
         {"gru", "a & a & (c -> ~c)"},
         {"treenn1", "a & a & (c -> ~b)"},
         {"eqnet", "~(b -> b | c) & a"}}}},
      {"poly8",
       "a + (c * (a + c))",
       {{{"tfidf", "a + (c + a) * c"}, {"gru", "b + c * (a + c)"}, {"treenn1", "a + c * (b + c)"}, {"eqnet", ""}}}},
      {"poly8",
       "((a + c) * c) + a",
       {{{"tfidf", "c * a + (a + c)"}, {"gru", "(b + c) * c + a"}, {"treenn1", "(b + c) * c + a"}, {"eqnet", ""}}}},
      {"poly8",
       "(b * b) - b",
       {{{"tfidf", "b * (b - b)"},
         {"gru", "(b + b) * b - b"},
         {"treenn1", "(a - c) * b - b"},
         {"eqnet", "b * b * b - b"}}}},
  };
  return kExamples;
}

}  // namespace eqnet::experiments
