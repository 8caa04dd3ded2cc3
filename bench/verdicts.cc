// Millions of verdicts against an evaluator that was written another way: trees of its own, evaluated by recursion at
// one assignment after another, with plain arithmetic in place of tables, circuits and normal forms.
//
//   build/verdicts [MILLIONS] [SEED]
//
// A third of the pairs are equivalent by construction (the right side is the left one after random laws), a third
// differ in one part, a third have nothing to do with each other. A verdict "different" must have a witness at which
// the two values differ and are the ones that it says. A verdict "equivalent" must hold at all assignments where these
// are few, else at random ones. Prints a table; exit 1 where a verdict is wrong.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "eqnet/base/error.h"
#include "eqnet/search/check.h"

namespace {

using eqnet::base::Random;
using eqnet::domain::Answer;

using Number = __int128;

// What is computed with: its operators as functions, and how they are written.
struct Arithmetic {
  struct Operator {
    std::string sign;
    size_t children;
    std::function<Number(Number, Number)> apply;
    bool commutes = false, associates = false;
  };
  const char* name;
  const eqnet::domain::Domain* domain;
  Number values;  // from 0 on; 0: all integers
  std::vector<Operator> operators;
  std::function<std::string(Number)> text;  // of a value, as verdicts write it
};

struct Tree;
using TreePtr = std::shared_ptr<const Tree>;
struct Tree {
  int op = -1;  // in Arithmetic::operators; -1: a variable
  size_t variable = 0;
  std::vector<TreePtr> children;
};

std::string name_of(size_t variable) {
  return std::string(1, static_cast<char>('a' + variable));
}

class Pairs {
 public:
  Pairs(const Arithmetic& arithmetic, size_t variables, Random& random)
      : arithmetic_(arithmetic), variables_(variables), random_(random) {}

  TreePtr tree(size_t size) {
    auto made = std::make_shared<Tree>();
    if (size <= 1) {
      made->variable = random_.below(variables_);
      return made;
    }
    made->op = static_cast<int>(random_.below(arithmetic_.operators.size()));
    if (arithmetic_.operators[static_cast<size_t>(made->op)].children == 1) {
      made->children = {tree(size - 1)};
    } else {
      const size_t left = 1 + random_.below(size > 2 ? size - 2 : 1);
      made->children = {tree(left), tree(size > left + 1 ? size - 1 - left : 1)};
    }
    return made;
  }

  // The same function: operands exchanged and brackets moved where the operator's laws allow it.
  TreePtr by_laws(const TreePtr& from) {
    if (from->op < 0) return from;
    auto made = std::make_shared<Tree>(*from);
    for (TreePtr& child : made->children) child = by_laws(child);
    const auto& op = arithmetic_.operators[static_cast<size_t>(made->op)];
    if (op.commutes && random_.below(2) == 0) std::swap(made->children[0], made->children[1]);
    if (op.associates && made->children[0]->op == made->op && random_.below(2) == 0) {
      auto right = std::make_shared<Tree>(*made);
      right->children = {made->children[0]->children[1], made->children[1]};
      made->children = {made->children[0]->children[0], right};
    }
    return made;
  }

  // With another subtree in a random place.
  TreePtr changed(const TreePtr& from) {
    if (from->op < 0 || random_.below(3) == 0) return tree(1 + random_.below(3));
    auto made = std::make_shared<Tree>(*from);
    TreePtr& child = made->children[random_.below(made->children.size())];
    child = changed(child);
    return made;
  }

  void write(const TreePtr& tree, std::string& to) const {
    if (tree->op < 0) {
      to += name_of(tree->variable);
      return;
    }
    const auto& op = arithmetic_.operators[static_cast<size_t>(tree->op)];
    to += '(';
    if (op.children == 1) to += op.sign;
    write(tree->children[0], to);
    if (op.children == 2) {
      to.append(" ").append(op.sign).append(" ");
      write(tree->children[1], to);
    }
    to += ')';
  }

  [[nodiscard]] Number value(const TreePtr& tree, const std::vector<Number>& point) const {
    if (tree->op < 0) return point[tree->variable];
    const Number a = value(tree->children[0], point);
    return arithmetic_.operators[static_cast<size_t>(tree->op)].apply(
        a, tree->children.size() > 1 ? value(tree->children[1], point) : 0);
  }

