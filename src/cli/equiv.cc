// eqnet equiv: are two expressions equivalent? Exactly, with a witness when they are not; one pair or a file of them.
#include <cstdio>
#include <memory>

#include "api/verdict_json.h"
#include "base/files.h"
#include "base/format.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "eqnet/search/check.h"

namespace eqnet::cli {
namespace {

struct EquivOptions {
  std::string left, right;
  std::string batch;
  std::string domain = "auto";
  double timeout = domain::kDomainTimeout;
  bool strict = false;
  std::string assume;
  Common common;
};

// "-" stands for the next line of stdin.
void read_operands(EquivOptions& options) {
  std::optional<base::ByteSource> input;
  for (std::string* operand : {&options.left, &options.right}) {
    if (*operand != "-") continue;
    if (!input) input = base::ByteSource::open("-");
    if (!input->line(*operand))
      throw base::Error("standard input", "has no line for the expression", "give one a line");
  }
}

const domain::Domain& choose_domain(const EquivOptions& options) {
  if (const domain::Domain* chosen = chosen_domain(options.domain)) return *chosen;
  return domain::choose(options.left + "\n" + options.right, options.assume);
}

domain::NodePair parse_operands(const EquivOptions& options, const domain::Domain& domain, expr::Pool& pool) {
  const char* which = "first";
  try {
    domain::NodePair pair{expr::parse(options.left, domain.syntax(), pool), 0};
    which = "second";
    pair.right = expr::parse(options.right, domain.syntax(), pool);
    pair.right = domain.read_beside(pool, options.right, pair.right, options.left, pair.left);
    which = "first";
    pair.left = domain.read_beside(pool, options.left, pair.left, options.right, pair.right);
    return pair;
  } catch (const expr::ParseError& error) {
    throw expr::ParseError(error.line, error.column, error.found, error.expected + " (in the " + which + " expression)",
                           error.excerpt);
  }
}

void print_json(const domain::Domain& domain, const domain::Verdict& verdict, const std::string& note) {
  base::Json json;
  json.object();
  api::add_verdict(json, verdict);
  json.key("domain").value(domain.name());
  if (!note.empty()) json.key("note").value(note);
  print(json.end_object());
}

// variables: whether there are any.
std::string as_text(const domain::Verdict& verdict, bool variables) {
  std::string line(name(verdict.answer));
  if (verdict.answer != domain::Answer::different) {
    const std::string where = verdict.condition.empty() ? "" : " where both have a value: " + verdict.condition;
    return line + where + " (" + verdict.method + ")";
  }
  line += verdict.witness.empty() && variables ? ": expanded," : ": at ";
  for (size_t i = 0; i < verdict.witness.size(); ++i) {
    line += (i == 0 ? "" : ", ") + verdict.witness[i].first + " = " + verdict.witness[i].second;
  }
  if (!variables) line += "every point";
  if (verdict.left.empty() && verdict.right.empty()) return line + " they have values too long to show";
  return line + " the first is " + verdict.left + " and the second is " + verdict.right;
}

bool has_variables(const expr::Pool& pool) {
  for (expr::SymbolId id = 0; id < pool.symbols.size(); ++id) {
    if (pool.symbols[id].kind == expr::SymbolKind::variable) return true;
  }
  return false;
}

// Lines of pairs, some at a time, so that a stream of any length needs no more memory than these.
class Batch {
 public:
  explicit Batch(const EquivOptions& options)
      : options_(options), progress_("checking", 0, terminal_progress(options.common.quiet)) {
    params_.domain = chosen_domain(options.domain);
    params_.timeout_s = options.timeout;
    params_.strict = options.strict;
    params_.assumptions = options.assume;
    params_.threads = threads_of(options.common);
  }

  int run() {
    constexpr size_t kAtATime = 16384;
    base::ByteSource input = base::ByteSource::open(options_.batch);
    std::vector<std::string> lines(kAtATime);
    for (bool more = true; more;) {
      size_t count = 0;
      while (count < kAtATime && (more = input.line(lines[count]))) ++count;
      answer(std::span(lines).first(count));
    }
    if (!options_.common.quiet) {
      std::fprintf(stderr, "eqnet: %zu pairs: %zu equivalent, %zu different, %zu undecided, %zu unreadable\n", pairs_,
                   equivalent_, different_, undecided_, unreadable_);
    }
    return unreadable_ > 0 ? kError : different_ > 0 ? kNo : undecided_ > 0 ? kUndecided : kYes;
  }

 private:
  void answer(std::span<const std::string> lines) {
    std::vector<search::TextPair> pairs;
    pairs.reserve(lines.size());
    for (const std::string& line : lines) {
      const std::string_view text = line;
      const size_t tab = text.find('\t');
      if (tab == std::string_view::npos || text.find('\t', tab + 1) != std::string_view::npos) {
        pairs.push_back({});  // answered without being read
      } else {
        pairs.push_back({text.substr(0, tab), text.substr(tab + 1)});
      }
    }
    std::vector<search::Checked> checked = search::check(pairs, params_);
    for (size_t i = 0; i < checked.size(); ++i) {
      if (pairs[i].left.data() == nullptr) {
        checked[i].error = lines[i].find('\t') == std::string::npos
                               ? "no tab between two expressions"
                               : "more than one tab, where two expressions are expected";
      }
      print_one(checked[i]);
    }
    pairs_ += checked.size();
    progress_.add(checked.size());
  }

