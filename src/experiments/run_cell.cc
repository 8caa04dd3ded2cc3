#include "experiments/run_cell.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>

#include "base/file_lock.h"
#include "base/files.h"
#include "eqnet/base/error.h"
#include "eqnet/data/random_trees.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "experiments/cell_options.h"
#include "experiments/evaluation.h"
#include "experiments/published.h"
#include "models/registry.h"
#include "train/trainer.h"

namespace eqnet::experiments {
namespace {

constexpr size_t kConfusions = 10;
constexpr size_t kRandomTrees = 5000;  // of a cell

train::TrainParams training_of(const Cell& cell, const CellParams& params) {
  train::TrainParams training;
  const std::string& own = cell.variant.recipe;
  training.settings = encode::Settings(models::kind(cell.variant.kind), own.empty() ? params.recipe : own);
  for (const std::string& assignment : cell.variant.settings) training.settings.set_assignment(assignment);
  training.seed = cell.seed;
  training.most_seconds = params.seconds;
  training.clock = base::Clock::processor;  // cells run side by side, perhaps on a busy machine
  training.path = model_path(params.folder, cell);
  return training;
}

// The unseen queries whose nearest neighbour means something else, the most similar first.
std::vector<CellResult::Confusion> confusions_of(const data::Dataset& dataset, const eval::Members& rows,
                                                 const eval::PartScores& part) {
  const expr::Printer printer(dataset.pool, dataset.domain->syntax());
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
  std::vector<CellResult::Confusion> confusions;
  for (const size_t i : wrong) {
    const encode::Neighbour& first = part.neighbours[i * data::kMostNeighbours];
    confusions.push_back({printer.text(rows.expressions[part.query_rows[i]]), printer.text(rows.expressions[first.row]),
                          false, static_cast<double>(first.similarity)});
  }
  return confusions;
}

// The nearest neighbours of the paper's examples, where the dataset has them.
std::vector<CellResult::Confusion> examples_of(const data::Dataset& dataset, const Embedded& embedded) {
  const eval::Members& rows = embedded.rows;
  const expr::Printer printer(dataset.pool, dataset.domain->syntax());
  std::vector<CellResult::Confusion> examples;
  for (const ConfusionExample& example : confusion_examples()) {
    if (example.preset != dataset.name) continue;
    // The example is found by its text: the dataset is shared between threads, so nothing is parsed into its pool.
    expr::Pool pool;
    const expr::NodeId root = expr::parse(example.expression, dataset.domain->syntax(), pool);
    const std::string text = expr::print(pool, root, dataset.domain->syntax());
    for (uint32_t row = 0; row < rows.expressions.size(); ++row) {
      if (dataset.pool.tree_size(rows.expressions[row]) != pool.tree_size(root)) continue;
      if (printer.text(rows.expressions[row]) != text) continue;
      encode::NeighbourParams search;
      search.k = 1;
      const encode::Neighbour first = encode::neighbours_of_rows(embedded.vectors, {&row, 1}, search)[0];
      examples.push_back({text, printer.text(rows.expressions[first.row]), rows.labels[first.row] == rows.labels[row]});
      break;
    }
  }
  return examples;
}

std::mutex& lock_of(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, std::mutex> locks;
  const std::lock_guard guard(mutex);
  return locks[path];
}

// What a cell says of its model: the cell that would train it and nothing else.
CellResult without_scores(const CellResult& result) {
  CellResult training = result;
  const Cell& cell = result.cell;
  training.cell = {Cell::Group::models, cell.dataset, cell.dataset, 0, cell.variant, cell.seed};
  training.data.clear();
  training.test_hash = training.dataset_hash;
  training.most_queries = 0;
  return training;
}

// Whether what is there of a model, be it only a checkpoint, was made with these options and data.
bool model_is_ours(const CellResult& result, const CellParams& params) {
  const std::string path = training_path(params.folder, result.cell);
  if (params.any_options || !base::file_exists(path)) return true;  // older programs did not say
  try {
    return other_options(parse_cell(base::read_bytes(path), path), without_scores(result)).empty();
  } catch (const base::Error&) {  // a damaged file
    return false;
  }
}

// Trains the cell's model into its file, unless it is another cell's and there.
void provide_model(const DatasetPtr& train, const CellParams& params, CellResult& result) {
  const Cell& cell = result.cell;
  const std::string path = model_path(params.folder, cell);
  // Cells that share a model wait for the one that trains it: those of this process, then those of other workers.
  const std::lock_guard lock(lock_of(path));
  const auto of_workers = base::FileLock::when_free(path + ".cell");
  const bool ours = model_is_ours(result, params);
  if (reuses_model(cell) && ours && base::file_exists(path)) return;
  if (!ours) {
    std::error_code ignored;
    for (const char* of : {"", ".checkpoint"}) std::filesystem::remove(path + of, ignored);
  }
  // Said before training, so that what a kill leaves is known to be of these options.
  const std::string says = training_path(params.folder, cell);
  write_cell(says, without_scores(result));
  const train::TrainParams training = training_of(cell, params);
  const train::Task task = train::make_task(*train, train::task_params(training));
  const train::TrainResult trained = train::train(task, training);
  result.seconds = trained.seconds;
  result.epochs = trained.epochs;
  result.ended = train::name(trained.ended);
  result.best_epoch = trained.best_epoch;
  result.validation_accuracy = trained.best_accuracy;
  result.parameters = trained.model.parameters.size();
  write_cell(says, without_scores(result));
}

}  // namespace

void run_cell(CellResult result, const DatasetPtr& train, const DatasetPtr& test, const CellParams& params) {
  const Cell& cell = result.cell;
  provide_model(train, params, result);
  const models::Encoder encoder = models::Encoder::load(model_path(params.folder, cell));
  data::Dataset random;
  const bool drawn = cell.random_size > 0 && cell.test == cell.dataset;  // else they are a dataset of their own
  if (drawn) {
    random = data::random_trees(*test->domain, encoder.model().vocabulary.leaves(),
                                encoder.model().vocabulary.operators(), {cell.random_size, kRandomTrees, cell.seed});
  }
  const data::Dataset& asked = drawn ? random : *test;
  const Embedded embedded = embed_dataset(encoder, asked, {});
  EvaluationParams evaluate;
  evaluate.most_queries = params.most_queries;
  const Evaluation evaluation = evaluate_dataset(asked, embedded, evaluate);
  if (evaluation.seen) result.seen = part_of(*evaluation.seen);
  if (evaluation.unseen) result.unseen = part_of(*evaluation.unseen);
  if (cell.group == Cell::Group::models) {
    if (evaluation.unseen) result.confusions = confusions_of(*test, embedded.rows, *evaluation.unseen);
    result.examples = examples_of(*test, embedded);
  }
  write_cell(cell_path(params.folder, cell), result);
}

}  // namespace eqnet::experiments
