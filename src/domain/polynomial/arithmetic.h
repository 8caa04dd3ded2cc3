// The polynomial domain's arithmetic: exact polynomials over the integers (FLINT), and values modulo a prime.
#pragma once

#include <flint/fmpz_mpoly.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "eqnet/base/error.h"
#include "eqnet/domain/domain.h"

namespace eqnet::domain {

enum class Step : uint8_t { variable, constant, add, subtract, multiply, negate, power };

// The step of a symbol; throws base::Error for one that the domain does not have.
Step step_of(const expr::Symbol& symbol);

// The digits of a power's exponent. The parser lets only integer literals of 0 or more through, but a pool may hold
// anything: throws base::Error for all else, saying what was found.
const std::string& exponent_text(const expr::Symbol& exponent);
base::Error bad_exponent(std::string_view found);

// FLINT's integers and polynomials as values that clean up after themselves.
class Integer {
 public:
  Integer() { fmpz_init(value); }
  explicit Integer(const std::string& digits);
  Integer(const Integer& other) { fmpz_init_set(value, other.value); }
  Integer& operator=(const Integer& other) {
    fmpz_set(value, other.value);
    return *this;
  }
  ~Integer() { fmpz_clear(value); }
  [[nodiscard]] std::string text() const;

  fmpz_t value;
};

// The ring Z[names…]; polynomials refer to it, so it neither moves nor copies.
class Ring {
 public:
  explicit Ring(std::vector<std::string> names);
  ~Ring();
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  std::vector<std::string> names;  // sorted; terms are in lexicographic order, the first name weighing most
  fmpz_mpoly_ctx_t context;
};

class Polynomial {
 public:
  explicit Polynomial(const Ring& ring) : ring(&ring) { fmpz_mpoly_init(value, ring.context); }
  Polynomial(Polynomial&& other) noexcept : Polynomial(*other.ring) {
    fmpz_mpoly_swap(value, other.value, ring->context);
  }
  Polynomial& operator=(Polynomial&& other) noexcept {
    fmpz_mpoly_swap(value, other.value, ring->context);
    return *this;
  }
  ~Polynomial() { fmpz_mpoly_clear(value, ring->context); }
  [[nodiscard]] bool operator==(const Polynomial& other) const {
    return fmpz_mpoly_equal(value, other.value, ring->context) != 0;
  }
  // Expanded: "-a**2 + 2*a", as SymPy writes it.
  [[nodiscard]] std::string text() const;

  const Ring* ring;
  fmpz_mpoly_t value;
};

// Limits of an expansion. FLINT cannot be interrupted, and where memory is short it prints and aborts; so what an
// operation will cost is estimated before it starts.
struct Budget {
  double seconds = 10;   // of a single operation
  double bytes = 512e6;  // of its result
  double most_coefficient_bits = 1e7;
};

// An operation that would cost more than its budget was not started.
struct OverBudget {
  std::string why;  // "too large: …"
};

// The value of one step other than a leaf and a power. Throws OverBudget, and std::bad_alloc where memory is short.
Polynomial apply(Step step, const Ring& ring, const Polynomial& a, const Polynomial& b, const Budget& budget);
Polynomial power(const Polynomial& base, const Integer& exponent, const Budget& budget);

// Bytes that a polynomial holds, roughly.
double bytes_of(const Polynomial& polynomial);

// Arithmetic modulo the Mersenne prime 2^61 - 1: two polynomials with different values at a point differ.
class Residue {
 public:
  static constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
  static uint64_t of(const Integer& integer);
  static uint64_t add(uint64_t a, uint64_t b) {
    const uint64_t sum = a + b;
    return sum >= kPrime ? sum - kPrime : sum;
  }
  static uint64_t subtract(uint64_t a, uint64_t b) { return a >= b ? a - b : a + kPrime - b; }
  static uint64_t multiply(uint64_t a, uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    const uint64_t folded = static_cast<uint64_t>(product & kPrime) + static_cast<uint64_t>(product >> 61);
    return folded >= kPrime ? folded - kPrime : folded;
  }
  static uint64_t power(uint64_t base, const Integer& exponent);
};

// Exact values at integer points: all of a growing box around 0 for few variables, random ones of it for many.
std::vector<Sample> polynomial_samples(const expr::Pool& pool, std::span<const expr::NodeId> nodes, size_t first,
                                       size_t count);

Verdict equivalent_polynomial(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                              const EquivalenceParams& params);

}  // namespace eqnet::domain
