// What a Model holds, for the other classes of the API.
#pragma once

#include "eqnet/api/model.h"
#include "eqnet/data/dataset.h"
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
  // Of a rank: an index of a dataset is made by all of them together. Rank 0 makes an Index of its model, and the
  // others call help_index.
  static Model of_rank(models::Encoder encoder, const eqnet::domain::Domain* chosen, base::Ranks* ranks) {
    auto state = std::make_shared<State>(std::move(encoder), chosen);
    state->ranks = ranks;
    return Model(std::move(state));
  }
  // The bytes of a file of the encoder's model.
  [[nodiscard]] std::string bytes() const { return encode::model_bytes(encoder.model(), encoder.layout()); }

  models::Encoder encoder;
  const eqnet::domain::Domain& domain;
  expr::Parser parser;
  base::Ranks* ranks = nullptr;
};

void help_index(const Model& model, const data::Dataset& dataset, size_t threads);

}  // namespace eqnet::api
