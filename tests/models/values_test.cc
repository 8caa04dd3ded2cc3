#include "models/values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "eqnet/data/generate.h"
#include "eqnet/expr/parse.h"
#include "models/encoder.h"
#include "models/registry.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::models {
namespace {

using Floats = std::vector<float>;

encode::Model model_of(const expr::Pool& pool, std::span<const expr::NodeId> roots, const std::string& domain,
                       uint64_t seed = 1) {
  encode::Model model;
  model.settings = settings("values");
  model.vocabulary = encode::Vocabulary::of(pool, roots);
  model.domain = domain;
  model.parameters = values_parameters(seed);
  return model;
}

std::vector<Floats> rows_of(const Encoder& encoder, const expr::Pool& pool, std::span<const expr::NodeId> roots) {
  const Floats all = encoder.embed(pool, roots, "test");
  std::vector<Floats> rows;
  const auto d = static_cast<std::ptrdiff_t>(encoder.dimension());
  for (auto at = all.begin(); at != all.end(); at += d) rows.emplace_back(at, at + d);
  return rows;
}

// The vectors of some texts by a model of their own vocabulary.
std::vector<Floats> vectors_of(const domain::Domain& domain, const std::vector<std::string>& texts, uint64_t seed = 1) {
  expr::Pool pool;
  std::vector<expr::NodeId> roots;
  for (const std::string& text : texts) roots.push_back(expr::parse(text, domain.syntax(), pool));
  return rows_of(Encoder(model_of(pool, roots, std::string(domain.name()), seed), "it"), pool, roots);
}

double cosine(const Floats& a, const Floats& b) {
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ab += static_cast<double>(a[i]) * b[i];
    aa += static_cast<double>(a[i]) * a[i];
    bb += static_cast<double>(b[i]) * b[i];
  }
  return ab / std::sqrt(aa * bb);
}

// A chain ~~…~a, or a + (a + (… + a)), of so many operators.
expr::NodeId chain(expr::Pool& pool, size_t operators, const char* op, uint32_t arity) {
  const expr::NodeId a = pool.variable("a");
  const expr::SymbolId symbol = pool.symbols.op(op, arity);
  expr::NodeId root = a;
  for (size_t i = 0; i < operators; ++i) {
    const expr::NodeId both[] = {a, root};
    root = pool.node(symbol, std::span(both).last(arity));
  }
  return root;
}

}  // namespace

TEST(Values, AreTheSameWithinAClassAndDifferentBetweenClasses) {
  for (const char* preset : {"boolean5", "poly5"}) {
    const data::Dataset dataset = data::generate(data::preset(preset), 1);
    std::vector<expr::NodeId> members;
    for (const data::EquivalenceClass& c : dataset.classes) {
      members.insert(members.end(), c.members.begin(), c.members.end());
    }
    const Encoder encoder(model_of(dataset.pool, members, std::string(dataset.domain->name())), "it");
    EXPECT_EQ(encoder.dimension(), 64U);
    std::map<Floats, std::string> names;
    for (const data::EquivalenceClass& c : dataset.classes) {
      const std::vector<Floats> rows = rows_of(encoder, dataset.pool, c.members);
      for (const Floats& row : rows) ASSERT_EQ(row, rows.front()) << c.name;
      const auto [known, added] = names.emplace(rows.front(), c.name);
      EXPECT_TRUE(added) << c.name << " has the vector of " << known->second;
    }
    EXPECT_EQ(names.size(), dataset.classes.size());
    EXPECT_GT(names.size(), 90U) << preset;
    // So no two are taken for each other by their angle either, by which neighbours are found.
    for (auto a = names.begin(); a != names.end(); ++a) {
      for (auto b = names.begin(); b != a; ++b) EXPECT_LT(cosine(a->first, b->first), 0.99) << a->second;
    }
  }
}

TEST(Values, OfPolynomialsThatDifferAreFarApart) {
  const std::vector<Floats> rows =
      vectors_of(domain::polynomial(), {"x^2 - y^2", "(x - y)*(x + y)", "x^2 - y^2 + 1", "x^2 + y^2", "2", "3", "0"});
  EXPECT_EQ(rows[0], rows[1]);
  for (size_t a = 1; a < rows.size(); ++a) {
    for (size_t b = 1; b < a; ++b) EXPECT_LT(std::abs(cosine(rows[a], rows[b])), 0.6) << a << ", " << b;
  }
}

