// Vectors of one expression after another: a model that keeps the vectors of the subexpressions it met lately, so that
// a new expression costs what is new in it.
//
//   eqnet::api::Session session(eqnet::api::Model::open("bool8.eqnet"));
//   const std::span<const float> vector = session.embed("a & (b | c)");
//
// A session is used by one thread at a time; sessions of one model share the model.
#pragma once

#include "eqnet/api/model.h"

namespace eqnet::api {

class Session {
 public:
  explicit Session(Model model);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  [[nodiscard]] const Model& model() const;

  // model().dimension() numbers, valid until the next call. Throws as Model::embed does.
  [[nodiscard]] std::span<const float> embed(std::string_view text);

 private:
  struct Cache;
  std::unique_ptr<Cache> cache_;
};

}  // namespace eqnet::api
