// How well a trained model finds equivalent expressions of the training part's own validation: what `tune` goes by. The
// test parts, SeenEqClass and UnseenEqClass, have no say.
#pragma once

#include "encode/model.h"
#include "eval/evaluate.h"
#include "train/task.h"

namespace eqnet::experiments {

// Of one task. Two groups of queries: validation expressions, and expressions of classes that were held out; each is
// sought among all that the task has, or an even sample of it.
class ValidationRetrieval {
 public:
  // The task must outlive it. Throws base::Error where it has no query: no expression of the groups has another one of
  // its class.
  explicit ValidationRetrieval(const train::Task& task);

  // The area under score_k (k = 1..15) as a share of its ceiling: the mean over the groups that there are.
  [[nodiscard]] double score(const encode::Model& model) const;

 private:
  struct Group {
    std::vector<uint32_t> queries;  // rows of known_
    double ceiling = 0;
  };
  // Returns where the rows of the part end.
  size_t add(const train::Labelled& part, size_t most);
  void ask(size_t begin, size_t end);

  const train::Task& task_;
  eval::Members known_;
  std::vector<Group> groups_;
};

}  // namespace eqnet::experiments
