#include "train/known_forms.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <utility>

namespace eqnet::train {
namespace {

int residue(int x, int q) {
  return ((x % q) + q) % q;
}

// The field of q = p^k values: digits in base p are the coefficients of polynomials modulo an irreducible one, of which
// `rest` is minus what is below its leading term.
struct Field {
  int q, p, k;
  std::array<int, 4> rest;
};
constexpr Field kFields[] = {{4, 2, 2, {1, 1}}, {8, 2, 3, {1, 1, 0}}, {9, 3, 2, {2, 0}}, {16, 2, 4, {1, 1, 0, 0}}};

const Field& field_of(int q) {
  return *std::ranges::find(kFields, q, &Field::q);
}
using Digits = std::array<int, 8>;
Digits digits_of(int x, const Field& field) {
  Digits digits{};
  for (int i = 0; i < field.k; ++i, x /= field.p) digits[static_cast<size_t>(i)] = x % field.p;
  return digits;
}
int from_digits(const Digits& digits, const Field& field) {
  int x = 0;
  for (int i = field.k; i-- > 0;) x = x * field.p + residue(digits[static_cast<size_t>(i)], field.p);
  return x;
}
int field_sum(int a, int b, int sign, int q) {
  const Field& field = field_of(q);
  Digits x = digits_of(a, field);
  const Digits y = digits_of(b, field);
  for (size_t i = 0; i < x.size(); ++i) x[i] += sign * y[i];
  return from_digits(x, field);
}
int field_product(int a, int b, int q) {
  const Field& field = field_of(q);
  const Digits x = digits_of(a, field), y = digits_of(b, field);
  const auto k = static_cast<size_t>(field.k);
  Digits product{};
  for (size_t i = 0; i < k; ++i) {
    for (size_t j = 0; j < k; ++j) product[i + j] += x[i] * y[j];
  }
  for (size_t i = 2 * k - 1; i-- > k;) {
    for (size_t j = 0; j < k; ++j) product[i - k + j] += product[i] * field.rest[j];
  }
  return from_digits(product, field);
}
// Of two rows of bits, modulo 2: bits 0 and 1 are the first row.
int matrix_product(int a, int b) {
  int product = 0;
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < 2; ++column) {
      int sum = 0;
      for (int i = 0; i < 2; ++i) sum ^= (a >> (2 * row + i)) & (b >> (2 * i + column)) & 1;
      product |= sum << (2 * row + column);
    }
  }
  return product;
}

