#include "train/equations.h"

#include <gtest/gtest.h>

#include <set>

#include "support/open_pool.h"
#include "train/algebra_data.h"

namespace eqnet::train {
namespace {

// Random expressions in random classes.
struct RandomClasses {
  data::Dataset dataset;
  Task task;

  explicit RandomClasses(uint64_t seed) {
    base::Random random(seed);
    eqnet::testing::OpenPool open(random, 30);
    const std::vector<expr::NodeId> drawn = open.some(random, 12);
    std::set<expr::NodeId> roots(drawn.begin(), drawn.end());
    const size_t classes = 2 + random.below(10);
    std::vector<uint32_t> labels;
    for (size_t i = 0; i < roots.size(); ++i) labels.push_back(static_cast<uint32_t>(random.below(classes)));
    dataset.pool = std::move(open.pool);
    dataset.domain = &domain::open();
    task = task_of(dataset, {roots.begin(), roots.end()}, labels);
  }
};

// The oracle: which subexpressions must be equal, by going through all pairs until nothing changes.
class NaiveClosure {
 public:
  explicit NaiveClosure(const Task& task) : pool_(task.dataset->pool) {
    for (const expr::NodeId root : task.training.roots) add(root);
    for (const expr::NodeId node : nodes) equal_.insert({node, node});
    for (size_t i = 0; i < task.training.roots.size(); ++i) {
      for (size_t j = 0; j < task.training.roots.size(); ++j) {
        if (task.training.labels[i] == task.training.labels[j]) {
          equal_.insert({task.training.roots[i], task.training.roots[j]});
        }
      }
    }
    for (size_t before = 0; before != equal_.size();) {
      before = equal_.size();
      for (const expr::NodeId a : nodes) {
        for (const expr::NodeId b : nodes) {
          bool same = same_by_children(a, b);
          for (const expr::NodeId c : nodes) same = same || (equal(a, c) && equal(c, b));
          if (same) equal_.insert({a, b});
        }
      }
    }
  }

  [[nodiscard]] bool equal(expr::NodeId a, expr::NodeId b) const { return equal_.contains({a, b}); }
  std::set<expr::NodeId> nodes;

 private:
  void add(expr::NodeId node) {
    nodes.insert(node);
    for (const expr::NodeId child : pool_.children(node)) add(child);
  }
  [[nodiscard]] bool same_by_children(expr::NodeId a, expr::NodeId b) const {
    if (pool_.is_leaf(a) || pool_.symbol(a) != pool_.symbol(b)) return false;
    for (size_t c = 0; c < pool_.children(a).size(); ++c) {
      if (!equal(pool_.children(a)[c], pool_.children(b)[c])) return false;
    }
    return true;
  }

