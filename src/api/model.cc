#include "eqnet/api/model.h"

#include <algorithm>
#include <limits>

#include "api/model_state.h"
#include "base/threads.h"
#include "eqnet/base/error.h"
#include "models/registry.h"
#include "train/trainer.h"

namespace eqnet::api {
namespace {

constexpr size_t kChunk = 32768;  // texts of one schedule: many share subexpressions

// Some of many texts, parsed into a pool of their own; those that have no vector are set aside.
class Chunk {
 public:
  Chunk(std::span<const std::string> texts, size_t first, const expr::Parser& parser,
        const encode::Vocabulary& vocabulary) {
    for (size_t i = 0; i < texts.size(); ++i) {
      try {
        const expr::NodeId root = parser.parse(texts[i], pool_);
        if (has_unknown(root, vocabulary)) {
          expr::Pool own;
          const expr::NodeId again = parser.parse(texts[i], own);
          encode::check_known(vocabulary, own, {&again, 1}, "");
        }
        roots_.push_back(root);
        places_.push_back(first + i);
      } catch (const expr::ParseError& error) {
        const bool one_line = texts[i].find('\n') == std::string::npos;
        const std::string what = std::string("column ") + std::to_string(error.column) + ": found " + error.found +
                                 ", expected " + error.expected;
        fail(first + i, one_line ? what : error.what(), error.excerpt);
      } catch (const base::Error& error) {
        fail(first + i, error.what(), "");
      }
    }
  }

  [[nodiscard]] const std::vector<BadText>& bad() const { return bad_; }

  // The rows of this chunk's texts in the vectors of all.
  void embed(const models::Encoder& encoder, std::span<float> all) const {
    const size_t d = encoder.dimension();
    if (bad_.empty()) {
      if (!places_.empty()) encoder.embed(pool_, roots_, "expression", {}, all.data() + places_[0] * d);
      return;
    }
    const std::vector<float> vectors = encoder.embed(pool_, roots_, "expression");
    for (size_t i = 0; i < places_.size(); ++i) std::copy_n(vectors.data() + i * d, d, all.data() + places_[i] * d);
    for (const BadText& text : bad_) {
      std::fill_n(all.data() + text.index * d, d, std::numeric_limits<float>::quiet_NaN());
    }
  }

 private:
  void fail(size_t place, std::string what, std::string excerpt) {
    bad_.push_back({place, std::move(what), std::move(excerpt)});
  }

  // Whether the expression has a symbol that the model has not learned. Only new symbols are looked up, and as long as
  // all are known no expression is.
  bool has_unknown(expr::NodeId root, const encode::Vocabulary& vocabulary) {
    for (; unknown_.size() < pool_.symbols.size(); any_unknown_ = any_unknown_ || unknown_.back()) {
      const expr::Symbol& symbol = pool_.symbols[static_cast<expr::SymbolId>(unknown_.size())];
      unknown_.push_back(vocabulary.number(symbol) == encode::Vocabulary::kUnknown);
    }
    if (!any_unknown_) return false;
    const expr::Subgraph graph(pool_, {&root, 1});
    for (size_t place = 0; place < graph.size(); ++place) {
      if (unknown_[pool_.symbol(graph.id(place))]) return true;
    }
    return false;
  }

