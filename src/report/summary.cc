#include "report/summary.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "base/progress.h"
#include "eqnet/data/generate.h"
#include "experiments/published.h"
#include "report/averages.h"

namespace eqnet::report {
namespace {

using experiments::Cell;
using experiments::CellResult;
using experiments::Variant;

std::string cell(const std::optional<double>& fraction) {
  return fraction ? base::percent(*fraction) : "–";
}

// Mean seconds of training, as text.
std::string training_seconds(const Results& results, const Filter& filter, int decimals) {
  const auto seconds = mean(results, filter, [](const CellResult& r) { return std::optional(r.seconds); });
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", decimals, seconds.value_or(0));
  return text;
}

class Markdown {
 public:
  void line(const std::string& text) { text_ += text + "\n"; }
  void row(const std::vector<std::string>& cells) {
    text_ += "|";
    for (const std::string& one : cells) text_ += " " + one + " |";
    text_ += "\n";
    ++rows_;
  }
  void header(const std::vector<std::string>& cells) {
    row(cells);
    text_ += "|";
    for (size_t i = 0; i < cells.size(); ++i) text_ += i == 0 ? "---|" : "---:|";
    text_ += "\n";
  }
  [[nodiscard]] const std::string& text() const { return text_; }

  // What `write` writes, unless it ends in a table without rows.
  template <class Write>
  void table(const Write& write) {
    Markdown part;
    write(part);
    if (part.rows_ > 1) text_ += part.text_;
  }

