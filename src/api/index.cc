#include "eqnet/api/index.h"

#include "api/model_state.h"
#include "eqnet/expr/print.h"
#include "search/index.h"

namespace eqnet::api {

struct Index::State {
  State(Model own, search::Index members)
      : model(std::move(own)),
        index(std::move(members)),
        parser(index.domain().syntax()),
        printer(index.pool(), index.domain().syntax()) {}

  Model model;
  search::Index index;
  expr::Parser parser;
  expr::Printer printer;  // refers to the index
};

namespace {

search::Index index_of(const Model& model, data::Dataset dataset, size_t threads) {
  std::vector<expr::NodeId> members;
  for (const data::EquivalenceClass& c : dataset.classes) {
    members.insert(members.end(), c.members.begin(), c.members.end());
  }
  std::vector<float> vectors = model.state().encoder.embed(dataset.pool, members, "dataset " + dataset.name, {threads});
  return {std::move(dataset), std::move(vectors), model.dimension()};
}

search::Index index_of(const Model& model, std::span<const std::string> texts, size_t threads,
                       const std::vector<std::string>& classes) {
  std::vector<float> vectors = model.embed(texts, threads);
  expr::Pool pool;
  std::vector<expr::NodeId> expressions;
  for (const std::string& text : texts) expressions.push_back(model.state().parser.parse(text, pool));
  return {model.domain(), std::move(pool), std::move(expressions), std::move(vectors), model.dimension(), classes};
}

}  // namespace

Index::Index(const Model& model, data::Dataset dataset, size_t threads)
    : state_(std::make_shared<const State>(model, index_of(model, std::move(dataset), threads))) {}

Index::Index(const Model& model, std::span<const std::string> texts, size_t threads,
             const std::vector<std::string>& classes)
    : state_(std::make_shared<const State>(model, index_of(model, texts, threads, classes))) {}

const Model& Index::model() const {
  return state_->model;
}

size_t Index::size() const {
  return state_->index.size();
}

std::vector<Neighbour> Index::nearest(std::string_view text, const NearestOptions& options) const {
  const search::Index& index = state_->index;
  expr::Pool pool;
  const expr::NodeId query = state_->parser.parse(text, pool);
  const std::vector<float> vector = state_->model.state().encoder.embed(pool, {&query, 1}, "expression");
  std::vector<Neighbour> neighbours;
  for (search::Found& one : index.nearest(pool, query, vector, {options.k, options.timeout_s})) {
    neighbours.push_back({one.row, state_->printer.text(index.expression(one.row)), index.class_name(one.row),
                          one.similarity, std::move(one.verdict)});
  }
  return neighbours;
}

}  // namespace eqnet::api