  const expr::Pool& pool_;
  std::set<std::pair<expr::NodeId, expr::NodeId>> equal_;
};

// The term that the equations make of an expression, from its leaves on.
uint32_t term_of(const Equations& equations, const Task& task, expr::NodeId node) {
  const expr::Pool& pool = task.dataset->pool;
  const uint32_t number = task.vocabulary.number(pool.symbol_of(node));
  if (pool.is_leaf(node)) return equations.leaves[number];
  std::vector<uint32_t> children;
  for (const expr::NodeId child : pool.children(node)) children.push_back(term_of(equations, task, child));
  std::vector<uint32_t> results;
  for (const Application& application : equations.applications) {
    if (application.op == number && std::ranges::equal(equations.children_of(application), children)) {
      results.push_back(application.result);
    }
  }
  EXPECT_EQ(results.size(), 1U) << "an operator has one result";
  return results.empty() ? Equations::kNone : results[0];
}

// The oracle: nodes of the smallest tree of each term, by which terms trees of 1, 2, 3, ... nodes are.
std::vector<uint32_t> smallest_trees(const Equations& equations, uint32_t most) {
  std::vector<std::set<uint32_t>> of_size(most + 1);
  of_size[1].insert(equations.leaves.begin(), equations.leaves.end());
  const auto is_made = [&](const auto& self, std::span<const uint32_t> children, size_t nodes) -> bool {
    if (children.empty()) return nodes == 0;
    for (size_t own = 1; own <= nodes; ++own) {
      if (of_size[own].contains(children[0]) && self(self, children.subspan(1), nodes - own)) return true;
    }
    return false;
  };
  for (size_t nodes = 2; nodes <= most; ++nodes) {
    for (const Application& application : equations.applications) {
      if (is_made(is_made, equations.children_of(application), nodes - 1)) of_size[nodes].insert(application.result);
    }
  }
  std::vector<uint32_t> sizes(equations.terms, Equations::kNone);
  for (uint32_t nodes = most; nodes > 0; --nodes) {
    for (const uint32_t term : of_size[nodes]) sizes[term] = nodes;
  }
  return sizes;
}

// By name: whether anything may be put for it.
std::map<std::string, bool> variables_of(const std::string& lines, const domain::Domain& domain = domain::open()) {
  const data::Dataset dataset = data_of(lines, domain);
  const Task task = task_of_all(dataset);
  const Equations equations(task);
  std::map<std::string, bool> variables;
  for (size_t leaf = 0; leaf < equations.leaves.size(); ++leaf) {
    variables[task.vocabulary.leaves()[leaf].name] = equations.variable[leaf];
  }
  return variables;
}
using Variables = std::map<std::string, bool>;

void expect_same_equations(const Equations& one, const Equations& other) {
  EXPECT_EQ(one.terms, other.terms);
  EXPECT_EQ(one.leaves, other.leaves);
  EXPECT_EQ(one.definition, other.definition);
  EXPECT_EQ(one.size, other.size);
  EXPECT_EQ(one.classes, other.classes);
  EXPECT_EQ(one.variable, other.variable);
  ASSERT_EQ(one.applications.size(), other.applications.size());
  for (size_t i = 0; i < one.applications.size(); ++i) {
    EXPECT_EQ(one.applications[i].op, other.applications[i].op);
    EXPECT_EQ(one.applications[i].result, other.applications[i].result);
    EXPECT_TRUE(std::ranges::equal(one.children_of(one.applications[i]), other.children_of(other.applications[i])));
  }
}

}  // namespace

TEST(Equations, MakeOneTermOfWhatMustBeEqual) {
  size_t merged = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const RandomClasses data(seed);
    const Equations equations(data.task);
    const NaiveClosure closure(data.task);
    std::map<expr::NodeId, uint32_t> terms;
    for (const expr::NodeId node : closure.nodes) terms[node] = term_of(equations, data.task, node);
    std::set<uint32_t> used;
    for (const expr::NodeId a : closure.nodes) {
      used.insert(terms[a]);
      for (const expr::NodeId b : closure.nodes) ASSERT_EQ(terms[a] == terms[b], closure.equal(a, b)) << seed;
    }
    EXPECT_EQ(used.size(), equations.terms) << "all are terms of subexpressions";
    for (size_t i = 0; i < data.task.training.roots.size(); ++i) {
      EXPECT_EQ(equations.classes[data.task.training.labels[i]], terms[data.task.training.roots[i]]);
    }
    merged += closure.nodes.size() - equations.terms;
  }
  EXPECT_GT(merged, 200U) << "there was something to find out";
}

