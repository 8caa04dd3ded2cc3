// The schedule of a batch: every distinct node of some expressions once, in rows that a network can compute group by
// group. The only thing that knows trees; networks and kernels see contiguous rows.
//
// Rows: first the leaves, then the operators' nodes ordered by (operator, height). So the nodes of one operator are
// contiguous (weight gradients: one product an operator), and within them those of one height (Combine: one product a
// level). A level needs only rows of smaller heights.
#pragma once

#include <span>
#include <vector>

#include "base/random.h"
#include "encode/vocabulary.h"

namespace eqnet::encode {

struct Schedule {
  struct Group {  // all nodes of one operator
    uint32_t arity = 0;
    uint32_t begin = 0, end = 0;  // rows
    size_t children_begin = 0;    // place in `children` of the first row's first child
  };
  struct Level {  // the nodes of one operator and one height
    uint32_t op = 0;
    uint32_t begin = 0, end = 0;
  };

  uint32_t leaves = 0;  // rows [0, leaves)
  // By row: the number of the leaf or the operator in the vocabulary. Leaves beyond the vocabulary's stand for classes
  // (see Substitution).
  std::vector<uint32_t> symbols;
  std::vector<Group> groups;       // one for each operator of the vocabulary, perhaps empty
  std::vector<Level> levels;       // in order of height: the order to compute them in
  std::vector<uint32_t> children;  // rows, `arity` for each row of a group
  std::vector<uint32_t> roots;     // the row of each root
  std::vector<uint32_t> sizes;     // nodes of each root's tree (at most expr::Pool::kManyNodes)
  std::vector<uint32_t> inner;     // of which not leaves

  [[nodiscard]] size_t rows() const { return symbols.size(); }
  [[nodiscard]] std::span<const uint32_t> children_of(uint32_t row) const {
    const Group& group = groups[symbols[row]];
    return {children.data() + group.children_begin + size_t{row - group.begin} * group.arity, group.arity};
  }
};

// In training: children that are replaced by leaves which stand for their class. Child c of a node is replaced with a
// probability where its class is known; the draw is a function of (seed, node, c).
struct Substitution {
  static constexpr uint32_t kUnknown = UINT32_MAX;
  std::span<const uint32_t> classes;  // by node of the pool: its class, or kUnknown
  double probability = 0;
  uint64_t seed = 0;

  [[nodiscard]] bool replaces(expr::NodeId node, size_t c, expr::NodeId child) const {
    if (probability == 0 || classes[child] == kUnknown) return false;
    base::Random random(seed ^ ((uint64_t{node} << 8) + c) * 0xD1342543DE82EF95ULL);
    return random.uniform() < probability;
  }
};

// Makes schedules for expressions of one pool, which must outlive it and not gain symbols. Keeps work space between
// calls: time is in proportion to the distinct nodes of the roots. One a thread.
class Scheduler {
 public:
  // Throws nothing about unknown symbols: see check_known.
  Scheduler(const expr::Pool& pool, const Vocabulary& vocabulary);

  // require: the vocabulary knows every symbol of the roots.
  void schedule(std::span<const expr::NodeId> roots, Schedule& schedule, const Substitution& substitution = {});

 private:
  void collect(std::span<const expr::NodeId> roots, const Substitution& substitution);
  void count_replaced(Schedule& schedule);

  const expr::Pool& pool_;
  std::vector<uint32_t> numbers_;    // of the pool's symbols in the vocabulary
  std::vector<uint32_t> arities_;    // of the vocabulary's operators
  std::vector<uint32_t> inner_;      // by node of the pool: nodes of its tree that are not leaves
  std::vector<uint32_t> row_;        // by node of the pool: its row, or kNone
  std::vector<uint32_t> class_row_;  // the same by class, for leaves that stand for one
  uint32_t leaves_ = 0;              // of the vocabulary
  struct Node {
    expr::NodeId id;  // or the class that it stands for
    uint32_t group;   // 0: the leaves; t + 1: operator t; kClass
    uint32_t height;
    std::span<const expr::NodeId> children;
  };
  std::vector<Node> nodes_;  // of the batch in work
  std::vector<uint32_t> starts_;
  std::vector<uint32_t> row_sizes_, row_inner_;  // by row of a schedule with substitution
};

// The tokens of a root's tree, in the datasets' infix form: a child that is not a leaf stands in parentheses; an
// operator stands between two children, before one, and before three or more. Appends token numbers of the vocabulary.
void append_tokens(const Schedule& schedule, const Vocabulary& vocabulary, size_t root, std::vector<uint32_t>& tokens);

}  // namespace eqnet::encode
