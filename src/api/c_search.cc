// The C interface: equivalence, and what is done with many expressions.
#include <cstring>
#include <map>
#include <optional>

#include "api/c_guard.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "eqnet/search/check.h"
#include "eqnet/search/group.h"
#include "eqnet/search/rules.h"
#include "eqnet/search/simplify.h"

// NOLINTNEXTLINE(readability-identifier-naming): a name of C
struct eqnet_simplifier {
  eqnet::search::Simplifier simplifier;
};

namespace eqnet::api {
namespace {

// What the structures of C point into.
struct Decision : eqnet_decision {
  search::Checked checked;
  std::string domain_name;
  std::vector<const char*> witness_names, witness_values;
};

struct Shortened : eqnet_simplified {
  search::Simplified simplified;
  std::vector<const char*> step_from, step_to;
};

// The error with the number of the text that it is about.
template <class Work>
auto with_text(size_t number, const Work& work) {
  try {
    return work();
  } catch (const base::Error& error) {
    throw base::Error("text " + std::to_string(number + 1) + ": " + error.what());
  }
}

void write(const std::string& text, char* to, size_t size) {
  if (to == nullptr || size == 0) return;
  const size_t length = std::min(text.size(), size - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

search::CheckParams params_of(const char* domain, double timeout_s, size_t threads, const eqnet_terms* terms) {
  search::CheckParams params{chosen(domain), timeout_s, threads};
  if (terms == nullptr) return params;
  params.strict = terms->strict != 0;
  if (terms->assume != nullptr) params.assumptions = terms->assume;
  return params;
}

expr::Style style_of(std::string_view name) {
  constexpr std::pair<std::string_view, expr::Style> kStyles[] = {{"minimal", expr::Style::minimal},
                                                                  {"tokens", expr::Style::tokens},
                                                                  {"latex", expr::Style::latex},
                                                                  {"s_expression", expr::Style::s_expression}};
  for (const auto& [known, style] : kStyles) {
    if (known == name) return style;
  }
  throw base::Error("style " + std::string(name) + " is not known: minimal, tokens, latex and s_expression are");
}

}  // namespace
}  // namespace eqnet::api

using namespace eqnet;       // NOLINT(google-build-using-namespace): the functions of C are in none
using namespace eqnet::api;  // NOLINT(google-build-using-namespace)
using eqnet::base::Error;

extern "C" {

// ---- equivalence ----

int eqnet_equivalent(const eqnet_model* model, const char* left, const char* right, double timeout_s, char* witness,
                     size_t size) {
  write("", witness, size);
  return guarded(-1, {model, left, right}, [&] {
    const domain::Domain& domain = model->model.domain();
    expr::Pool pool;
    expr::NodeId a = expr::parse(left, domain.syntax(), pool);
    expr::NodeId b = expr::parse(right, domain.syntax(), pool);
    a = domain.read_beside(pool, left, a, right, b);
    b = domain.read_beside(pool, right, b, left, a);
    const domain::Verdict verdict = domain.equivalent(pool, a, b, {timeout_s});
    write(witness_text(verdict), witness, size);
    return number(verdict.answer);
  });
}

eqnet_decision* eqnet_decide(const char* domain, const char* left, const char* right, double timeout_s) {
  return eqnet_decide_on(domain, left, right, timeout_s, nullptr);
}

eqnet_decision* eqnet_decide_on(const char* domain, const char* left, const char* right, double timeout_s,
                                const eqnet_terms* terms) {
  return guarded<eqnet_decision*>(nullptr, {left, right}, [&] {
    const search::TextPair pair{left, right};
    auto decision = std::make_unique<Decision>();
    decision->checked = std::move(search::check({&pair, 1}, params_of(domain, timeout_s, 1, terms)).front());
    const search::Checked& checked = decision->checked;
    if (!checked.error.empty()) throw Error(checked.error);
    const domain::Verdict& verdict = checked.verdict;
    decision->domain_name = checked.domain->name();
    for (const auto& [name, value] : verdict.witness) {
      decision->witness_names.push_back(name.c_str());
      decision->witness_values.push_back(value.c_str());
    }
    static_cast<eqnet_decision&>(*decision) = {number(verdict.answer),          verdict.method.c_str(),
                                               decision->domain_name.c_str(),   verdict.left.c_str(),
                                               verdict.right.c_str(),           checked.remark().c_str(),
                                               verdict.witness.size(),          decision->witness_names.data(),
                                               decision->witness_values.data(), verdict.condition.c_str()};
    return decision.release();
  });
}

void eqnet_decision_close(eqnet_decision* decision) {
  delete static_cast<Decision*>(decision);
}

// ---- many expressions ----

long long eqnet_check(const char* domain, const char* const* left, const char* const* right, size_t count,
                      double timeout_s, size_t threads, int* verdicts, size_t size) {
  return eqnet_check_on(domain, left, right, count, timeout_s, threads, nullptr, verdicts, size);
}

long long eqnet_check_on(const char* domain, const char* const* left, const char* const* right, size_t count,
                         double timeout_s, size_t threads, const eqnet_terms* terms, int* verdicts, size_t size) {
  return guarded(-1LL, {}, [&] {
    const std::vector<std::string> all_left = strings(left, count);
    const std::vector<std::string> all_right = strings(right, count);
    if (verdicts == nullptr && count > 0) throw Error("an argument is NULL");
    check_size(size, count, "the array of verdicts");
    std::vector<search::TextPair> pairs;
    for (size_t i = 0; i < count; ++i) pairs.push_back({all_left[i], all_right[i]});
    long long bad = 0;
    const std::vector<search::Checked> checked = search::check(pairs, params_of(domain, timeout_s, threads, terms));
    for (size_t i = 0; i < count; ++i) {
      const bool read = checked[i].error.empty();
      verdicts[i] = read ? number(checked[i].verdict.answer) : -1;
      if (!read && bad++ == 0) error_of_thread() = "pair " + std::to_string(i + 1) + ", " + checked[i].error;
    }
    return bad;
  });
}

long long eqnet_group(const char* domain, const char* const* texts, size_t count, double timeout_s, size_t* groups,
                      size_t size) {
  return guarded(-1LL, {}, [&] {
    const std::vector<std::string> all = strings(texts, count);
    if (groups == nullptr && count > 0) throw Error("an argument is NULL");
    check_size(size, count, "the array of groups");
    std::string joined;
    if (domain == nullptr) {
      for (const std::string& text : all) joined.append(text).append("\n");
    }
    search::Grouping grouping(domain_for(domain, joined));
    std::vector<expr::NodeId> expressions;
    for (size_t i = 0; i < count; ++i) {
      expressions.push_back(with_text(i, [&] { return grouping.add(all[i]); }));
    }
    const std::vector<search::Group> found = grouping.groups({timeout_s});
    std::vector<size_t> group_of(grouping.pool().size());
    for (size_t i = 0; i < found.size(); ++i) {
      for (const search::GroupMember& member : found[i].members) group_of[member.expression] = i;
    }
    for (size_t i = 0; i < count; ++i) groups[i] = group_of[expressions[i]];
    return static_cast<long long>(found.size());
  });
}

size_t eqnet_texts_count(const eqnet_texts* texts) {
  return texts == nullptr ? 0 : texts->texts.size();  // the error of the call that gave NULL stays
}

const char* eqnet_texts_at(const eqnet_texts* texts, size_t place) {
  return guarded<const char*>(nullptr, {texts}, [&] {
    if (place < texts->texts.size()) return texts->texts[place].c_str();
    throw Error("place " + std::to_string(place) + " of " + std::to_string(texts->texts.size()) + " texts");
  });
}

void eqnet_texts_close(eqnet_texts* texts) {
  delete texts;
}

eqnet_texts* eqnet_simplify(const char* domain, const char* const* texts, size_t count) {
  return guarded<eqnet_texts*>(nullptr, {}, [&] {
    const std::vector<std::string> all = strings(texts, count);
    std::map<const domain::Domain*, search::Simplifier> simplifiers;
    auto list = std::make_unique<eqnet_texts>();
    for (size_t i = 0; i < count; ++i) {
      const domain::Domain& own = domain_for(domain, all[i]);
      search::Simplifier& simplifier = simplifiers.try_emplace(&own, own).first->second;
      list->texts.push_back(with_text(i, [&] { return simplifier.simplify(all[i]).text; }));
    }
    return list.release();
  });
}

eqnet_simplifier* eqnet_simplifier_open(const char* domain, const char* operators, double timeout_s) {
  return guarded<eqnet_simplifier*>(nullptr, {domain}, [&] {
    search::SimplifyParams params;
    params.operators = operators_of(operators, *chosen(domain));
    params.timeout_s = timeout_s;
    return new eqnet_simplifier{search::Simplifier(*chosen(domain), std::move(params))};
  });
}

void eqnet_simplifier_close(eqnet_simplifier* simplifier) {
  delete simplifier;
}

eqnet_simplified* eqnet_simplifier_run(eqnet_simplifier* simplifier, const char* text) {
  return guarded<eqnet_simplified*>(nullptr, {simplifier, text}, [&] {
    auto shortened = std::make_unique<Shortened>();
    shortened->simplified = simplifier->simplifier.simplify(text);
    const search::Simplified& result = shortened->simplified;
    for (const search::SimplifyStep& step : result.steps) {
      shortened->step_from.push_back(step.from.c_str());
      shortened->step_to.push_back(step.to.c_str());
    }
    static_cast<eqnet_simplified&>(*shortened) = {
        result.text.c_str(),         result.cost_before,          result.cost,
        result.minimal ? 1 : 0,      result.allowed ? 1 : 0,      result.finished ? 1 : 0,
        result.proof.method.c_str(), number(result.proof.answer), result.steps.size(),
        shortened->step_from.data(), shortened->step_to.data(),   result.proof.condition.c_str()};
    return shortened.release();
  });
}

void eqnet_simplified_close(eqnet_simplified* simplified) {
  delete static_cast<Shortened*>(simplified);
}

eqnet_texts* eqnet_print(const char* domain, const char* text, const char* style) {
  return guarded<eqnet_texts*>(nullptr, {text, style}, [&] {
    const domain::Domain& own = domain_for(domain, text);
    expr::Pool pool;
    const expr::NodeId root = expr::parse(text, own.syntax(), pool);
    return list_of({expr::print(pool, root, own.syntax(), style_of(style))});
  });
}

const char* eqnet_guess(const char* text) {
  return guarded<const char*>(nullptr, {text}, [&] { return domain_for(nullptr, text).name().data(); });
}

eqnet_texts* eqnet_rules(const char* domain, const char* operators, size_t variables, size_t max_size) {
  return guarded<eqnet_texts*>(nullptr, {domain}, [&] {
    search::RuleSpace space;
    space.domain = chosen(domain);
    space.variables = variables;
    space.max_size = max_size;
    space.operators = operators_of(operators, *space.domain);
    const search::RuleSet rules = search::find_rules(space);
    std::vector<std::string> texts;
    for (size_t i = 1; i <= rules.rules.size(); ++i) {
      texts.push_back(search::rule_text(rules, i, *space.domain, search::RuleFormat::text));
    }
    return list_of(std::move(texts));
  });
}

eqnet_texts* eqnet_key(const char* domain, const char* text) {
  return guarded<eqnet_texts*>(nullptr, {text}, [&] {
    const domain::Domain& own = domain_for(domain, text);
    eqnet::expr::Pool pool;
    const std::optional<std::string> key = own.key(pool, eqnet::expr::parse(text, own.syntax(), pool));
    auto list = std::make_unique<eqnet_texts>();
    if (key) list->texts.push_back(*key);
    return list.release();
  });
}

}  // extern "C"
