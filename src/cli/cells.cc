#include "cli/cells.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "base/files.h"
#include "base/json.h"
#include "cli/results.h"
#include "eqnet/base/error.h"
#include "eqnet/data/random_trees.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "eval/published.h"
#include "train/trainer.h"

namespace eqnet::cli {
namespace {

constexpr size_t kConfusions = 10;
constexpr size_t kRandomTrees = 5000;  // of a cell of depth

train::TrainParams training_of(const eval::Cell& cell, const CellParams& params) {
  train::TrainParams training;
  const std::string& own = cell.variant.recipe;
  training.settings = encode::Settings(cell.variant.kind, own.empty() ? params.recipe : own);
  for (const std::string& assignment : cell.variant.settings) training.settings.set_assignment(assignment);
  training.seed = cell.seed;
  training.most_seconds = params.seconds;
  training.path = eval::model_path(params.folder, cell);
  return training;
}

// The unseen queries whose nearest neighbour means something else, the most similar first.
void add_confusions(base::Json& json, const data::Dataset& dataset, const eval::Rows& rows,
                    const eval::PartScores& part) {
  const expr::Printer printer(dataset.pool, domain::syntax(dataset.domain));
  std::vector<size_t> wrong;
  for (size_t i = 0; i < part.queries; ++i) {
    if (rows.labels[part.neighbours[i * data::kMostNeighbours].row] != rows.labels[part.query_rows[i]]) {
      wrong.push_back(i);
    }
  }
  std::stable_sort(wrong.begin(), wrong.end(), [&](size_t a, size_t b) {
    return part.neighbours[a * data::kMostNeighbours].similarity >
           part.neighbours[b * data::kMostNeighbours].similarity;
  });
  wrong.resize(std::min(wrong.size(), kConfusions));
  json.key("confusions").array();
  for (const size_t i : wrong) {
    const encode::Neighbour& first = part.neighbours[i * data::kMostNeighbours];
    json.object().key("query").value(printer.text(rows.expressions[part.query_rows[i]]));
    json.key("neighbour").value(printer.text(rows.expressions[first.row]));
    json.key("similarity").value(static_cast<double>(first.similarity)).end_object();
  }
  json.end_array();
}

// The nearest neighbours of the paper's examples, where the dataset has them.
void add_examples(base::Json& json, const data::Dataset& dataset, const eval::Rows& rows,
                  const encode::UnitRows& vectors) {
  const expr::Printer printer(dataset.pool, domain::syntax(dataset.domain));
  json.key("examples").array();
  for (const eval::ConfusionExample& example : eval::confusion_examples()) {
    if (example.preset != dataset.name) continue;
    // The example is found by its text: the dataset is shared between threads, so nothing is parsed into its pool.
    expr::Pool pool;
    const expr::NodeId root = expr::parse(example.expression, domain::syntax(dataset.domain), pool);
    const std::string text = expr::print(pool, root, domain::syntax(dataset.domain));
    for (uint32_t row = 0; row < rows.expressions.size(); ++row) {
      if (dataset.pool.tree_size(rows.expressions[row]) != pool.tree_size(root)) continue;
      if (printer.text(rows.expressions[row]) != text) continue;
      encode::NeighbourParams search;
      search.k = 1;
      const encode::Neighbour first = encode::neighbours_of_rows(vectors, {&row, 1}, search)[0];
      json.object().key("query").value(text).key("neighbour").value(printer.text(rows.expressions[first.row]));
      json.key("same").value(rows.labels[first.row] == rows.labels[row]).end_object();
      break;
    }
  }
  json.end_array();
}

std::mutex& lock_of(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, std::mutex> locks;
  const std::lock_guard guard(mutex);
  return locks[path];
}

void write_file(const std::string& path, const std::string& text) {
  base::AtomicFile file(path);
  file.write(text);
  file.write("\n");
  file.commit();
}

}  // namespace

void run_cell(const eval::Cell& cell, const DatasetPtr& train, const DatasetPtr& test, const std::string& data,
              const CellParams& params) {
  const std::string path = eval::model_path(params.folder, cell);
  base::Json json;
  json.object()
      .key("format")
      .value(eval::kCellFormat)
      .key("version")
      .value(eval::kCellVersion)
      .key("revision")
      .value(revision());
  json.key("group").value(eval::name(cell.group)).key("dataset").value(cell.dataset).key("test").value(cell.test);
  json.key("data").value(data);
  if (cell.random_size > 0) json.key("random_size").value(cell.random_size);
  json.key("model").value(cell.variant.name).key("seed").value(size_t{cell.seed});
  json.key("settings").array();
  for (const std::string& assignment : cell.variant.settings) json.value(assignment);
  const std::string& recipe = cell.variant.recipe.empty() ? params.recipe : cell.variant.recipe;
  json.end_array().key("recipe").value(recipe).key("time_limit").value(params.seconds);
  json.key("budget_minutes").value(params.budget).key("most_queries").value(params.most_queries);
  std::unique_lock training_lock(lock_of(path));  // cells that share a model wait for the one that trains it
  if (!eval::reuses_models(cell.group) || !base::file_exists(path)) {
    const train::TrainParams training = training_of(cell, params);
    const train::Task task = train::make_task(*train, train::task_params(training));
    const train::TrainResult result = train::train(task, training);
    json.key("training").object().key("seconds").value(result.seconds).key("epochs").value(result.epochs);
    json.key("ended").value(train::name(result.ended)).key("best_epoch").value(result.best_epoch);
    json.key("validation_accuracy").value(result.best_accuracy);
    json.key("parameters").value(result.model.parameters.size()).end_object();
  }
  training_lock.unlock();
  const models::Encoder encoder = models::Encoder::load(path);
  data::Dataset random;  // depth
  if (cell.random_size > 0) {
    random = data::random_trees(test->domain, encoder.model().vocabulary.leaves(),
                                encoder.model().vocabulary.operators(), {cell.random_size, kRandomTrees, cell.seed});
  }
  const data::Dataset& asked = cell.random_size > 0 ? random : *test;
  const Embedded embedded = embed_dataset(encoder, asked, 1);
  EvaluationParams evaluate;
  evaluate.most_queries = params.most_queries;
  const Evaluation evaluation = evaluate_dataset(asked, embedded, evaluate);
  add_evaluation(json, evaluation);
  if (cell.group == eval::Cell::Group::models) {
    if (evaluation.unseen) add_confusions(json, *test, embedded.rows, *evaluation.unseen);
    add_examples(json, *test, embedded.rows, embedded.vectors);
  }
  json.end_object();
  write_file(eval::cell_path(params.folder, cell), json.text());
}

}  // namespace eqnet::cli
