// examples/algebras/open.py: its classes against oracles that are written another way.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include "support/temporary_folder.h"

namespace eqnet::project {
namespace {

using eqnet::testing::read_file;

struct Tree {
  std::string name;
  std::vector<Tree> children;
  [[nodiscard]] size_t size() const {
    size_t nodes = 1;
    for (const Tree& child : children) nodes += child.size();
    return nodes;
  }
};

Tree parse(std::istream& in) {
  Tree tree;
  const auto word = [&] {
    std::string text;
    while (std::string(" ()").find(static_cast<char>(in.peek())) == std::string::npos && in.peek() != EOF) {
      text += static_cast<char>(in.get());
    }
    return text;
  };
  if (in.peek() != '(') return {word(), {}};
  in.get();
  tree.name = word();
  while (in.get() == ' ') tree.children.push_back(parse(in));
  return tree;
}

struct Line {
  std::string klass, text;
  Tree tree;
};

std::vector<Line> lines_of(const std::string& path) {
  std::vector<Line> lines;
  std::istringstream file(read_file(path));
  for (std::string line; std::getline(file, line);) {
    const size_t tab = line.find('\t');
    std::istringstream text(line.substr(tab + 1));
    lines.push_back({line.substr(0, tab), line.substr(tab + 1), parse(text)});
  }
  return lines;
}

class OpenData : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("python3 --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "python3 is not installed";
  }
  [[nodiscard]] int run(const std::string& arguments) const {
    return std::system(
        ("python3 '" EQNET_SOURCE "/examples/algebras/open.py' " + arguments + " > '" + folder.file("said") + "' 2>&1")
            .c_str());
  }
  // The trees of the algebra up to a size; `meaning` is the oracle. trees: how many there are, by hand.
  template <class Meaning>
  void check(const std::string& algebra, size_t max_size, size_t trees, Meaning meaning) {
    const std::string options = algebra + " --vars 2 --output '" + folder.file("all.txt") + "' --max-size ";
    ASSERT_EQ(run(options + std::to_string(max_size) + " --random-size 9 --count 50"), 0)
        << read_file(folder.file("said"));
    const std::vector<Line> all = lines_of(folder.file("all.txt"));
    EXPECT_EQ(all.size(), trees);
    const std::vector<Line> random = lines_of(folder.file("all-random9.txt"));
    EXPECT_EQ(random.size(), 50U);
    for (const Line& line : random) EXPECT_EQ(line.tree.size(), 9U) << line.text;
    EXPECT_EQ(read_file(folder.file("split/all-random9-neweqtestset.txt")), read_file(folder.file("all-random9.txt")));
    for (const std::vector<Line>& some : {all, random}) {
      std::set<std::string> texts;
      std::map<std::string, decltype(meaning(Tree()))> of_class;
      std::set<decltype(meaning(Tree()))> meanings;
      for (const Line& line : some) {
        EXPECT_TRUE(texts.insert(line.text).second) << line.text << " is there twice";
        EXPECT_EQ(of_class.emplace(line.klass, meaning(line.tree)).first->second, meaning(line.tree)) << line.text;
        meanings.insert(meaning(line.tree));
      }
      EXPECT_EQ(meanings.size(), of_class.size()) << "a meaning has two classes";
    }
  }

  eqnet::testing::TemporaryFolder folder;
};

using Matrix = std::vector<int64_t>;  // row by row

Matrix multiply(const Matrix& a, const Matrix& b, int64_t n, int64_t modulus) {
  Matrix product(a.size(), 0);
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      for (int64_t k = 0; k < n; ++k) product[i * n + j] += a[i * n + k] * b[k * n + j];
      if (modulus != 0) product[i * n + j] %= modulus;
    }
  }
  return product;
}

// Sanov: these two matrices generate a free group.
TEST_F(OpenData, OfTheFreeGroupIsThatOfMatrices) {
  const std::function<Matrix(const Tree&)> meaning = [&](const Tree& tree) -> Matrix {
    if (tree.name == "a") return {1, 2, 0, 1};
    if (tree.name == "b") return {1, 0, 2, 1};
    if (tree.children.empty()) return {};
    const Matrix first = meaning(tree.children[0]);
    if (tree.name == "inverse") return {first[3], -first[1], -first[2], first[0]};
    return multiply(first, meaning(tree.children[1]), 2, 0);
  };
  check("free-group", 6, 2 + 2 + 6 + 14 + 42 + 122, meaning);
}

