// What users assume of variables, and points that meet it.
#include <algorithm>

#include "base/random.h"
#include "domain/polynomial/arithmetic.h"
#include "domain/real/assumptions.h"
#include "domain/real/syntax.h"
#include "eqnet/base/error.h"
#include "expr/text.h"

namespace eqnet::domain {
namespace {

std::string_view without_spaces(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1);
}

base::Error bad_assumption(std::string_view text) {
  return base::Error("assumption " + base::quoted(text) + " was not understood",
                     "write x > 0, 0 < y <= 1, z != 2, n integer or m, n integer, separated by commas");
}

struct Comparison {
  std::string_view sign;
  int direction;
  bool strict;
};
// Longer ones before those that they begin with.
constexpr Comparison kComparisons[] = {
    {"\\geqslant", 1, false}, {"\\leqslant", -1, false}, {"\\geq", 1, false}, {"\\leq", -1, false}, {"\\neq", 0, true},
    {"\\ge", 1, false},       {"\\le", -1, false},       {"\\ne", 0, true},   {"\\gt", 1, true},    {"\\lt", -1, true},
    {">=", 1, false},         {"=>", 1, false},          {"≥", 1, false},     {"<=", -1, false},    {"=<", -1, false},
    {"≤", -1, false},         {"!=", 0, true},           {"≠", 0, true},      {">", 1, true},       {"<", -1, true}};

// What is said of a variable in a word: its kind, or its sign.
struct Word {
  std::string_view text;
  bool integer;
  int direction = 0;
  bool strict = true;
};
constexpr Word kWords[] = {{"integers", true},
                           {"integer", true},
                           {"\\in \\mathbb{Z}", true},
                           {"\\in \\Z", true},
                           {"∈ ℤ", true},
                           {"in Z", true},
                           {"real", false},
                           {"\\in \\mathbb{R}", false},
                           {"∈ ℝ", false},
                           {"in R", false},
                           {"nonnegative", false, 1, false},
                           {"nonpositive", false, -1, false},
                           {"positive", false, 1},
                           {"negative", false, -1}};

// What a text says of variables, by name.
struct Said {
  struct Bound {
    std::string variable;
    int direction;
    bool strict;
    Rational number;
  };
  std::vector<Bound> bounds;
  std::vector<std::string> integers, named;
};

class AssumptionReader {
 public:
  Said read(std::string_view text) && {
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find(',', begin), text.size());
      one(without_spaces(text.substr(begin, end - begin)));
      begin = end + 1;
    }
    if (!waiting_.empty()) throw bad_assumption(waiting_.back());
    return std::move(said_);
  }

 private:
  // "x, y > 0" says it of both: a variable alone waits for what comes.
  void one(std::string_view text) {
    if (text.empty()) return;
    if (word(text) || comparison(text)) {
      waiting_.clear();
    } else if (variable(text)) {
      waiting_.emplace_back(text);
    } else {
      throw bad_assumption(text);
    }
  }

  bool word(std::string_view text) {
    const auto* found = std::ranges::find_if(kWords, [&](const Word& word) {
      return text.ends_with(word.text) && text.size() > word.text.size() &&
             expr::is_space(static_cast<unsigned char>(text[text.size() - word.text.size() - 1]));
    });
    if (found == std::end(kWords)) return false;
    for (const std::string& name : names(text.substr(0, text.size() - found->text.size()), text)) {
      if (found->integer) said_.integers.push_back(name);
      if (found->direction != 0) said_.bounds.push_back({name, found->direction, found->strict, Rational()});
    }
    return true;
  }

  // Sides and signs in turn; a chain has three sides.
  bool comparison(std::string_view text) {
    std::vector<std::string_view> sides;
    std::vector<Comparison> signs;
    size_t begin = 0;
    for (size_t at = 0; at < text.size();) {
      const auto* found =
          std::ranges::find_if(kComparisons, [&](const Comparison& c) { return text.substr(at).starts_with(c.sign); });
      if (found == std::end(kComparisons)) {
        ++at;
        continue;
      }
      sides.push_back(without_spaces(text.substr(begin, at - begin)));
      signs.push_back(*found);
      begin = at += found->sign.size();
    }
    if (signs.empty()) return false;
    sides.push_back(without_spaces(text.substr(begin)));
    if (signs.size() > 2) throw bad_assumption(text);
    for (size_t i = 0; i < signs.size(); ++i) {
      if (const auto right = number(sides[i + 1])) {
        bound(sides[i], signs[i].direction, signs[i].strict, *right, text);
      } else if (const auto left = number(sides[i])) {
        bound(sides[i + 1], -signs[i].direction, signs[i].strict, *left, text);
      } else {
        throw bad_assumption(text);
      }
    }
    return true;
  }

  // A rational number in any way that the domain reads.
  static std::optional<Rational> number(std::string_view text) {
    expr::Pool pool;
    try {
      const expr::NodeId root = read_real(text, pool);
      return RealProgram(pool, {&root, 1}).constants.back();
    } catch (const base::Error&) {
      return std::nullopt;
    }
  }

  // A variable's name as the reader has it: "\\alpha" is alpha.
  static std::optional<std::string> variable(std::string_view name) {
    expr::Pool pool;
    try {
      const expr::Symbol& symbol = pool.symbol_of(read_real(name, pool));
      if (symbol.kind == expr::SymbolKind::variable) return symbol.name;
    } catch (const base::Error&) {
    }
    return std::nullopt;
  }

  // Of the variable and those that wait for what is said of it.
  std::vector<std::string> names(std::string_view name, std::string_view text) {
    std::vector<std::string> all;
    waiting_.emplace_back(name);
    for (const std::string& one : waiting_) {
      const auto known = variable(one);
      if (!known) throw bad_assumption(text);
      all.push_back(*known);
    }
    waiting_.pop_back();
    said_.named.insert(said_.named.end(), all.begin(), all.end());
    return all;
  }

  void bound(std::string_view name, int direction, bool strict, const Rational& number, std::string_view text) {
    for (std::string& one : names(name, text)) said_.bounds.push_back({std::move(one), direction, strict, number});
  }

  Said said_;
  std::vector<std::string> waiting_;
};

}  // namespace

