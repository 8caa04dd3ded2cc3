// What a model has learned (models/explain.h), for people, programs and model cards.
#pragma once

#include "base/json.h"
#include "models/explain.h"

namespace eqnet::cli {

// To stdout.
void print_explanation(const models::Explanation& learned);
// A few sentences, for a card.
std::string summary_of(const models::Explanation& learned);
// Keys "blocks" and "algebras" of the object that is open.
void add_explanation(base::Json& json, const models::Explanation& learned);

}  // namespace eqnet::cli
