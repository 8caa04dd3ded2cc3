// The C interface over Session: errors become a return value and a text.
#include <algorithm>
#include <cstring>
#include <string>

#include "eqnet.h"
#include "eqnet/api/session.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"

struct eqnet_session {  // NOLINT(readability-identifier-naming): a name of C
  eqnet::api::Session session;
  std::string error;
};

namespace {

// work's result, or -1 and its error where it throws or a pointer is NULL.
template <class Work>
int guarded(eqnet_session* session, std::initializer_list<const void*> pointers, const Work& work) {
  if (session == nullptr) return -1;
  try {
    session->error.clear();
    if (std::find(pointers.begin(), pointers.end(), nullptr) != pointers.end()) {
      throw eqnet::base::Error("an argument is NULL");
    }
    return work(session->session);
  } catch (const std::exception& error) {
    session->error = error.what();
  } catch (...) {
    session->error = "an unknown error";
  }
  return -1;
}

}  // namespace

extern "C" {

eqnet_session* eqnet_open(const char* model_path, char* error, size_t size) {
  std::string text;
  try {
    if (model_path == nullptr) throw eqnet::base::Error("the model's path is NULL");
    return new eqnet_session{eqnet::api::Session(model_path), {}};
  } catch (const std::exception& problem) {
    text = problem.what();
  } catch (...) {
    text = "an unknown error";
  }
  if (error != nullptr && size > 0) {
    const size_t length = std::min(text.size(), size - 1);
    std::memcpy(error, text.data(), length);
    error[length] = '\0';
  }
  return nullptr;
}

void eqnet_close(eqnet_session* session) {
  delete session;
}

const char* eqnet_error(const eqnet_session* session) {
  return session == nullptr ? "the session is NULL" : session->error.c_str();
}

size_t eqnet_dimension(const eqnet_session* session) {
  return session == nullptr ? 0 : session->session.dimension();
}

int eqnet_embed(eqnet_session* session, const char* text, float* vector) {
  return guarded(session, {text, vector}, [&](eqnet::api::Session& model) {
    const std::span<const float> found = model.embed(text);
    std::copy(found.begin(), found.end(), vector);
    return 0;
  });
}

int eqnet_operator(eqnet_session* session, const char* name, size_t children) {
  return guarded(session, {name},
                 [&](eqnet::api::Session& model) { return static_cast<int>(model.operator_number(name, children)); });
}

int eqnet_leaf(eqnet_session* session, const char* name, float* vector) {
  return guarded(session, {name, vector}, [&](eqnet::api::Session& model) {
    model.leaf(name, {vector, model.dimension()});
    return 0;
  });
}

int eqnet_combine(eqnet_session* session, int operator_number, const float* children, float* vector) {
  return guarded(session, {children, vector}, [&](eqnet::api::Session& model) {
    const auto op = static_cast<uint32_t>(operator_number);
    const size_t d = model.dimension();
    model.combine(op, {children, model.children_of(op) * d}, {vector, d});
    return 0;
  });
}

int eqnet_equivalent(eqnet_session* session, const char* left, const char* right, double timeout_s) {
  return guarded(session, {left, right}, [&](eqnet::api::Session& model) {
    using namespace eqnet;
    const domain::Domain& domain = domain::domain_of(model.domain());
    expr::Pool pool;
    const expr::NodeId a = expr::parse(left, domain.syntax(), pool);
    const expr::NodeId b = expr::parse(right, domain.syntax(), pool);
    switch (domain.equivalent(pool, a, b, {timeout_s}).answer) {
      case domain::Answer::equivalent:
        return 1;
      case domain::Answer::different:
        return 0;
      default:
        return 2;
    }
  });
}

}  // extern "C"
