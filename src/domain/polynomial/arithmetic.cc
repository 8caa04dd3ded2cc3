#include "domain/polynomial/arithmetic.h"

#include <flint/flint.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <new>

#include "eqnet/base/error.h"

namespace eqnet::domain {

Step step_of(const expr::Symbol& symbol) {
  const std::string& name = symbol.name;
  if (symbol.kind == expr::SymbolKind::variable) return Step::variable;
  if (symbol.kind == expr::SymbolKind::constant) return Step::constant;
  if (symbol.arity == 1 && name == "Negate") return Step::negate;
  if (symbol.arity == 2) {
    if (name == "Add") return Step::add;
    if (name == "Subtract") return Step::subtract;
    if (name == "Multiply") return Step::multiply;
    if (name == "Power") return Step::power;
  }
  throw base::Error("operator " + base::quoted(name) + " is not polynomial");
}

base::Error bad_exponent(std::string_view found) {
  return base::Error("an exponent must be an integer of 0 or more, but " + base::quoted(found) + " was found");
}

const std::string& exponent_text(const expr::Symbol& exponent) {
  if (exponent.kind != expr::SymbolKind::constant || exponent.name[0] == '-') throw bad_exponent(exponent.name);
  return exponent.name;
}

Integer::Integer(const std::string& digits) {
  fmpz_init(value);
  if (fmpz_set_str(value, digits.c_str(), 10) != 0) {
    fmpz_clear(value);
    throw base::Error("constant " + base::quoted(digits) + " is not an integer");
  }
}

std::string Integer::text() const {
  char* digits = fmpz_get_str(nullptr, 10, value);
  std::string text(digits);
  flint_free(digits);
  return text;
}

namespace {

void* or_throw(void* memory, size_t size) {
  if (memory == nullptr && size > 0) throw std::bad_alloc();
  return memory;
}

// FLINT's own functions print on standard output and abort where memory is short.
void use_throwing_memory() {
  [[maybe_unused]] static const bool done = [] {
    __flint_set_memory_functions([](size_t size) { return or_throw(std::malloc(size), size); },
                                 [](size_t count, size_t size) { return or_throw(std::calloc(count, size), size); },
                                 [](void* old, size_t size) { return or_throw(std::realloc(old, size), size); },
                                 [](void* memory) { std::free(memory); });
    return true;
  }();
}

// FLINT keeps memory for every thread, which is lost with the thread unless it is told. What other threads still hold
// of it stays good. The first thread ends with the program.
struct ThreadsMemory {
  ~ThreadsMemory() { flint_cleanup(); }
};

void give_back_at_the_end_of_the_thread() {
  if (getpid() == gettid()) return;
  static thread_local const ThreadsMemory memory;
}

}  // namespace

Ring::Ring(std::vector<std::string> variable_names) : names(std::move(variable_names)) {
  use_throwing_memory();
  give_back_at_the_end_of_the_thread();
  fmpz_mpoly_ctx_init(context, static_cast<slong>(std::max<size_t>(1, names.size())), ORD_LEX);
}
Ring::~Ring() {
  fmpz_mpoly_ctx_clear(context);
}

std::string Polynomial::text() const {
  if (fmpz_mpoly_is_zero(value, ring->context) != 0) return "0";
  std::vector<const char*> names;
  for (const std::string& name : ring->names) names.push_back(name.c_str());
  if (names.empty()) names.push_back("x");
  // FLINT writes a^2*b - 3*c; only spacing and the sign of powers differ from the wanted form.
  char* raw = fmpz_mpoly_get_str_pretty(value, names.data(), ring->context);
  std::string text;
  for (const char* c = raw; *c != '\0'; ++c) {
    if (*c == '^') {
      text += "**";
    } else if ((*c == '+' || *c == '-') && c != raw) {
      text += ' ';
      text += *c;
      text += ' ';
    } else {
      text += *c;
    }
  }
  flint_free(raw);
  return text;
}

namespace {

double bits(const Polynomial& p) {
  return static_cast<double>(std::abs(fmpz_mpoly_max_bits(p.value)));
}
double length(const Polynomial& p) {
  return static_cast<double>(fmpz_mpoly_length(p.value, p.ring->context));
}

// Bytes of a term: its packed exponents, one for every variable of the ring whether it occurs or not, and a
// coefficient, which beyond 62 bits is a number of its own.
double term_bytes(const Ring& ring, double exponent_bits, double coefficient_bits) {
  constexpr double kWord = 8;
  constexpr double kOwnNumber = 32;  // GMP's header and the allocator's
  const auto exponents =
      static_cast<double>(mpoly_words_per_exp(static_cast<flint_bitcnt_t>(exponent_bits), ring.context->minfo));
  const double coefficient = coefficient_bits <= 62 ? kWord : kWord + kOwnNumber + coefficient_bits / 8;
  return kWord * exponents + coefficient;
}

double exponent_bits(const Polynomial& p) {
  return static_cast<double>(p.value->bits);
}

// What the terms of a polynomial tell of those of a product: how many variables occur, and the degrees.
struct Shape {
  double variables = 0, least_degree = 0, most_degree = 0;
  bool known = false;
};

Shape shape_of(const Polynomial& p) {
  const auto count = static_cast<slong>(p.ring->names.size());
  constexpr slong kFewVariables = 64;  // beyond, looking at every term costs more than the bound is worth
  if (count > kFewVariables || fmpz_mpoly_degrees_fit_si(p.value, p.ring->context) == 0) return {};
  Shape shape{0, HUGE_VAL, 0, true};
  std::vector<slong> exponents(static_cast<size_t>(std::max<slong>(1, count)));
  fmpz_mpoly_degrees_si(exponents.data(), p.value, p.ring->context);
  for (const slong exponent : exponents) shape.variables += exponent > 0 ? 1 : 0;
  for (slong term = 0; term < fmpz_mpoly_length(p.value, p.ring->context); ++term) {
    fmpz_mpoly_get_term_exp_si(exponents.data(), p.value, term, p.ring->context);
    double degree = 0;
    for (const slong exponent : exponents) degree += static_cast<double>(exponent);
    shape.least_degree = std::min(shape.least_degree, degree);
    shape.most_degree = std::max(shape.most_degree, degree);
  }
  return shape;
}

// Monomials in so many variables up to a degree: binomial(degree + variables, variables).
double monomials(double degree, double variables) {
  double count = 1;
  for (double i = 1; i <= variables && std::isfinite(count); ++i) count *= (degree + i) / i;
  return count;
}

// Most terms of a product: one per pair, but no more than there are monomials between its least and largest degree.
double product_terms(const Polynomial& a, const Polynomial& b) {
  const double pairs = length(a) * length(b);
  const Shape first = shape_of(a);
  const Shape second = shape_of(b);
  if (!first.known || !second.known) return pairs;
  const double variables = std::min(static_cast<double>(a.ring->names.size()), first.variables + second.variables);
  const double least = first.least_degree + second.least_degree;
  const double up_to = monomials(first.most_degree + second.most_degree, variables);
  return std::min(pairs, least > 0 ? up_to - monomials(least - 1, variables) : up_to);
}

void check_size(double bytes, const Budget& budget) {
  if (bytes <= budget.bytes) return;
  throw OverBudget{"too large: expanded, it would take more than " +
                   std::to_string(static_cast<size_t>(budget.bytes / 1e6)) + " MB of memory"};
}

// A pair of terms costs FLINT about 60 ns, and with coefficients of v and w words 1.1 ns * v * w on top (measured on
// one core of a Zen 4: products of powers of sums in 2 to 6 variables with 1 to 80 words take 0.3 to 1.0 times that).
void check_product(const Polynomial& a, const Polynomial& b, const Budget& budget) {
  const double words_a = 1 + bits(a) / 64;
  const double words_b = 1 + bits(b) / 64;
  const double words_exponents = term_bytes(*a.ring, std::max(exponent_bits(a), exponent_bits(b)), 0) / 8;
  const double seconds = 1e-9 * length(a) * length(b) * (60 + 1.1 * words_a * words_b + 2 * words_exponents);
  const double product_bits = bits(a) + bits(b) + std::log2(1 + std::min(length(a), length(b)));
  if (product_bits > budget.most_coefficient_bits) {
    throw OverBudget{"too large: expanded, it would have numbers of more than " +
                     std::to_string(static_cast<size_t>(budget.most_coefficient_bits)) + " bits"};
  }
  if (seconds > budget.seconds) throw OverBudget{"too large: expanding it would take longer than the timeout"};
  const double exponents = std::max(exponent_bits(a), exponent_bits(b)) + 1;
  check_size(product_terms(a, b) * term_bytes(*a.ring, exponents, product_bits), budget);
}

// FLINT's results under construction when memory runs out cannot be trusted, not even to be freed: they are left
// behind.
template <class Operation>
void guarded(Polynomial& result, Operation&& operation) {
  try {
    operation();
  } catch (const std::bad_alloc&) {
    fmpz_mpoly_init(result.value, result.ring->context);
    throw;
  }
}

}  // namespace

double bytes_of(const Polynomial& p) {
  return length(p) * term_bytes(*p.ring, exponent_bits(p), bits(p));
}

Polynomial apply(Step step, const Ring& ring, const Polynomial& a, const Polynomial& b, const Budget& budget) {
  Polynomial result(ring);
  if (step == Step::multiply) {
    check_product(a, b, budget);
  } else {
    const double bit = 1;  // a carry
    check_size((length(a) + length(b)) *
                   term_bytes(ring, std::max(exponent_bits(a), exponent_bits(b)), std::max(bits(a), bits(b)) + bit),
               budget);
  }
  guarded(result, [&] {
    switch (step) {
      case Step::add:
        fmpz_mpoly_add(result.value, a.value, b.value, ring.context);
        break;
      case Step::subtract:
        fmpz_mpoly_sub(result.value, a.value, b.value, ring.context);
        break;
      case Step::negate:
        fmpz_mpoly_neg(result.value, a.value, ring.context);
        break;
      default:
        fmpz_mpoly_mul(result.value, a.value, b.value, ring.context);
    }
  });
  return result;
}

Polynomial power(const Polynomial& base, const Integer& exponent, const Budget& budget) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(budget.seconds);
  Budget left = budget;
  const Ring& ring = *base.ring;
  Polynomial result(ring);
  fmpz_mpoly_one(result.value, ring.context);
  // From the exponent's highest bit down: square, and multiply by the base where the bit is set.
  for (auto bit = static_cast<slong>(fmpz_bits(exponent.value)) - 1; bit >= 0; --bit) {
    left.seconds = std::chrono::duration<double>(end - Clock::now()).count();
    if (left.seconds <= 0) throw OverBudget{"timeout"};
    result = apply(Step::multiply, ring, result, result, left);
    if (fmpz_tstbit(exponent.value, static_cast<ulong>(bit)) != 0) {
      result = apply(Step::multiply, ring, result, base, left);
    }
  }
  return result;
}

uint64_t Residue::of(const Integer& integer) {
  return fmpz_fdiv_ui(integer.value, kPrime);
}

uint64_t Residue::power(uint64_t base, const Integer& exponent) {
  uint64_t result = 1;
  for (auto bit = static_cast<slong>(fmpz_bits(exponent.value)) - 1; bit >= 0; --bit) {
    result = multiply(result, result);
    if (fmpz_tstbit(exponent.value, static_cast<ulong>(bit)) != 0) result = multiply(result, base);
  }
  return result;
}

}  // namespace eqnet::domain
