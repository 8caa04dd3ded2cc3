#include "experiments/evaluation.h"

namespace eqnet::experiments {

Evaluation evaluate_dataset(const data::Dataset& dataset, const Embedded& embedded, const EvaluationParams& params) {
  eval::require_split(dataset);
  const eval::EvaluateParams evaluate{params.threads, params.curves, params.most_queries, params.done, params.ranks};
  Evaluation evaluation;
  evaluation.seen = eval::evaluate(dataset, embedded.rows, embedded.vectors, data::Part::seen, evaluate);
  evaluation.unseen = eval::evaluate(dataset, embedded.rows, embedded.vectors, data::Part::unseen, evaluate);
  return evaluation;
}

CellResult::Part part_of(const eval::PartScores& scores) {
  CellResult::Part part;
  part.queries = scores.queries;
  part.score = scores.score;
  part.ceiling = scores.ceiling;
  part.score_auc = scores.area;
  part.pr_auc = scores.precision_recall.area;
  part.roc_auc = scores.roc.area;
  part.precision_recall = scores.precision_recall.points;
  part.roc = scores.roc.points;
  return part;
}

}  // namespace eqnet::experiments
