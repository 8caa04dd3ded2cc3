// Datasets and scores: one number a dataset and model.
#include <algorithm>
#include <tuple>

#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "experiments/published.h"
#include "experiments/tables.h"

namespace eqnet::experiments {
namespace {

using PartNumber = double (*)(const CellResult::Part&);

// A number of a part, where the cell has the part.
Value of_part(bool seen, PartNumber number) {
  return [=](const CellResult& r) { return part(r, seen) ? Number(number(*part(r, seen))) : std::nullopt; };
}
Value ceiling_at_5(bool seen) {
  return of_part(seen, [](const CellResult::Part& p) { return p.ceiling[kFive]; });
}
Number seconds_of(const CellResult& r) {
  return r.seconds;
}

// Over the cells of all models.
Number ceiling_5(const Results& results, const std::string& dataset, bool seen) {
  return mean(
      results, [&](const CellResult& r) { return r.cell.group == Cell::Group::models && r.cell.dataset == dataset; },
      ceiling_at_5(seen));
}

// Lowest and highest over the seeds.
std::pair<Number, Number> spread(const Results& results, const Filter& filter, const Value& value) {
  Number low;
  Number high;
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
  const expr::Syntax& syntax = data::preset(preset).domain->syntax();
  expr::Pool pool;
  const expr::NodeId root = expr::parse(text, syntax, pool);
  return expr::print(pool, root, syntax);
}

ScoreRow score_row(const Results& results, const std::string& dataset, const std::string& model, bool seen) {
  const Filter filter = of(Cell::Group::models, dataset, model);
  const auto number = [&](PartNumber get) { return mean(results, filter, of_part(seen, get)); };
  const Value score_5 = seen ? seen_5 : unseen_5;
  ScoreRow row;
  row.dataset = dataset;
  row.model = model;
  row.seen = seen;
  for (const CellResult& r : results) {
    if (!filter(r)) continue;
    row.seeds.push_back(r.cell.seed);
    if (const auto score = score_5(r)) row.by_seed[r.cell.seed] = *score;
  }
  row.score_5 = mean(results, filter, score_5);
  std::tie(row.lowest, row.highest) = spread(results, filter, score_5);
  row.ceiling_5 = mean(results, filter, ceiling_at_5(seen));
  row.share_5 = mean(results, filter, share_of_ceiling(seen, kFive));
  row.lowest_share_5 = spread(results, filter, share_of_ceiling(seen, kFive)).first;
  row.score_15 = number([](const CellResult::Part& p) { return p.score[kFifteen]; });
  row.ceiling_15 = number([](const CellResult::Part& p) { return p.ceiling[kFifteen]; });
  row.share_15 = mean(results, filter, share_of_ceiling(seen, kFifteen));
  row.queries = number([](const CellResult::Part& p) { return static_cast<double>(p.queries); });
  row.seconds = mean(results, filter, seconds_of);
  const double* paper = seen ? nullptr : published_score(dataset, model);
  if (paper != nullptr) row.paper = *paper / 100;
  return row;
}

// Whether a variant was run as an ablation at all.
bool ablated(const Results& results, const std::string& variant) {
  return std::any_of(results.begin(), results.end(), of(Cell::Group::ablations, "", variant));
}

// Only datasets that have both the variant and the whole model are compared.
AblationMeanRow ablation_mean(const Results& results, Cell::Group group, const Variant& variant, bool seen) {
  const Value area = seen ? seen_auc : unseen_auc;
  AblationMeanRow row{variant.name, variant.kind, seen, {}, {}, {}, {}};
  std::vector<Number> areas;
  std::vector<Number> losses;
  for (const PublishedRow& published : published_scores()) {
    const std::string dataset(published.preset);
    const Number whole = mean(results, of(Cell::Group::models, dataset, variant.kind), area);
    const Number own = mean(results, of(group, dataset, variant.name), area);
    if (!whole || !own || *whole == 0) continue;
    areas.push_back(own);
    losses.emplace_back(1 - *own / *whole);
  }
  row.score_auc = mean_of(areas);
  row.loss = mean_of(losses);
  row.score_5 = mean_over_datasets(results, group, variant.name, seen ? seen_5 : unseen_5);
  row.share_5 = mean_over_datasets(results, group, variant.name, share_of_ceiling(seen, kFive));
  return row;
}

}  // namespace

std::vector<DatasetRow> dataset_rows(const Results& results) {
  std::vector<DatasetRow> rows;
  for (const PublishedRow& row : published_scores()) {
    const data::Space& space = data::preset(row.preset);
    const data::SpaceSize size = data::measure(space);
    rows.push_back({std::string(row.preset), std::string(row.paper_name), std::string(space.domain->name()),
                    space.variables, operators_of(space), space.max_size, size.kept.low, size.classes,
                    ceiling_5(results, space.name, false), ceiling_5(results, space.name, true), row.best_since / 100});
  }
  return rows;
}

std::vector<ScoreRow> score_rows(const Results& results) {
  std::vector<ScoreRow> rows;
  for (const PublishedRow& row : published_scores()) {
    for (const std::string& model : model_names(results)) {
      for (const bool seen : {false, true}) rows.push_back(score_row(results, std::string(row.preset), model, seen));
    }
  }
  return rows;
}

std::vector<AreaRow> area_rows(const Results& results) {
  std::vector<AreaRow> rows;
  for (const std::string& model : model_names(results)) {
    for (const bool seen : {false, true}) {
      const auto area = [&](double CellResult::Part::*which) {
        return mean_over_datasets(results, Cell::Group::models, model, area_of(which, seen));
      };
      rows.push_back({model, seen, area(&CellResult::Part::score_auc), area(&CellResult::Part::pr_auc),
                      area(&CellResult::Part::roc_auc)});
    }
  }
  return rows;
}

std::vector<BeyondRow> beyond_rows(const Results& results) {
  std::vector<BeyondRow> rows;
  for (const auto group : {Cell::Group::depth, Cell::Group::frontier, Cell::Group::algebras}) {
    for (const CellResult& result : results) {
      const std::string& dataset = result.cell.dataset;
      const size_t size = result.cell.random_size;
      const bool known = std::any_of(rows.begin(), rows.end(), [&](const BeyondRow& row) {
        return row.group == group && row.dataset == dataset && row.random_size == size;
      });
      if (result.cell.group != group || known) continue;
      const Filter asked = [&, group](const CellResult& r) {
        return r.cell.group == group && r.cell.dataset == dataset && r.cell.random_size == size;
      };
      BeyondRow row{group, dataset, size, mean(results, asked, ceiling_at_5(false)), {}};
      for (const std::string& model : model_names(results)) {
        const Filter own = [&](const CellResult& r) { return asked(r) && r.cell.variant.name == model; };
        if (std::none_of(results.begin(), results.end(), own)) continue;
        row.models.push_back({model, mean(results, own, unseen_5), mean(results, own, ceiling_at_5(false)),
                              mean(results, own, share_of_ceiling(false, kFive)), mean(results, own, seconds_of)});
      }
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

std::vector<AblationRow> ablation_rows(const Results& results) {
  std::vector<AblationRow> rows;
  for (const Variant& variant : ablation_variants()) {
    if (!ablated(results, variant.name)) continue;
    for (const PublishedRow& row : published_scores()) {
      const std::string dataset(row.preset);
      for (const bool seen : {false, true}) {
        const Filter own = of(Cell::Group::ablations, dataset, variant.name);
        const Filter whole = of(Cell::Group::models, dataset, variant.kind);
        const Value area = seen ? seen_auc : unseen_auc;
        const Value score = seen ? seen_5 : unseen_5;
        const auto value = mean(results, own, area);
        if (!value) continue;
        rows.push_back({variant.name, variant.kind, dataset, seen, value, mean(results, whole, area),
                        mean(results, own, score), mean(results, whole, score), ceiling_5(results, dataset, seen),
                        mean(results, own, share_of_ceiling(seen, kFive))});
      }
    }
  }
  return rows;
}

std::vector<AblationMeanRow> ablation_mean_rows(const Results& results) {
  std::vector<AblationMeanRow> rows;
  const auto add = [&](Cell::Group group, const Variant& variant) {
    for (const bool seen : {false, true}) rows.push_back(ablation_mean(results, group, variant, seen));
  };
  std::set<std::string> wholes;
  for (const Variant& variant : ablation_variants()) {
    if (!ablated(results, variant.name)) continue;
    if (wholes.insert(variant.kind).second) add(Cell::Group::models, {variant.kind, variant.kind, {}});
    add(Cell::Group::ablations, variant);
  }
  return rows;
}

std::vector<ExampleRow> example_rows(const Results& results) {
  std::vector<ExampleRow> rows;
  for (const ConfusionExample& example : confusion_examples()) {
    for (const PublishedNeighbour& published : example.published) {
      const bool same = published.neighbour.empty();
      rows.push_back({std::string(example.preset), std::string(published.model), "paper",
                      as_printed(example.expression, example.preset),
                      same ? std::string() : as_printed(published.neighbour, example.preset), same});
    }
  }
  std::set<std::string> done;  // the first seed speaks
  for (const CellResult& r : results) {
    if (r.cell.group != Cell::Group::models || !done.insert(r.cell.dataset + " " + r.cell.variant.name).second) {
      continue;
    }
    for (const CellResult::Confusion& one : r.examples) {
      rows.push_back({r.cell.dataset, r.cell.variant.name, "here", one.query, one.neighbour, one.same});
    }
  }
  return rows;
}

std::vector<ConfusionRow> confusion_rows(const Results& results) {
  std::vector<ConfusionRow> rows;
  for (const CellResult& r : results) {
    if (r.cell.group != Cell::Group::models) continue;
    for (size_t i = 0; i < r.confusions.size(); ++i) {
      rows.push_back(
          {r.cell.dataset, r.cell.variant.name, r.cell.seed, i + 1, r.confusions[i].query, r.confusions[i].neighbour});
    }
  }
  return rows;
}

}  // namespace eqnet::experiments
