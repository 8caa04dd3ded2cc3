#include "experiments/validation_retrieval.h"

#include "encode/neighbours.h"
#include "eqnet/base/error.h"
#include "models/encoder.h"

namespace eqnet::experiments {
namespace {

// As many as training's own validation takes (train/validate.cc): a score must not cost more than the training.
constexpr size_t kMostKnownRows = 20'000;
constexpr size_t kMostQueriesOfAGroup = 1000;

std::vector<uint32_t> numbers(size_t begin, size_t end) {
  std::vector<uint32_t> all;
  for (auto i = static_cast<uint32_t>(begin); i < end; ++i) all.push_back(i);
  return all;
}

}  // namespace

ValidationRetrieval::ValidationRetrieval(const train::Task& task) : task_(task) {
  const size_t held_out = add(task.held_out, kMostKnownRows / 4);
  const size_t validation = add(task.validation, kMostKnownRows / 4);
  add(task.training, kMostKnownRows - validation);
  if (known_.expressions.size() > data::kMostNeighbours) {
    ask(0, held_out);
    ask(held_out, validation);
  }
  if (groups_.empty()) {
    throw base::Error("dataset " + task.dataset->name,
                      "cannot be tuned on: no validation expression has an equivalent one, or there are too few",
                      "choose a larger dataset");
  }
}

size_t ValidationRetrieval::add(const train::Labelled& part, size_t most) {
  for (const uint32_t i : eval::thinned(numbers(0, part.roots.size()), most)) {
    known_.expressions.push_back(part.roots[i]);
    known_.labels.push_back(part.labels[i]);
    if (known_.class_sizes.size() <= part.labels[i]) known_.class_sizes.resize(part.labels[i] + 1);
    ++known_.class_sizes[part.labels[i]];
  }
  return known_.expressions.size();
}

void ValidationRetrieval::ask(size_t begin, size_t end) {
  Group group;
  for (const uint32_t row : numbers(begin, end)) {
    if (known_.class_sizes[known_.labels[row]] > 1) group.queries.push_back(row);
  }
  group.queries = eval::thinned(group.queries, kMostQueriesOfAGroup);
  for (const uint32_t query : group.queries) {
    const size_t size = known_.class_sizes[known_.labels[query]];
    for (size_t k = 1; k <= data::kMostNeighbours; ++k) group.ceiling += data::best_score(size, k);
  }
  if (group.ceiling > 0) groups_.push_back(std::move(group));
}

double ValidationRetrieval::score(const encode::Model& model) const {
  const models::Encoder encoder(model, "the trial's model");
  std::vector<float> values = encoder.embed(task_.dataset->pool, known_.expressions, task_.dataset->name);
  encoder.check_finite(values);
  const encode::UnitRows vectors(std::move(values), encoder.dimension());
  encode::NeighbourParams search;
  search.k = data::kMostNeighbours;
  double sum = 0;
  for (const Group& group : groups_) {
    const std::vector<encode::Neighbour> found = encode::neighbours_of_rows(vectors, group.queries, search);
    double reached = 0;
    for (size_t i = 0; i < group.queries.size(); ++i) {
      for (size_t k = 1; k <= search.k; ++k) {
        reached += eval::score(known_, group.queries[i], &found[i * search.k], k);
      }
    }
    sum += reached / group.ceiling;
  }
  return std::min(1.0, sum / static_cast<double>(groups_.size()));
}

}  // namespace eqnet::experiments
