#include "cli/cells.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>

#include "base/files.h"
#include "cli/json.h"
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

std::string model_path(const std::string& folder, const Cell& cell) {
  return folder + "/models/" + cell.model_key() + ".eqnet";
}

train::TrainParams training_of(const Cell& cell, const CellParams& params) {
  train::TrainParams training;
  const std::string& own = cell.variant.recipe;
  training.settings = encode::Settings(cell.variant.kind, own.empty() ? params.recipe : own);
  for (const std::string& assignment : cell.variant.settings) training.settings.set_assignment(assignment);
  training.seed = cell.seed;
  training.most_seconds = params.seconds;
  training.path = model_path(params.folder, cell);
  return training;
}

// The unseen queries whose nearest neighbour means something else, the most similar first.
void add_confusions(Json& json, const data::Dataset& dataset, const eval::Rows& rows, const eval::PartScores& part) {
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
void add_examples(Json& json, const data::Dataset& dataset, const eval::Rows& rows, const encode::UnitRows& vectors) {
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

base::Error not_a_cell(const std::string& path) {
  return {path, "is no result of reproduce", "delete it to run its cell again"};
}

// Takes values out of a cell's JSON; what is missing or of another type is an error of the file.
class CellReader {
 public:
  using Value = rapidjson::Value;
  explicit CellReader(const std::string& path) : path_(path) {}

  [[nodiscard]] const Value& member(const Value& value, const char* key) const {
    require(value.IsObject() && value.HasMember(key));
    return value[key];
  }
  [[nodiscard]] double number(const Value& value, const char* key) const {
    const Value& found = member(value, key);
    require(found.IsNumber());
    return found.GetDouble();
  }
  [[nodiscard]] std::string text(const Value& value, const char* key) const {
    const Value& found = member(value, key);
    require(found.IsString());
    return found.GetString();
  }
  [[nodiscard]] std::optional<CellResult::Part> part(const Value& json, const char* key) const {
    const Value& value = member(json, key);
    if (value.IsNull()) return std::nullopt;
    CellResult::Part part;
    part.score = curve(value, "score");
    part.ceiling = curve(value, "ceiling");
    part.score_auc = number(value, "score_auc");
    if (value.HasMember("pr_auc")) part.pr_auc = number(value, "pr_auc");
    if (value.HasMember("roc_auc")) part.roc_auc = number(value, "roc_auc");
    return part;
  }
  [[nodiscard]] std::vector<CellResult::Confusion> confusions(const Value& json, const char* key) const {
    const Value& list = member(json, key);
    require(list.IsArray());
    std::vector<CellResult::Confusion> confusions;
    for (const Value& entry : list.GetArray()) {
      const bool same = entry.IsObject() && entry.HasMember("same") && entry["same"].IsTrue();
      confusions.push_back({text(entry, "query"), text(entry, "neighbour"), same});
    }
    return confusions;
  }

 private:
  void require(bool good) const {
    if (!good) throw not_a_cell(path_);
  }
  [[nodiscard]] data::Curve curve(const Value& value, const char* key) const {
    const Value& list = member(value, key);
    require(list.IsArray() && list.Size() == data::kMostNeighbours);
    data::Curve curve{};
    for (rapidjson::SizeType k = 0; k < data::kMostNeighbours; ++k) {
      require(list[k].IsNumber());
      curve[k] = list[k].GetDouble();
    }
    return curve;
  }

  const std::string& path_;
};

void write_file(const std::string& path, const std::string& text) {
  base::AtomicFile file(path);
  file.write(text);
  file.write("\n");
  file.commit();
}

}  // namespace

const std::vector<Variant>& model_variants() {
  static const std::vector<Variant> variants = [] {
    std::vector<Variant> all;
    all.reserve(eval::kPublishedModels.size() + 1);
    for (const std::string_view kind : eval::kPublishedModels) {
      all.push_back({std::string(kind), std::string(kind), {}});
    }
    all.push_back({"eqnet-mul", "eqnet-mul", {}});
    return all;
  }();
  return variants;
}

const std::vector<Variant>& ablation_variants() {
  static const std::vector<Variant> variants = {
      {"eqnet-no-autoencoder", "eqnet", {"autoencoder=off"}},
      {"eqnet-no-normalise", "eqnet", {"normalise=off"}},
      {"eqnet-no-residual", "eqnet", {"residual=off"}},
      {"eqnet-only-autoencoder", "eqnet", {"normalise=off", "residual=off"}},
      {"eqnet-only-normalise", "eqnet", {"autoencoder=off", "residual=off"}},
      {"eqnet-only-residual", "eqnet", {"autoencoder=off", "normalise=off"}},
      {"eqnet-siamese", "eqnet", {"objective=siamese"}},
      // eqnet-mul as it is by default: values at points.
      {"eqnet-mul-warm", "eqnet-mul", {"temperature=0.05"}},
      {"eqnet-mul-no-noise", "eqnet-mul", {"leaf_noise=0"}},
      {"eqnet-mul-no-decay", "eqnet-mul", {"weight_decay=0"}},
      {"eqnet-mul-no-renewal", "eqnet-mul", {"renew=0"}},
      {"eqnet-mul-permute", "eqnet-mul", {"permute=1"}},
      {"eqnet-mul-classes", "eqnet-mul", {"softmax=1"}},
      {"eqnet-mul-only-classes", "eqnet-mul", {"softmax=1", "contrastive=0"}},
      {"eqnet-mul-substitution", "eqnet-mul", {"softmax=1", "substitution=0.5"}},
      {"eqnet-mul-autoencoder", "eqnet-mul", {"autoencoder=on"}},
      {"eqnet-mul-residual", "eqnet-mul", {"residual=on", "hidden=64", "bias=on"}},
      {"eqnet-mul-D8", "eqnet-mul", {"dimension=8"}},
      {"eqnet-mul-D16", "eqnet-mul", {"dimension=16"}},
      {"eqnet-mul-D32", "eqnet-mul", {"dimension=32"}},
      {"eqnet-mul-D128", "eqnet-mul", {"dimension=128"}},
      // With matrices instead of points.
      {"eqnet-mul-matrix", "eqnet-mul", {}, "paper"},
      {"eqnet-mul-matrix-no-product", "eqnet-mul", {"product=0"}, "paper"},
      {"eqnet-mul-matrix-no-mlp", "eqnet-mul", {"hidden=0"}, "paper"},
      {"eqnet-mul-matrix-only-product", "eqnet-mul", {"hidden=0", "residual=off", "bias=off"}, "paper"},
      {"eqnet-mul-matrix-no-contrastive", "eqnet-mul", {"contrastive=0"}, "paper"},
      {"eqnet-mul-matrix-no-classes", "eqnet-mul", {"softmax=0", "substitution=0"}, "paper"},
      {"eqnet-mul-matrix-no-decay", "eqnet-mul", {"weight_decay=0"}, "paper"},
      {"eqnet-mul-matrix-no-substitution", "eqnet-mul", {"substitution=0"}, "paper"},
      {"eqnet-mul-matrix-autoencoder", "eqnet-mul", {"autoencoder=on"}, "paper"},
  };
  return variants;
}

std::string Cell::model_key() const {
  return dataset + "." + variant.name + ".seed" + std::to_string(seed);
}

std::string Cell::key() const {
  std::string what = dataset;
  if (group == Group::transfer) what += "-to-" + test;
  if (group == Group::depth) what += "-to-random" + std::to_string(random_size);
  return what + "." + variant.name + ".seed" + std::to_string(seed);
}

std::string_view name(Cell::Group group) {
  switch (group) {
    case Cell::Group::models:
      return "models";
    case Cell::Group::ablations:
      return "ablations";
    case Cell::Group::transfer:
      return "transfer";
    case Cell::Group::depth:
      return "depth";
    case Cell::Group::frontier:
      return "frontier";
  }
  return "";
}

bool reuses_models(Cell::Group group) {
  return group == Cell::Group::transfer || group == Cell::Group::depth;
}

std::string cell_path(const std::string& folder, const Cell& cell) {
  return folder + "/cells/" + cell.key() + ".json";
}

void run_cell(const Cell& cell, const DatasetPtr& train, const DatasetPtr& test, const CellParams& params) {
  const std::string path = model_path(params.folder, cell);
  Json json;
  json.object().key("format").value("eqnet-cell").key("version").value(size_t{1}).key("revision").value(revision());
  json.key("group").value(name(cell.group)).key("dataset").value(cell.dataset).key("test").value(cell.test);
  if (cell.random_size > 0) json.key("random_size").value(cell.random_size);
  json.key("model").value(cell.variant.name).key("seed").value(size_t{cell.seed});
  json.key("settings").array();
  for (const std::string& assignment : cell.variant.settings) json.value(assignment);
  const std::string& recipe = cell.variant.recipe.empty() ? params.recipe : cell.variant.recipe;
  json.end_array().key("recipe").value(recipe).key("time_limit").value(params.seconds);
  json.key("budget_minutes").value(params.budget).key("most_queries").value(params.most_queries);
  std::unique_lock training_lock(lock_of(path));  // cells that share a model wait for the one that trains it
  if (!reuses_models(cell.group) || !base::file_exists(path)) {
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
  evaluate.quiet = true;
  evaluate.most_queries = params.most_queries;
  const Evaluation evaluation = evaluate_dataset(asked, embedded, evaluate);
  add_evaluation(json, evaluation);
  if (cell.group == Cell::Group::models) {
    if (evaluation.unseen) add_confusions(json, *test, embedded.rows, *evaluation.unseen);
    add_examples(json, *test, embedded.rows, embedded.vectors);
  }
  json.end_object();
  write_file(cell_path(params.folder, cell), json.text());
}

std::optional<CellResult> load_cell(const std::string& folder, const Cell& cell) {
  const std::string path = cell_path(folder, cell);
  if (!base::file_exists(path)) return std::nullopt;
  const std::string text = base::read_bytes(path);
  rapidjson::Document json;
  json.Parse<rapidjson::kParseIterativeFlag>(text.c_str(), text.size());
  if (json.HasParseError()) throw not_a_cell(path);
  CellResult result;
  result.cell = cell;
  const CellReader reader(path);
  result.revision = reader.text(json, "revision");
  if (json.HasMember("training")) {
    const auto& training = reader.member(json, "training");
    result.seconds = reader.number(training, "seconds");
    result.epochs = static_cast<size_t>(reader.number(training, "epochs"));
    result.ended = reader.text(training, "ended");
    result.validation_accuracy = reader.number(training, "validation_accuracy");
  }
  result.seen = reader.part(json, "seen");
  result.unseen = reader.part(json, "unseen");
  if (json.HasMember("confusions")) result.confusions = reader.confusions(json, "confusions");
  if (json.HasMember("examples")) result.examples = reader.confusions(json, "examples");
  return result;
}

}  // namespace eqnet::cli