namespace {

// n > 3/2 is n >= 2 of an integer.
void to_integers(RealAssumptions::Bound& bound) {
  if (bound.direction == 0) return;
  const bool whole = fmpz_is_one(fmpq_denref(bound.number.value)) != 0;
  fmpz* number = fmpq_numref(bound.number.value);
  if (whole && bound.strict) fmpz_add_si(number, number, bound.direction);
  if (!whole) (bound.direction > 0 ? fmpz_cdiv_q : fmpz_fdiv_q)(number, number, fmpq_denref(bound.number.value));
  fmpz_one(fmpq_denref(bound.number.value));
  bound.strict = false;
}

bool leave_nothing(const RealAssumptions& assumptions, uint32_t variable) {
  const Rational *low = nullptr, *high = nullptr;
  for (const RealAssumptions::Bound& bound : assumptions.bounds) {
    if (bound.variable != variable || bound.direction == 0) continue;
    const Rational*& limit = bound.direction > 0 ? low : high;
    if (limit == nullptr || fmpq_cmp(bound.number.value, limit->value) * bound.direction > 0) limit = &bound.number;
  }
  if (low == nullptr || high == nullptr) return false;
  const int compared = fmpq_cmp(low->value, high->value);
  if (compared >= 0) return compared > 0 || !assumptions.allow(variable, *low);
  if (std::ranges::find(assumptions.integers, variable) == assumptions.integers.end()) return false;
  // Between them there are more integers than are taken out, or one of the first that is allowed.
  Rational number = *low;
  for (size_t i = 0; i <= assumptions.bounds.size() && fmpq_cmp(number.value, high->value) <= 0; ++i) {
    if (assumptions.allow(variable, number)) return false;
    fmpq_add_si(number.value, number.value, 1);
  }
  return true;
}

}  // namespace

std::vector<std::string> variables_assumed(std::string_view text) {
  std::vector<std::string> named = AssumptionReader().read(text).named;
  (void)parse_assumptions(text, named);  // which leave no number for one
  return named;
}

RealAssumptions parse_assumptions(std::string_view text, const std::vector<std::string>& variables) {
  RealAssumptions result;
  Said said = AssumptionReader().read(text);
  const auto use = [&](const std::string& name, const auto& say) {
    const auto found = std::ranges::find(variables, name);
    if (found != variables.end()) say(static_cast<uint32_t>(found - variables.begin()));
  };
  for (const std::string& name : said.integers) {
    use(name, [&](uint32_t variable) { result.integers.push_back(variable); });
  }
  for (Said::Bound& bound : said.bounds) {
    use(bound.variable, [&](uint32_t variable) {
      result.bounds.push_back({variable, bound.direction, bound.strict, std::move(bound.number)});
    });
  }
  for (RealAssumptions::Bound& bound : result.bounds) {
    if (std::ranges::find(result.integers, bound.variable) != result.integers.end()) to_integers(bound);
  }
  for (uint32_t v = 0; v < variables.size(); ++v) {
    if (leave_nothing(result, v)) throw base::Error("the assumptions leave no number for " + variables[v]);
  }
  return result;
}

bool RealAssumptions::speak_of(uint32_t variable) const {
  return std::ranges::find(integers, variable) != integers.end() ||
         std::ranges::find(bounds, variable, &Bound::variable) != bounds.end();
}

