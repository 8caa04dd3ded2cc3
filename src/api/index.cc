#include "eqnet/api/index.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "api/model_state.h"
#include "eqnet/base/error.h"
#include "eqnet/expr/print.h"
#include "eqnet/search/group.h"
#include "models/registry.h"
#include "search/index.h"

namespace eqnet::api {

struct Index::State {
  State(Model own, search::Index members) : model(std::move(own)), index(std::move(members)) {}

  Model model;
  search::Index index;
};

namespace {

// Expressions that are embedded together: eight times what a thread takes, since each time costs a pass over the pool.
constexpr size_t kAtATime = size_t{1} << 19;

// Calls one(member, class) for all members of the classes in order, and after so many of them that every rank has at
// least a chunk of its own, and at the end, some(members, their vectors).
template <class One, class Some>
void embed_members(const Model& model, const data::Dataset& dataset, size_t threads, const One& one, const Some& some) {
  const Model::State& state = model.state();
  const encode::EmbedParams params{.threads = threads, .ranks = state.ranks};
  const size_t at_a_time = std::max(kAtATime, params.chunk * (state.ranks == nullptr ? 1 : state.ranks->size()));
  std::vector<expr::NodeId> members;
  const auto embed = [&] {
    some(members.size(), state.encoder.embed(dataset.pool, members, "dataset " + dataset.name, params));
    members.clear();
  };
  for (const data::EquivalenceClass& c : dataset.classes) {
    for (const expr::NodeId member : c.members) {
      one(member, c);
      members.push_back(member);
      if (members.size() == at_a_time) embed();
    }
  }
  if (!members.empty()) embed();
}

search::Index index_of(const Model& model, const data::Dataset& dataset, size_t threads,
                       const Index::Progress& progress) {
  search::IndexBuilder builder(*dataset.domain, model.dimension());
  const expr::Printer printer(dataset.pool, dataset.domain->syntax());
  embed_members(
      model, dataset, threads,
      [&](expr::NodeId member, const data::EquivalenceClass& c) { builder.add(printer.text(member), c.name); },
      [&](size_t count, std::vector<float> vectors) {
        builder.add_vectors(std::move(vectors));
        if (progress) progress(count);
      });
  return builder.finish();
}

search::Index index_of(const Model& model, std::span<const std::string> texts, size_t threads,
                       const std::vector<std::string>& classes) {
  if (!classes.empty() && classes.size() != texts.size()) {
    throw base::Error("an index of " + std::to_string(texts.size()) + " expressions was given " +
                      std::to_string(classes.size()) + " names of classes");
  }
  search::IndexBuilder builder(model.domain(), model.dimension());
  builder.add_vectors(model.embed(texts, threads));
  for (size_t i = 0; i < texts.size(); ++i) {
    expr::Pool pool;
    const expr::NodeId root = model.state().parser.parse(texts[i], pool);
    builder.add(expr::print(pool, root, model.domain().syntax()), classes.empty() ? "" : classes[i]);
  }
  return builder.finish();
}

// Takes the one class of a dataset apart; each part has the name of a shortest member.
void by_meaning(data::Dataset& dataset) {
  constexpr double kProof = 0.1;  // seconds; what is not decided is apart
  const expr::Printer printer(dataset.pool, dataset.domain->syntax());
  search::Grouping grouping(*dataset.domain);
  std::unordered_map<expr::NodeId, expr::NodeId> own;  // by node of the grouping
  for (const expr::NodeId member : dataset.classes.front().members) own[grouping.add(printer.text(member))] = member;
  data::Classes classes;
  for (const search::Group& group : grouping.groups({.timeout_s = kProof})) {
    data::EquivalenceClass& one = classes.emplace_back();
    for (const search::GroupMember& member : group.members) one.members.push_back(own.at(member.expression));
    one.name = printer.text(one.members.front());
  }
  dataset.classes = std::move(classes);
}

// ---- other names for variables ----

constexpr size_t kMostRenamings = 1000;

std::vector<std::string> variables_of(const expr::Pool& pool, expr::NodeId root) {
  std::vector<std::string> names;
  const expr::Subgraph graph(pool, {&root, 1});
  for (size_t place = 0; place < graph.size(); ++place) {
    const expr::Symbol& symbol = pool.symbol_of(graph.id(place));
    if (symbol.kind == expr::SymbolKind::variable) names.push_back(symbol.name);
  }
  std::ranges::sort(names);
  return names;
}

// Every way to take different names for the variables, as assignments.
std::vector<domain::Assignment> renamings(const std::vector<std::string>& variables,
                                          const std::vector<std::string>& names) {
  double ways = 1;
  for (size_t i = 0; i < variables.size(); ++i) ways *= static_cast<double>(names.size()) - static_cast<double>(i);
  if (variables.size() > names.size()) {
    throw base::Error("the expression has " + std::to_string(variables.size()) + " variables, and the model " +
                      std::to_string(names.size()));
  }
  if (ways > static_cast<double>(kMostRenamings)) {
    throw base::Error("there are more than " + std::to_string(kMostRenamings) + " ways to rename " +
                      std::to_string(variables.size()) + " variables; write the expression in the model's");
  }
  std::vector<domain::Assignment> all = {{}};
  for (const std::string& variable : variables) {
    std::vector<domain::Assignment> longer;
    for (const domain::Assignment& one : all) {
      for (const std::string& name : names) {
        if (std::ranges::find(one, name, &std::pair<std::string, std::string>::second) != one.end()) continue;
        longer.push_back(one);
        longer.back().emplace_back(variable, name);
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace

void help_index(const Model& model, const data::Dataset& dataset, size_t threads) {
  embed_members(
      model, dataset, threads, [](expr::NodeId, const data::EquivalenceClass&) {},
      [](size_t, const std::vector<float>&) {});
}

Index::Index(const Model& model, const data::Dataset& dataset, size_t threads, const Progress& progress)
    : state_(std::make_shared<const State>(model, index_of(model, dataset, threads, progress))) {}

Index::Index(const Model& model, std::span<const std::string> texts, size_t threads,
             const std::vector<std::string>& classes)
    : state_(std::make_shared<const State>(model, index_of(model, texts, threads, classes))) {}

Index Index::open(const std::string& path) {
  search::IndexFile file(path);
  const std::string_view bytes = file.contents().model;
  file.before_read(bytes.data(), bytes.size());
  const std::string source = path + ", its model";
  Model model = Model::State::model({encode::parse_model(bytes, source, models::kind), source});
  if (model.dimension() != file.contents().vectors.width) {
    throw base::Error(path,
                      "has vectors of " + std::to_string(file.contents().vectors.width) +
                          " numbers, and its model makes such of " + std::to_string(model.dimension()),
                      "make the index anew");
  }
  const domain::Domain& domain = model.domain();
  return Index(std::make_shared<const State>(std::move(model), search::Index(std::move(file), domain)));
}

bool Index::is_index(const std::string& path) {
  return search::IndexFile::is_one(path);
}

void Index::save(const std::string& path) const {
  state_->index.save(path, state_->model.state().bytes());
}

const Model& Index::model() const {
  return state_->model;
}

size_t Index::size() const {
  return state_->index.size();
}

size_t Index::distinct_vectors() const {
  return state_->index.distinct_vectors();
}

data::Dataset Index::dataset(size_t most) const {
  data::Dataset dataset;
  dataset.domain = &state_->model.domain();
  std::unordered_map<std::string_view, size_t> place;
  std::unordered_set<expr::NodeId> seen;  // a text may come again
  const size_t count = std::min(most, size());
  for (size_t i = 0; i < count; ++i) {
    const auto row = static_cast<uint32_t>(i * size() / count);
    const expr::NodeId root = state_->model.state().parser.parse(state_->index.text(row), dataset.pool);
    if (!seen.insert(root).second) continue;
    const std::string_view name = state_->index.class_name(row);
    const auto [found, is_new] = place.emplace(name, dataset.classes.size());
    if (is_new) dataset.classes.push_back({std::string(name), {}});
    dataset.classes[found->second].members.push_back(root);
  }
  const bool list = dataset.classes.size() == 1 && dataset.classes.front().name.empty();
  if (list && dataset.domain->has_meaning()) by_meaning(dataset);
  return dataset;
}

std::vector<Neighbour> Index::nearest(std::string_view text, const NearestOptions& options) const {
  const search::Index& index = state_->index;
  const Model::State& model = state_->model.state();
  expr::Pool pool;
  const expr::NodeId query = expr::parse(text, index.domain().syntax(), pool);
  constexpr size_t kMostAsked = 100;  // nodes: of larger ones it takes too long to know
  if (pool.size() <= kMostAsked && !index.domain().have_values(pool, {&query, 1}).front()) {
    throw base::Error("expression", "no point is known at which it has a value, so nothing is near it");
  }
  std::vector<domain::Assignment> ways = {{}};
  std::vector<expr::NodeId> queries = {query};
  if (options.rename) {
    std::vector<std::string> names;
    for (const expr::Symbol& leaf : model.encoder.model().vocabulary.leaves()) {
      if (leaf.kind == expr::SymbolKind::variable) names.push_back(leaf.name);
    }
    ways = renamings(variables_of(pool, query), names);
    queries.clear();
    expr::Pool renamed;
    for (const domain::Assignment& way : ways) {
      const auto value = [&](const expr::Symbol& variable) {
        return renamed.variable(
            std::ranges::find(way, variable.name, &std::pair<std::string, std::string>::first)->second);
      };
      queries.push_back(expr::substitute(pool, query, value, renamed));
    }
    pool = std::move(renamed);
  }
  const std::vector<float> vectors = model.encoder.embed(pool, queries, "expression");

  std::vector<Neighbour> neighbours;
  const search::NearestParams params{options.k, options.timeout_s, options.total_s, options.equivalent,
                                     options.equivalent || options.rename};
  const size_t width = index.width();
  for (size_t i = 0; i < queries.size(); ++i) {
    const std::span<const float> vector(vectors.data() + i * width, width);
    for (search::Found& one : index.nearest(pool, queries[i], vector, params)) {
      neighbours.push_back({one.row, std::string(index.text(one.row)), std::string(index.class_name(one.row)),
                            one.similarity, std::move(one.verdict), ways[i]});
    }
  }
  if (queries.size() > 1) {
    // What is proved comes before what is near.
    const auto rank = [](const Neighbour& one) {
      return std::pair(one.verdict.answer == domain::Answer::equivalent ? 0 : 1, -one.similarity);
    };
    std::ranges::stable_sort(neighbours, {}, rank);
    std::unordered_set<size_t> rows;
    std::erase_if(neighbours, [&](const Neighbour& one) { return !rows.insert(one.row).second; });
    neighbours.resize(std::min(neighbours.size(), options.k));
  }
  return neighbours;
}

}  // namespace eqnet::api
