// Which relations the leaves have in each block, where the operators are known: those that leave the fewest expressions
// together.
//
// Relations on a few points tell little apart. So some hundreds of choices are drawn, the most telling are taken one
// after the other, and these are then changed a little, thousands of times, wherever that leaves fewer together.
#pragma once

#include <functional>
#include <optional>

#include "train/small_relations.h"
#include "train/task.h"

namespace eqnet::train {

struct RelationOperators {
  std::vector<models::RelationForm> forms;  // by operator of the vocabulary
  std::vector<LeafRelation> leaves;         // by leaf of the vocabulary
  RelationLetters letters = RelationLetters::any;
};

// What is to be told apart: an expression of each class of the training data, and random larger trees.
class RelationThings {
 public:
  RelationThings(const Task& task, uint64_t seed);

  [[nodiscard]] size_t classes() const { return classes_; }
  [[nodiscard]] size_t size() const { return classes_ + trees_.size(); }
  // What each is, the classes first.
  [[nodiscard]] std::vector<RelationBits> values(const SmallRelations& relations, const RelationOperators& operators,
                                                 const std::vector<RelationBits>& leaves) const;

 private:
  struct Part {
    expr::Subgraph nodes;
    std::vector<uint32_t> number;  // by node: of its symbol in the vocabulary
    size_t roots;
  };
  void add(const Task& task, const expr::Pool& pool, const std::vector<expr::NodeId>& roots);

  expr::Pool pool_;
  std::vector<expr::NodeId> trees_;
  size_t classes_ = 0;
  std::vector<Part> parts_;
};

struct RelationRoom {
  size_t numbers = 64;  // of a vector
  size_t most = 256;    // where the former leave too many expressions together
};

struct RelationChoice {
  size_t points = 0;                              // that relations are on
  size_t numbers = 0;                             // of a vector
  std::vector<std::vector<RelationBits>> leaves;  // by block
  double wrong = 1;                               // share of what is looked up that is expected to be found wrongly
};

// Relations on one of these numbers of points. Nothing where they leave too many classes together, however many blocks
// there are, and where there is no room. stop: asked now and then; the best so far is then taken.
std::optional<RelationChoice> choose_relations(const RelationThings& things, const RelationOperators& operators,
                                               const RelationRoom& room, const std::vector<size_t>& points,
                                               uint64_t seed, const std::function<bool()>& stop);

}  // namespace eqnet::train