TEST(Values, OfANegationAreTheOpposite) {
  const std::vector<Floats> rows = vectors_of(domain::boolean(), {"a & b", "~a | ~b"});
  for (size_t i = 0; i < rows[0].size(); ++i) {
    EXPECT_EQ(std::abs(rows[0][i]), 1);
    EXPECT_EQ(rows[0][i], -rows[1][i]);
  }
}

// The points are the same whatever else a model knows, and how many there are.
TEST(Values, DependOnTheSeedAndNotOnTheVocabularyOrTheDimension) {
  for (const domain::Domain* domain : {&domain::boolean(), &domain::polynomial()}) {
    const Floats alone = vectors_of(*domain, {"b"})[0];
    EXPECT_EQ(vectors_of(*domain, {"b", "a*a", "c"})[0], alone);
    EXPECT_NE(vectors_of(*domain, {"b"}, 2)[0], alone);
    // A seed has more bits than a float.
    EXPECT_NE(vectors_of(*domain, {"b"}, (uint64_t{1} << 63) + 1)[0],
              vectors_of(*domain, {"b"}, (uint64_t{1} << 63) + 2)[0]);
    expr::Pool pool;
    const expr::NodeId b = pool.variable("b");
    for (const size_t dimension : {1U, 13U, 100U}) {
      encode::Model model = model_of(pool, {&b, 1}, std::string(domain->name()));
      model.settings.set("dimension", std::to_string(dimension));
      const Floats own = Encoder(model, "it").embed(pool, {&b, 1}, "test");
      ASSERT_EQ(own.size(), dimension);
      EXPECT_TRUE(std::equal(own.begin(), own.begin() + std::min<std::ptrdiff_t>(own.size(), 64), alone.begin()));
    }
  }
}

TEST(Values, AreTheSameOnceSavedAndLoaded) {
  const eqnet::testing::TemporaryFolder folder;
  expr::Pool pool;
  const expr::NodeId root = expr::parse("(x - 3)^2 * y", domain::polynomial().syntax(), pool);
  const Encoder encoder(model_of(pool, {&root, 1}, "polynomial", std::numeric_limits<uint64_t>::max()), "it");
  encode::save_model(folder.file("m"), encoder.model(), encoder.layout());
  const Encoder loaded = Encoder::load(folder.file("m"));
  EXPECT_EQ(loaded.embed(pool, {&root, 1}, "test"), encoder.embed(pool, {&root, 1}, "test"));
  encode::save_model(folder.file("again"), loaded.model(), loaded.layout());
  EXPECT_EQ(eqnet::testing::read_file(folder.file("again")), eqnet::testing::read_file(folder.file("m")));
}

TEST(Values, OfAMillionLevelsNeedNoStack) {
  constexpr size_t kLevels = 1000000;
  expr::Pool pool;
  const expr::NodeId nots[] = {chain(pool, kLevels, "Not", 1), pool.variable("a")};
  const std::vector<Floats> truth = rows_of(Encoder(model_of(pool, nots, "boolean"), "it"), pool, nots);
  EXPECT_EQ(truth[0], truth[1]) << "an even number of negations";

  expr::Pool sums;
  const expr::NodeId product = expr::parse("1000001 * a", domain::polynomial().syntax(), sums);
  const expr::NodeId both[] = {chain(sums, kLevels, "Add", 2), product};
  const std::vector<Floats> numbers = rows_of(Encoder(model_of(sums, both, "polynomial"), "it"), sums, both);
  EXPECT_EQ(numbers[0], numbers[1]);
}

TEST(Values, RefuseADomainWithoutThem) {
  expr::Pool pool;
  const expr::NodeId root = expr::parse("(f a b)", domain::open().syntax(), pool);
  EXPECT_ERROR(Encoder(model_of(pool, {&root, 1}, "open"), "FILE"), "values", "domain open has no values at points",
               "eqnet-mul");
  EXPECT_ERROR(Encoder(model_of(pool, {&root, 1}, "nowhere"), "FILE"), "'nowhere'");
}

TEST(Values, RefuseASeedThatIsNone) {
  expr::Pool pool;
  const expr::NodeId a = pool.variable("a");
  for (const float digit : {0.5F, -1.0F, 65536.0F, 1e30F}) {
    encode::Model model = model_of(pool, {&a, 1}, "boolean");
    model.parameters[2] = digit;
    EXPECT_ERROR(Encoder(model, "FILE").embed(pool, {&a, 1}, "test"), "seed", "train the model anew");
  }
}

TEST(Values, AreNotTrainedByGradients) {
  const ValuesNetwork network(4, {}, domain::boolean());
  float number = 0;
  EXPECT_ERROR(network.pass()->backward(&number, {}, &number, &number), "no gradient");
}

}  // namespace eqnet::models