 private:
  std::string text_;
  size_t rows_ = 0;  // of tables, their headers among them
};

void scores_table(Markdown& out, const Results& results, const char* title, const Value& value, bool published,
                  bool seen) {
  const std::vector<std::string> models = model_names(results);
  out.line(std::string("## ") + title + "\n");
  std::vector<std::string> header = {"dataset", "ceiling"};
  for (const std::string& model : models) {
    header.push_back(model);
    if (published && has_published(model)) header.emplace_back("(paper)");
  }
  if (published) header.emplace_back("(best since)");
  out.header(header);
  for (const experiments::PublishedRow& row : experiments::published_scores()) {
    const std::string dataset(row.preset);
    const auto ceiling = mean(
        results, [&](const CellResult& r) { return r.cell.group == Cell::Group::models && r.cell.dataset == dataset; },
        [&](const CellResult& r) -> std::optional<double> {
          const auto& part = seen ? r.seen : r.unseen;
          return part ? std::optional(part->ceiling[kFive]) : std::nullopt;
        });
    if (!ceiling) continue;
    std::vector<std::string> cells = {std::string(row.paper_name), base::percent(*ceiling)};
    for (const std::string& model : models) {
      cells.push_back(cell(mean(results, of(Cell::Group::models, dataset, model), value)));
      if (!published || !has_published(model)) continue;
      const double* paper = experiments::published_score(dataset, model);
      cells.push_back(paper == nullptr ? "" : "(" + base::percent(*paper / 100) + ")");
    }
    if (published) cells.push_back("(" + base::percent(row.best_since / 100) + ")");
    out.row(cells);
  }
  out.line("");
}

void areas_table(Markdown& out, const Results& results) {
  out.line("## Areas, averaged over datasets\n");
  out.header({"model", "score_k seen", "score_k unseen", "PR seen", "PR unseen", "ROC seen", "ROC unseen"});
  for (const std::string& model : model_names(results)) {
    const auto part = [&](bool seen, double CellResult::Part::*area) {
      return cell(mean_over_datasets(results, model, area_of(area, seen)));
    };
    out.row({model, part(true, &CellResult::Part::score_auc), part(false, &CellResult::Part::score_auc),
             part(true, &CellResult::Part::pr_auc), part(false, &CellResult::Part::pr_auc),
             part(true, &CellResult::Part::roc_auc), part(false, &CellResult::Part::roc_auc)});
  }
  out.line("");
}

void transfer_table(Markdown& out, const Results& results) {
  const auto is_transfer = [](const CellResult& r) { return r.cell.group == Cell::Group::transfer; };
  if (std::none_of(results.begin(), results.end(), is_transfer)) return;
  out.line(
      "## Transfer: score_5 on the second dataset's UnseenEqClass\n\nThe last columns: a published transformer, "
      "and eqnet-mul's share of the ceiling.\n");
  const std::vector<std::string> models = model_names(results);
  std::vector<std::string> header = {"trained on", "tested on"};
  header.insert(header.end(), models.begin(), models.end());
  header.insert(header.end(), {"(transformer)", "of the ceiling"});
  out.header(header);
  const auto add_row = [&](const std::string& train, const std::string& test, bool all, double transformer) {
    std::vector<std::string> cells = {train, test};
    const auto of_model = [&](const std::string& model) {
      return [&, model](const CellResult& r) {
        return is_transfer(r) && r.cell.variant.name == model &&
               (all || (r.cell.dataset == train && r.cell.test == test));
      };
    };
    for (const std::string& model : models) cells.push_back(cell(mean(results, of_model(model), unseen_5)));
    cells.push_back("(" + base::percent(transformer / 100) + ")");
    cells.push_back(cell(mean(results, of_model("eqnet-mul"), share_of_ceiling(false, kFive))));
    out.row(cells);
  };
  double sum = 0;
  for (const experiments::TransferPair& pair : experiments::transfer_pairs()) {
    add_row(std::string(pair.train), std::string(pair.test), false, pair.transformer);
    sum += pair.transformer;
  }
  add_row("mean", "", true, sum / static_cast<double>(experiments::transfer_pairs().size()));
  out.line("");
}

void ablation_table(Markdown& out, const Results& results) {
  const auto is_ablation = [](const CellResult& r) {
    return r.cell.group == Cell::Group::ablations && r.cell.variant.kind == "eqnet";
  };
  if (std::none_of(results.begin(), results.end(), is_ablation)) return;
  out.line("## Ablation: area under score_k, averaged over datasets, and its loss against the whole EqNet\n");
  out.header({"variant", "seen", "loss", "unseen", "loss", "score_5 unseen"});
  // Only datasets that have both the variant and the whole model are compared.
  const auto compare = [&](const std::string& variant, Cell::Group group) {
    std::vector<std::string> cells = {variant};
    for (const Value& value : {Value(seen_auc), Value(unseen_auc)}) {
      double own = 0;
      double loss = 0;
      size_t count = 0;
      for (const experiments::PublishedRow& row : experiments::published_scores()) {
        const auto whole = mean(results, of(Cell::Group::models, std::string(row.preset), "eqnet"), value);
        const auto part = mean(results, of(group, std::string(row.preset), variant), value);
        if (!whole || !part || *whole == 0) continue;
        own += *part;
        loss += 1 - *part / *whole;
        ++count;
      }
      const double n = static_cast<double>(std::max<size_t>(count, 1));
      cells.push_back(count == 0 ? "–" : base::percent(own / n));
      cells.push_back(count == 0 ? "–" : base::percent(loss / n) + "%");
    }
    cells.push_back(cell(mean(results, of(group, "", variant), unseen_5)));
    out.row(cells);
  };
  compare("eqnet", Cell::Group::models);
  for (const Variant& variant : experiments::ablation_variants()) {
    const bool there = std::any_of(results.begin(), results.end(), [&](const CellResult& r) {
      return is_ablation(r) && r.cell.variant.name == variant.name;
    });
    if (there) compare(variant.name, Cell::Group::ablations);
  }
  char text[160];
  std::snprintf(text, sizeof text,
                "\nThe paper: without SubexpAE the area falls by %.1f%% (seen) and %.1f%% (unseen).\n",
                experiments::kPublishedAblationSeen, experiments::kPublishedAblationUnseen);
  out.line(text);
}

// eqnet-mul against the ceiling.
void ceiling_table(Markdown& out, const Results& results) {
  const auto models = model_names(results);
  if (std::find(models.begin(), models.end(), "eqnet-mul") == models.end()) return;
  out.line("## eqnet-mul: share of the ceiling\n");
  out.header(
      {"dataset", "score_5 unseen", "seen", "score_15 unseen", "seen", "lowest seed, score_5 unseen", "training, s"});
  for (const experiments::PublishedRow& row : experiments::published_scores()) {
    const auto filter = of(Cell::Group::models, std::string(row.preset), "eqnet-mul");
    if (!mean(results, filter, unseen_5)) continue;
    double lowest = 1;
    for (const CellResult& result : results) {
      if (filter(result)) lowest = std::min(lowest, share_of_ceiling(false, kFive)(result).value_or(1));
    }
    out.row({std::string(row.paper_name), cell(mean(results, filter, share_of_ceiling(false, kFive))),
             cell(mean(results, filter, share_of_ceiling(true, kFive))),
             cell(mean(results, filter, share_of_ceiling(false, kFifteen))),
             cell(mean(results, filter, share_of_ceiling(true, kFifteen))), base::percent(lowest),
             training_seconds(results, filter, 1)});
  }
  out.line("");
}

void mul_ablation_table(Markdown& out, const Results& results) {
  const auto is_ablation = [](const CellResult& r) {
    return r.cell.group == Cell::Group::ablations && r.cell.variant.kind == "eqnet-mul";
  };
  std::vector<experiments::PublishedRow> rows;
  for (const experiments::PublishedRow& row : experiments::published_scores()) {
    const bool there = std::any_of(results.begin(), results.end(),
                                   [&](const CellResult& r) { return is_ablation(r) && r.cell.dataset == row.preset; });
    if (there) rows.push_back(row);
  }
  if (rows.empty()) return;
  out.line("## Ablation of eqnet-mul: share of the ceiling, score_5 on UnseenEqClass\n");
  std::vector<std::string> header = {"variant"};
  for (const experiments::PublishedRow& row : rows) header.emplace_back(row.paper_name);
  header.emplace_back("mean");
  out.header(header);
  const auto add_row = [&](const std::string& variant, Cell::Group group) {
    std::vector<std::string> cells = {variant};
    double sum = 0;
    size_t count = 0;
    for (const experiments::PublishedRow& row : rows) {
      const auto share = mean(results, of(group, std::string(row.preset), variant), share_of_ceiling(false, kFive));
      cells.push_back(cell(share));
      sum += share.value_or(0);
      count += share ? 1 : 0;
    }
    cells.push_back(count == 0 ? "–" : base::percent(sum / static_cast<double>(count)));
    if (count > 0) out.row(cells);
  };
  add_row("eqnet-mul", Cell::Group::models);
  for (const Variant& variant : experiments::ablation_variants()) {
    if (variant.kind == "eqnet-mul") add_row(variant.name, Cell::Group::ablations);
  }
  out.line("");
}

// Scores and ceilings of the cells of a group that lies beyond the paper, by what they are asked about.
void beyond_table(Markdown& out, const Results& results, Cell::Group group, const char* title) {
  std::vector<std::pair<std::string, std::string>> rows;  // as shown, and the cell's key up to the model
  for (const CellResult& result : results) {
    if (result.cell.group != group) continue;
    const size_t size = result.cell.random_size;
    const std::string shown = result.cell.dataset + (size > 0 ? ", random trees of " + std::to_string(size) : "");
    const std::pair row(shown, result.cell.dataset + std::to_string(size));
    if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  if (rows.empty()) return;
  out.line(std::string("## ") + title + "\n");
  std::vector<std::string> header = {"dataset", "ceiling"};
  std::vector<std::string> models;
  for (const std::string& model : model_names(results)) {
    const bool there = std::any_of(results.begin(), results.end(), [&](const CellResult& r) {
      return r.cell.group == group && r.cell.variant.name == model;
    });
    if (!there) continue;
    models.push_back(model);
    header.insert(header.end(), {model, "of the ceiling"});
    if (group == Cell::Group::frontier) header.emplace_back("training, s");
  }
  out.header(header);
  for (const auto& [shown, key] : rows) {
    const auto filter = [&, key = key](const std::string& model) {
      return [&, key, model](const CellResult& r) {
        return r.cell.group == group && r.cell.dataset + std::to_string(r.cell.random_size) == key &&
               (model.empty() || r.cell.variant.name == model);
      };
    };
    std::vector<std::string> cells = {shown, cell(mean(results, filter(""), [](const CellResult& r) {
                                        return r.unseen ? std::optional(r.unseen->ceiling[kFive]) : std::nullopt;
                                      }))};
    for (const std::string& model : models) {
      cells.push_back(cell(mean(results, filter(model), unseen_5)));
      cells.push_back(cell(mean(results, filter(model), share_of_ceiling(false, kFive))));
      if (group != Cell::Group::frontier) continue;
      cells.push_back(training_seconds(results, filter(model), 0));
    }
    out.row(cells);
  }
  out.line("");
}

void characteristics_table(Markdown& all, const Results& results) {
  const auto group_by = [&](const char* title, const char* column,
                            const std::function<std::string(const data::Space&)>& key) {
    std::map<std::string, std::vector<std::string>> groups;
    for (const experiments::PublishedRow& row : experiments::published_scores()) {
      const data::Space& space = data::preset(row.preset);
      groups[key(space)].push_back(space.name);
    }
    all.table([&](Markdown& out) {
      out.line(std::string("## ") + title + "\n");
      out.header({column, "datasets", "score_5 seen", "score_5 unseen", "score_k area seen"});
      for (const auto& [label, datasets] : groups) {
        const auto filter = [&datasets = datasets](const CellResult& r) {
          return r.cell.group == Cell::Group::models && r.cell.variant.name == "eqnet" &&
                 std::find(datasets.begin(), datasets.end(), r.cell.dataset) != datasets.end();
        };
        const auto seen = mean(results, filter, seen_5);
        if (!seen) continue;
        size_t count = 0;
        for (const std::string& dataset : datasets) {
          count += mean(results, of(Cell::Group::models, dataset, "eqnet"), seen_5) ? 1 : 0;
        }
        out.row({label, std::to_string(count), base::percent(*seen), cell(mean(results, filter, unseen_5)),
                 cell(mean(results, filter, seen_auc))});
      }
      out.line("");
    });
  };
  group_by("EqNet by number of variables", "variables", [](const data::Space& space) {
    return (space.variables < 10 ? " " : "") + std::to_string(space.variables);
  });
  group_by("EqNet by operators", "operators", [](const data::Space& space) {
    std::string names;
    for (const std::string& op : space.operators) names += (names.empty() ? "" : " ") + op;
    return names;
  });
}

// A bar would end a cell.
std::string in_cell(std::string text) {
  for (size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

void examples_table(Markdown& out, const Results& results) {
  out.line("## Nearest neighbours of the paper's examples\n\n✓: it has the same meaning.\n");
  const std::vector<std::string> models = model_names(results);
  std::vector<std::string> header = {"expression"};
  header.insert(header.end(), models.begin(), models.end());
  out.header(header);
  std::map<std::string, std::map<std::string, std::string>> rows;  // by query, by model
  std::vector<std::string> order;
  for (const CellResult& result : results) {
    if (result.cell.group != Cell::Group::models) continue;
    for (const CellResult::Confusion& example : result.examples) {
      if (rows.count(example.query) == 0) order.push_back(example.query);
      rows[example.query].emplace(result.cell.variant.name, example.same ? "✓" : "`" + example.neighbour + "`");
    }
  }
  for (const std::string& query : order) {
    std::vector<std::string> cells = {"`" + in_cell(query) + "`"};
    for (const std::string& model : models) {
      const auto found = rows[query].find(model);
      cells.push_back(found == rows[query].end() ? "–" : in_cell(found->second));
    }
    out.row(cells);
  }
  out.line("");
}

void confusions_table(Markdown& out, const Results& results) {
  out.line("## EqNet's most confident confusions\n");
  out.header({"dataset", "expression", "nearest, and different"});
  constexpr size_t kShown = 2;
  for (const experiments::PublishedRow& row : experiments::published_scores()) {
    const auto found =
        std::find_if(results.begin(), results.end(), of(Cell::Group::models, std::string(row.preset), "eqnet"));
    if (found == results.end()) continue;
    for (size_t i = 0; i < std::min(kShown, found->confusions.size()); ++i) {
      out.row({std::string(row.paper_name), "`" + in_cell(found->confusions[i].query) + "`",
               "`" + in_cell(found->confusions[i].neighbour) + "`"});
    }
  }
  out.line("");
}

void spread_table(Markdown& out, const Results& results) {
  std::map<uint64_t, size_t> seeds;
  for (const CellResult& result : results) ++seeds[result.cell.seed];
  if (seeds.size() < 2) return;
  out.line("## EqNet by seed: score_5 on UnseenEqClass\n");
  std::vector<std::string> header = {"dataset"};
  for (const auto& [seed, count] : seeds) header.push_back("seed " + std::to_string(seed));
  header.emplace_back("mean");
  header.emplace_back("training, s");
  out.header(header);
  for (const experiments::PublishedRow& row : experiments::published_scores()) {
    const auto filter = of(Cell::Group::models, std::string(row.preset), "eqnet");
    const auto all = mean(results, filter, unseen_5);
    if (!all) continue;
    std::vector<std::string> cells = {std::string(row.paper_name)};
    for (const auto& [seed, count] : seeds) {
      const uint64_t wanted = seed;
      cells.push_back(cell(mean(
          results, [&](const CellResult& r) { return filter(r) && r.cell.seed == wanted; }, unseen_5)));
    }
    cells.push_back(base::percent(*all));
    cells.push_back(training_seconds(results, filter, 0));
    out.row(cells);
  }
  out.line("");
}

// Which revisions made the cells, and how many seeds there are.
std::string origin(const Results& results) {
  std::map<std::string, size_t> revisions;
  std::map<std::string, std::map<uint64_t, size_t>> seeds;
  for (const CellResult& result : results) {
    ++revisions[result.revision];
    ++seeds[result.cell.variant.name][result.cell.seed];
  }
  std::string text = "Made by revision";
  for (const auto& [revision, count] : revisions) text += " " + revision + " (" + std::to_string(count) + " cells)";
  text += ". Means over seeds:";
  for (const auto& [model, counts] : seeds) text += " " + model + " " + std::to_string(counts.size()) + ",";
  text.back() = '.';
  return text + " In percent; a dash: not run.";
}

}  // namespace

std::string summary(const Results& results) {
  Markdown out;
  out.line(origin(results) + "\n");
  scores_table(out, results, "score_5 on UnseenEqClass", unseen_5, true, false);
  scores_table(out, results, "score_5 on SeenEqClass", seen_5, false, true);
  ceiling_table(out, results);
  spread_table(out, results);
  areas_table(out, results);
  transfer_table(out, results);
  beyond_table(out, results, Cell::Group::depth, "Depth: score_5 among random trees");
  beyond_table(out, results, Cell::Group::frontier, "Frontier: score_5 on UnseenEqClass");
  ablation_table(out, results);
  mul_ablation_table(out, results);
  characteristics_table(out, results);
  out.table([&](Markdown& table) { examples_table(table, results); });
  out.table([&](Markdown& table) { confusions_table(table, results); });
  return out.text();
}

}  // namespace eqnet::report
