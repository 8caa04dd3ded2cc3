// Domains: what expressions mean. A domain has a syntax and, unless it is open, an exact notion of equivalence.
//
//   boolean     And Or Xor Implies Not Ite Majority, true, false
//   polynomial  Add Subtract Multiply Negate Power over the integers
//   real        + - * / ^, roots, exponentials, logarithms, trigonometry, absolute values: real functions, each with
//               its natural set of definition
//   open        any operators; meaning is given by the classes of the data, so nothing can be proved
//
// and any finite algebra that a TOML file defines: values, and operators as tables (domain_from_file).
//
// A new domain is a class derived from Domain in a folder of its own, src/domain/NAME/, and two lines in the registry
// (src/domain/registry.h and .cc). Nothing else in the program names a domain: generation, verdicts, training, pages
// and the choices of --domain all go through this interface. A program may also add one of its own at run time
// (add_domain).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eqnet/expr/pool.h"
#include "eqnet/expr/syntax.h"

namespace eqnet::domain {

class Algebra;      // eqnet/domain/algebra.h
class Forms;        // eqnet/domain/forms.h
class PointValues;  // eqnet/domain/point_values.h

enum class Answer { equivalent, different, undecided };
std::string_view name(Answer answer);

// Values of variables by name, in order of names.
using Assignment = std::vector<std::pair<std::string, std::string>>;

struct Verdict {
  Answer answer = Answer::undecided;
  Assignment witness;       // different: an assignment under which the two values below differ
  std::string left, right;  // empty where they are too long to show
  // How it was decided, or why it was not: "truth table", "SAT", "normal form", "evaluation", "timeout", …
  std::string method;
  // equivalent: where one of the two has no value and the other may; empty where both are defined at the same points.
  std::string condition = {};
};

constexpr double kDomainTimeout = -1;  // the domain's own default

struct EquivalenceParams {
  double timeout_s = 10;  // wall clock; 0 means no search at all, only what is decided at once
  // Of partial functions: whether they must be defined at the same points too, rather than equal where both are.
  bool strict = false;
  // What may be taken for granted of variables: "x > 0, n integer". Domains without an order refuse them.
  std::string assumptions = {};
};

struct NodePair {
  expr::NodeId left, right;
};

// The operator of one child whose result a figure sets against its operand, and what people call that result.
struct Negation {
  std::string_view op;    // "Not"
  std::string_view word;  // "negation"
};

// The values of some nodes at one point.
struct Sample {
  Assignment point;
  std::vector<std::string> values;  // by node; empty where one is too long to show
};

// Immutable, so that many threads may use one at once.
class Domain {
 public:
  Domain() = default;
  virtual ~Domain() = default;
  Domain(const Domain&) = delete;
  Domain& operator=(const Domain&) = delete;

  [[nodiscard]] virtual std::string_view name() const = 0;
  // The text that it was made from (domain_from_toml); empty for those that are code. With it a file can say what its
  // expressions mean to whoever has no such domain.
  [[nodiscard]] virtual std::string_view definition() const { return {}; }

  // --- Text
  [[nodiscard]] virtual const expr::Syntax& syntax() const = 0;
  // Whether something occurs in the text that, of all domains, this one writes: how data without a named domain gets
  // one. Domains are asked in the order of the registry, and the first that says yes is taken.
  [[nodiscard]] virtual bool recognises(std::string_view text) const;
  // What `text` means beside another, where the other shows how it was meant: xy beside \frac{xy}{2} is a product, as
  // letters are variables of their own in LaTeX. Both were read, as node and other; gives `node` where there is nothing
  // to add. Throws expr::ParseError.
  [[nodiscard]] virtual expr::NodeId read_beside(expr::Pool& pool, std::string_view text, expr::NodeId node,
                                                 std::string_view other_text, expr::NodeId other) const;
  // What may have been misread when two expressions turn out to differ, as one sentence: a variable of one side that is
  // a product of the other's (2xy beside 2*x*y or 2yx, x2 beside 2x), or looks like one of them; 2e-3, which was read
  // as 2 * e - 3. Empty when there is none, and where the syntax has no product.
  [[nodiscard]] std::string misreading(const expr::Pool& pool, expr::NodeId left, expr::NodeId right) const;
  // The variables that assumptions speak of (EquivalenceParams). Throws base::Error where they are not understood or
  // contradict each other, and where the domain takes none.
  [[nodiscard]] virtual std::vector<std::string> assumed_variables(std::string_view assumptions) const;
  [[nodiscard]] virtual bool takes_assumptions() const { return false; }