  expr::Pool pool_;
  std::vector<bool> unknown_;  // by symbol
  bool any_unknown_ = false;
  std::vector<expr::NodeId> roots_;
  std::vector<size_t> places_;  // of the roots' texts
  std::vector<BadText> bad_;
};

// Throws what is wrong with a text.
void rethrow(const Model::State& state, std::span<const std::string> texts, const BadText& bad) {
  expr::Pool pool;
  try {
    const expr::NodeId root = state.parser.parse(texts[bad.index], pool);
    encode::check_known(state.encoder.model().vocabulary, pool, {&root, 1},
                        "expression " + std::to_string(bad.index + 1));
  } catch (const expr::ParseError& error) {
    throw expr::ParseError(bad.index + error.line, error.column, error.found, error.expected, error.excerpt);
  }
}

}  // namespace

Model Model::open(const std::string& path, const domain::Domain* domain) {
  return State::model(models::Encoder::load(path), domain);
}

Model Model::train(const data::Dataset& dataset, const TrainOptions& options, TrainSummary* summary) {
  train::TrainParams params;
  params.settings = models::settings(options.kind, options.recipe);
  for (const std::string& assignment : options.settings) params.settings.set_assignment(assignment);
  params.seed = options.seed;
  params.threads = options.threads;
  params.most_epochs = options.epochs;
  params.most_seconds = options.seconds;
  params.path = options.path;
  if (options.progress) {
    params.on_status = [&](const train::TrainStatus& now) {
      options.progress({now.epoch, now.seconds, now.left, now.loss, now.accuracy, now.best, now.doing});
    };
  }
  train::TrainResult result = train::train(train::make_task(dataset, train::task_params(params)), params);
  if (summary != nullptr) {
    *summary = {std::string(train::name(result.ended)),
                result.resumed,
                result.epochs,
                result.seconds,
                result.best_epoch,
                result.best_accuracy};
  }
  return State::model(models::Encoder(std::move(result.model), "the trained model"));
}

void Model::save(const std::string& path) const {
  encode::save_model(path, state_->encoder.model(), state_->encoder.layout());
}

size_t Model::dimension() const {
  return state_->encoder.dimension();
}

const domain::Domain& Model::domain() const {
  return state_->domain;
}

const std::string& Model::kind() const {
  return state_->encoder.model().settings.kind().name;
}

std::vector<float> Model::embed(std::string_view text) const {
  expr::Pool pool;
  const expr::NodeId root = state_->parser.parse(text, pool);
  return state_->encoder.embed(pool, {&root, 1}, "expression");
}

std::vector<float> Model::embed(std::span<const std::string> texts, size_t threads, std::vector<BadText>* bad) const {
  std::vector<float> vectors(texts.size() * dimension());
  embed(texts, vectors, threads, bad);
  return vectors;
}

void Model::embed(std::span<const std::string> texts, std::span<float> vectors, size_t threads,
                  std::vector<BadText>* bad) const {
  const State& state = *state_;
  if (vectors.size() != texts.size() * dimension()) {
    throw base::Error("embed: " + std::to_string(vectors.size()) + " numbers for " + std::to_string(texts.size()) +
                      " vectors of " + std::to_string(dimension()));
  }
  const size_t chunks = (texts.size() + kChunk - 1) / kChunk;
  std::vector<std::vector<BadText>> bad_of(chunks);
  base::parallel_for(chunks, threads, [&](size_t c) {
    const size_t begin = c * kChunk;
    const std::span<const std::string> own = texts.subspan(begin, std::min(kChunk, texts.size() - begin));
    const Chunk chunk(own, begin, state.parser, state.encoder.model().vocabulary);
    bad_of[c] = chunk.bad();
    chunk.embed(state.encoder, vectors);
  });
  for (std::vector<BadText>& some : bad_of) {
    if (bad == nullptr && !some.empty()) rethrow(state, texts, some.front());
    if (bad != nullptr) bad->insert(bad->end(), some.begin(), some.end());
  }
}

uint32_t Model::operator_number(std::string_view name, size_t children) const {
  if (!state_->encoder.combines()) {
    throw base::Error("a model of kind " + state_->encoder.model().settings.kind().name +
                      " reads expressions whole: it has no Combine");
  }
  const std::vector<expr::Symbol>& operators = state_->encoder.model().vocabulary.operators();
  for (uint32_t i = 0; i < operators.size(); ++i) {
    if (operators[i].name == name && operators[i].arity == children) return i;
  }
  std::string known;
  for (const expr::Symbol& op : operators) {
    known += (known.empty() ? "" : ", ") + op.name + " (" + std::to_string(op.arity) + ")";
  }
  throw base::Error("the model has no operator " + base::quoted(name) + " with " + std::to_string(children) +
                    (children == 1 ? " child" : " children") + "; it has " + known);
}

void Model::leaf(std::string_view name, std::span<float> vector) const {
  if (!state_->encoder.combines() || vector.size() != dimension()) {
    throw base::Error("leaf: the model has no vectors of leaves with " + std::to_string(vector.size()) + " numbers");
  }
  const std::vector<expr::Symbol>& leaves = state_->encoder.model().vocabulary.leaves();
  for (uint32_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i].name == name) return state_->encoder.leaf(i, vector.data());
  }
  throw base::Error("the model has not learned " + base::quoted(name));
}

size_t Model::children_of(uint32_t operator_number) const {
  const std::vector<expr::Symbol>& operators = state_->encoder.model().vocabulary.operators();
  if (!state_->encoder.combines() || operator_number >= operators.size()) {
    throw base::Error("the model has no operator number " + std::to_string(operator_number));
  }
  return operators[operator_number].arity;
}

void Model::combine(uint32_t operator_number, std::span<const float> children, std::span<float> vector) const {
  if (children.size() != children_of(operator_number) * dimension() || vector.size() != dimension()) {
    throw base::Error("combine: " + std::to_string(children.size()) + " numbers for the children and " +
                      std::to_string(vector.size()) + " for the vector do not fit the operator and a dimension of " +
                      std::to_string(dimension()));
  }
  state_->encoder.combine(operator_number, children.data(), vector.data());
}

}  // namespace eqnet::api
