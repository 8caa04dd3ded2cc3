// How good the weights are, as far as training may know: by which it is stopped and the best weights are chosen.
#pragma once

#include <optional>

#include "encode/network.h"
#include "eval/evaluate.h"
#include "train/objective.h"
#include "train/paraphrases.h"
#include "train/task.h"

namespace eqnet::train {

struct ValidationScore {
  // The share of validation expressions that get their class: by the objective's class vectors, or where it has none by
  // the nearest (cosine) mean vector of the classes' training expressions.
  double accuracy = 0;
  // The area under score_k (k = 1..15) over its ceiling, for expressions of held-out classes; where they are few for
  // validation expressions too, and where these are few for training expressions; sought among all of them.
  double retrieval = 0;
  // Of larger expressions (paraphrases.h), where they are asked about.
  double deep = 0;
};

class Validator {
 public:
  // network, task and ranks must outlive it. deep: whether larger expressions are asked about. ranks: all of them
  // score the same parameters together.
  Validator(const Task& task, const encode::Network<float>& network, size_t threads, bool deep = false,
            base::Ranks* ranks = nullptr);

  // parameters: the network's, then the objective's.
  [[nodiscard]] ValidationScore score(const std::vector<float>& parameters, Objective<float>& objective) const;

 private:
  [[nodiscard]] double accuracy(const std::vector<float>& parameters, Objective<float>& objective) const;
  [[nodiscard]] double retrieval(const std::vector<float>& parameters) const;
  [[nodiscard]] std::vector<float> embed(const std::vector<float>& parameters,
                                         std::span<const expr::NodeId> roots) const;
  [[nodiscard]] std::vector<float> class_means(const std::vector<float>& parameters) const;

  const Task& task_;
  const encode::Network<float>& network_;
  size_t threads_;
  base::Ranks* ranks_;
  Labelled asked_;                 // validation expressions, or an even sample of them
  eval::Members known_;            // what is searched: an even sample of held-out, validation and training expressions
  std::vector<uint32_t> queries_;  // rows of it
  double ceiling_ = 0;
  std::optional<Paraphrases> paraphrases_;
};

}  // namespace eqnet::train
