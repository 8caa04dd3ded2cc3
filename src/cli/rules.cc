// eqnet rules: the rewrite rules of a space, proved; or a proof of rules that others wrote.
#include "eqnet/search/rules.h"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "api/verdict_json.h"
#include "base/files.h"
#include "base/format.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"

namespace eqnet::cli {
namespace {

struct RulesOptions {
  std::string domain = "auto";
  std::string operators;
  std::vector<std::string> constants;
  size_t variables = search::RuleSpace{}.variables;
  size_t max_size = search::RuleSpace{}.max_size;
  std::string format = "text";
  std::string check;
  double timeout = domain::kDomainTimeout;
  Common common;
};

// The symbol of a constant by any of its spellings.
std::string constant_of(const std::string& word, const domain::Domain& domain) {
  const expr::Syntax& syntax = domain.syntax();
  if (syntax.integers && word.find_first_not_of("0123456789") == std::string::npos) return word;
  std::string known = syntax.integers ? "integers" : "";
  for (const expr::ConstantSyntax& one : syntax.constants) {
    if (one.symbol == word || std::ranges::find(one.spellings, word) != one.spellings.end()) {
      return std::string(one.symbol);
    }
    known += (known.empty() ? "" : ", ") + std::string(one.symbol);
  }
  throw base::Error("--constants",
                    base::quoted(word) + " is not a constant of the " + std::string(domain.name()) + " domain",
                    known.empty() ? "it has none" : "choose from " + known);
}

search::RuleSpace space_of(const RulesOptions& options) {
  search::RuleSpace space;
  const domain::Domain* chosen = chosen_domain(options.domain);
  space.domain = chosen != nullptr ? chosen : &domain::domain_of("boolean");
  space.variables = options.variables;
  space.max_size = options.max_size;
  if (!options.operators.empty()) space.operators = domain::parse_operators(options.operators, *space.domain, "--ops");
  for (const std::string& word : options.constants) space.constants.push_back(constant_of(word, *space.domain));
  return space;
}

int find(const RulesOptions& options) {
  const search::RuleSpace space = space_of(options);
  base::Progress progress("sizes", space.max_size, terminal_progress(options.common.quiet));
  size_t reached = 0;
  const search::RuleSet found = search::find_rules(space, [&](size_t /*rules*/, size_t size) {
    progress.add(size - 1 - reached);
    reached = size - 1;
  });
  const search::RuleFormat format = options.format == "egg"      ? search::RuleFormat::egg
                                    : options.format == "egglog" ? search::RuleFormat::egglog
                                                                 : search::RuleFormat::text;
  const expr::Printer printer(found.pool, space.domain->syntax());
  for (size_t number = 1; number <= found.rules.size(); ++number) {
    const search::Rule& rule = found.rules[number - 1];
    if (options.common.json) {
      base::Json json;
      json.object().key("left").value(printer.text(rule.left)).key("right").value(printer.text(rule.right));
      json.key("size").value(size_t{found.pool.tree_size(rule.left)});
      print(json.end_object());
    } else {
      std::printf("%s\n", search::rule_text(found, number, *space.domain, format).c_str());
    }
  }
  if (!options.common.quiet) {
    std::fprintf(
        stderr,
        "eqnet: %zu rules, from which all equations between %zu expressions (%zu meanings) follow, by rewriting "
        "through expressions of at most %zu nodes\n",
        found.rules.size(), found.expressions, found.meanings, found.through_size);
  }
  return kYes;
}

// That of the first rule which tells, by its sides: the sign between them is no operator.
const domain::Domain& domain_of_rules(const std::vector<std::string>& lines) {
  for (std::string text : lines) {
    if (base::is_remark(text)) continue;
    for (const std::string_view sign : {"<==>", "==>"}) {
      if (const size_t place = text.find(sign); place != std::string::npos) text.replace(place, sign.size(), " ");
    }
    if (const domain::Domain* known = domain::guess(text)) return *known;
  }
  return domain::default_domain();
}

int check(const RulesOptions& options) {
  base::ByteSource input = base::ByteSource::open(options.check);
  std::vector<std::string> lines;
  for (std::string line; input.line(line);) lines.push_back(line);
  const domain::Domain* chosen = chosen_domain(options.domain);
  const domain::Domain& domain = chosen != nullptr ? *chosen : domain_of_rules(lines);
  size_t rules = 0;
  size_t proved = 0;
  size_t refuted = 0;
  size_t undecided = 0;
  size_t unreadable = 0;
  size_t number = 0;
  for (const std::string& line : lines) {
    ++number;
    if (base::is_remark(line)) continue;
    ++rules;
    expr::Pool pool;
    std::string answer;
    domain::Verdict verdict;
    try {
      const search::WrittenRule rule = search::read_rule(line, domain, pool);
      const domain::NodePair pair = {rule.left, rule.right};
      verdict = domain.verdicts(pool, {&pair, 1}, {options.timeout}).front();
      if (verdict.answer == domain::Answer::different && !rule.condition.empty()) {
        verdict.answer = domain::Answer::undecided;
        verdict.method = "false without its condition, which is not looked at";
      }
      answer = name(verdict.answer);
    } catch (const expr::ParseError& error) {
      answer = "error: line " + std::to_string(number) + ": found " + error.found + ", expected " + error.expected;
    } catch (const base::Error& error) {
      answer = "error: line " + std::to_string(number) + ": " + error.what();
    }
    ++(answer == "equivalent"  ? proved
       : answer == "different" ? refuted
       : answer == "undecided" ? undecided
                               : unreadable);
    if (options.common.json) {
      base::Json json;
      json.object().key("line").value(number).key("rule").value(line);
      if (answer.starts_with("error")) {
        json.key("verdict").value("error").key("error").value(answer.substr(7));
      } else {
        api::add_verdict(json, verdict);
      }
      print(json.end_object());
      continue;
    }
    std::string behind;
    for (const auto& [variable, value] : verdict.witness) behind.append(" ").append(variable).append("=").append(value);
    if (answer == "different") behind += ": " + verdict.left + " is not " + verdict.right;
    if (answer == "equivalent" || answer == "undecided") behind = " (" + verdict.method + ")";
    std::printf("%s%s\t%s\n", answer.c_str(), behind.c_str(), line.c_str());
  }
  if (!options.common.quiet) {
    std::fprintf(stderr, "eqnet: %zu rules of the %s domain: %zu proved, %zu refuted, %zu undecided, %zu unreadable\n",
                 rules, std::string(domain.name()).c_str(), proved, refuted, undecided, unreadable);
  }
  return unreadable > 0 ? kError : refuted > 0 ? kNo : undecided > 0 ? kUndecided : kYes;
}

}  // namespace

Verb add_rules(CommandLine& program) {
  auto options = std::make_shared<RulesOptions>();
  Command verb = program.verb("rules", "Find the rewrite rules of a space, or prove rules that others wrote");
  add_domain(verb, options->domain, "boolean; with --check by the operators of the first rules");
  verb.option("--ops", options->operators, "Operators, such as and,or,not (default: the domain's)");
  verb.option("--constants", options->constants, "Constants that expressions may have, such as false,true").by_commas();
  verb.option("--vars", options->variables, "Variables").between(1, 26).shows_default();
  verb.option("--max-size", options->max_size, "Most nodes of a side").between(1, 64).shows_default();
  verb.option("--format", options->format, "Syntax of the rules").one_of({"text", "egg", "egglog"}).shows_default();
  verb.option("--check", options->check,
              "Prove or refute the rules of this file, one a line, and find none; - is stdin");
  verb.option("--timeout", options->timeout, "Seconds for one proof of --check (default: 10, of real functions 1)")
      .at_least(0);
  add_common(verb, options->common, Uses::output);
  verb.footer(
      "A rule is left out where it follows from smaller ones: where its two sides are linked by rewriting with them,\n"
      "through expressions of --max-size nodes and up to three more where these are not too many. All equations of "
      "the\n"
      "space follow from the rules that are printed.\n\n"
      "--check takes lines LEFT ==> RIGHT, LEFT <==> RIGHT or LEFT = RIGHT, each side as the domain writes it or as "
      "an\n"
      "S-expression, (& ?a (~ ?b)). Behind the right side may stand: if CONDITION. Such a rule is equivalent where it\n"
      "holds without, else undecided. Blank lines and those that start with # are left out. It answers each by "
      "equivalent, different with a witness, undecided or error. Exit\n"
      "code: 2 where a line could not be read, else 1 where one is false, else 3 where one is undecided.\n\n"
      "Examples:\n"
      "  eqnet rules --ops and,or,not --max-size 5\n"
      "  eqnet rules --ops and,or,not --constants false,true --max-size 5 --format egg\n"
      "  eqnet rules --domain polynomial --ops +,* --max-size 5\n"
      "  eqnet rules --check bool.rules");
  return {"rules", [options] { return options->check.empty() ? find(*options) : check(*options); }};
}

}  // namespace eqnet::cli
