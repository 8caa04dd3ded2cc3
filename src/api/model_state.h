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

  models::Encoder encoder;
  const eqnet::domain::Domain& domain;
  expr::Parser parser;
};

}  // namespace eqnet::api
