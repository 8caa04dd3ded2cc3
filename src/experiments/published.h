// The published numbers, to stand beside ours: score_5 on UnseenEqClass, in percent, of the paper and of the best
// system since, and what the paper's text says of ablation. docs/results/README.md says where each was published.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace eqnet::experiments {

struct PublishedRow {
  std::string_view preset, paper_name;
  // tfidf, gru, stackrnn, treenn1, treenn2, eqnet
  std::array<double, 6> score_5;
  double best_since;
};
constexpr std::array<std::string_view, 6> kPublishedModels = {"tfidf",   "gru",     "stackrnn",
                                                              "treenn1", "treenn2", "eqnet"};
std::span<const PublishedRow> published_scores();
// Nothing for a dataset or model that the paper does not have.
const double* published_score(std::string_view preset, std::string_view model);

// Trained on the first, tested on the second; score_5 there of a published transformer.
struct TransferPair {
  std::string_view train, test;
  double transformer;
};
std::span<const TransferPair> transfer_pairs();

// Loss of area under score_k without SubexpAE, on average over the datasets, in percent.
constexpr double kPublishedAblationSeen = 16.8;
constexpr double kPublishedAblationUnseen = 19.7;

// The expressions of the paper's table of confusions, and the nearest neighbours that it prints; empty where it says
// that the nearest neighbour is equivalent.
struct PublishedNeighbour {
  std::string_view model, neighbour;
};
struct ConfusionExample {
  std::string_view preset, expression;
  std::array<PublishedNeighbour, 4> published;
};
std::span<const ConfusionExample> confusion_examples();

}  // namespace eqnet::experiments