// Matrices of 5 rows satisfy no identity of a degree below 10.
TEST_F(OpenData, OfPolynomialsIsThatOfMatrices) {
  constexpr int64_t kPrime = 1'000'003;
  const auto matrix = [](int64_t seed) {
    Matrix entries(25);
    for (int64_t& entry : entries) entry = seed = seed * 48271 % 2147483647 % kPrime;
    return entries;
  };
  const std::function<Matrix(const Tree&)> meaning = [&](const Tree& tree) -> Matrix {
    if (tree.children.empty()) return matrix(tree.name == "a" ? 1234 : 98765);
    Matrix first = meaning(tree.children[0]);
    const Matrix second = meaning(tree.children[1]);
    if (tree.name == "*") return multiply(first, second, 5, kPrime);
    for (size_t i = 0; i < first.size(); ++i) {
      first[i] = (first[i] + (tree.name == "+" ? second[i] : kPrime - second[i])) % kPrime;
    }
    return first;
  };
  check("nc-polynomials", 7, 2 + 3 * 4 + 9 * 16 + 27 * 5 * 16, meaning);
}

// The words of up to 8 letters, as sets.
TEST_F(OpenData, OfRegularExpressionsIsThatOfTheirWords) {
  constexpr size_t kLongest = 8;
  using Words = std::set<std::string>;
  const auto join = [](const Words& left, const Words& right) {
    Words all;
    for (const std::string& a : left) {
      for (const std::string& b : right) {
        if (a.size() + b.size() <= kLongest) all.insert(a + b);
      }
    }
    return all;
  };
  const std::function<Words(const Tree&)> meaning = [&](const Tree& tree) -> Words {
    if (tree.children.empty()) return {tree.name};
    Words first = meaning(tree.children[0]);
    if (tree.name == "star") {
      Words all = {""};
      for (size_t before = 0; before != all.size();) {
        before = all.size();
        all.merge(join(all, first));
      }
      return all;
    }
    const Words second = meaning(tree.children[1]);
    if (tree.name == "concatenation") return join(first, second);
    first.insert(second.begin(), second.end());
    return first;
  };
  check("regular-expressions", 5, 2 + 2 + 10 + 26 + 114, meaning);
}

TEST_F(OpenData, OfCompositionsIsThatOfAllAssignments) {
  using Map = std::array<size_t, 3>;
  const auto map = [](size_t number) { return Map{number % 3, number / 3 % 3, number / 9}; };
  const std::function<Map(const Tree&, const Map&, const Map&)> value = [&](const Tree& tree, const Map& f,
                                                                            const Map& g) -> Map {
    if (tree.children.empty()) return tree.name == "f" ? f : g;
    const Map outer = value(tree.children[0], f, g);
    const Map inner = value(tree.children[1], f, g);
    return {outer[inner[0]], outer[inner[1]], outer[inner[2]]};
  };
  const auto meaning = [&](const Tree& tree) {
    std::vector<Map> all;
    for (size_t f = 0; f < 27; ++f) {
      for (size_t g = 0; g < 27; ++g) all.push_back(value(tree, map(f), map(g)));
    }
    return all;
  };
  check("composition", 9, 2 + 4 + 2 * 8 + 5 * 16 + 14 * 32, meaning);
}

TEST_F(OpenData, KeepsAtMostSoManyOfAClassAndTheSameForTheSameSeed) {
  const std::string options =
      "free-group --max-size 7 --per-class 5 --output '" + folder.file("some.txt") + "' --seed ";
  ASSERT_EQ(run(options + "3"), 0);
  const std::string once = read_file(folder.file("some.txt"));
  std::map<std::string, size_t> sizes;
  for (const Line& line : lines_of(folder.file("some.txt"))) EXPECT_LE(++sizes[line.klass], 5U);
  ASSERT_EQ(run(options + "3"), 0);
  EXPECT_EQ(read_file(folder.file("some.txt")), once);
  ASSERT_EQ(run(options + "4"), 0);
  EXPECT_NE(read_file(folder.file("some.txt")), once);
}

