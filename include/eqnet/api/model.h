// A model: vectors of expressions, given as text, one or many, or node by node as a solver builds them.
//
//   const auto model = eqnet::api::Model::open("bool8.eqnet");
//   const std::vector<float> vector = model.embed("a & (b | c)");   // model.dimension() numbers
//
// A model never changes, and copying one is cheap: any number of threads may use it at once. Models on libtorch (gru,
// stackrnn) need libeqnet-torch.so beside the program. Also in C: eqnet.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "eqnet/data/dataset.h"
#include "eqnet/domain/domain.h"

namespace eqnet::api {

// Where a training run is.
struct TrainStatus {
  size_t epoch = 0;               // the current one, counted from 1; 0 where `doing` takes no steps
  double seconds = 0;             // since it began
  std::optional<double> left;     // seconds to its end, where one is in sight
  double loss = 0;                // the mean since the last validation
  double accuracy = 0, best = 0;  // of the last validation and of the best one, as fractions
  std::string doing = {};         // where a run has several parts, which one it is
};

struct TrainOptions {
  std::string kind = "eqnet-mul";
  std::string recipe = "tuned";       // or "paper": whose defaults the settings have
  std::vector<std::string> settings;  // "name=value", as `eqnet train --set` takes them
  uint64_t seed = 1;
  size_t threads = 1;  // the result does not depend on it
  size_t epochs = 0;   // 0: no limit
  double seconds = 0;  // 0: no limit
  // The model file to write, with PATH.log.jsonl and, until training is finished, PATH.checkpoint, from which the same
  // call goes on after it was killed. Empty: no files.
  std::string path;
  std::function<void(const TrainStatus&)> progress;  // called at most ten times per second, by the calling thread
};

// What came of a training run.
struct TrainSummary {
  std::string
      ended;  // by what: "patience", "epochs", "time", "schedule", "diverged"; "fitted" where nothing is trained
  bool resumed = false;
  size_t epochs = 0;
  double seconds = 0;
  size_t best_epoch = 0;
  double validation_accuracy = 0;  // of the best epoch, whose weights the model has
};

// A text of many that has no vector: `what` says why, in one line; `excerpt` shows the place where it does not parse.
struct BadText {
  size_t index = 0;
  std::string what, excerpt;
};

class Model {
 public:
  // A model file, or a pretrained model by its name ("boolean", "polynomial"). Throws base::Error when the file cannot
  // be read or is no model. domain: whose syntax texts are read in; null: the model's own.
  static Model open(const std::string& path, const domain::Domain* domain = nullptr);
  // Learns from the training part of a dataset with a split (data::make_split). Throws base::Error on a dataset without
  // one, on unknown settings, and when training diverges at once.
  static Model train(const data::Dataset& dataset, const TrainOptions& options = {}, TrainSummary* summary = nullptr);
  void save(const std::string& path) const;

  [[nodiscard]] size_t dimension() const;  // numbers of a vector
  [[nodiscard]] const domain::Domain& domain() const;
  [[nodiscard]] const std::string& kind() const;  // "eqnet-mul", …

  // The vector of one expression. Throws expr::ParseError, or base::Error that names symbols which the model has not
  // learned. Many calls on one thread are faster by a Session (eqnet/api/session.h).
  [[nodiscard]] std::vector<float> embed(std::string_view text) const;
  // texts.size() x dimension() numbers, one row per text: parsed and computed in chunks, each the work of one thread. A
  // text that does not parse or has symbols which the model has not learned gets a row of NaN and an entry in `bad`, in
  // order of the texts; without `bad` it throws as above, where the line of a ParseError counts texts.
  [[nodiscard]] std::vector<float> embed(std::span<const std::string> texts, size_t threads = 1,
                                         std::vector<BadText>* bad = nullptr) const;
  // The same into memory of one's own, of just that size. Throws base::Error where it has another.
  void embed(std::span<const std::string> texts, std::span<float> vectors, size_t threads = 1,
             std::vector<BadText>* bad = nullptr) const;

  // The same for texts that are written out: {"a & b", "b & a"}.
  [[nodiscard]] std::vector<float> embed(std::initializer_list<std::string> texts) const {
    return embed(std::span(texts.begin(), texts.size()));
  }

  // ---- node by node: one Combine for a new node, whatever its size ----

  // The number of an operator by the name that `eqnet info` shows; throws base::Error when the model has none with so
  // many children, or has no Combine (gru, stackrnn, tfidf, values).
  [[nodiscard]] uint32_t operator_number(std::string_view name, size_t children) const;
  [[nodiscard]] size_t children_of(uint32_t operator_number) const;
  // The vector of a variable or constant. Throws base::Error when the model has not learned it.
  void leaf(std::string_view name, std::span<float> vector) const;
  // The vector of a node from those of its children, one after the other. Throws base::Error when the sizes do not fit.
  void combine(uint32_t operator_number, std::span<const float> children, std::span<float> vector) const;

  struct State;  // what the library itself knows of a model
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  explicit Model(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  std::shared_ptr<const State> state_;
};

}  // namespace eqnet::api