TEST(Equations, AreTheApplicationsOfTheData) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const RandomClasses data(seed);
    const expr::Pool& pool = data.dataset.pool;
    const Equations equations(data.task);
    std::set<std::vector<uint32_t>> expected;  // operator, children and result
    for (const expr::NodeId node : NaiveClosure(data.task).nodes) {
      if (pool.is_leaf(node)) continue;
      std::vector<uint32_t> application{data.task.vocabulary.number(pool.symbol_of(node))};
      for (const expr::NodeId child : pool.children(node)) application.push_back(term_of(equations, data.task, child));
      application.push_back(term_of(equations, data.task, node));
      expected.insert(application);
    }
    std::set<std::vector<uint32_t>> found;
    for (const Application& application : equations.applications) {
      std::vector<uint32_t> own{application.op};
      for (const uint32_t child : equations.children_of(application)) own.push_back(child);
      own.push_back(application.result);
      EXPECT_TRUE(found.insert(own).second) << "each once";
    }
    EXPECT_EQ(found, expected);
  }
}

TEST(Equations, KnowTheSmallestTreeOfATerm) {
  constexpr uint32_t kMost = 30;
  size_t known = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const Equations equations(RandomClasses(seed).task);
    const std::vector<uint32_t> sizes = smallest_trees(equations, kMost);
    for (size_t term = 0; term < equations.terms; ++term) {
      if (equations.size[term] > kMost && sizes[term] == Equations::kNone) continue;
      EXPECT_EQ(equations.size[term], sizes[term]) << seed << ", term " << term;
      ++known;
    }
  }
  EXPECT_GT(known, 100U);
}

TEST(Equations, DefineChildrenBeforeWhatIsMadeOfThem) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const Equations equations(RandomClasses(seed).task);
    const std::set<uint32_t> leaves(equations.leaves.begin(), equations.leaves.end());
    std::vector<uint32_t> first(equations.terms, Equations::kLeaf);
    uint32_t before = 0;
    for (uint32_t i = 0; i < equations.applications.size(); ++i) {
      const Application& application = equations.applications[i];
      uint32_t size = 1;
      for (const uint32_t child : equations.children_of(application)) {
        size += equations.size[child];
        if (leaves.contains(child)) continue;
        EXPECT_LT(equations.definition[child], i) << "of a child";
      }
      EXPECT_EQ(application.size, size);
      EXPECT_GE(size, before) << "smallest first";
      before = size;
      if (first[application.result] == Equations::kLeaf) first[application.result] = i;
    }
    for (uint32_t term = 0; term < equations.terms; ++term) {
      EXPECT_EQ(equations.definition[term], leaves.contains(term) ? Equations::kLeaf : first[term]);
      if (!leaves.contains(term)) {
        EXPECT_EQ(equations.applications[first[term]].size, equations.size[term]) << "by a smallest tree";
      }
    }
  }
}

TEST(Equations, AreAFunctionOfTheData) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const RandomClasses data(seed);
    expect_same_equations(Equations(data.task), Equations(data.task));
    expect_same_equations(Equations(data.task), Equations(RandomClasses(seed).task));
  }
}

TEST(Equations, TellConstantsFromVariables) {
  // e is neutral: with a and e exchanged, (f a e) would still be a.
  const std::string neutral =
      "A\ta\nA\t(f e a)\nA\t(f a e)\nB\tb\nB\t(f e b)\nB\t(f b e)\nE\te\nE\t(f e e)\nAB\t(f a b)\nBA\t(f b a)\n";
  EXPECT_EQ(variables_of(neutral), (Variables{{"a", true}, {"b", true}, {"e", false}}));
  EXPECT_EQ(variables_of("A\ta\nA\t(f a a)\nB\tb\nB\t(f b b)\nAB\t(f a b)\nAB\t(f b a)\n"),
            (Variables{{"a", true}, {"b", true}}));
  EXPECT_EQ(variables_of("A\tx\nA\t(f (f x))\nB\t(f x)\n"), (Variables{{"x", true}})) << "a single leaf";
}

TEST(Equations, TellConstantsFromVariablesWhateverTheirNames) {
  const std::string neutral =
      "X\tx\nX\t(f e x)\nX\t(f x e)\nY\ty\nY\t(f e y)\nY\t(f y e)\nE\te\nE\t(f e e)\nXY\t(f x y)\nYX\t(f y x)\n";
  EXPECT_EQ(variables_of(neutral), (Variables{{"e", false}, {"x", true}, {"y", true}}));
}