constexpr KnownForm kKnownOfOne[] = {
    {"q - 1 - a", [](const int* x, int q) { return q - 1 - x[0]; }},
    {"-a mod q", [](const int* x, int q) { return residue(-x[0], q); }, Over::numbers},
    {"a + 1 mod q", [](const int* x, int q) { return residue(x[0] + 1, q); }, Over::numbers},
    {"a - 1 mod q", [](const int* x, int q) { return residue(x[0] - 1, q); }, Over::numbers},
    {"a", [](const int* x, int) { return x[0]; }},
    {"a^2 mod q", [](const int* x, int q) { return residue(x[0] * x[0], q); }, Over::residues},
    {"2a mod q", [](const int* x, int q) { return residue(2 * x[0], q); }, Over::numbers},
    {"min(a + 1, q - 1)", [](const int* x, int q) { return std::min(x[0] + 1, q - 1); }},
    {"max(a - 1, 0)", [](const int* x, int) { return std::max(x[0] - 1, 0); }},
    {"q - 1 where a is 0, else 0", [](const int* x, int q) { return x[0] == 0 ? q - 1 : 0; }},
    {"q - 1 where a is q - 1, else 0", [](const int* x, int q) { return x[0] == q - 1 ? q - 1 : 0; }},
    {"0 where a is q - 1, else q - 1", [](const int* x, int q) { return x[0] == q - 1 ? 0 : q - 1; }},
    {"0 where a is 0, else q - 1", [](const int* x, int q) { return x[0] == 0 ? 0 : q - 1; }},
    {"-a in the field of q", [](const int* x, int q) { return field_sum(0, x[0], -1, q); }, Over::values, For::fields},
    {"a transposed, a matrix modulo 2",
     [](const int* x, int) { return (x[0] & 9) | ((x[0] & 2) << 1) | ((x[0] & 4) >> 1); }, Over::values, For::matrices},
};
constexpr KnownForm kKnownOfTwo[] = {
    {"a + b mod q", [](const int* x, int q) { return residue(x[0] + x[1], q); }, Over::numbers},
    {"a - b mod q", [](const int* x, int q) { return residue(x[0] - x[1], q); }, Over::numbers},
    {"b - a mod q", [](const int* x, int q) { return residue(x[1] - x[0], q); }, Over::numbers},
    {"a b mod q", [](const int* x, int q) { return residue(x[0] * x[1], q); }, Over::numbers},
    {"max(a, b)", [](const int* x, int) { return std::max(x[0], x[1]); }},
    {"min(a, b)", [](const int* x, int) { return std::min(x[0], x[1]); }},
    {"a xor b", [](const int* x, int) { return x[0] ^ x[1]; }, Over::values, For::powers_of_two},
    {"a and b", [](const int* x, int) { return x[0] & x[1]; }, Over::values, For::powers_of_two},
    {"a or b", [](const int* x, int) { return x[0] | x[1]; }, Over::values, For::powers_of_two},
    {"min(a + b, q - 1)", [](const int* x, int q) { return std::min(x[0] + x[1], q - 1); }},
    {"max(a + b + 1 - q, 0)", [](const int* x, int q) { return std::max(x[0] + x[1] - q + 1, 0); }},
    {"min(q - 1 - a + b, q - 1)", [](const int* x, int q) { return std::min(q - 1 - x[0] + x[1], q - 1); }},
    {"min(q - 1 - b + a, q - 1)", [](const int* x, int q) { return std::min(q - 1 - x[1] + x[0], q - 1); }},
    {"max(a - b, 0)", [](const int* x, int) { return std::max(x[0] - x[1], 0); }},
    {"max(b - a, 0)", [](const int* x, int) { return std::max(x[1] - x[0], 0); }},
    {"|a - b|", [](const int* x, int) { return std::abs(x[0] - x[1]); }},
    {"max(q - 1 - a, b)", [](const int* x, int q) { return std::max(q - 1 - x[0], x[1]); }},
    {"max(q - 1 - b, a)", [](const int* x, int q) { return std::max(q - 1 - x[1], x[0]); }},
    {"q - 1 where a <= b, else b", [](const int* x, int q) { return x[0] <= x[1] ? q - 1 : x[1]; }},
    {"q - 1 where b <= a, else a", [](const int* x, int q) { return x[1] <= x[0] ? q - 1 : x[0]; }},
    {"q - 1 - max(a, b)", [](const int* x, int q) { return q - 1 - std::max(x[0], x[1]); }},
    {"q - 1 - min(a, b)", [](const int* x, int q) { return q - 1 - std::min(x[0], x[1]); }},
    {"-a - b mod q", [](const int* x, int q) { return residue(-x[0] - x[1], q); }, Over::numbers},
    {"2a - b mod q", [](const int* x, int q) { return residue(2 * x[0] - x[1], q); }, Over::numbers},
    {"2b - a mod q", [](const int* x, int q) { return residue(2 * x[1] - x[0], q); }, Over::numbers},
    {"a + b in the field of q", [](const int* x, int q) { return field_sum(x[0], x[1], 1, q); }, Over::values,
     For::fields},
    {"a - b in the field of q", [](const int* x, int q) { return field_sum(x[0], x[1], -1, q); }, Over::values,
     For::fields},
    {"a b in the field of q", [](const int* x, int q) { return field_product(x[0], x[1], q); }, Over::values,
     For::fields},
    {"a b of matrices modulo 2", [](const int* x, int) { return matrix_product(x[0], x[1]); }, Over::values,
     For::matrices},
    {"b a of matrices modulo 2", [](const int* x, int) { return matrix_product(x[1], x[0]); }, Over::values,
     For::matrices},
    {"a + b + a b mod q", [](const int* x, int q) { return residue(x[0] + x[1] + x[0] * x[1], q); }, Over::numbers},
};
constexpr KnownForm kKnownOfThree[] = {
    {"a + b + c mod q", [](const int* x, int q) { return residue(x[0] + x[1] + x[2], q); }, Over::numbers},
    {"a b c mod q", [](const int* x, int q) { return residue(x[0] * x[1] * x[2], q); }, Over::numbers},
    {"a b + c mod q", [](const int* x, int q) { return residue(x[0] * x[1] + x[2], q); }, Over::numbers},
    {"a - b + c mod q", [](const int* x, int q) { return residue(x[0] - x[1] + x[2], q); }, Over::numbers},
    {"max(a, b, c)",
     [](const int* x, int) {
       return std::max({x[0], x[1], x[2]});
     }},
    {"min(a, b, c)",
     [](const int* x, int) {
       return std::min({x[0], x[1], x[2]});
     }},
    {"median of a, b, c",
     [](const int* x, int) { return std::max(std::min(x[0], x[1]), std::min(std::max(x[0], x[1]), x[2])); }},
    {"c where a is 0, else b", [](const int* x, int) { return x[0] == 0 ? x[2] : x[1]; }},
    {"b where a is 0, else c", [](const int* x, int) { return x[0] == 0 ? x[1] : x[2]; }},
};

}  // namespace

bool KnownForm::is_for(int q) const {
  switch (what) {
    case For::all:
      return true;
    case For::powers_of_two:
      return std::has_single_bit(static_cast<unsigned>(q));
    case For::fields:
      return std::ranges::find(kFields, q, &Field::q) != std::end(kFields);
    case For::matrices:
      return q == 16;
  }
  return false;
}

std::span<const KnownForm> known_forms(size_t arity) {
  switch (arity) {
    case 1:
      return kKnownOfOne;
    case 2:
      return kKnownOfTwo;
    default:
      return kKnownOfThree;
  }
}

std::string with_number(std::string_view name, int q) {
  std::string text(name);
  for (const auto& [what, number] : {std::pair("q - 1", q - 1), std::pair("q", q)}) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what)) {
      text.replace(at, std::strlen(what), std::to_string(number));
    }
  }
  return text;
}

}  // namespace eqnet::train
