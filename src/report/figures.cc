#include "report/figures.h"

#include "experiments/published.h"
#include "report/frame.h"

namespace eqnet::report {
namespace {

using experiments::ScoreCurve;
using experiments::Tables;

constexpr std::string_view part_name(bool seen) {
  return seen ? "seen" : "unseen";
}

// Calls row(k, score, ceiling) for k = 1..15.
template <class Row>
void for_each_k(const ScoreCurve& curve, Row&& row) {
  for (size_t k = 0; k < curve.score.size(); ++k) row(k + 1, curve.score[k], curve.ceiling[k]);
}

void add_datasets(base::Json& json, const Tables& tables) {
  Frame frame(json, "datasets",
              {"preset", "name", "domain", "variables", "operators", "max_size", "expressions", "classes",
               "ceiling_5_unseen", "ceiling_5_seen", "best_since"});
  for (const auto& row : tables.datasets) {
    frame.row(row.preset, row.name, row.domain, row.variables, row.operators, row.max_size, row.expressions,
              row.classes, row.ceiling_5_unseen, row.ceiling_5_seen, row.best_since);
  }
}

void add_scores(base::Json& json, const Tables& tables) {
  Frame frame(json, "scores",
              {"dataset", "model", "part", "seeds", "score_5", "lowest", "highest", "ceiling_5", "share_5", "score_15",
               "ceiling_15", "queries", "seconds", "paper"});
  for (const auto& row : tables.scores) {
    frame.row(row.dataset, row.model, part_name(row.seen), row.seeds.size(), row.score_5, row.lowest, row.highest,
              row.ceiling_5, row.share_5, row.score_15, row.ceiling_15, row.queries, row.seconds, row.paper);
  }
}

void add_areas(base::Json& json, const Tables& tables) {
  Frame frame(json, "areas", {"model", "part", "score_k", "precision_recall", "roc"});
  for (const auto& row : tables.areas) {
    frame.row(row.model, part_name(row.seen), row.score_k, row.precision_recall, row.roc);
  }
}

void add_score_k(base::Json& json, const Tables& tables) {
  Frame frame(json, "score_k", {"dataset", "model", "part", "k", "score", "ceiling", "datasets"});
  for (const auto& row : tables.score_k) {
    for_each_k(row.curve, [&](size_t k, double score, double ceiling) {
      frame.row(row.dataset, row.model, part_name(row.seen), k, score, ceiling, row.curve.count);
    });
  }
}

void add_pair_curves(base::Json& json, const Tables& tables) {
  for (const bool roc : {false, true}) {
    Frame frame(
        json, roc ? "roc" : "precision_recall",
        {"model", "part", roc ? "false_positives" : "recall", roc ? "true_positives" : "precision", "datasets"});
    for (const auto& row : roc ? tables.roc : tables.precision_recall) {
      for (const auto& [x, y] : row.points) frame.row(row.model, part_name(row.seen), x, y, row.datasets);
    }
  }
}

void add_characteristics(base::Json& json, const Tables& tables) {
  Frame frame(json, "characteristics", {"by", "group", "model", "part", "k", "score", "ceiling", "datasets"});
  for (const auto& row : tables.characteristics) {
    for_each_k(row.curve, [&](size_t k, double score, double ceiling) {
      frame.row(row.by, row.group, row.model, part_name(row.seen), k, score, ceiling, row.curve.count);
    });
  }
}

void add_transfer(base::Json& json, const Tables& tables) {
  {
    Frame frame(json, "transfer", {"train", "test", "model", "part", "k", "score", "ceiling", "pairs"});
    for (const auto& row : tables.transfer) {
      for_each_k(row.curve, [&](size_t k, double score, double ceiling) {
        frame.row(row.train, row.test, row.model, part_name(row.seen), k, score, ceiling, row.curve.count);
      });
    }
  }
  Frame frame(json, "transfer_published", {"train", "test", "transformer"});
  for (const experiments::TransferPair& pair : experiments::transfer_pairs()) {
    frame.row(pair.train, pair.test, pair.transformer / 100);
  }
}

void add_ablations(base::Json& json, const Tables& tables) {
  {
    Frame frame(json, "ablations",
                {"variant", "kind", "dataset", "part", "score_auc", "whole_auc", "score_5", "whole_score_5",
                 "ceiling_5", "share_5"});
    for (const auto& row : tables.ablations) {
      frame.row(row.variant, row.kind, row.dataset, part_name(row.seen), row.score_auc, row.whole_auc, row.score_5,
                row.whole_score_5, row.ceiling_5, row.share_5);
    }
  }
  Frame frame(json, "ablation_means", {"variant", "kind", "part", "score_auc", "loss", "score_5", "share_5"});
  for (const auto& row : tables.ablation_means) {
    frame.row(row.variant, row.kind, part_name(row.seen), row.score_auc, row.loss, row.score_5, row.share_5);
  }
}

void add_beyond(base::Json& json, const Tables& tables) {
  Frame frame(
      json, "beyond",
      {"group", "dataset", "random_size", "row_ceiling_5", "model", "score_5", "ceiling_5", "share_5", "seconds"});
  for (const auto& row : tables.beyond) {
    for (const auto& own : row.models) {
      if (!own.score_5) continue;
      frame.row(experiments::name(row.group), row.dataset, row.random_size, row.ceiling_5, own.model, own.score_5,
                own.ceiling_5, own.share_5, own.seconds);
    }
  }
}

void add_neighbours(base::Json& json, const Tables& tables) {
  {
    Frame frame(json, "examples", {"dataset", "model", "source", "query", "neighbour", "same"});
    for (const auto& row : tables.examples) {
      frame.row(row.dataset, row.model, row.source, row.query, row.neighbour, row.same);
    }
  }
  Frame frame(json, "confusions", {"dataset", "model", "seed", "rank", "query", "neighbour"});
  for (const auto& row : tables.confusions) {
    frame.row(row.dataset, row.model, size_t{row.seed}, row.rank, row.query, row.neighbour);
  }
}

}  // namespace

void add_origin(base::Json& json, const Tables& tables) {
  const experiments::Origin& origin = tables.origin;
  json.key("cells").value(origin.cells).key("sampled_cells").value(origin.sampled);
  json.key("time_limits").array();
  for (const double limit : origin.time_limits) json.value(limit);
  json.end_array().key("revisions").object();
  for (const auto& [revision, count] : origin.revisions) json.key(revision).value(count);
  json.end_object().key("seeds").object();
  for (const auto& [model, numbers] : origin.seeds) json.key(model).value(numbers.size());
  json.end_object().key("models").array();
  for (const std::string& model : tables.models) json.value(model);
  json.end_array();
}

void add_tables(base::Json& json, const Tables& tables) {
  json.key("tables").object();
  add_datasets(json, tables);
  add_scores(json, tables);
  add_areas(json, tables);
  add_score_k(json, tables);
  add_pair_curves(json, tables);
  add_characteristics(json, tables);
  add_transfer(json, tables);
  add_ablations(json, tables);
  add_beyond(json, tables);
  add_neighbours(json, tables);
  json.end_object();
}

}  // namespace eqnet::report