  // --- Meaning
  // Whether it has a meaning of its own; if not, expressions mean what the classes of the data say.
  [[nodiscard]] virtual bool has_meaning() const { return true; }
  // How long users wait for one pair unless they say otherwise (kDomainTimeout).
  [[nodiscard]] virtual double default_timeout_s() const { return EquivalenceParams{}.timeout_s; }
  // Exact. Variables are identified by name; one that occurs on one side only is free there. Uses no recursion.
  [[nodiscard]] Verdict equivalent(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                                   const EquivalenceParams& params = {}) const;
  // The same for many pairs, which have things in common. What cannot be decided because memory is short, or because a
  // node is none of the domain's, is undecided; the method says why.
  [[nodiscard]] std::vector<Verdict> verdicts(const expr::Pool& pool, std::span<const NodePair> pairs,
                                              const EquivalenceParams& params = {}) const;
  // A text that two expressions share if and only if they mean the same: a hash table of texts then finds what is
  // equivalent. Nothing where the domain has none, or the expression is too large for one: booleans of more than 16
  // variables that make a difference, polynomials beyond what is expanded. Expressions that have one and such that
  // have none may still be equivalent.
  [[nodiscard]] virtual std::optional<std::string> key(const expr::Pool& pool, expr::NodeId root) const;
  // All its functions over these variables (sorted), with exact operations: what generation needs. Null where it has no
  // algebra. Throws base::Error where there are too many variables for it.
  [[nodiscard]] virtual std::unique_ptr<Algebra> algebra(const std::vector<std::string>& variables) const;
  // The values of expressions at random points: what the model `values` needs. Null where it has none.
  [[nodiscard]] virtual std::unique_ptr<const PointValues> point_values(uint64_t seed) const;
  // Other ways to write expressions: what simplification needs beside the algebra. Null where it has none.
  [[nodiscard]] virtual std::unique_ptr<Forms> forms() const;
  // A group number for each root: the same for two roots if and only if they are equivalent; numbers count from 0 in
  // order of first use. By default by the algebra, and without one pair by pair. Throws base::Error where a pair takes
  // longer than the timeout, or where there is no meaning.
  [[nodiscard]] virtual std::vector<uint32_t> classify(const expr::Pool& pool, std::span<const expr::NodeId> roots,
                                                       const EquivalenceParams& params = {}) const;
  // By root, whether it has a value anywhere, as far as is known: 1/(a - a) has none, and is no data. All by default.
  [[nodiscard]] virtual std::vector<bool> have_values(const expr::Pool& pool,
                                                      std::span<const expr::NodeId> roots) const;

  // --- Generation
  // The operators that trees are made of unless the user chooses: by default all that make trees.
  [[nodiscard]] virtual std::vector<std::string> default_operators() const;
  // The constants that are leaves of trees beside the variables, unless the user chooses: none by default.
  [[nodiscard]] virtual std::vector<std::string> default_constants() const { return {}; }

  // --- Pages
  [[nodiscard]] virtual std::optional<Negation> negation() const { return std::nullopt; }
  // The nodes' values at the points from number `first` on, simple points first; fewer than `count` past the last one.
  // Where two nodes have different values at a point they differ, and the point is the witness that a page shows. By
  // default there are no points.
  [[nodiscard]] virtual std::vector<Sample> samples(const expr::Pool& pool, std::span<const expr::NodeId> nodes,
                                                    size_t first, size_t count) const;

 private:
  // Of two different nodes.
  [[nodiscard]] virtual Verdict decide(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                                       const EquivalenceParams& params) const = 0;
  // Fills in the verdicts of pairs that are decided at once where there are many of them, and leaves the others
  // undecided without a method. By default there are none.
  virtual void decide_many(const expr::Pool& pool, std::span<const NodePair> pairs, std::span<Verdict> verdicts) const;
};

// --- The registry. What it hands out stays for as long as the program runs.

// Those that come with EqNet.
const Domain& boolean();
const Domain& polynomial();
const Domain& real();
const Domain& open();

// All domains, in the order in which they were added.
std::vector<const Domain*> domains();
// Their names: "boolean, polynomial or open".
std::string domain_names();
// What a user chooses a domain by: the name of one of them, or the path of a .toml file that defines one. Throws
// base::Error for what is neither.
const Domain& domain_of(std::string_view name_or_path);
// What a model file chooses a domain by: its name, and its definition where it has one. No other file is read.
const Domain& domain_of(std::string_view name, std::string_view definition);
// Adds one; throws base::Error where its name is taken.
const Domain& add_domain(std::unique_ptr<const Domain> domain);

// --- Finite algebras, of at most 64 values (docs/formats.md). They are in no registry: what a text defines is found by
// the text alone, the same text giving the same object, and their names need not differ.

// Throws base::Error with `where` and the line on a text that is no algebra.
const Domain& domain_from_toml(std::string_view text, std::string_view where);
const Domain& domain_from_file(const std::string& path);
// Whether a text is meant to define a domain, rather than the settings of a training: whether it has operators.
bool defines_domain(std::string_view text);

// --- Choosing operators

// The symbols of "and,or" or "& |" or "+,-": symbols or spellings, separated by commas or spaces. Operators whose last
// child is a literal are none: they make no trees. Throws base::Error on a word that is no operator, and where there is
// none; `where` says in it what the text is.
std::vector<std::string> parse_operators(const std::string& text, const Domain& domain,
                                         const std::string& where = "the list of operators");

// --- Guessing

// The domain that recognises the text, or nullptr: then only signs occur that several know (a + b, a * b).
const Domain* guess(std::string_view text);
// The domain of expressions about which something is assumed, as far as that tells; else the guess, or the default.
const Domain& choose(std::string_view text, std::string_view assumptions = {});
// As a sentence: an assumption about a variable that none of these has, which may be a slip. Empty where there is none.
std::string idle_assumption(const Domain& domain, const expr::Pool& pool, std::span<const expr::NodeId> roots,
                            std::string_view assumptions);
// Of texts and data that nothing is recognised in: variables, sums and products.
const Domain& default_domain();

}  // namespace eqnet::domain
