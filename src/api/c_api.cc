// The C interface: models, sessions, indexes.

#include "api/c_guard.h"
#include "api/model_state.h"
#include "eqnet/api/index.h"
#include "eqnet/api/session.h"
#include "models/registry.h"

// NOLINTBEGIN(readability-identifier-naming): names of C

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

namespace eqnet::api {

std::string& error_of_thread() {
  thread_local std::string error;
  return error;
}

namespace {

eqnet_neighbours* neighbours_of(std::vector<Neighbour> found) {
  auto list = std::make_unique<eqnet_neighbours>();
  list->found = std::move(found);
  for (const Neighbour& one : list->found) list->witnesses.push_back(witness_text(one.verdict));
  for (size_t i = 0; i < list->found.size(); ++i) {
    const Neighbour& one = list->found[i];
    list->shown.push_back({one.row, one.text.c_str(), one.class_name.c_str(), one.similarity,
                           number(one.verdict.answer), one.verdict.method.c_str(), list->witnesses[i].c_str()});
  }
  return list.release();
}

// Vectors of all texts, and how many have none.
long long embed_all(const Model& model, std::span<const std::string> texts, float* vectors, size_t size,
                    size_t threads) {
  if (vectors == nullptr && !texts.empty()) throw base::Error("an argument is NULL");
  check_size(size, texts.size() * model.dimension(), "the array of vectors");
  std::vector<BadText> bad;
  model.embed(texts, std::span(vectors, size), threads, &bad);
  if (!bad.empty()) error_of_thread() = "text " + std::to_string(bad[0].index + 1) + ": " + bad[0].what;
  return static_cast<long long>(bad.size());
}

}  // namespace
}  // namespace eqnet::api

using namespace eqnet::api;
using eqnet::base::Error;

extern "C" {

int eqnet_version(void) {
  return EQNET_C_VERSION;
}

const char* eqnet_error(void) {
  return error_of_thread().c_str();
}

// ---- model ----

eqnet_model* eqnet_open(const char* model_path) {
  return guarded<eqnet_model*>(nullptr, {model_path}, [&] { return new eqnet_model{Model::open(model_path)}; });
}

void eqnet_close(eqnet_model* model) {
  delete model;
}

int eqnet_save(const eqnet_model* model, const char* path) {
  return guarded(-1, {model, path}, [&] {
    model->model.save(path);
    return 0;
  });
}

long long eqnet_model_bytes(const eqnet_model* model, char* bytes, size_t size) {
  return guarded(-1LL, {model}, [&] {
    const std::string all = model->model.state().bytes();
    if (bytes != nullptr && size >= all.size()) std::ranges::copy(all, bytes);
    return static_cast<long long>(all.size());
  });
}

eqnet_model* eqnet_open_bytes(const char* bytes, size_t size) {
  return guarded<eqnet_model*>(nullptr, {bytes}, [&] {
    const std::string source = "the model's bytes";
    return new eqnet_model{
        Model::State::model({eqnet::encode::parse_model({bytes, size}, source, eqnet::models::kind), source})};
  });
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
  return guarded(-1LL, {model}, [&] { return embed_all(model->model, strings(texts, count), vectors, size, threads); });
}

long long eqnet_embed_packed(const eqnet_model* model, const char* packed, size_t packed_size, float* vectors,
                             size_t size, size_t threads) {
  return guarded(-1LL, {model, packed}, [&] {
    if (packed_size > 0 && packed[packed_size - 1] != '\0') throw Error("the last text has no zero byte behind it");
    std::vector<std::string> texts;
    for (size_t at = 0; at < packed_size; at += texts.back().size() + 1) texts.emplace_back(packed + at);
    return embed_all(model->model, texts, vectors, size, threads);
  });
}

eqnet_texts* eqnet_leaves(const eqnet_model* model) {
  return guarded<eqnet_texts*>(nullptr, {model}, [&] {
    std::vector<std::string> names;
    for (const auto& leaf : model->model.state().encoder.model().vocabulary.leaves()) names.push_back(leaf.name);
    return list_of(std::move(names));
  });
}

eqnet_texts* eqnet_operators(const eqnet_model* model) {
  return guarded<eqnet_texts*>(nullptr, {model}, [&] {
    std::vector<std::string> names;
    for (const auto& op : model->model.state().encoder.model().vocabulary.operators()) {
      names.push_back(op.name + "/" + std::to_string(op.arity));
    }
    return list_of(std::move(names));
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

// ---- session ----

eqnet_session* eqnet_session_open(const eqnet_model* model) {
  return guarded<eqnet_session*>(nullptr, {model}, [&] { return new eqnet_session{Session(model->model)}; });
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
  return guarded<eqnet_index*>(nullptr, {model},
                               [&] { return new eqnet_index{Index(model->model, strings(texts, count), threads)}; });
}

eqnet_index* eqnet_index_build_from_dataset(const eqnet_model* model, const char* path, size_t threads) {
  return guarded<eqnet_index*>(nullptr, {model, path}, [&] {
    eqnet::data::LoadParams params;
    params.with_split = false;
    params.domain = &model->model.domain();
    return new eqnet_index{Index(model->model, eqnet::data::load(path, params), threads)};
  });
}

eqnet_index* eqnet_index_open(const char* path) {
  return guarded<eqnet_index*>(nullptr, {path}, [&] { return new eqnet_index{Index::open(path)}; });
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
    return neighbours_of(index->index.nearest(text, {.k = k, .timeout_s = timeout_s}));
  });
}

eqnet_neighbours* eqnet_nearest_equivalent(const eqnet_index* index, const char* text, size_t k, double timeout_s) {
  return guarded<eqnet_neighbours*>(nullptr, {index, text}, [&] {
    return neighbours_of(index->index.nearest(text, {.k = k, .timeout_s = timeout_s, .equivalent = true}));
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
