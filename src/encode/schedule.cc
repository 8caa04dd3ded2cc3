#include "encode/schedule.h"

#include <algorithm>

namespace eqnet::encode {
namespace {

constexpr uint32_t kNoRow = UINT32_MAX;
constexpr uint32_t kPending = UINT32_MAX - 1;
constexpr uint32_t kClass = UINT32_MAX;  // group of a leaf that stands for a class
constexpr size_t kAhead = 32;            // nodes whose memory is asked for before it is used

}  // namespace

Scheduler::Scheduler(const expr::Pool& pool, const Vocabulary& vocabulary)
    : pool_(pool),
      numbers_(vocabulary.numbers(pool.symbols)),
      leaves_(static_cast<uint32_t>(vocabulary.leaves().size())) {
  for (const expr::Symbol& op : vocabulary.operators()) arities_.push_back(op.arity);
}

// All distinct nodes of the roots into nodes_, marked pending. Needs no order: rows are sorted by height afterwards.
void Scheduler::collect(std::span<const expr::NodeId> roots, const Substitution& substitution) {
  if (row_.size() < pool_.size()) {
    row_.resize(pool_.size(), kNoRow);
    inner_.reserve(pool_.size());
    for (auto id = static_cast<expr::NodeId>(inner_.size()); id < pool_.size(); ++id) {
      uint64_t count = pool_.is_leaf(id) ? 0 : 1;
      for (const expr::NodeId child : pool_.children(id)) count += inner_[child];
      inner_.push_back(static_cast<uint32_t>(std::min<uint64_t>(count, expr::Pool::kManyNodes)));
    }
  }
  nodes_.clear();
  const auto visit = [&](expr::NodeId id) {
    if (row_[id] != kNoRow) return;
    row_[id] = kPending;
    nodes_.push_back({id, 0, 0, {}});
  };
  const auto visit_class = [&](uint32_t number) {
    if (class_row_.size() <= number) class_row_.resize(number + 1, kNoRow);
    if (class_row_[number] != kNoRow) return;
    class_row_[number] = kPending;
    nodes_.push_back({number, kClass, 0, {}});
  };
  for (size_t i = 0; i < roots.size(); ++i) {
    if (i + kAhead < roots.size()) __builtin_prefetch(&row_[roots[i + kAhead]], 1);
    visit(roots[i]);
  }
  // Nodes lie all over a large pool, and to follow one to its children and their rows is a chain of cache misses. So
  // some nodes are taken at a time, each link of the chain for all of them before the next.
  for (size_t begin = 0, end = 0; begin < nodes_.size(); begin = end) {
    end = std::min(begin + kAhead, nodes_.size());
    const std::span<Node> some = std::span(nodes_).subspan(begin, end - begin);
    for (Node& node : some) {
      if (node.group == kClass) continue;
      node.children = pool_.children(node.id);
      node.height = pool_.height(node.id);
      node.group = node.children.empty() ? 0 : numbers_[pool_.symbol(node.id)] + 1;
      __builtin_prefetch(node.children.data());
    }
    for (const Node& node : some) {
      for (const expr::NodeId child : node.children) __builtin_prefetch(&row_[child], 1);
    }
    for (size_t i = begin; i < end; ++i) {
      const auto [id, group, height, children] = nodes_[i];  // a copy: visit adds nodes
      for (size_t c = 0; c < children.size(); ++c) {
        if (substitution.replaces(id, c, children[c])) {
          visit_class(substitution.classes[children[c]]);
        } else {
          visit(children[c]);
        }
      }
    }
  }
}

void Scheduler::schedule(std::span<const expr::NodeId> roots, Schedule& schedule, const Substitution& substitution) {
  collect(roots, substitution);
  // Counting sort by (group, height).
  uint32_t heights = 0;
  for (const Node& node : nodes_) heights = std::max(heights, node.height + 1);
  const auto key = [&](const Node& node) {
    return size_t{node.group == kClass ? 0 : node.group} * heights + node.height;
  };
  starts_.assign((arities_.size() + 1) * heights + 1, 0);
  for (const Node& node : nodes_) ++starts_[key(node) + 1];
  for (size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];

  schedule.leaves = heights == 0 ? 0 : starts_[1];
  schedule.groups.clear();
  schedule.levels.clear();
  size_t children = 0;
  for (uint32_t op = 0; op < arities_.size(); ++op) {
    const size_t first = (op + size_t{1}) * heights;
    const uint32_t begin = starts_[first];
    const uint32_t end = starts_[first + heights];
    schedule.groups.push_back({arities_[op], begin, end, children});
    children += size_t{end - begin} * arities_[op];
  }
  for (uint32_t height = 1; height < heights; ++height) {
    for (uint32_t op = 0; op < arities_.size(); ++op) {
      const size_t at = (op + size_t{1}) * heights + height;
      if (starts_[at] < starts_[at + 1]) schedule.levels.push_back({op, starts_[at], starts_[at + 1]});
    }
  }

  schedule.symbols.resize(nodes_.size());
  for (const Node& node : nodes_) {
    const uint32_t row = starts_[key(node)]++;
    if (node.group == kClass) {
      class_row_[node.id] = row;
      schedule.symbols[row] = leaves_ + node.id;
    } else {
      row_[node.id] = row;
      schedule.symbols[row] = node.group == 0 ? numbers_[pool_.symbol(node.id)] : node.group - 1;
    }
  }
  schedule.children.resize(children);
  for (const Node& node : nodes_) {
    if (node.group == 0 || node.group == kClass) continue;
    const Schedule::Group& group = schedule.groups[node.group - 1];
    uint32_t* to = schedule.children.data() + group.children_begin + size_t{row_[node.id] - group.begin} * group.arity;
    for (size_t c = 0; c < node.children.size(); ++c) {
      const expr::NodeId child = node.children[c];
      *to++ = substitution.replaces(node.id, c, child) ? class_row_[substitution.classes[child]] : row_[child];
    }
  }
  schedule.roots.resize(roots.size());
  schedule.sizes.resize(roots.size());
  schedule.inner.resize(roots.size());
  for (size_t i = 0; i < roots.size(); ++i) {
    schedule.roots[i] = row_[roots[i]];
    schedule.sizes[i] = pool_.tree_size(roots[i]);
    schedule.inner[i] = inner_[roots[i]];
  }
  for (const Node& node : nodes_) (node.group == kClass ? class_row_ : row_)[node.id] = kNoRow;
  if (substitution.probability > 0) count_replaced(schedule);
}

// The sizes of trees in which nodes were replaced, which the pool does not know.
void Scheduler::count_replaced(Schedule& schedule) {
  row_sizes_.assign(schedule.rows(), 1);
  row_inner_.assign(schedule.rows(), 0);
  for (const Schedule::Level& level : schedule.levels) {
    for (uint32_t row = level.begin; row < level.end; ++row) {
      uint64_t size = 1;
      uint64_t inner = 1;
      for (const uint32_t child : schedule.children_of(row)) {
        size += row_sizes_[child];
        inner += row_inner_[child];
      }
      row_sizes_[row] = static_cast<uint32_t>(std::min<uint64_t>(size, expr::Pool::kManyNodes));
      row_inner_[row] = static_cast<uint32_t>(std::min<uint64_t>(inner, expr::Pool::kManyNodes));
    }
  }
  for (size_t i = 0; i < schedule.roots.size(); ++i) {
    schedule.sizes[i] = row_sizes_[schedule.roots[i]];
    schedule.inner[i] = row_inner_[schedule.roots[i]];
  }
}

void append_tokens(const Schedule& schedule, const Vocabulary& vocabulary, size_t root, std::vector<uint32_t>& tokens) {
  const auto leaf_tokens = static_cast<uint32_t>(vocabulary.leaves().size());
  // What is left to write, last first: a row, or a token (marked by the flag).
  struct Item {
    uint32_t value;
    bool token;
  };
  std::vector<Item> stack = {{schedule.roots[root], false}};
  const auto push_child = [&](uint32_t child) {
    const bool leaf = child < schedule.leaves;
    if (!leaf) stack.push_back({vocabulary.close_token(), true});
    stack.push_back({child, false});
    if (!leaf) stack.push_back({vocabulary.open_token(), true});
  };
  while (!stack.empty()) {
    const Item item = stack.back();
    stack.pop_back();
    if (item.token) {
      tokens.push_back(item.value);
      continue;
    }
    const uint32_t number = schedule.symbols[item.value];
    if (item.value < schedule.leaves) {
      tokens.push_back(number);
      continue;
    }
    const std::span<const uint32_t> children = schedule.children_of(item.value);
    const bool infix = children.size() == 2;
    for (size_t i = children.size(); i-- > 0;) {
      push_child(children[i]);
      if (infix && i == 1) stack.push_back({leaf_tokens + number, true});
    }
    if (!infix) stack.push_back({leaf_tokens + number, true});
  }
}

}  // namespace eqnet::encode