TEST(Equations, TakeConstantsOfTheDomainForConstants) {
  EXPECT_EQ(variables_of("A\ta\nA\ta & true\nB\tb\nB\tb & true\nF\ta & false\nF\tb & false\n", domain::boolean()),
            (Variables{{"a", true}, {"b", true}, {"false", false}, {"true", false}}));
}

// Nothing could be put for the one without the other.
TEST(Equations, TakeEqualLeavesForConstants) {
  EXPECT_EQ(variables_of("A\ta\nA\t(f n a)\nA\t(f o a)\nB\tb\nB\t(f n b)\nB\t(f o b)\nO\to\nO\tn\n"),
            (Variables{{"a", true}, {"b", true}, {"n", false}, {"o", false}}));
  EXPECT_EQ(variables_of("X\tx\nX\t(f n x)\nX\t(f o x)\nY\ty\nY\t(f n y)\nY\t(f o y)\nO\to\nO\tn\n"),
            (Variables{{"x", true}, {"y", true}, {"n", false}, {"o", false}}));
}

TEST(Equations, LeaveOutTheLargestExpressionsOfMany) {
  constexpr size_t kMost = 20000;
  data::Dataset dataset;
  dataset.domain = &domain::open();
  const std::vector<expr::Symbol> leaves = {{"a"}, {"b"}};
  const std::vector<expr::Symbol> operators = {{"f", expr::SymbolKind::op, 2}, {"g", expr::SymbolKind::op, 2}};
  std::vector<expr::NodeId> roots = data::draw_trees(leaves, operators, {13, 7, 1}, dataset.pool);
  const auto smaller = data::draw_trees(leaves, operators, {11, kMost - 2, 1}, dataset.pool);
  roots.insert(roots.end(), smaller.begin(), smaller.end());
  std::vector<uint32_t> labels;
  for (uint32_t i = 0; i < roots.size(); ++i) labels.push_back(i);
  const Equations equations(task_of(dataset, roots, labels));
  ASSERT_EQ(equations.classes.size(), roots.size());
  EXPECT_EQ(std::ranges::count(equations.classes, Equations::kNone), 5);
  for (size_t i = 7; i < roots.size(); ++i) {
    ASSERT_NE(equations.classes[i], Equations::kNone);
    ASSERT_EQ(equations.size[equations.classes[i]], 11U);
  }
}

// Two chains become one from their beginnings on, one link after the other: c0 = d0, so f(c0) = c1 is f(d0) = d1, …
TEST(Equations, FollowLongChainsOfConsequences) {
  constexpr size_t kLinks = 4000;
  std::string lines = "start\tc0\nstart\td0\n";
  for (size_t i = kLinks; i-- > 0;) {
    for (const std::string chain : {"c", "d"}) {
      const std::string name = chain + std::to_string(i);
      const std::string next = chain + std::to_string(i + 1);
      lines += next + "=\t(f " + name + ")\n" + next + "=\t" + next + "\n";
    }
  }
  const data::Dataset dataset = data_of(lines);
  const Task task = task_of_all(dataset);
  const Equations equations(task);
  EXPECT_EQ(equations.terms, kLinks + 1);
}

// The smallest tree of a term may be as deep as there are terms.
TEST(Equations, MeasureDeepTrees) {
  constexpr size_t kDeep = 200000;
  std::string tree;
  for (size_t i = 0; i < kDeep; ++i) tree += "(g ";
  tree += "x" + std::string(kDeep, ')');
  const data::Dataset dataset = data_of("deep\t" + tree + "\ndeep\t(h " + tree + ")\n");
  const Task task = task_of_all(dataset);
  const Equations equations(task);
  EXPECT_EQ(std::ranges::max(equations.size), kDeep + 1);
}

}  // namespace eqnet::train
