// Larger expressions whose classes are known: members of training classes in which subexpressions that are training
// expressions themselves were replaced by other members of their classes, again and again.
//
// Held-out classes say how well a network knows expressions as small as those it was trained on. What errors of its
// operators do in deep trees they do not say; paraphrases do.
#pragma once

#include "base/random.h"
#include "base/ranks.h"
#include "encode/network.h"
#include "train/task.h"

namespace eqnet::train {

class Paraphrases {
 public:
  // The same for the same task, which must outlive it.
  explicit Paraphrases(const Task& task);

  // Of the nearest paraphrases (cosine), as many as the class has others: the share that is of the class. 1 where there
  // is nothing to ask.
  [[nodiscard]] double retrieval(const encode::Network<float>& network, const std::vector<float>& parameters,
                                 size_t threads, base::Ranks* ranks = nullptr) const;

  [[nodiscard]] const expr::Pool& pool() const { return pool_; }
  [[nodiscard]] const std::vector<expr::NodeId>& roots() const { return roots_; }
  [[nodiscard]] const std::vector<uint32_t>& labels() const { return labels_; }  // ascending

 private:
  expr::NodeId paraphrase(expr::NodeId node, size_t most_nodes, base::Random& random);

  const Task& task_;
  std::vector<std::vector<expr::NodeId>> members_;  // by class: small ones, ascending in size
  std::vector<uint32_t> label_of_;                  // by node of the dataset's pool
  expr::Pool pool_;
  std::vector<expr::NodeId> roots_;
  std::vector<uint32_t> labels_;
};

}  // namespace eqnet::train