  // Whether the two agree wherever this looks.
  [[nodiscard]] bool agree(const TreePtr& left, const TreePtr& right) {
    Number all = 1;
    for (size_t i = 0; i < variables_ && all <= 1000; ++i) all *= arithmetic_.values;
    const bool few = arithmetic_.values > 0 && all <= 1000;
    const size_t points = few ? static_cast<size_t>(all) : 40;
    std::vector<Number> point(variables_);
    for (size_t number = 0; number < points; ++number) {
      size_t rest = number;
      for (Number& one : point) {
        if (few) {
          one = static_cast<Number>(rest % static_cast<size_t>(arithmetic_.values));
          rest /= static_cast<size_t>(arithmetic_.values);
        } else if (arithmetic_.values > 0) {
          one = static_cast<Number>(random_.below(static_cast<uint64_t>(arithmetic_.values)));
        } else {
          one = static_cast<Number>(random_.below(41)) - 20;
        }
      }
      if (value(left, point) != value(right, point)) return false;
    }
    return true;
  }

 private:
  const Arithmetic& arithmetic_;
  size_t variables_;
  Random& random_;
};

struct Counts {
  size_t pairs = 0, equivalent = 0, different = 0, undecided = 0, wrong = 0;
};

std::string decimal(Number number) {
  return std::to_string(static_cast<long long>(number));
}

// size: of the left sides at most.
Counts run(const Arithmetic& arithmetic, size_t variables, size_t size, size_t count, uint64_t seed) {
  Random random = Random::stream(seed, variables * 1000 + size);
  Pairs pairs(arithmetic, variables, random);
  Counts counts;
  constexpr size_t kAtATime = 10'000;
  while (counts.pairs < count) {
    struct Pair {
      TreePtr left, right;
      bool same;
      std::string left_text, right_text;
    };
    std::vector<Pair> some(std::min(kAtATime, count - counts.pairs));
    std::vector<eqnet::search::TextPair> texts;
    for (Pair& pair : some) {
      const uint64_t kind = random.below(3);
      pair.left = pairs.tree(1 + random.below(size));
      pair.right = kind == 0   ? pairs.by_laws(pair.left)
                   : kind == 1 ? pairs.changed(pair.left)
                               : pairs.tree(1 + random.below(size));
      pair.same = kind == 0;
      pairs.write(pair.left, pair.left_text);
      pairs.write(pair.right, pair.right_text);
    }
    for (const Pair& pair : some) texts.push_back({pair.left_text, pair.right_text});
    const std::vector<eqnet::search::Checked> checked = eqnet::search::check(texts, {arithmetic.domain, 10, 1});
    for (size_t i = 0; i < some.size(); ++i) {
      const Pair& pair = some[i];
      const eqnet::domain::Verdict& verdict = checked[i].verdict;
      bool right = checked[i].error.empty();
      if (verdict.answer == Answer::equivalent) {
        ++counts.equivalent;
        right = right && (pair.same || pairs.agree(pair.left, pair.right));
      } else if (verdict.answer == Answer::different) {
        ++counts.different;
        std::vector<Number> point(variables);  // what the witness leaves out may be anything
        for (const auto& [name, text] : verdict.witness) {
          Number known = 0;
          while (arithmetic.values > 0 && arithmetic.text(known) != text) ++known;
          point[static_cast<size_t>(name[0] - 'a')] = arithmetic.values > 0 ? known : std::atoll(text.c_str());
        }
        const Number left = pairs.value(pair.left, point);
        const Number other = pairs.value(pair.right, point);
        right = right && !pair.same && left != other;
        right = right && (verdict.left.empty() || verdict.left == arithmetic.text(left));
        right = right && (verdict.right.empty() || verdict.right == arithmetic.text(other));
      } else {
        ++counts.undecided;
      }
      if (!right) {
        ++counts.wrong;
        std::fprintf(stderr, "WRONG: %s, %s: %s %s\n", pair.left_text.c_str(), pair.right_text.c_str(),
                     std::string(name(verdict.answer)).c_str(), checked[i].error.c_str());
      }
    }
    counts.pairs += some.size();
  }
  return counts;
}

}  // namespace

