#include "eqnet/api/session.h"

#include <algorithm>

#include "api/model_state.h"

namespace eqnet::api {
namespace {

constexpr size_t kMostKept = 1 << 16;  // nodes whose vectors are kept between calls (16 MB at 64 numbers)

}  // namespace

struct Session::Cache {
  explicit Cache(Model own) : model(std::move(own)) {}

  void forget() {
    pool = {};
    numbers.clear();
    vectors.clear();
  }

  // Computes what is new in the pool: children come before parents.
  void compute_new() {
    const models::Encoder& encoder = model.state().encoder;
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

  Model model;
  // The expressions met lately, the model's numbers of their symbols, and their vectors by node.
  expr::Pool pool;
  std::vector<uint32_t> numbers;
  std::vector<float> vectors;
  std::vector<float> children;  // work space
};

Session::Session(Model model) : cache_(std::make_unique<Cache>(std::move(model))) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

const Model& Session::model() const {
  return cache_->model;
}

std::span<const float> Session::embed(std::string_view text) {
  Cache& cache = *cache_;
  const Model::State& model = cache.model.state();
  if (cache.pool.size() > kMostKept) cache.forget();
  try {
    const expr::NodeId root = model.parser.parse(text, cache.pool);
    if (!model.encoder.combines()) {
      cache.vectors = model.encoder.embed(cache.pool, {&root, 1}, "expression");
      return cache.vectors;
    }
    cache.compute_new();
    const size_t d = model.encoder.dimension();
    const std::span<const float> vector(cache.vectors.data() + root * d, d);
    model.encoder.check_finite(vector);
    return vector;
  } catch (...) {
    cache.forget();  // what a faulty text has left in the pool
    throw;
  }
}

}  // namespace eqnet::api
