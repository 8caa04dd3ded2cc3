// Signs by adding up: where x - y and y - z are not negative, x - z is not.
//
// Every monomial counts as an unknown of its own, so what is known are linear inequalities. f is not negative where
// they contradict f < 0; whether they do is found by eliminating one unknown after another (Fourier and Motzkin),
// within a bound on the number of inequalities.
#include <algorithm>
#include <map>

#include "domain/real/signs.h"

namespace eqnet::domain {
namespace {

constexpr size_t kMostInequalities = 60;
constexpr size_t kMostUnknowns = 8;

// The sum of coefficients times unknowns, and a number, is at least 0, or above.
struct Inequality {
  std::vector<Rational> coefficients;  // the last one is the number
  bool strict;
};

Inequality combined(const Inequality& positive, const Inequality& negative, size_t unknown) {
  Inequality result{{}, positive.strict || negative.strict};
  const Rational &p = positive.coefficients[unknown], &n = negative.coefficients[unknown];
  for (size_t i = 0; i < positive.coefficients.size(); ++i) {
    Rational first, second;
    fmpq_mul(first.value, n.value, positive.coefficients[i].value);
    fmpq_mul(second.value, p.value, negative.coefficients[i].value);
    fmpq_sub(first.value, second.value, first.value);
    result.coefficients.push_back(std::move(first));
  }
  return result;
}

// Whether no values of the unknowns meet all.
bool contradict(std::vector<Inequality> all) {
  const size_t unknowns = all.front().coefficients.size() - 1;
  for (size_t unknown = 0; unknown < unknowns; ++unknown) {
    std::vector<Inequality> next, up, down;
    for (Inequality& one : all) {
      const int sign = one.coefficients[unknown].sign();
      (sign == 0 ? next : sign > 0 ? up : down).push_back(std::move(one));
    }
    if (next.size() + up.size() * down.size() > kMostInequalities) return false;
    for (const Inequality& positive : up) {
      for (const Inequality& negative : down) next.push_back(combined(positive, negative, unknown));
    }
    all = std::move(next);
  }
  return std::ranges::any_of(all, [](const Inequality& one) {
    const int sign = one.coefficients.back().sign();
    return sign < 0 || (sign == 0 && one.strict);
  });
}

}  // namespace

RealSign RealSigns::sign_by_sums(const Polynomial& polynomial) {
  constexpr slong kMostTerms = 8;
  if (adding_up_ || facts_.empty() || fmpz_mpoly_length(polynomial.value, ring_.context) > kMostTerms) return {};
  adding_up_ = true;  // signs of monomials are not asked for in the same way
  struct Done {
    explicit Done(bool& flag) : flag(flag) {}
    ~Done() { flag = false; }
    Done(const Done&) = delete;
    Done& operator=(const Done&) = delete;
    bool& flag;
  };
  const Done done(adding_up_);
  std::vector<Polynomial> monomials;
  const auto column = [&](const Polynomial& monomial) {
    for (size_t m = 0; m < monomials.size(); ++m) {
      if (monomials[m] == monomial) return m;
    }
    monomials.push_back(copy(monomial));
    return monomials.size() - 1;
  };
  using Sum = std::map<size_t, Rational>;  // by monomial; SIZE_MAX is the number
  const auto sum_of = [&](const Polynomial& from, slong times) {
    Sum sum;
    for (slong t = 0; t < fmpz_mpoly_length(from.value, ring_.context); ++t) {
      Rational coefficient;
      fmpz_mpoly_get_term_coeff_fmpz(fmpq_numref(coefficient.value), from.value, t, ring_.context);
      fmpq_mul_si(coefficient.value, coefficient.value, times);
      Polynomial monomial(ring_);
      fmpz_mpoly_get_term_monomial(monomial.value, from.value, t, ring_.context);
      const bool number = fmpz_mpoly_is_one(monomial.value, ring_.context) != 0;
      sum.emplace(number ? SIZE_MAX : column(monomial), std::move(coefficient));
    }
    return sum;
  };
  struct Known {
    Sum sum;
    bool strict;
  };
  std::vector<Known> known;
  const Sum asked = sum_of(polynomial, 1);
  for (const Fact& fact : facts_) {
    constexpr size_t kMostFacts = 12;
    if (fact.sign == 0 || known.size() == kMostFacts) continue;
    if (fmpz_mpoly_length(fact.of.value, ring_.context) <= kMostTerms)
      known.push_back({sum_of(fact.of, fact.sign), learned(fact.of).strict});
  }
  for (const Polynomial& monomial : monomials) {
    const RealSign sign = sign_by_terms(monomial);
    if (sign.sign != 0) known.push_back({sum_of(monomial, sign.sign), sign.strict});
  }
  if (monomials.size() > kMostUnknowns || known.empty()) return {};
  std::vector<Inequality> all;
  const auto add = [&](const Sum& sum, int times, bool strict) {
    Inequality one{std::vector<Rational>(monomials.size() + 1), strict};
    for (const auto& [place, coefficient] : sum) {
      Rational& to = one.coefficients[place == SIZE_MAX ? monomials.size() : place];
      fmpq_mul_si(to.value, coefficient.value, times);
    }
    all.push_back(std::move(one));
  };
  for (const int sign : {1, -1}) {
    for (const bool strict : {true, false}) {  // f > 0 where it cannot be <= 0, and f >= 0 where it cannot be < 0
      all.clear();
      for (const Known& one : known) add(one.sum, 1, one.strict);
      add(asked, -sign, !strict);
      if (contradict(all)) return {sign, strict};
    }
  }
  return {};
}

bool RealSigns::contradictory() {
  Polynomial minus_one(ring_);
  fmpz_mpoly_set_si(minus_one.value, -1, ring_.context);
  return sign_by_sums(minus_one).sign > 0;
}

}  // namespace eqnet::domain