int main(int argc, char** argv) {
  const double millions = argc > 1 ? std::atof(argv[1]) : 10;
  const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const auto file = [](const char* name) {
    return &eqnet::domain::domain_from_file(std::string(EQNET_ALGEBRAS) + "/" + name);
  };
  const auto modulo = [&](Number n, const char* name, const char* path) {
    return Arithmetic{name,
                      file(path),
                      n,
                      {{"+", 2, [n](Number a, Number b) { return (a + b) % n; }, true, true},
                       {"-", 2, [n](Number a, Number b) { return (a - b + n) % n; }},
                       {"*", 2, [n](Number a, Number b) { return a * b % n; }, true, true}},
                      decimal};
  };
  const Arithmetic boolean{"boolean",
                           &eqnet::domain::boolean(),
                           2,
                           {{"&", 2, [](Number a, Number b) { return Number{a != 0 && b != 0}; }, true, true},
                            {"|", 2, [](Number a, Number b) { return Number{a != 0 || b != 0}; }, true, true},
                            {"^", 2, [](Number a, Number b) { return Number{a != b}; }, true, true},
                            {"->", 2, [](Number a, Number b) { return Number{a == 0 || b != 0}; }},
                            {"~", 1, [](Number a, Number) { return Number{a == 0}; }}},
                           decimal};
  const Arithmetic polynomial{"polynomial",
                              &eqnet::domain::polynomial(),
                              0,
                              {{"+", 2, [](Number a, Number b) { return a + b; }, true, true},
                               {"-", 2, [](Number a, Number b) { return a - b; }},
                               {"*", 2, [](Number a, Number b) { return a * b; }, true, true},
                               {"-", 1, [](Number a, Number) { return -a; }}},
                              decimal};
  const Arithmetic kleene{"kleene",
                          file("kleene.toml"),
                          3,
                          {{"&", 2, [](Number a, Number b) { return a < b ? a : b; }, true, true},
                           {"|", 2, [](Number a, Number b) { return a < b ? b : a; }, true, true},
                           {"~", 1, [](Number a, Number) { return 2 - a; }}},
                          [](Number value) { return std::string(1, "FUT"[static_cast<size_t>(value)]); }};
  Arithmetic bits = modulo(4, "bits2", "bits2.toml");
  bits.operators.push_back({"&", 2, [](Number a, Number b) { return a & b; }, true, true});
  bits.operators.push_back({"|", 2, [](Number a, Number b) { return a | b; }, true, true});
  bits.operators.push_back({"^", 2, [](Number a, Number b) { return a ^ b; }, true, true});
  bits.operators.push_back({"~", 1, [](Number a, Number) { return 3 - a; }});

  struct Row {
    const Arithmetic* arithmetic;
    size_t variables, size;
    double share;
  };
  const Arithmetic three = modulo(3, "mod3", "mod3.toml");
  const Arithmetic six = modulo(6, "mod6", "mod6.toml");
  const Row rows[] = {{&boolean, 3, 15, 0.25},  {&boolean, 6, 31, 0.15},  {&boolean, 12, 41, 0.08},
                      {&boolean, 20, 61, 0.02}, {&polynomial, 3, 9, 0.2}, {&polynomial, 6, 15, 0.1},
                      {&kleene, 3, 15, 0.05},   {&three, 3, 15, 0.05},    {&six, 3, 11, 0.05},
                      {&bits, 3, 15, 0.05}};
  std::printf("| domain | variables | nodes up to | pairs | equivalent | different | undecided | wrong |\n");
  std::printf("|---|---:|---:|---:|---:|---:|---:|---:|\n");
  size_t wrong = 0;
  try {
    for (const auto& [arithmetic, variables, size, share] : rows) {
      const Counts counts = run(*arithmetic, variables, size, static_cast<size_t>(share * millions * 1e6), seed);
      std::printf("| %s | %zu | %zu | %zu | %zu | %zu | %zu | %zu |\n", arithmetic->name, variables, size, counts.pairs,
                  counts.equivalent, counts.different, counts.undecided, counts.wrong);
      std::fflush(stdout);
      wrong += counts.wrong;
    }
  } catch (const eqnet::base::Error& error) {
    std::fprintf(stderr, "verdicts: %s\n", error.what());
    return 2;
  }
  return wrong == 0 ? 0 : 1;
}
