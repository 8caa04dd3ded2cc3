// The C interface: errors become a return value and a text of the thread.
#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include "api/model_state.h"
#include "eqnet.h"
#include "eqnet/api/index.h"
#include "eqnet/api/session.h"
#include "eqnet/base/error.h"
#include "eqnet/search/check.h"
#include "eqnet/search/group.h"
#include "eqnet/search/rules.h"
#include "eqnet/search/simplify.h"

// NOLINTBEGIN(readability-identifier-naming): names of C

struct eqnet_model {
  eqnet::api::Model model;
};

struct eqnet_session {
  eqnet::api::Session session;
};

struct eqnet_index {
  eqnet::api::Index index;
};

struct eqnet_texts {
  std::vector<std::string> texts;
};

struct eqnet_neighbours {
  std::vector<eqnet::api::Neighbour> found;
  std::vector<std::string> witnesses;
  std::vector<eqnet_neighbour> shown;  // points into the others
};

// NOLINTEND(readability-identifier-naming)

namespace {

using eqnet::base::Error;

std::string& error_of_thread() {
  thread_local std::string error;
  return error;
}

// work's result, or `failed` and an error where it throws or a pointer is NULL.
template <class Result, class Work>
Result guarded(Result failed, std::initializer_list<const void*> pointers, const Work& work) {
  std::string& error = error_of_thread();
  try {
    error.clear();
    if (std::find(pointers.begin(), pointers.end(), nullptr) != pointers.end()) throw Error("an argument is NULL");
    return work();
  } catch (const std::exception& problem) {
    error = problem.what();
  } catch (...) {
    error = "an unknown error";
  }
  return failed;
}

void check_size(size_t size, size_t expected, const char* what) {
  if (size == expected) return;
  throw Error(std::string(what) + " has room for " + std::to_string(size) + " numbers, but there are " +
              std::to_string(expected));
}

std::vector<std::string> strings(const char* const* texts, size_t count) {
  if (texts == nullptr && count > 0) throw Error("an argument is NULL");
  std::vector<std::string> all;
  for (size_t i = 0; i < count; ++i) {
    if (texts[i] == nullptr) throw Error("text " + std::to_string(i + 1) + " is NULL");
    all.emplace_back(texts[i]);
  }
  return all;
}

// As the command line chooses one: by its name, or by what is written.
const eqnet::domain::Domain* chosen(const char* domain) {
  return domain == nullptr ? nullptr : &eqnet::domain::domain_of(domain);
}
const eqnet::domain::Domain& domain_for(const char* domain, const std::string& text) {
  if (domain != nullptr) return *chosen(domain);
  const eqnet::domain::Domain* guessed = eqnet::domain::guess(text);
  return guessed != nullptr ? *guessed : eqnet::domain::default_domain();
}

// The error with the number of the text that it is about.
template <class Work>
auto with_text(size_t number, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error("text " + std::to_string(number + 1) + ": " + error.what());
  }
}

int number(eqnet::domain::Answer answer) {
  switch (answer) {
    case eqnet::domain::Answer::equivalent:
      return EQNET_EQUIVALENT;
    case eqnet::domain::Answer::different:
      return EQNET_DIFFERENT;
    default:
      return EQNET_UNDECIDED;
  }
}

std::string witness_text(const eqnet::domain::Verdict& verdict) {
  std::string text;
  for (const auto& [variable, value] : verdict.witness) {
    text.append(text.empty() ? "" : " ").append(variable).append("=").append(value);
  }
  return text;
}