bool RealAssumptions::allow(uint32_t variable, const Rational& value) const {
  if (std::ranges::find(integers, variable) != integers.end() && fmpz_is_one(fmpq_denref(value.value)) == 0)
    return false;
  return std::ranges::all_of(bounds, [&](const Bound& bound) {
    if (bound.variable != variable) return true;
    const int compared = fmpq_cmp(value.value, bound.number.value);
    if (bound.direction == 0) return compared != 0;
    return compared * bound.direction > 0 || (compared == 0 && !bound.strict);
  });
}

bool RealPoints::Range::refuses(const Rational& value) const {
  return std::ranges::any_of(without, [&](const Rational& one) { return fmpq_equal(one.value, value.value) != 0; });
}

RealPoints::RealPoints(size_t variables, const RealAssumptions& assumptions) : ranges_(variables) {
  for (const uint32_t variable : assumptions.integers) ranges_[variable].integer = true;
  for (const RealAssumptions::Bound& bound : assumptions.bounds) {
    Range& range = ranges_[bound.variable];
    if (bound.direction == 0) {
      range.without.push_back(bound.number);
      continue;
    }
    Rational number = bound.number;  // n >= 3 is n > 2 of an integer
    if (range.integer) fmpz_sub_si(fmpq_numref(number.value), fmpq_numref(number.value), bound.direction);
    auto& limit = bound.direction > 0 ? range.low : range.high;
    const bool tighter = !limit || fmpq_cmp(number.value, limit->value) * bound.direction > 0;
    if (tighter) limit = number;
  }
  for (Range& range : ranges_) {
    if (range.low && range.high && fmpq_equal(range.low->value, range.high->value) != 0) range.only = range.low;
  }
}

// Where roots, logarithms and quotients may change: every fourth point from the eighth on is made of these.
std::optional<RealPoint> RealPoints::special(size_t number) const {
  constexpr size_t kFirst = 8;
  constexpr slong kValues[] = {0, 1, -1, 2};
  if (number < kFirst || number % 4 != 0) return std::nullopt;
  RealPoint result;
  size_t code = (number - kFirst) / 4;
  for (const Range& range : ranges_) {
    Rational value(kValues[code % std::size(kValues)]);
    code = code / std::size(kValues) + code % std::size(kValues);  // not all alike
    const bool fits = (!range.low || fmpq_cmp(value.value, range.low->value) > 0) &&
                      (!range.high || fmpq_cmp(value.value, range.high->value) < 0) && !range.refuses(value);
    if (!fits) return std::nullopt;
    result.push_back(std::move(value));
  }
  return result;
}

// Every other point has positive values alone, where roots and logarithms are defined; every fourth small ones, for
// arcs.
RealPoint RealPoints::point(size_t number) const {
  if (auto made = special(number)) return *std::move(made);
  base::Random random(number + 1);
  RealPoint result;
  for (const Range& range : ranges_) {
    if (range.only) {
      result.push_back(*range.only);
      continue;
    }
    for (uint64_t tries = 0;; ++tries) {
      constexpr uint64_t kFewTries = 20;
      const uint64_t reach = 2 + number / 2 + tries;  // at last beyond what is refused
      auto above = static_cast<slong>(1 + random.below(reach));
      const ulong below = range.integer ? 1 : 1 + random.below(std::min<uint64_t>(1 + number / 2, 7));
      Rational value(above, below);
      if (number % 4 == 3 && !range.integer && tries < kFewTries)
        fmpq_set_si(value.value, 1 + static_cast<slong>(random.below(6)), 7);
      const bool negative = number % 2 == 1 && random.below(2) == 0;
      if (range.low && range.high && range.integer) {
        Integer count, step(std::to_string(above));  // each of them in turn
        fmpz_sub(count.value, fmpq_numref(range.high->value), fmpq_numref(range.low->value));
        fmpz_sub_ui(count.value, count.value, 1);
        fmpz_mod(step.value, step.value, count.value);
        fmpq_add_fmpz(value.value, range.low->value, step.value);
        fmpq_add_si(value.value, value.value, 1);
      } else if (range.low && range.high) {  // between them
        Rational share, width;
        fmpq_sub(width.value, range.high->value, range.low->value);
        fmpq_set_si(share.value, 1 + static_cast<slong>(random.below(reach + 1)), reach + 2);
        fmpq_mul(value.value, width.value, share.value);
        fmpq_add(value.value, value.value, range.low->value);
      } else if (range.low) {
        fmpq_add(value.value, value.value, range.low->value);
      } else if (range.high) {
        fmpq_sub(value.value, range.high->value, value.value);
      } else if (negative) {
        fmpq_neg(value.value, value.value);
      }
      if (range.refuses(value)) continue;
      result.push_back(std::move(value));
      break;
    }
  }
  return result;
}

}  // namespace eqnet::domain
