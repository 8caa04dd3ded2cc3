// Data of finite algebras: generated, named, written with the algebra beside it, and read again.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include "eqnet/data/generate.h"
#include "eqnet/data/stats.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::data {
namespace {

using eqnet::testing::read_file;
using eqnet::testing::TemporaryFolder;

const domain::Domain& example(const std::string& name) {
  return domain::domain_of(EQNET_SOURCE "/examples/algebras/" + name + ".toml");
}

Space space_of(const domain::Domain& domain, size_t variables, size_t max_size, size_t per_class = 0) {
  return {"test", "", &domain, variables, domain.default_operators(), max_size, per_class};
}

// The oracle of mod3 over a and b: a tree is its values at the nine points, and trees of a size are counted by them.
std::map<std::vector<int>, size_t> count_modulo_3(size_t max_size) {
  std::vector<std::map<std::vector<int>, size_t>> sizes(max_size + 1);
  std::vector<int> a;
  std::vector<int> b;
  for (int i = 0; i < 9; ++i) {
    a.push_back(i % 3);
    b.push_back(i / 3);
  }
  sizes[1] = {{a, 1}, {b, 1}};
  for (size_t size = 3; size <= max_size; ++size) {
    for (size_t left = 1; left + 1 < size; ++left) {
      for (const auto& [f, times] : sizes[left]) {
        for (const auto& [g, others] : sizes[size - 1 - left]) {
          std::vector<int> sum;
          std::vector<int> difference;
          std::vector<int> product;
          for (size_t i = 0; i < 9; ++i) {
            sum.push_back((f[i] + g[i]) % 3);
            difference.push_back((f[i] + 3 - g[i]) % 3);
            product.push_back(f[i] * g[i] % 3);
          }
          for (const auto& result : {sum, difference, product}) sizes[size][result] += times * others;
        }
      }
    }
  }
  std::map<std::vector<int>, size_t> all;
  for (const auto& level : sizes) {
    for (const auto& [function, count] : level) all[function] += count;
  }
  return all;
}

std::multiset<size_t> class_sizes(const Dataset& dataset) {
  std::multiset<size_t> sizes;
  for (const EquivalenceClass& c : dataset.classes) sizes.insert(c.members.size());
  return sizes;
}

}  // namespace

TEST(FiniteData, HasTheClassesOfArithmetic) {
  const Dataset dataset = generate(space_of(example("mod3"), 2, 9), 1);
  std::multiset<size_t> expected;
  for (const auto& [function, count] : count_modulo_3(9)) expected.insert(count);
  EXPECT_GT(expected.size(), 100U);
  EXPECT_EQ(class_sizes(dataset), expected);
  EXPECT_TRUE(verify(dataset).clean());
  // Catalan's numbers: 42 trees of shape alone, with 3 operators at 5 nodes and 2 variables at 6.
  EXPECT_EQ(measure(space_of(example("mod3"), 2, 11)).by_size[11], (Count{0, 42 * 243 * 64}));
}

TEST(FiniteData, IsNamedByAShortestMember) {
  for (const char* name : {"kleene", "mod4", "bits2"}) {
    Dataset all = generate(space_of(example(name), 2, 6), 1);
    std::set<std::string> names;
    for (const EquivalenceClass& c : all.classes) {
      EXPECT_TRUE(names.insert(c.name).second);
      const expr::NodeId named = expr::parse(c.name, all.domain->syntax(), all.pool);
      size_t shortest = SIZE_MAX;
      for (const expr::NodeId member : c.members) shortest = std::min<size_t>(shortest, all.pool.tree_size(member));
      EXPECT_EQ(all.pool.tree_size(named), shortest) << c.name;
      EXPECT_NE(std::ranges::find(c.members, named), c.members.end()) << c.name;
    }
    for (const EquivalenceClass& c : generate(space_of(example(name), 2, 6, 2), 1).classes) {
      EXPECT_TRUE(names.contains(c.name)) << "of those that were drawn from: " << c.name;
      EXPECT_LE(c.members.size(), 2U);
    }
  }
}

