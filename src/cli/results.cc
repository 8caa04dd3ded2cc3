#include "cli/results.h"

#include "eqnet/base/error.h"

namespace eqnet::cli {
namespace {

void add_curve(base::Json& json, const char* key, const data::Curve& curve) {
  json.key(key).array();
  for (const double value : curve) json.value(value);
  json.end_array();
}

void add_points(base::Json& json, const char* key, const eval::PairCurve& curve) {
  json.key(key).array();
  for (const auto& [x, y] : curve.points) json.array().value(x).value(y).end_array();
  json.end_array();
}

void add_part(base::Json& json, const char* key, const std::optional<eval::PartScores>& part) {
  json.key(key);
  if (!part) {
    json.null();
    return;
  }
  json.object().key("queries").value(part->queries);
  add_curve(json, "score", part->score);
  add_curve(json, "ceiling", part->ceiling);
  json.key("score_auc").value(part->area);
  if (!part->roc.points.empty()) {
    json.key("pr_auc").value(part->precision_recall.area).key("roc_auc").value(part->roc.area);
    add_points(json, "precision_recall", part->precision_recall);
    add_points(json, "roc", part->roc);
  }
  json.end_object();
}

}  // namespace

Embedded embed_dataset(const models::Encoder& encoder, const data::Dataset& dataset, size_t threads) {
  eval::Rows rows = eval::rows_of(dataset);
  encode::UnitRows vectors(encoder.embed(dataset.pool, rows.expressions, "dataset " + dataset.name, {threads}),
                           encoder.dimension());
  return {std::move(rows), std::move(vectors)};
}

Evaluation evaluate_dataset(const data::Dataset& dataset, const Embedded& embedded, const EvaluationParams& params) {
  if (!dataset.split) {
    throw base::Error("dataset " + dataset.name, "has no split, so no SeenEqClass and no UnseenEqClass",
                      "its folder needs split/" + dataset.name + "-testset and -neweqtestset");
  }
  const size_t queries = data::count_expressions(dataset.part(data::Part::seen)) +
                         data::count_expressions(dataset.part(data::Part::unseen));
  base::Progress progress("evaluating", queries, params.progress);
  const eval::EvaluateParams evaluate{params.threads, params.curves, params.most_queries,
                                      [&](size_t done) { progress.add(done); }};
  Evaluation evaluation;
  evaluation.seen = eval::evaluate(dataset, embedded.rows, embedded.vectors, data::Part::seen, evaluate);
  evaluation.unseen = eval::evaluate(dataset, embedded.rows, embedded.vectors, data::Part::unseen, evaluate);
  return evaluation;
}

void add_evaluation(base::Json& json, const Evaluation& evaluation) {
  add_part(json, "seen", evaluation.seen);
  add_part(json, "unseen", evaluation.unseen);
}

}  // namespace eqnet::cli
