// eqnet simplify: a shortest equivalent expression, proved.
#include "eqnet/search/simplify.h"

#include <cstdio>
#include <memory>
#include <optional>

#include "base/files.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "eqnet/api/index.h"
#include "eqnet/expr/print.h"

namespace eqnet::cli {
namespace {

struct SimplifyOptions {
  std::vector<std::string> expressions;
  std::string batch, cost, operators, index;
  std::string domain = "auto";
  double timeout = domain::EquivalenceParams{}.timeout_s;
  bool steps = false;
  Common common;
};

// One for each domain that occurs.
class Simplifiers {
 public:
  explicit Simplifiers(const SimplifyOptions& options) : options_(options), chosen_(chosen_domain(options.domain)) {
    if (!options.cost.empty()) costs_ = base::read_bytes(options.cost);
    if (options.index.empty()) return;
    if (base::file_exists(options.index) && !api::Index::is_index(options.index)) {
      throw base::Error(options.index, "is no index", "make one with `eqnet index`");
    }
    index_.emplace(api::Index::open(options.index));
    const domain::Domain& own = index_->model().domain();
    if (chosen_ == nullptr) chosen_ = &own;
    if (chosen_ != &own) {
      throw base::Error(options.index, "is of the " + std::string(own.name()) + " domain", "leave out --domain");
    }
  }

  search::Simplified simplify(const std::string& text) {
    const domain::Domain* domain = chosen_ != nullptr ? chosen_ : domain::guess(text);
    if (domain == nullptr) domain = domain::guess(options_.operators);  // a variable alone
    if (domain == nullptr && !options_.cost.empty()) domain = domain::guess(costs_);
    if (domain == nullptr) domain = &domain::default_domain();
    auto& own = simplifiers_[domain];
    if (!own) {
      search::SimplifyParams params;
      params.timeout_s = options_.timeout;
      if (!options_.operators.empty()) params.operators = domain::parse_operators(options_.operators, *domain, "--ops");
      if (!options_.cost.empty()) {
        params.costs = search::costs_from_toml(costs_, options_.cost, *domain);
      }
      if (index_) params.known = [this](expr::Pool& pool, expr::NodeId node) { return known(pool, node); };
      own = std::make_unique<search::Simplifier>(*domain, std::move(params));
    }
    search::Simplified one = own->simplify(text);
    if (!one.allowed)
      throw base::Error("no form of " + base::quoted(text) + " with these operators is known; allow more");
    return one;
  }

 private:
  // What the index has that is proved to be equivalent.
  std::vector<expr::NodeId> known(expr::Pool& pool, expr::NodeId node) {
    const expr::Syntax& syntax = chosen_->syntax();
    std::vector<expr::NodeId> nodes;
    try {
      const api::NearestOptions equivalents{.k = 5, .timeout_s = 1, .equivalent = true};
      for (const api::Neighbour& one : index_->nearest(expr::print(pool, node, syntax), equivalents)) {
        nodes.push_back(expr::parse(one.text, syntax, pool));
      }
    } catch (const base::Error&) {  // has symbols that the model does not know
    }
    return nodes;
  }

