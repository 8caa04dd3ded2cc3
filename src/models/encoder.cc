#include "models/encoder.h"

#include <algorithm>
#include <cmath>

#include "eqnet/base/error.h"
#include "eqnet/domain/domain.h"
#include "models/registry.h"

namespace eqnet::models {
namespace {

// Null where the kind does not ask: its model is of use even where the domain is not known.
const domain::Domain* domain_for(const encode::Model& model) {
  return model.settings.kind().knows_domain() ? &domain::domain_of(model.domain, model.definition) : nullptr;
}

}  // namespace

Encoder::Encoder(encode::Model model, const std::string& source)
    : model_(std::move(model)),
      network_(make_network(model_.settings, model_.vocabulary, domain_for(model_))),
      tree_(dynamic_cast<const TreeNetwork<float>*>(network_.get())) {
  encode::arrange_parameters(model_, network_->layout(), source);
}

Encoder Encoder::load(const std::string& path) {
  return {encode::load_model(path, kind), path};
}

std::vector<float> Encoder::embed(const expr::Pool& pool, std::span<const expr::NodeId> roots, std::string_view what,
                                  const encode::EmbedParams& params) const {
  std::vector<float> vectors(roots.size() * dimension());
  embed(pool, roots, what, params, vectors.data());
  return vectors;
}

void Encoder::embed(const expr::Pool& pool, std::span<const expr::NodeId> roots, std::string_view what,
                    const encode::EmbedParams& params, float* vectors) const {
  encode::check_known(model_.vocabulary, pool, roots, what);
  encode::embed(*network_, model_.vocabulary, model_.parameters.data(), pool, roots, params, vectors);
  check_finite({vectors, roots.size() * dimension()});
}

void Encoder::check_finite(std::span<const float> vectors) const {
  if (std::ranges::all_of(vectors, [](float value) { return std::isfinite(value); })) return;
  throw base::Error("the model of kind " + model_.settings.kind().name +
                    " gives a vector that is no number: its weights are too large; train it anew");
}

void Encoder::leaf(uint32_t number, float* vector) const {
  tree_->leaf(model_.parameters.data(), number, vector);
}

void Encoder::combine(uint32_t op, const float* children, float* vector) const {
  thread_local std::vector<float> scratch;
  tree_->combine(model_.parameters.data(), op, children, vector, scratch);
}

}  // namespace eqnet::models
