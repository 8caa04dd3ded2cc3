// Minato's irredundant sum of products (Minato 1993, after Morreale), on truth tables.
//
// isop(L, U) gives products whose union F satisfies L <= F <= U. Split on a variable x: what of L lies outside U's
// other half must be covered by products with the literal; what then remains is covered by products without it.
#include "domain/boolean/sum_of_products.h"

#include <algorithm>

#include "domain/boolean/circuit.h"

namespace eqnet::domain {
namespace {

using Table = std::vector<uint64_t>;

struct Product {
  uint32_t positive = 0, negative = 0;  // sets of variables
};

// The half of the table in which the variable is `value`, spread over both halves.
Table cofactor(const Table& table, size_t variable, bool value) {
  Table result(table.size());
  if (variable < 6) {
    const uint64_t mask = value ? variable_word(variable, 0) : ~variable_word(variable, 0);
    const unsigned shift = 1U << variable;
    for (size_t w = 0; w < table.size(); ++w) {
      const uint64_t half = table[w] & mask;
      result[w] = half | (value ? half >> shift : half << shift);
    }
  } else {
    const size_t bit = size_t{1} << (variable - 6);
    for (size_t w = 0; w < table.size(); ++w) result[w] = table[value ? w | bit : w & ~bit];
  }
  return result;
}

template <class Operation>
Table combine(const Table& a, const Table& b, Operation operation) {
  Table result(a.size());
  for (size_t w = 0; w < a.size(); ++w) result[w] = operation(a[w], b[w]);
  return result;
}
Table both(const Table& a, const Table& b) {
  return combine(a, b, [](uint64_t x, uint64_t y) { return x & y; });
}
Table either(const Table& a, const Table& b) {
  return combine(a, b, [](uint64_t x, uint64_t y) { return x | y; });
}
Table without(const Table& a, const Table& b) {
  return combine(a, b, [](uint64_t x, uint64_t y) { return x & ~y; });
}

bool all_words(const Table& table, uint64_t word) {
  return std::ranges::all_of(table, [=](uint64_t w) { return w == word; });
}

// Appends the products and returns the table of what they cover. Recursion is at most as deep as there are variables.
Table isop(const Table& lower, const Table& upper, size_t variables, std::vector<Product>& products) {
  if (all_words(lower, 0)) return lower;
  if (all_words(upper, ~uint64_t{0})) {
    products.push_back({});
    return upper;
  }
  size_t x = variables;
  Table l0, l1, u0, u1;
  do {  // the topmost variable that either bound depends on
    --x;
    l0 = cofactor(lower, x, false);
    l1 = cofactor(lower, x, true);
    u0 = cofactor(upper, x, false);
    u1 = cofactor(upper, x, true);
  } while (l0 == l1 && u0 == u1);

  const size_t begin = products.size();
  const Table covered0 = isop(without(l0, u1), u0, x, products);
  const size_t middle = products.size();
  const Table covered1 = isop(without(l1, u0), u1, x, products);
  for (size_t i = begin; i < products.size(); ++i) {
    (i < middle ? products[i].negative : products[i].positive) |= uint32_t{1} << x;
  }
  const Table rest = either(without(l0, covered0), without(l1, covered1));
  const Table covered = isop(rest, both(u0, u1), x, products);

  Table positive(lower.size());
  for (size_t w = 0; w < positive.size(); ++w) positive[w] = variable_word(x, w);
  return either(covered, either(without(covered0, positive), both(covered1, positive)));
}

std::string call(const std::string& name, std::vector<std::string> arguments) {
  if (arguments.size() == 1) return arguments.front();
  std::ranges::sort(arguments);
  std::string text = name + "(";
  for (size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "" : ", ") + arguments[i];
  return text + ")";
}

}  // namespace

std::string sum_of_products(std::span<const uint64_t> table, const std::vector<std::string>& variables) {
  const Table function(table.begin(), table.end());
  if (all_words(function, 0)) return "False";
  if (all_words(function, ~uint64_t{0})) return "True";
  std::vector<Product> products;
  isop(function, function, variables.size(), products);
  std::vector<std::string> terms;
  for (const Product& product : products) {
    std::vector<std::string> literals;
    for (size_t v = 0; v < variables.size(); ++v) {
      if ((product.positive >> v & 1) != 0) literals.push_back(variables[v]);
      if ((product.negative >> v & 1) != 0) literals.push_back("Not(" + variables[v] + ")");
    }
    terms.push_back(call("And", std::move(literals)));
  }
  return call("Or", std::move(terms));
}

}  // namespace eqnet::domain
