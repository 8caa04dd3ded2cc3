// A trained model in use: the vectors of expressions, given as text, many at once, or node by node as a solver builds
// them. Also in C: eqnet.h.
//
//   eqnet::api::Session session("bool8.eqnet");
//   const std::span<const float> vector = session.embed("a & (b | c)");   // session.dimension() numbers
//
// Models on libtorch (gru, stackrnn) need libeqnet-torch.so beside the program. A session is used by one thread at a
// time; sessions of one model file share nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eqnet::api {

class Session {
 public:
  // A model file, or the name of a pretrained model. Throws base::Error when the file cannot be read or is no model.
  explicit Session(const std::string& model_path);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  [[nodiscard]] size_t dimension() const;
  [[nodiscard]] std::string_view domain() const;  // "boolean", "polynomial" or "open": how expressions are written

  // The vector of one expression; valid until the next call. Subexpressions that were met lately cost nothing again.
  // Throws expr::ParseError, or base::Error that names symbols which the model has not learned.
  [[nodiscard]] std::span<const float> embed(std::string_view text);

  // A text of many that has no vector: `what` says why, in one line; `excerpt` shows the place where it does not parse.
  struct BadText {
    size_t index = 0;
    std::string what, excerpt;
  };
  // One row per text: parsed, scheduled and computed in chunks, each the work of one thread. A text that does not parse
  // or has symbols which the model has not learned gets a row of NaN and an entry in `bad`, in order of the texts;
  // without `bad` it throws as above, where the line of a ParseError counts texts.
  [[nodiscard]] std::vector<float> embed(std::span<const std::string> texts, size_t threads,
                                         std::vector<BadText>* bad = nullptr);

  // ---- node by node: one Combine for a new node, whatever its size ----

  // The number of an operator by the name that `eqnet info` shows; throws base::Error when the model has none with so
  // many children, or has no Combine (gru, stackrnn, tfidf).
  [[nodiscard]] uint32_t operator_number(std::string_view name, size_t children) const;
  // The vector of a variable or constant. Throws base::Error when the model has not learned it.
  void leaf(std::string_view name, std::span<float> vector) const;
  [[nodiscard]] size_t children_of(uint32_t operator_number) const;
  // The vector of a node from those of its children, one after the other. Throws base::Error when the sizes do not fit.
  void combine(uint32_t operator_number, std::span<const float> children, std::span<float> vector) const;

 private:
  struct State;
  void rethrow(std::span<const std::string> texts, const BadText& bad) const;

  std::unique_ptr<State> state_;
};

}  // namespace eqnet::api
