// The C interface: errors become a return value and a text of the thread.
#include <algorithm>
#include <cstring>
#include <string>

#include "api/model_state.h"
#include "eqnet.h"
#include "eqnet/api/index.h"
#include "eqnet/api/session.h"
#include "eqnet/base/error.h"

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
  return guarded<size_t>(0, {model}, [&] { return model->model.dimension(); });
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

void eqnet_index_close(eqnet_index* index) {
  delete index;
}

size_t eqnet_index_size(const eqnet_index* index) {
  return guarded<size_t>(0, {index}, [&] { return index->index.size(); });
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
  return guarded<size_t>(0, {neighbours}, [&] { return neighbours->shown.size(); });
}

const eqnet_neighbour* eqnet_neighbours_at(const eqnet_neighbours* neighbours, size_t place) {
  return guarded<const eqnet_neighbour*>(nullptr, {neighbours}, [&] {
    if (place < neighbours->shown.size()) return &neighbours->shown[place];
    throw Error("place " + std::to_string(place) + " of " + std::to_string(neighbours->shown.size()) + " neighbours");
  });
}

}  // extern "C"
