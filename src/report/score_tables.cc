// Datasets and scores: one number a dataset and model.
#include <algorithm>
#include <map>
#include <set>

#include "eqnet/data/generate.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "experiments/published.h"
#include "report/tables.h"

namespace eqnet::report {
namespace {

using experiments::Cell;
using experiments::CellResult;

std::optional<double> ceiling_5(const Results& results, const std::string& dataset, bool seen) {
  return mean(
      results, [&](const CellResult& r) { return r.cell.group == Cell::Group::models && r.cell.dataset == dataset; },
      [&](const CellResult& r) { return part(r, seen) ? std::optional(part(r, seen)->ceiling[kFive]) : std::nullopt; });
}

// Lowest and highest over the seeds.
std::pair<std::optional<double>, std::optional<double>> spread(const Results& results, const Filter& filter,
                                                               const Value& value) {
  std::optional<double> low;
  std::optional<double> high;
  for (const CellResult& result : results) {
    if (!filter(result)) continue;
    const auto number = value(result);
    if (!number) continue;
    low = std::min(low.value_or(*number), *number);
    high = std::max(high.value_or(*number), *number);
  }
  return {low, high};
}

// As cells write expressions, so that the two can be compared.
std::string as_printed(std::string_view text, std::string_view preset) {
  const expr::Syntax& syntax = domain::syntax(data::preset(preset).domain);
  expr::Pool pool;
  const expr::NodeId root = expr::parse(text, syntax, pool);
  return expr::print(pool, root, syntax);
}

}  // namespace

std::string operators_of(const data::Space& space) {
  std::string names;
  for (const std::string& op : space.operators) names += (names.empty() ? "" : " ") + op;
  return names;
}

void add_datasets(base::Json& json, const Results& results) {
  Frame frame(json, "datasets",
              {"preset", "name", "domain", "variables", "operators", "max_size", "expressions", "classes",
               "ceiling_5_unseen", "ceiling_5_seen", "best_since"});
  for (const experiments::PublishedRow& row : experiments::published_scores()) {
    const data::Space& space = data::preset(row.preset);
    const data::SpaceSize size = data::measure(space);
    frame.row(row.preset, row.paper_name, domain::name(space.domain), space.variables, operators_of(space),
              space.max_size, static_cast<size_t>(size.kept), size.classes, ceiling_5(results, space.name, false),
              ceiling_5(results, space.name, true), row.best_since / 100);
  }
}

// A row for every dataset, model and part, also where nothing was run: then with 0 seeds.
void add_scores(base::Json& json, const Results& results) {
  Frame frame(json, "scores",
              {"dataset", "model", "part", "seeds", "score_5", "lowest", "highest", "ceiling_5", "score_15",
               "ceiling_15", "queries", "seconds", "paper"});
  for (const experiments::PublishedRow& row : experiments::published_scores()) {
    const std::string dataset(row.preset);
    for (const std::string& model : model_names(results)) {
      const Filter filter = of(Cell::Group::models, dataset, model);
      for (const bool seen : {false, true}) {
        const auto of_part = [&](auto number) -> Value {
          return [=](const CellResult& r) -> std::optional<double> {
            return part(r, seen) ? std::optional<double>(number(*part(r, seen))) : std::nullopt;
          };
        };
        const Value score = of_part([](const CellResult::Part& p) { return p.score[kFive]; });
        std::set<uint64_t> seeds;
        for (const CellResult& r : results) {
          if (filter(r)) seeds.insert(r.cell.seed);
        }
        const auto [low, high] = spread(results, filter, score);
        const double* paper = seen ? nullptr : experiments::published_score(dataset, model);
        frame.row(dataset, model, part_name(seen), seeds.size(), mean(results, filter, score), low, high,
                  mean(results, filter, of_part([](const CellResult::Part& p) { return p.ceiling[kFive]; })),
                  mean(results, filter, of_part([](const CellResult::Part& p) { return p.score[kFifteen]; })),
                  mean(results, filter, of_part([](const CellResult::Part& p) { return p.ceiling[kFifteen]; })),
                  mean(results, filter, of_part([](const CellResult::Part& p) { return p.queries; })),
                  mean(results, filter, [](const CellResult& r) { return std::optional(r.seconds); }),
                  paper == nullptr ? std::nullopt : std::optional(*paper / 100));
      }
    }
  }
}

void add_areas(base::Json& json, const Results& results) {
  Frame frame(json, "areas", {"model", "part", "score_k", "precision_recall", "roc"});
  for (const std::string& model : model_names(results)) {
    for (const bool seen : {false, true}) {
      const auto area = [&](double CellResult::Part::*which) {
        return mean_over_datasets(results, model, area_of(which, seen));
      };
      frame.row(model, part_name(seen), area(&CellResult::Part::score_auc), area(&CellResult::Part::pr_auc),
                area(&CellResult::Part::roc_auc));
    }
  }
}

// Scores beyond the paper: random trees larger than those trained on, and larger spaces.
void add_beyond(base::Json& json, const Results& results) {
  std::map<std::pair<std::string, size_t>, bool> asked[2];
  for (const CellResult& r : results) {
    if (r.cell.group == Cell::Group::depth) asked[0][{r.cell.dataset, r.cell.random_size}] = true;
    if (r.cell.group == Cell::Group::frontier) asked[1][{r.cell.dataset, 0}] = true;
  }
  Frame frame(json, "beyond", {"group", "dataset", "random_size", "model", "score_5", "ceiling_5", "seconds"});
  for (const auto group : {Cell::Group::depth, Cell::Group::frontier}) {
    for (const auto& [key, unused] : asked[group == Cell::Group::depth ? 0 : 1]) {
      for (const std::string& model : model_names(results)) {
        const Filter filter = [&, key = key](const CellResult& r) {
          return of(group, key.first, model)(r) && r.cell.random_size == key.second;
        };
        const auto score = mean(results, filter, unseen_5);
        if (!score) continue;
        frame.row(
            experiments::name(group), key.first, key.second, model, score,
            mean(results, filter,
                 [](const CellResult& r) { return r.unseen ? std::optional(r.unseen->ceiling[kFive]) : std::nullopt; }),
            mean(results, filter, [](const CellResult& r) { return std::optional(r.seconds); }));
      }
    }
  }
}

void add_ablations(base::Json& json, const Results& results) {
  Frame frame(
      json, "ablations",
      {"variant", "kind", "dataset", "part", "score_auc", "whole_auc", "score_5", "whole_score_5", "ceiling_5"});
  for (const experiments::Variant& variant : experiments::ablation_variants()) {
    for (const experiments::PublishedRow& row : experiments::published_scores()) {
      const std::string dataset(row.preset);
      for (const bool seen : {false, true}) {
        const Filter own = of(Cell::Group::ablations, dataset, variant.name);
        const Filter whole = of(Cell::Group::models, dataset, variant.kind);
        const Value area = seen ? seen_auc : unseen_auc;
        const Value score = seen ? seen_5 : unseen_5;
        const auto value = mean(results, own, area);
        if (!value) continue;
        frame.row(variant.name, variant.kind, dataset, part_name(seen), value, mean(results, whole, area),
                  mean(results, own, score), mean(results, whole, score), ceiling_5(results, dataset, seen));
      }
    }
  }
}

void add_confusions(base::Json& json, const Results& results) {
  {
    Frame frame(json, "examples", {"dataset", "model", "source", "query", "neighbour", "same"});
    for (const experiments::ConfusionExample& example : experiments::confusion_examples()) {
      for (const experiments::PublishedNeighbour& published : example.published) {
        const bool same = published.neighbour.empty();
        frame.row(example.preset, published.model, "paper", as_printed(example.expression, example.preset),
                  same ? std::string() : as_printed(published.neighbour, example.preset), same);
      }
    }
    std::set<std::string> done;  // the first seed speaks
    for (const CellResult& r : results) {
      if (r.cell.group != Cell::Group::models || !done.insert(r.cell.dataset + " " + r.cell.variant.name).second) {
        continue;
      }
      for (const CellResult::Confusion& one : r.examples) {
        frame.row(r.cell.dataset, r.cell.variant.name, "here", one.query, one.neighbour, one.same);
      }
    }
  }
  Frame frame(json, "confusions", {"dataset", "model", "seed", "rank", "query", "neighbour"});
  for (const CellResult& r : results) {
    if (r.cell.group != Cell::Group::models) continue;
    for (size_t i = 0; i < r.confusions.size(); ++i) {
      frame.row(r.cell.dataset, r.cell.variant.name, size_t{r.cell.seed}, i + 1, r.confusions[i].query,
                r.confusions[i].neighbour);
    }
  }
}

}  // namespace eqnet::report