  const SimplifyOptions& options_;
  std::string costs_;  // the text of --cost
  std::optional<api::Index> index_;
  const domain::Domain* chosen_;
  std::map<const domain::Domain*, std::unique_ptr<search::Simplifier>> simplifiers_;
};

void print_json(const std::string& text, const search::Simplified& one, bool steps) {
  base::Json json;
  json.object().key("expression").value(text).key("result").value(one.text);
  json.key("before").value(one.cost_before).key("after").value(one.cost).key("minimal").value(one.minimal);
  json.key("finished").value(one.finished);
  json.key("verdict").value(name(one.proof.answer)).key("method").value(one.proof.method);
  if (!one.proof.condition.empty()) json.key("condition").value(one.proof.condition);
  if (steps) {
    json.key("steps").array();
    for (const search::SimplifyStep& step : one.steps) {
      json.object().key("from").value(step.from).key("to").value(step.to).end_object();
    }
    json.end_array().key("steps_left_out").value(one.steps_left_out);
  }
  print(json.end_object());
}

void print_text(const std::string& text, const search::Simplified& one, const SimplifyOptions& options) {
  const bool restricted = !options.operators.empty();
  const bool costs = !options.cost.empty();
  std::printf("%s\n", one.text.c_str());
  if (options.steps) {
    for (const search::SimplifyStep& step : one.steps)
      std::printf("  %s  becomes  %s\n", step.from.c_str(), step.to.c_str());
    if (one.steps_left_out > 0) std::printf("  and %zu further steps\n", one.steps_left_out);
  }
  const char* unit = costs ? "cost" : "nodes";
  std::printf("  %s %zu, before %zu (%s)", unit, one.cost, one.cost_before, text.c_str());
  std::printf("; %s\n", !one.finished  ? "the search was stopped by --timeout"
                        : !one.minimal ? "not known to be the shortest"
                        : restricted   ? "nothing shorter with these operators is equivalent"
                                       : "nothing shorter is equivalent");
  const bool proved = one.proof.answer == domain::Answer::equivalent;
  std::printf("  %s (%s)", proved ? "proved" : "every step is exact, but the whole was not decided again",
              one.proof.method.c_str());
  if (!one.proof.condition.empty()) std::printf(", where both have a value: %s", one.proof.condition.c_str());
  std::printf("\n");
}

int run_batch(const SimplifyOptions& options) {
  Simplifiers simplifiers(options);
  base::ByteSource input = base::ByteSource::open(options.batch);
  base::Progress progress("simplifying", 0, terminal_progress(options.common.quiet));
  size_t lines = 0;
  size_t bad = 0;
  size_t before = 0;
  size_t after = 0;
  for (std::string line; input.line(line); ++lines) {
    std::string error;
    search::Simplified one;
    try {
      one = simplifiers.simplify(line);
      before += one.cost_before;
      after += one.cost;
    } catch (const expr::ParseError& problem) {
      ++bad;
      error =
          "column " + std::to_string(problem.column) + ": found " + problem.found + ", expected " + problem.expected;
    } catch (const base::Error& problem) {
      ++bad;
      error = problem.what();
    }
    progress.add(1);
    if (options.common.json && error.empty()) {
      print_json(line, one, options.steps);
    } else if (options.common.json) {
      base::Json json;
      print(json.object().key("expression").value(line).key("result").null().key("error").value(error).end_object());
    } else {
      std::printf("%s\t%s\n", line.c_str(), error.empty() ? one.text.c_str() : ("error: " + error).c_str());
    }
  }
  if (!options.common.quiet) {
    std::fprintf(stderr, "eqnet: %zu expressions, %s %zu before and %zu after", lines - bad,
                 options.cost.empty() ? "nodes" : "cost", before, after);
    std::fprintf(stderr, bad > 0 ? "; %zu lines have no answer\n" : "\n", bad);
  }
  return bad > 0 ? kError : kYes;
}

int run_simplify(const SimplifyOptions& options) {
  if (options.batch.empty() == options.expressions.empty()) {
    throw UsageError(options.batch.empty()
                         ? "an expression is needed, or --batch FILE with one a line"
                         : "--batch takes its expressions from a file, so none may be given beside it");
  }
  if (!options.batch.empty() && options.steps && !options.common.json) {
    throw UsageError("--steps does not fit into the lines of --batch; add --json");
  }
  if (!options.batch.empty()) return run_batch(options);
  Simplifiers simplifiers(options);
  for (const std::string& text : options.expressions) {
    const search::Simplified one = simplifiers.simplify(text);
    options.common.json ? print_json(text, one, options.steps) : print_text(text, one, options);
  }
  return kYes;
}

}  // namespace

Verb add_simplify(CommandLine& program) {
  auto options = std::make_shared<SimplifyOptions>();
  Command verb =
      program.verb("simplify", "Find a shortest equivalent expression, proved", CommandLine::Takes::expressions);
  verb.option("EXPR", options->expressions, "Expressions");
  verb.option("--batch", options->batch, "File of expressions, one a line; - is stdin");
  verb.option("--ops", options->operators,
              "Operators that the result may have (default: the domain's usual ones and the expression's own)");
  verb.option("--cost", options->cost, "TOML file of what operators cost, such as Xor = 2; others, and leaves, cost 1");
  verb.option("--index", options->index, "Index (eqnet index) whose expressions may stand for equal parts");
  verb.flag("--steps", options->steps, "Show which subexpression became what");
  verb.option("--timeout", options->timeout,
              "Seconds to search, and then to prove the result; tables not counted, but those of real functions")
      .at_least(0)
      .shows_default();
  add_domain(verb, options->domain);
  add_common(verb, options->common, Uses::output);
  verb.footer(
      "Over at most four variables a table of all meanings up to some size is made first (about a second); what it "
      "has\n"
      "is a shortest form. Larger expressions are made shorter piece by piece. The result is never longer, but\n"
      "where --ops forbids what was given, and to simplify it again changes nothing. --batch prints each line, a tab "
      "and its result.\n\n"
      "Examples:\n"
      "  eqnet simplify '(a & b) | (a & ~b)'\n"
      "  eqnet simplify 'x*x + 2*x*y + y*y' --steps\n"
      "  eqnet simplify --ops and,or,not 'a xor b'\n"
      "  eqnet simplify --cost gates.toml 'a & ~b | ~a & b'\n"
      "  eqnet simplify --batch candidates.txt > shorter.tsv\n"
      "  eqnet simplify --index formulas.index 'a & b & c & d & e | a & b & c & d & ~e'");
  return {"simplify", [options] { return run_simplify(*options); }};
}

}  // namespace eqnet::cli