TEST(FiniteData, HasVariablesThatAreNoValues) {
  const domain::Domain& letters = domain::domain_from_toml(
      "name = \"letters\"\nvalues = [\"a\", \"c\"]\n"
      "[[operator]]\nname = \"b\"\nsymbol = \"d\"\ntable = [[\"a\", \"c\"], [\"c\", \"a\"]]\n",
      "letters");
  const Dataset dataset = generate(space_of(letters, 2, 3), 1);
  std::set<std::string> names;
  for (const EquivalenceClass& c : dataset.classes) names.insert(c.name);
  EXPECT_EQ(names, (std::set<std::string>{"e", "f", "e d e", "e d f"}));
}

TEST(FiniteData, ComesBackWithTheAlgebraBesideIt) {
  const domain::Domain& kleene = example("kleene");
  Dataset dataset = generate(space_of(kleene, 3, 5), 1);
  make_split(dataset, 1);
  for (const Format format : {Format::semvec, Format::text}) {
    const TemporaryFolder folder;
    const std::string path = save(dataset, folder.path(), format);
    EXPECT_EQ(read_file(folder.file("test.toml")), kleene.definition());
    const Dataset back = load(path);
    EXPECT_EQ(back.domain, &kleene);
    EXPECT_EQ(class_sizes(back), class_sizes(dataset));
    ASSERT_TRUE(back.split);
    EXPECT_EQ(count_expressions(back.part(Part::unseen)), count_expressions(dataset.part(Part::unseen)));
    EXPECT_TRUE(verify(back).clean());
    EXPECT_EQ(load(path, {&domain::boolean()}).domain, &domain::boolean()) << "who chooses a domain gets it";

    std::filesystem::remove(folder.file("test.toml"));
    EXPECT_EQ(load(path).domain, &domain::boolean()) << "And, Or and Not are boolean without it";
    EXPECT_EQ(load(path, {&kleene}).domain, &kleene);
    save_split(load(path, {&kleene}), path);
    EXPECT_EQ(load(path).domain, &kleene) << "written beside a file of one's own too";
  }
}

TEST(FiniteData, HasConstants) {
  const domain::Domain& mod6 = example("mod6");
  Dataset dataset = load_memory("x\t5 * a + 2\nx\t2 - a\ny\t3\n", "memory", {&mod6});
  EXPECT_TRUE(verify(dataset).clean());
  const TemporaryFolder folder;
  dataset.name = "own";
  const Dataset back = load(save(dataset, folder.path(), Format::semvec));
  EXPECT_EQ(back.domain, &mod6);
  EXPECT_TRUE(verify(back).clean());
  EXPECT_ERROR(load_memory("x\ta + 6\n", "memory", {&mod6}), "found '6'");
  EXPECT_ERROR(load_memory(R"({"x": {"Original": {"Tree": {"Name": "Start", "Children": {"child": {"Name": "6"}}}}}})",
                           "memory", {&mod6}),
               "a leaf is named '6'", "mod6 domain");
}

TEST(FiniteData, LeavesOtherTomlFilesAlone) {
  Dataset boolean = generate(space_of(domain::boolean(), 2, 3), 1);
  Dataset kleene = generate(space_of(example("kleene"), 2, 3), 1);
  const TemporaryFolder folder;
  folder.write("test.toml", "dimension = 16\n");
  EXPECT_EQ(load(save(boolean, folder.path(), Format::semvec)).domain, &domain::boolean());
  EXPECT_ERROR(save(kleene, folder.path(), Format::semvec), "test.toml", "is no algebra", "choose another name");
  EXPECT_EQ(read_file(folder.file("test.toml")), "dimension = 16\n");
  std::filesystem::remove(folder.file("test.toml"));
  save(kleene, folder.path(), Format::semvec);
  EXPECT_ERROR(save(boolean, folder.path(), Format::semvec), "test.toml", "would be taken", "choose another name");
  EXPECT_EQ(load(folder.file("test.json.gz")).domain, &example("kleene")) << "as it was";
  const Dataset mod3 = generate(space_of(example("mod3"), 2, 3), 1);
  EXPECT_EQ(load(save(mod3, folder.path(), Format::semvec)).domain, &example("mod3")) << "another algebra takes over";
  folder.write("test.toml", "name = 3\n[[operator]]\n");
  EXPECT_ERROR(load(folder.file("test.json.gz")), "test.toml, line 1");
}

}  // namespace eqnet::data
