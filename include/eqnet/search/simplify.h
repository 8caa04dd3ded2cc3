// A shortest equivalent expression, proved.
//
//   eqnet::search::Simplifier simplifier(eqnet::domain::boolean());
//   std::cout << simplifier.simplify("(a & b) | (a & ~b)").text << '\n';   // a
//
// Over at most four variables the result is a cheapest one wherever a table of all meanings up to some size has it, as
// for booleans it always does. Larger expressions are made cheaper piece by piece, and written anew from what they mean
// (Domain::forms), until nothing more is found.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"

namespace eqnet::search {

// What a node of an expression costs.
struct Costs {
  std::map<std::string, size_t> operators = {};  // by symbol, 1 or more; others cost 1
  size_t variable = 1;
  size_t constant = 1;

  [[nodiscard]] size_t of(const expr::Symbol& symbol) const;
  // Of a whole tree; SIZE_MAX stands for that much and more.
  [[nodiscard]] size_t of(const expr::Pool& pool, expr::NodeId root) const;
};
// "And = 1", "Xor = 2", "variable = 0": a TOML table of the domain's operators by any of their names. Throws
// base::Error with the line on what is none.
Costs costs_from_toml(std::string_view text, std::string_view where, const domain::Domain& domain);

// Equivalents of a node, perhaps none, that someone else knows: as of an index. They are taken to be proved.
using KnownEquivalents = std::function<std::vector<expr::NodeId>(expr::Pool& pool, expr::NodeId node)>;

struct SimplifyParams {
  std::vector<std::string> operators = {};  // symbols that the result may have; none: the domain's default ones and
                                            // those of the expression
  Costs costs = {};
  KnownEquivalents known = {};                               // asked about parts of some nodes
  double timeout_s = domain::EquivalenceParams{}.timeout_s;  // of the search, and then of the proof
};

struct SimplifyStep {
  std::string from, to;
};

struct Simplified {
  std::string text;
  size_t cost_before = 0, cost = 0;
  bool minimal = false;   // whether it is known that nothing with these operators is cheaper
  bool allowed = true;    // whether it has only operators that it may have: else no such form was found
  bool finished = true;   // whether the search came to its end; else this is what it had when its time was over
  domain::Verdict proof;  // of the expression and the result
  std::vector<SimplifyStep> steps;
  size_t steps_left_out = 0;  // further ones, where their texts would be too long in all
};

// Not for several threads at once: tables are made when they are needed first.
class Simplifier {
 public:
  // Throws base::Error for a domain without an algebra, and for operators that it does not have.
  explicit Simplifier(const domain::Domain& domain, SimplifyParams params = {});
  ~Simplifier();
  Simplifier(Simplifier&&) noexcept;

  // Throws expr::ParseError.
  [[nodiscard]] Simplified simplify(std::string_view text);
  // The same in a pool, to which the result is added.
  struct Result {
    expr::NodeId node = 0;
    bool minimal = false, allowed = true, finished = true;  // as above
    struct Step {
      expr::NodeId from, to;
    };
    std::vector<Step> steps;
  };
  [[nodiscard]] Result simplify(expr::Pool& pool, expr::NodeId root);

 private:
  Result once(expr::Pool& pool, expr::NodeId root, const std::function<bool()>& late);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace eqnet::search