void write(const std::string& text, char* to, size_t size) {
  if (to == nullptr || size == 0) return;
  const size_t length = std::min(text.size(), size - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

eqnet_neighbours* list_of(std::vector<eqnet::api::Neighbour> found) {
  auto list = std::make_unique<eqnet_neighbours>();
  list->found = std::move(found);
  for (const eqnet::api::Neighbour& one : list->found) list->witnesses.push_back(witness_text(one.verdict));
  for (size_t i = 0; i < list->found.size(); ++i) {
    const eqnet::api::Neighbour& one = list->found[i];
    list->shown.push_back({one.row, one.text.c_str(), one.class_name.c_str(), one.similarity,
                           number(one.verdict.answer), one.verdict.method.c_str(), list->witnesses[i].c_str()});
  }
  return list.release();
}

}  // namespace

extern "C" {

int eqnet_version(void) {
  return EQNET_C_VERSION;
}

const char* eqnet_error(void) {
  return error_of_thread().c_str();
}

// ---- model ----

eqnet_model* eqnet_open(const char* model_path) {
  return guarded<eqnet_model*>(nullptr, {model_path},
                               [&] { return new eqnet_model{eqnet::api::Model::open(model_path)}; });
}

void eqnet_close(eqnet_model* model) {
  delete model;
}

size_t eqnet_dimension(const eqnet_model* model) {
  return model == nullptr ? 0 : model->model.dimension();  // the error of the call that gave NULL stays
}

const char* eqnet_domain(const eqnet_model* model) {
  return guarded<const char*>(nullptr, {model}, [&] { return model->model.state().encoder.model().domain.c_str(); });
}

const char* eqnet_kind(const eqnet_model* model) {
  return guarded<const char*>(nullptr, {model}, [&] { return model->model.kind().c_str(); });
}

int eqnet_embed(const eqnet_model* model, const char* text, float* vector, size_t size) {
  return guarded(-1, {model, text, vector}, [&] {
    check_size(size, model->model.dimension(), "the vector");
    std::ranges::copy(model->model.embed(text), vector);
    return 0;
  });
}

long long eqnet_embed_many(const eqnet_model* model, const char* const* texts, size_t count, float* vectors,
                           size_t size, size_t threads) {
  return guarded(-1LL, {model}, [&] {
    const std::vector<std::string> all = strings(texts, count);
    if (vectors == nullptr && count > 0) throw Error("an argument is NULL");
    check_size(size, count * model->model.dimension(), "the array of vectors");
    std::vector<eqnet::api::BadText> bad;
    std::ranges::copy(model->model.embed(all, threads, &bad), vectors);
    if (!bad.empty()) error_of_thread() = "text " + std::to_string(bad[0].index + 1) + ": " + bad[0].what;
    return static_cast<long long>(bad.size());
  });
}

int eqnet_operator(const eqnet_model* model, const char* name, size_t children) {
  return guarded(-1, {model, name}, [&] { return static_cast<int>(model->model.operator_number(name, children)); });
}

int eqnet_leaf(const eqnet_model* model, const char* name, float* vector, size_t size) {
  return guarded(-1, {model, name, vector}, [&] {
    model->model.leaf(name, {vector, size});
    return 0;
  });
}

int eqnet_combine(const eqnet_model* model, int operator_number, const float* children, size_t children_size,
                  float* vector, size_t size) {
  return guarded(-1, {model, children, vector}, [&] {
    model->model.combine(static_cast<uint32_t>(operator_number), {children, children_size}, {vector, size});
    return 0;
  });
}

// ---- equivalence ----

int eqnet_equivalent(const eqnet_model* model, const char* left, const char* right, double timeout_s, char* witness,
                     size_t size) {
  write("", witness, size);
  return guarded(-1, {model, left, right}, [&] {
    using namespace eqnet;
    const domain::Domain& domain = model->model.domain();
    expr::Pool pool;
    const expr::NodeId a = expr::parse(left, domain.syntax(), pool);
    const expr::NodeId b = expr::parse(right, domain.syntax(), pool);
    const domain::Verdict verdict = domain.equivalent(pool, a, b, {timeout_s});
    write(witness_text(verdict), witness, size);
    return number(verdict.answer);
  });
}

// ---- many expressions ----

long long eqnet_check(const char* domain, const char* const* left, const char* const* right, size_t count,
                      double timeout_s, size_t threads, int* verdicts, size_t size) {
  return guarded(-1LL, {}, [&] {
    using namespace eqnet;
    const std::vector<std::string> all_left = strings(left, count);
    const std::vector<std::string> all_right = strings(right, count);
    if (verdicts == nullptr && count > 0) throw Error("an argument is NULL");
    check_size(size, count, "the array of verdicts");
    std::vector<search::TextPair> pairs;
    for (size_t i = 0; i < count; ++i) pairs.push_back({all_left[i], all_right[i]});
    long long bad = 0;
    const std::vector<search::Checked> checked = search::check(pairs, {chosen(domain), timeout_s, threads});
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
    using namespace eqnet;
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
    using namespace eqnet;
    const std::vector<std::string> all = strings(texts, count);
    std::map<const eqnet::domain::Domain*, search::Simplifier> simplifiers;
    auto list = std::make_unique<eqnet_texts>();
    for (size_t i = 0; i < count; ++i) {
      const eqnet::domain::Domain& own = domain_for(domain, all[i]);
      search::Simplifier& simplifier = simplifiers.try_emplace(&own, own).first->second;
      list->texts.push_back(with_text(i, [&] { return simplifier.simplify(all[i]).text; }));
    }
    return list.release();
  });
}

eqnet_texts* eqnet_rules(const char* domain, const char* operators, size_t variables, size_t max_size) {
  return guarded<eqnet_texts*>(nullptr, {domain}, [&] {
    using namespace eqnet;
    search::RuleSpace space;
    space.domain = chosen(domain);
    space.variables = variables;
    space.max_size = max_size;
    std::istringstream words(operators == nullptr ? "" : operators);
    for (std::string word; words >> word;) space.operators.push_back(word);
    const search::RuleSet rules = search::find_rules(space);
    auto list = std::make_unique<eqnet_texts>();
    for (size_t i = 1; i <= rules.rules.size(); ++i) {
      list->texts.push_back(search::rule_text(rules, i, *space.domain, search::RuleFormat::text));
    }
    return list.release();
  });
}

eqnet_texts* eqnet_key(const char* domain, const char* text) {
  return guarded<eqnet_texts*>(nullptr, {text}, [&] {
    const eqnet::domain::Domain& own = domain_for(domain, text);
    eqnet::expr::Pool pool;
    const std::optional<std::string> key = own.key(pool, eqnet::expr::parse(text, own.syntax(), pool));
    auto list = std::make_unique<eqnet_texts>();
    if (key) list->texts.push_back(*key);
    return list.release();
  });
}

// ---- session ----

eqnet_session* eqnet_session_open(const eqnet_model* model) {
  return guarded<eqnet_session*>(nullptr, {model},
                                 [&] { return new eqnet_session{eqnet::api::Session(model->model)}; });
}

void eqnet_session_close(eqnet_session* session) {
  delete session;
}

int eqnet_session_embed(eqnet_session* session, const char* text, float* vector, size_t size) {
  return guarded(-1, {session, text, vector}, [&] {
    check_size(size, session->session.model().dimension(), "the vector");
    std::ranges::copy(session->session.embed(text), vector);
    return 0;
  });
}

// ---- index ----

eqnet_index* eqnet_index_build(const eqnet_model* model, const char* const* texts, size_t count, size_t threads) {
  return guarded<eqnet_index*>(nullptr, {model}, [&] {
    return new eqnet_index{eqnet::api::Index(model->model, strings(texts, count), threads)};
  });
}

eqnet_index* eqnet_index_build_from_dataset(const eqnet_model* model, const char* path, size_t threads) {
  return guarded<eqnet_index*>(nullptr, {model, path}, [&] {
    eqnet::data::LoadParams params;
    params.with_split = false;
    params.domain = &model->model.domain();
    return new eqnet_index{eqnet::api::Index(model->model, eqnet::data::load(path, params), threads)};
  });
}

eqnet_index* eqnet_index_open(const char* path) {
  return guarded<eqnet_index*>(nullptr, {path}, [&] { return new eqnet_index{eqnet::api::Index::open(path)}; });
}

int eqnet_index_save(const eqnet_index* index, const char* path) {
  return guarded(-1, {index, path}, [&] {
    index->index.save(path);
    return 0;
  });
}

void eqnet_index_close(eqnet_index* index) {
  delete index;
}

size_t eqnet_index_size(const eqnet_index* index) {
  return index == nullptr ? 0 : index->index.size();
}

eqnet_neighbours* eqnet_nearest(const eqnet_index* index, const char* text, size_t k, double timeout_s) {
  return guarded<eqnet_neighbours*>(nullptr, {index, text}, [&] {
    return list_of(index->index.nearest(text, {k, timeout_s}));
  });
}

void eqnet_neighbours_close(eqnet_neighbours* neighbours) {
  delete neighbours;
}

size_t eqnet_neighbours_count(const eqnet_neighbours* neighbours) {
  return neighbours == nullptr ? 0 : neighbours->shown.size();  // the error of the call that gave NULL stays
}

const eqnet_neighbour* eqnet_neighbours_at(const eqnet_neighbours* neighbours, size_t place) {
  return guarded<const eqnet_neighbour*>(nullptr, {neighbours}, [&] {
    if (place < neighbours->shown.size()) return &neighbours->shown[place];
    throw Error("place " + std::to_string(place) + " of " + std::to_string(neighbours->shown.size()) + " neighbours");
  });
}

}  // extern "C"