  void print_one(const search::Checked& one) {
    if (!one.error.empty()) {
      ++unreadable_;
      if (options_.common.json) {
        base::Json json;
        print(json.object().key("verdict").value("error").key("error").value(one.error).end_object());
      } else {
        std::printf("error: %s\n", one.error.c_str());
      }
      return;
    }
    ++(one.verdict.answer == domain::Answer::equivalent  ? equivalent_
       : one.verdict.answer == domain::Answer::different ? different_
                                                         : undecided_);
    if (options_.common.json) {
      print_json(*one.domain, one.verdict, one.note);
      return;
    }
    const std::string note = one.note.empty() ? "" : "; note: " + one.note;
    std::printf("%s%s\n", as_text(one.verdict, one.variables).c_str(), note.c_str());
  }

  const EquivOptions& options_;
  search::CheckParams params_;
  base::Progress progress_;
  size_t pairs_ = 0, equivalent_ = 0, different_ = 0, undecided_ = 0, unreadable_ = 0;
};

int equiv(EquivOptions& options) {
  if (!options.batch.empty()) {
    if (!options.left.empty() || !options.right.empty()) {
      throw UsageError("--batch takes its pairs from a file, so no expression may be given beside it");
    }
    return Batch(options).run();
  }
  if (options.left.empty() || options.right.empty()) {
    throw UsageError("two expressions are needed, or --batch FILE with a pair a line");
  }
  read_operands(options);
  const domain::Domain& domain = choose_domain(options);
  expr::Pool pool;
  const auto [left, right] = parse_operands(options, domain, pool);
  const domain::Verdict verdict =
      domain.equivalent(pool, left, right, {options.timeout, options.strict, options.assume});
  const expr::NodeId both[] = {left, right};
  std::string note;
  if (verdict.answer == domain::Answer::different) note = domain.misreading(pool, left, right);
  if (note.empty()) note = domain::idle_assumption(domain, pool, both, options.assume);
  if (options.common.json) {
    print_json(domain, verdict, note);
  } else {
    std::printf("%s\n", as_text(verdict, has_variables(pool)).c_str());
    if (!note.empty()) std::printf("note: %s\n", note.c_str());
  }
  switch (verdict.answer) {
    case domain::Answer::equivalent:
      return kYes;
    case domain::Answer::different:
      return kNo;
    case domain::Answer::undecided:
      break;
  }
  return kUndecided;
}

}  // namespace

Verb add_equiv(CommandLine& program) {
  auto options = std::make_shared<EquivOptions>();
  Command verb =
      program.verb("equiv", "Decide exactly whether two expressions are equivalent", CommandLine::Takes::expressions);
  verb.option("LEFT", options->left, "An expression; - reads a line of stdin");
  verb.option("RIGHT", options->right, "Another");
  verb.option("--batch", options->batch, "File of pairs, a line each: left, a tab, right; - is stdin");
  add_domain(verb, options->domain);
  verb.option("--timeout", options->timeout,
              "Seconds to search before answering undecided, for each pair (default: 10, of real functions 1)")
      .at_least(0);
  verb.flag("--strict", options->strict, "Expressions of real numbers must also be defined at the same points");
  verb.option("--assume", options->assume, "What is known of real variables: 'x > 0, 0 < y <= 1, n integer'");
  add_common(verb, options->common, Uses::threads);
  verb.footer(
      "Exit code: 0 equivalent, 1 different, 2 error, 3 undecided.\n\n"
      "--batch answers every line by one line that starts with equivalent, different, undecided or error, in the same\n"
      "order, and counts them at the end on stderr. Without --domain each pair's is found by the operators in it. "
      "Exit\n"
      "code: 2 where a line could not be read, else 1 where a pair is different, else 3 where one is undecided.\n\n"
      "Examples:\n"
      "  eqnet equiv 'a -> b' '~a | b'\n"
      "  eqnet equiv '(x + y)^2' 'x^2 + 2x*y + y^2'\n"
      "  eqnet equiv --json 'a xor b' 'a or b'\n"
      "  eqnet equiv --domain boolean 'a + a*b' 'a'\n"
      "  eqnet equiv 'sqrt(x)^2' x --strict\n"
      "  eqnet equiv '\\frac{\\sin 2x}{2}' 'sin(x) cos(x)'\n"
      "  eqnet equiv --assume 'x > 0' 'log(x^2)' '2 log x' --strict\n"
      "  eqnet equiv --batch answers.tsv\n"
      "  paste expected.txt given.txt | eqnet equiv --batch - --json");
  return {"equiv", [options] { return equiv(*options); }};
}

}  // namespace eqnet::cli
