// eqnet equiv: are two expressions equivalent? Exactly, with a witness when they are not.
#include <cstdio>
#include <memory>

#include "base/files.h"
#include "cli/print.h"
#include "cli/verbs.h"
#include "cli/verdict.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"

namespace eqnet::cli {
namespace {

struct EquivOptions {
  std::string left, right;
  std::string domain = "auto";
  double timeout = domain::EquivalenceParams{}.timeout_s;
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
  const domain::Domain* guessed = domain::guess(options.left + "\n" + options.right);
  return guessed != nullptr ? *guessed : domain::default_domain();
}

expr::NodeId parse_operand(const std::string& text, const domain::Domain& domain, const char* which, expr::Pool& pool) {
  try {
    return expr::parse(text, domain.syntax(), pool);
  } catch (const expr::ParseError& error) {
    throw expr::ParseError(error.line, error.column, error.found, error.expected + " (in the " + which + " expression)",
                           error.excerpt);
  }
}

void print_json(const domain::Domain& domain, const domain::Verdict& verdict, const std::string& note) {
  base::Json json;
  json.object();
  add_verdict(json, verdict);
  json.key("domain").value(domain.name());
  if (!note.empty()) json.key("note").value(note);
  print(json.end_object());
}

void print_text(const domain::Verdict& verdict, const std::string& note, bool variables) {
  std::string line(name(verdict.answer));
  if (verdict.answer == domain::Answer::different) {
    line += verdict.witness.empty() && variables ? ": expanded," : ": at ";
    for (size_t i = 0; i < verdict.witness.size(); ++i) {
      line += (i == 0 ? "" : ", ") + verdict.witness[i].first + " = " + verdict.witness[i].second;
    }
    if (!variables) line += "every point";
    if (verdict.left.empty() && verdict.right.empty()) {
      line += " they have values too long to show";
    } else {
      line += " the first is " + verdict.left + " and the second is " + verdict.right;
    }
  } else {
    line += " (" + verdict.method + ")";
  }
  std::printf("%s\n", line.c_str());
  if (!note.empty()) std::printf("note: %s\n", note.c_str());
}

bool has_variables(const expr::Pool& pool) {
  for (expr::SymbolId id = 0; id < pool.symbols.size(); ++id) {
    if (pool.symbols[id].kind == expr::SymbolKind::variable) return true;
  }
  return false;
}

int equiv(EquivOptions& options) {
  read_operands(options);
  const domain::Domain& domain = choose_domain(options);
  expr::Pool pool;
  const expr::NodeId left = parse_operand(options.left, domain, "first", pool);
  const expr::NodeId right = parse_operand(options.right, domain, "second", pool);
  const domain::Verdict verdict = domain.equivalent(pool, left, right, {options.timeout});
  const bool different = verdict.answer == domain::Answer::different;
  const std::string note = different ? domain.misreading(pool, left, right) : "";
  options.common.json ? print_json(domain, verdict, note) : print_text(verdict, note, has_variables(pool));
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
  verb.option("LEFT", options->left, "An expression; - reads a line of stdin").required();
  verb.option("RIGHT", options->right, "Another").required();
  add_domain(verb, options->domain);
  verb.option("--timeout", options->timeout, "Seconds to search before answering undecided")
      .at_least(0)
      .shows_default();
  add_common(verb, options->common, Uses::output);
  verb.footer(
      "Exit code: 0 equivalent, 1 different, 2 error, 3 undecided.\n\n"
      "Examples:\n"
      "  eqnet equiv 'a -> b' '~a | b'\n"
      "  eqnet equiv '(x + y)^2' 'x^2 + 2x*y + y^2'\n"
      "  eqnet equiv --json 'a xor b' 'a or b'\n"
      "  eqnet equiv --domain boolean 'a + a*b' 'a'");
  return {"equiv", [options] { return equiv(*options); }};
}

}  // namespace eqnet::cli
