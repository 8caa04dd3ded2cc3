// A trained model ready for use: its file, its network, and vectors for expressions.
#pragma once

#include "encode/embed.h"
#include "encode/model.h"
#include "models/tree_network.h"

namespace eqnet::models {

class Encoder {
 public:
  // Throws base::Error when the parameters do not fit the settings; `source` names the model in errors.
  Encoder(encode::Model model, const std::string& source);
  static Encoder load(const std::string& path);

  [[nodiscard]] const encode::Model& model() const { return model_; }
  [[nodiscard]] const encode::Layout& layout() const { return network_->layout(); }
  [[nodiscard]] size_t dimension() const { return network_->dimension(); }

  // A vector a root, row by row. Throws base::Error that names the symbols which the model has not learned; `what` says
  // whose expressions they are.
  [[nodiscard]] std::vector<float> embed(const expr::Pool& pool, std::span<const expr::NodeId> roots,
                                         std::string_view what, const encode::EmbedParams& params = {}) const;
  // The same into memory that is there.
  void embed(const expr::Pool& pool, std::span<const expr::NodeId> roots, std::string_view what,
             const encode::EmbedParams& params, float* vectors) const;

  // Throws base::Error on NaN and infinity, which weights of a file may come to though they are numbers themselves.
  void check_finite(std::span<const float> vectors) const;

  // ---- node by node, for tree networks ----

  [[nodiscard]] bool combines() const { return tree_ != nullptr; }
  // The vector of a leaf, and of a node from its children's one after the other; numbers are the vocabulary's. require:
  // combines(). Threads may share an encoder.
  void leaf(uint32_t number, float* vector) const;
  void combine(uint32_t op, const float* children, float* vector) const;

 private:
  encode::Model model_;
  std::unique_ptr<encode::Network<float>> network_;
  const TreeNetwork<float>* tree_ = nullptr;  // the network, where it is one over trees
};

}  // namespace eqnet::models