// Of the 430 trees that mean f^2, one has two leaves; f^8 = f^2 is learned only where that one is kept.
TEST_F(OpenData, KeepsSmallTreesAmongManyLargeOnes) {
  ASSERT_EQ(run("composition --max-size 15 --per-class 10 --even-sizes --output '" + folder.file("some.txt") + "'"), 0);
  std::map<std::string, std::map<size_t, size_t>> sizes;  // by class
  for (const Line& line : lines_of(folder.file("some.txt"))) ++sizes[line.klass][line.tree.size()];
  EXPECT_EQ(sizes["(compose f f)"], (std::map<size_t, size_t>{{3, 1}, {15, 9}}));
  EXPECT_EQ(sizes["(compose f (compose f f))"], (std::map<size_t, size_t>{{5, 2}})) << "all there are";
}

// Two of the 42 trees of five nodes are chains of inverses; were operators equally likely, half of all draws would be.
TEST_F(OpenData, DrawsEveryTreeOfASizeEquallyOften) {
  std::map<std::string, size_t> drawn;
  for (int seed = 0; seed < 30; ++seed) {
    ASSERT_EQ(run("free-group --max-size 1 --random-size 5 --count 21 --output '" + folder.file("r.txt") + "' --seed " +
                  std::to_string(seed)),
              0);
    for (const Line& line : lines_of(folder.file("r-random5.txt"))) ++drawn[line.text];
  }
  EXPECT_EQ(drawn.size(), 42U) << "all there are";
  // Half of them in each of 30 runs: 15 of each on average, with a deviation of 2.7.
  for (const auto& [text, times] : drawn) {
    EXPECT_GT(times, 3U) << text;
    EXPECT_LT(times, 27U) << text;
  }
}

// The whole script, as the table of algebras needs it.
TEST_F(OpenData, IsMadeOfAllAlgebrasByOneScript) {
  const std::string script = "'" EQNET_SOURCE "/examples/algebras/datasets' '" EQNET_PROGRAM "' '";
  ASSERT_EQ(std::system((script + folder.file("data") + "' > '" + folder.file("said") + "'").c_str()), 0);
  size_t algebras = 0;
  std::istringstream table(read_file(folder.file("said")));
  for (std::string line; std::getline(table, line);) {
    std::erase(line, ',');
    std::istringstream columns(line);
    std::string name;
    double numbers[5] = {0, 0, 0, 0, 0};  // expressions, classes, entropy, most nodes, expressions for training
    columns >> name;
    for (double& number : numbers) columns >> number;
    if (name == "dataset") continue;
    ++algebras;
    EXPECT_GE(numbers[4], 5000) << line;
    EXPECT_LE(numbers[4], 20000) << line;
    EXPECT_GE(numbers[1], 100) << line;
  }
  EXPECT_EQ(algebras, 11U);
  for (const char* name : {"free-group", "nc-polynomials", "regular-expressions", "composition"}) {
    std::map<std::string, size_t> sizes;
    for (const Line& line : lines_of(folder.file("data/" + std::string(name) + "-random21.txt"))) ++sizes[line.klass];
    size_t with_an_equal = 0;
    for (const auto& [klass, size] : sizes) with_an_equal += size > 1 ? size : 0;
    EXPECT_GE(with_an_equal, 1000U) << name;
  }
  // Two words in one class: more than associativity is to be learned.
  std::map<std::string, std::set<std::string>> words;
  for (const Line& line : lines_of(folder.file("data/split/composition-trainset.txt"))) {
    std::string word;
    for (const char c : line.text) {
      if (c == 'f' || c == 'g') word += c;
    }
    words[line.klass].insert(word);
  }
  EXPECT_GE(std::ranges::count_if(words, [](const auto& one) { return one.second.size() > 1; }), 4);
}

TEST_F(OpenData, RefusesWhatIsTooMuch) {
  const std::string output = " --output '" + folder.file("x.txt") + "'";
  EXPECT_NE(run("free-group --max-size 30" + output), 0);
  EXPECT_NE(read_file(folder.file("said")).find("choose a smaller --max-size"), std::string::npos);
  EXPECT_NE(run("composition --vars 4" + output), 0);
  EXPECT_NE(run("composition --random-size 4" + output), 0);
  EXPECT_NE(read_file(folder.file("said")).find("no tree has 4 nodes"), std::string::npos);
  EXPECT_NE(run("free-groups" + output), 0);
}

}  // namespace
}  // namespace eqnet::project
