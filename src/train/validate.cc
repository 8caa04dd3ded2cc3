#include "train/validate.h"

#include <algorithm>

#include "encode/embed.h"
#include "encode/neighbours.h"
#include "kernels/rows.h"
#include "train/nearest_rows.h"

namespace eqnet::train {
namespace {

constexpr size_t kChunk = 8192;              // expressions a thread takes at a time
constexpr size_t kMostAtOnce = 64 * kChunk;  // whose vectors are in memory
constexpr size_t kMostKnown = 20000;         // searched expressions: a large dataset is sampled
constexpr size_t kMostQueries = 1000;
constexpr size_t kMostAsked = 5000;  // validation expressions whose class is asked for
// So many validation expressions are enough to go by; where there are fewer, training expressions are asked about too,
// up to kMixedQueries in all. They flatter weights that have learned the training set by heart, so never without need.
constexpr size_t kEnoughValidation = 100;
constexpr size_t kMixedQueries = 300;

}  // namespace

Validator::Validator(const Task& task, const encode::Network<float>& network, size_t threads, bool deep,
                     base::Ranks* ranks)
    : task_(task), network_(network), threads_(threads), ranks_(ranks) {
  if (deep) paraphrases_.emplace(task);
  std::vector<uint32_t> all(task.validation.roots.size());
  for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  for (const uint32_t i : eval::thinned(all, kMostAsked)) {
    asked_.roots.push_back(task.validation.roots[i]);
    asked_.labels.push_back(task.validation.labels[i]);
  }
  const auto add = [&](const Labelled& part, size_t most) {
    std::vector<uint32_t> all(part.roots.size());
    for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    for (const uint32_t i : eval::thinned(all, most)) {
      known_.expressions.push_back(part.roots[i]);
      known_.labels.push_back(part.labels[i]);
      if (known_.class_sizes.size() <= part.labels[i]) known_.class_sizes.resize(part.labels[i] + 1);
      ++known_.class_sizes[part.labels[i]];
    }
    return known_.expressions.size();
  };
  const size_t from_held_out = add(task.held_out, kMostKnown / 4);
  const size_t from_validation = add(task.validation, kMostKnown / 4);
  const size_t from_training = add(task.training, kMostKnown - from_validation);
  // Classes that were held out are asked about first, then validation expressions, then training expressions.
  const auto ask = [&](size_t begin, size_t end, size_t most) {
    std::vector<uint32_t> rows;
    for (auto i = static_cast<uint32_t>(begin); i < end; ++i) {
      if (known_.class_sizes[known_.labels[i]] > 1) rows.push_back(i);
    }
    rows = eval::thinned(rows, most);
    queries_.insert(queries_.end(), rows.begin(), rows.end());
  };
  ask(0, from_held_out, kMostQueries);
  if (queries_.size() < kEnoughValidation) ask(from_held_out, from_validation, kMostQueries - queries_.size());
  if (queries_.size() < kEnoughValidation) ask(from_validation, from_training, kMixedQueries - queries_.size());
  for (const uint32_t query : queries_) {
    const size_t size = known_.class_sizes[known_.labels[query]];
    for (size_t k = 1; k <= data::kMostNeighbours; ++k) ceiling_ += data::best_score(size, k);
  }
}

std::vector<float> Validator::embed(const std::vector<float>& parameters, std::span<const expr::NodeId> roots) const {
  return encode::embed(network_, task_.vocabulary, parameters.data(), task_.dataset->pool, roots,
                       {threads_, kChunk, ranks_});
}

ValidationScore Validator::score(const std::vector<float>& parameters, Objective<float>& objective) const {
  return {accuracy(parameters, objective), retrieval(parameters),
          paraphrases_ ? paraphrases_->retrieval(network_, parameters, threads_, ranks_) : 0};
}

double Validator::accuracy(const std::vector<float>& parameters, Objective<float>& objective) const {
  const Labelled& part = asked_;
  if (part.roots.empty()) return 0;
  const std::vector<float> vectors = embed(parameters, part.roots);
  std::vector<uint32_t> chosen(part.roots.size());
  const float* own = parameters.data() + network_.layout().size();
  if (!objective.classify(own, vectors.data(), chosen.size(), chosen.data())) {
    const std::vector<float> means = class_means(parameters);
    std::vector<float> scores;
    nearest_rows(vectors.data(), chosen.size(), means.data(), task_.class_sizes.size(), network_.dimension(), scores,
                 chosen.data());
  }
  size_t right = 0;
  for (size_t i = 0; i < chosen.size(); ++i) right += chosen[i] == part.labels[i] ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(chosen.size());
}

// Mean direction of each class's training vectors, of length 1.
std::vector<float> Validator::class_means(const std::vector<float>& parameters) const {
  const size_t d = network_.dimension();
  const size_t count = task_.training.roots.size();
  std::vector<float> lengths(std::max(std::min(count, kMostAtOnce), task_.class_sizes.size()));
  std::vector<float> means(task_.class_sizes.size() * d);
  for (size_t begin = 0; begin < count; begin += kMostAtOnce) {
    const size_t n = std::min(kMostAtOnce, count - begin);
    std::vector<float> vectors = embed(parameters, std::span(task_.training.roots).subspan(begin, n));
    kernels::rows<float>().normalise(vectors.data(), n, d, lengths.data());
    kernels::rows<float>().scatter_add(vectors.data(), d, task_.training.labels.data() + begin, n, means.data());
  }
  kernels::rows<float>().normalise(means.data(), task_.class_sizes.size(), d, lengths.data());
  return means;
}

double Validator::retrieval(const std::vector<float>& parameters) const {
  if (ceiling_ == 0 || known_.expressions.size() <= data::kMostNeighbours) return 0;
  const encode::UnitRows vectors(embed(parameters, known_.expressions), network_.dimension());
  encode::NeighbourParams search;
  search.k = data::kMostNeighbours;
  search.threads = threads_;
  search.ranks = ranks_;
  const std::vector<encode::Neighbour> neighbours = encode::neighbours_of_rows(vectors, queries_, search);
  double sum = 0;
  for (size_t i = 0; i < queries_.size(); ++i) {
    for (size_t k = 1; k <= search.k; ++k) sum += eval::score(known_, queries_[i], &neighbours[i * search.k], k);
  }
  return sum / ceiling_;
}

}  // namespace eqnet::train
