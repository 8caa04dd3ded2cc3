#include "experiments/cell_json.h"

#include "base/files.h"

namespace eqnet::experiments {
namespace {

void add_curve(base::Json& json, const char* key, const data::Curve& curve) {
  json.key(key).array();
  for (const double value : curve) json.value(value);
  json.end_array();
}

void add_points(base::Json& json, const char* key, const CellResult::Part::Curve& points) {
  json.key(key).array();
  for (const auto& [x, y] : points) json.array().value(x).value(y).end_array();
  json.end_array();
}

void add_training(base::Json& json, const CellResult& result) {
  json.key("training").object().key("seconds").value(result.seconds).key("epochs").value(result.epochs);
  json.key("ended").value(result.ended).key("best_epoch").value(result.best_epoch);
  json.key("validation_accuracy").value(result.validation_accuracy);
  json.key("parameters").value(result.parameters).end_object();
}

// Nearest neighbours: confusions with how similar they are, examples with whether they mean the same.
void add_neighbours(base::Json& json, const CellResult& result) {
  if (result.unseen) {
    json.key("confusions").array();
    for (const CellResult::Confusion& one : result.confusions) {
      json.object().key("query").value(one.query).key("neighbour").value(one.neighbour);
      json.key("similarity").value(one.similarity).end_object();
    }
    json.end_array();
  }
  json.key("examples").array();
  for (const CellResult::Confusion& one : result.examples) {
    json.object().key("query").value(one.query).key("neighbour").value(one.neighbour);
    json.key("same").value(one.same).end_object();
  }
  json.end_array();
}

}  // namespace

void add_part(base::Json& json, const char* key, const std::optional<CellResult::Part>& part, Curves curves) {
  json.key(key);
  if (!part) {
    json.null();
    return;
  }
  json.object().key("queries").value(part->queries);
  add_curve(json, "score", part->score);
  add_curve(json, "ceiling", part->ceiling);
  json.key("score_auc").value(part->score_auc);
  if (!part->roc.empty()) {
    json.key("pr_auc").value(part->pr_auc).key("roc_auc").value(part->roc_auc);
    if (curves == Curves::with) {
      add_points(json, "precision_recall", part->precision_recall);
      add_points(json, "roc", part->roc);
    }
  }
  json.end_object();
}

void add_cell(base::Json& json, const CellResult& result) {
  const Cell& cell = result.cell;
  json.object().key("format").value(kCellFormat).key("version").value(kCellVersion);
  json.key("revision").value(result.revision);
  json.key("group").value(name(cell.group)).key("dataset").value(cell.dataset).key("test").value(cell.test);
  json.key("data").value(result.data);
  json.key("dataset_hash").value(result.dataset_hash).key("test_hash").value(result.test_hash);
  if (cell.random_size > 0) json.key("random_size").value(cell.random_size);
  json.key("model").value(cell.variant.name).key("seed").value(size_t{cell.seed});
  json.key("settings").array();
  for (const std::string& assignment : cell.variant.settings) json.value(assignment);
  json.end_array().key("recipe").value(result.recipe).key("time_limit").value(result.time_limit);
  json.key("budget_minutes").value(result.budget_minutes).key("most_queries").value(result.most_queries);
  if (!result.ended.empty()) add_training(json, result);
  add_part(json, "seen", result.seen, Curves::with);
  add_part(json, "unseen", result.unseen, Curves::with);
  if (cell.group == Cell::Group::models) add_neighbours(json, result);
  json.end_object();
}

void add_cell_scores(base::Json& json, const CellResult& result) {
  const Cell& cell = result.cell;
  json.object().key("key").value(cell.key()).key("group").value(name(cell.group));
  json.key("dataset").value(cell.dataset).key("test").value(cell.test);
  if (cell.random_size > 0) json.key("random_size").value(cell.random_size);
  json.key("model").value(cell.variant.name).key("seed").value(size_t{cell.seed});
  json.key("revision").value(result.revision).key("training");
  if (result.ended.empty()) {  // the model of another cell
    json.null();
  } else {
    json.object().key("seconds").value(result.seconds).key("epochs").value(result.epochs);
    json.key("ended").value(result.ended).key("validation_accuracy").value(result.validation_accuracy).end_object();
  }
  add_part(json, "seen", result.seen, Curves::without);
  add_part(json, "unseen", result.unseen, Curves::without);
  json.end_object();
}

void write_cell(const std::string& path, const CellResult& result) {
  base::Json json;
  add_cell(json, result);
  base::AtomicFile file(path);
  file.write(json.text());
  file.write("\n");
  file.commit();
}

}  // namespace eqnet::experiments
