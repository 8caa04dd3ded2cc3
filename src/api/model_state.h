// What a Model holds, for the other classes of the API.
#pragma once

#include "eqnet/api/model.h"
#include "eqnet/expr/parse.h"
#include "models/encoder.h"

namespace eqnet::api {

struct Model::State {
  explicit State(models::Encoder own, const eqnet::domain::Domain* chosen = nullptr)
      : encoder(std::move(own)),
        domain(chosen != nullptr ? *chosen
                                 : eqnet::domain::domain_of(encoder.model().domain, encoder.model().definition)),
        parser(domain.syntax()) {}

  // A model of an encoder that is there.
  static Model model(models::Encoder encoder, const eqnet::domain::Domain* chosen = nullptr) {
    return Model(std::make_shared<const State>(std::move(encoder), chosen));
  }
  // The bytes of a file of the encoder's model.
  [[nodiscard]] std::string bytes() const { return encode::model_bytes(encoder.model(), encoder.layout()); }

  models::Encoder encoder;
  const eqnet::domain::Domain& domain;
  expr::Parser parser;
};

}  // namespace eqnet::api
