#include "eqnet/api/session.h"

#include <algorithm>

#include "base/threads.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "models/encoder.h"

namespace eqnet::api {
namespace {

constexpr size_t kChunk = 32768;       // texts of one schedule: many share subexpressions
constexpr size_t kMostKept = 1 << 16;  // nodes whose vectors are kept between calls (16 MB at 64 numbers)

}  // namespace

struct Session::State {
  explicit State(const std::string& path)
      : encoder(models::Encoder::load(path)), parser(eqnet::domain::syntax(kind())) {}

  [[nodiscard]] eqnet::domain::Kind kind() const { return eqnet::domain::kind_of(encoder.model().domain); }

  void forget() {
    pool = {};
    numbers.clear();
    vectors.clear();
  }

  // Computes what is new in the pool: children come before parents.
  void compute_new() {
    const size_t d = encoder.dimension();
    const encode::Vocabulary& vocabulary = encoder.model().vocabulary;
    if (numbers.size() < pool.symbols.size()) numbers = vocabulary.numbers(pool.symbols);
    auto id = static_cast<expr::NodeId>(vectors.size() / d);
    vectors.resize(pool.size() * d);
    for (; id < pool.size(); ++id) {
      const uint32_t number = numbers[pool.symbol(id)];
      if (number == encode::Vocabulary::kUnknown) {
        const expr::NodeId unknown = id;
        encode::check_known(vocabulary, pool, {&unknown, 1}, "expression");
      }
      const std::span<const expr::NodeId> nodes = pool.children(id);
      float* vector = vectors.data() + id * d;
      if (nodes.empty()) {
        encoder.leaf(number, vector);
        continue;
      }
      children.resize(nodes.size() * d);
      for (size_t i = 0; i < nodes.size(); ++i) std::copy_n(vectors.data() + nodes[i] * d, d, children.data() + i * d);
      encoder.combine(number, children.data(), vector);
    }
  }

  models::Encoder encoder;
  expr::Parser parser;
  // The expressions met lately, the model's numbers of their symbols, and their vectors by node.
  expr::Pool pool;
  std::vector<uint32_t> numbers;
  std::vector<float> vectors;
  std::vector<float> children;  // work space
};

Session::Session(const std::string& model_path) : state_(std::make_unique<State>(model_path)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

size_t Session::dimension() const {
  return state_->encoder.dimension();
}

std::string_view Session::domain() const {
  return state_->encoder.model().domain;
}

std::span<const float> Session::embed(std::string_view text) {
  State& state = *state_;
  if (state.pool.size() > kMostKept) state.forget();
  try {
    const expr::NodeId root = state.parser.parse(text, state.pool);
    if (!state.encoder.combines()) {
      state.vectors = state.encoder.embed(state.pool, {&root, 1}, "expression");
      return state.vectors;
    }
    state.compute_new();
    return {state.vectors.data() + root * dimension(), dimension()};
  } catch (...) {
    state.forget();  // what a faulty text has left in the pool
    throw;
  }
}

std::vector<float> Session::embed(std::span<const std::string> texts, size_t threads) {
  const State& state = *state_;
  const size_t d = dimension();
  std::vector<float> vectors(texts.size() * d);
  const size_t chunks = (texts.size() + kChunk - 1) / kChunk;
  base::parallel_for(chunks, threads, [&](size_t c) {
    const size_t begin = c * kChunk;
    const size_t end = std::min(begin + kChunk, texts.size());
    expr::Pool pool;
    std::vector<expr::NodeId> roots;
    roots.reserve(end - begin);
    for (size_t i = begin; i < end; ++i) {
      try {
        roots.push_back(state.parser.parse(texts[i], pool));
      } catch (const expr::ParseError& error) {
        throw expr::ParseError(i + error.line, error.column, error.found, error.expected, error.excerpt);
      }
    }
    state.encoder.embed(pool, roots, "expression", {}, vectors.data() + begin * d);
  });
  return vectors;
}

uint32_t Session::operator_number(std::string_view name, size_t children) const {
  if (!state_->encoder.combines()) {
    throw base::Error("a model of kind " + state_->encoder.model().settings.kind() +
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

void Session::leaf(std::string_view name, std::span<float> vector) const {
  if (!state_->encoder.combines() || vector.size() != dimension()) {
    throw base::Error("leaf: the model has no vectors of leaves with " + std::to_string(vector.size()) + " numbers");
  }
  const std::vector<expr::Symbol>& leaves = state_->encoder.model().vocabulary.leaves();
  for (uint32_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i].name == name) return state_->encoder.leaf(i, vector.data());
  }
  throw base::Error("the model has not learned " + base::quoted(name));
}

size_t Session::children_of(uint32_t operator_number) const {
  const std::vector<expr::Symbol>& operators = state_->encoder.model().vocabulary.operators();
  if (!state_->encoder.combines() || operator_number >= operators.size()) {
    throw base::Error("the model has no operator number " + std::to_string(operator_number));
  }
  return operators[operator_number].arity;
}

void Session::combine(uint32_t operator_number, std::span<const float> children, std::span<float> vector) const {
  if (children.size() != children_of(operator_number) * dimension() || vector.size() != dimension()) {
    throw base::Error("combine: " + std::to_string(children.size()) + " numbers for the children and " +
                      std::to_string(vector.size()) + " for the vector do not fit the operator and a dimension of " +
                      std::to_string(dimension()));
  }
  state_->encoder.combine(operator_number, children.data(), vector.data());
}

}  // namespace eqnet::api
