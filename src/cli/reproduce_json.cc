#include "cli/reproduce_json.h"

#include "base/json.h"

namespace eqnet::cli {
namespace {

void add_curve(base::Json& json, const char* key, const data::Curve& curve) {
  json.key(key).array();
  for (const double value : curve) json.value(value);
  json.end_array();
}

// Without the points of the curves, of which a grid has some hundred thousand: the cells' own files have them.
void add_part(base::Json& json, const char* key, const std::optional<experiments::CellResult::Part>& part) {
  json.key(key);
  if (!part) {
    json.null();
    return;
  }
  json.object().key("queries").value(part->queries);
  add_curve(json, "score", part->score);
  add_curve(json, "ceiling", part->ceiling);
  json.key("score_auc").value(part->score_auc);
  if (!part->roc.empty()) json.key("pr_auc").value(part->pr_auc).key("roc_auc").value(part->roc_auc);
  json.end_object();
}

void add_cell(base::Json& json, const experiments::CellResult& result) {
  const experiments::Cell& cell = result.cell;
  json.object().key("key").value(cell.key()).key("group").value(experiments::name(cell.group));
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
  add_part(json, "seen", result.seen);
  add_part(json, "unseen", result.unseen);
  json.end_object();
}

}  // namespace

std::string reproduce_json(const std::string& results, const std::vector<experiments::CellResult>& cells,
                           const std::vector<experiments::Failure>& failures) {
  base::Json json;
  json.object().key("results").value(results).key("cells").array();
  for (const experiments::CellResult& cell : cells) add_cell(json, cell);
  json.end_array().key("failures").array();
  for (const experiments::Failure& failure : failures) {
    json.object().key("key").value(failure.key).key("error").value(failure.error).end_object();
  }
  json.end_array().end_object();
  return json.text();
}

}  // namespace eqnet::cli
