#include "experiments/summary.h"

#include <algorithm>

#include "base/format.h"
#include "base/progress.h"
#include "experiments/published.h"
#include "models/registry.h"

namespace eqnet::experiments {
namespace {

std::string cell(const Number& fraction) {
  return fraction ? base::percent(*fraction) : "–";
}

// Mean seconds of training, as text.
std::string training_seconds(const Number& seconds, int decimals) {
  return base::format("{:.{}f}", seconds.value_or(0), decimals);
}

// The first row that fits; a row without numbers where none does.
template <class Row, class Fits>
const Row& find(const std::vector<Row>& rows, const Fits& fits) {
  static const Row kNone;
  const auto found = std::find_if(rows.begin(), rows.end(), fits);
  return found == rows.end() ? kNone : *found;
}

const ScoreRow& score_of(const Tables& tables, const std::string& dataset, const std::string& model, bool seen) {
  return find(tables.scores,
              [&](const ScoreRow& row) { return row.dataset == dataset && row.model == model && row.seen == seen; });
}

Number score_5(const ScoreCurve& curve) {
  return curve.count == 0 ? Number() : curve.score[kFive];
}

// What stands over a model's numbers. One that knows the semantics is no rival of those that learn, so that is said.
std::string heading(const std::string& model) {
  const encode::ModelKind* kind = models::find_kind(model);
  return kind != nullptr && kind->knows_domain() ? kind->label : model;
}

bool is_trained(const std::string& model) {
  const encode::ModelKind* kind = models::find_kind(model);
  return kind == nullptr || !kind->knows_domain();
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

void scores_table(Markdown& out, const Tables& tables, const char* title, bool published, bool seen) {
  out.line(std::string("## ") + title + "\n");
  std::vector<std::string> header = {"dataset", "ceiling"};
  for (const std::string& model : tables.models) {
    header.push_back(heading(model));
    if (published && has_published(model)) header.emplace_back("(paper)");
  }
  if (published) header.emplace_back("(best since)");
  out.header(header);
  for (const DatasetRow& dataset : tables.datasets) {
    const Number& ceiling = seen ? dataset.ceiling_5_seen : dataset.ceiling_5_unseen;
    if (!ceiling) continue;
    std::vector<std::string> cells = {dataset.name, base::percent(*ceiling)};
    for (const std::string& model : tables.models) {
      const ScoreRow& row = score_of(tables, dataset.preset, model, seen);
      cells.push_back(cell(row.score_5));
      if (!published || !has_published(model)) continue;
      cells.push_back(row.paper ? "(" + base::percent(*row.paper) + ")" : "");
    }
    if (published) cells.push_back("(" + base::percent(dataset.best_since) + ")");
    out.row(cells);
  }
  out.line("");
}

void areas_table(Markdown& out, const Tables& tables) {
  out.line("## Areas, averaged over datasets\n");
  out.header({"model", "score_k seen", "score_k unseen", "PR seen", "PR unseen", "ROC seen", "ROC unseen"});
  for (const std::string& model : tables.models) {
    const auto of_part = [&](bool part) -> const AreaRow& {
      return find(tables.areas, [&](const AreaRow& row) { return row.model == model && row.seen == part; });
    };
    const AreaRow& seen = of_part(true);
    const AreaRow& unseen = of_part(false);
    out.row({heading(model), cell(seen.score_k), cell(unseen.score_k), cell(seen.precision_recall),
             cell(unseen.precision_recall), cell(seen.roc), cell(unseen.roc)});
  }
  out.line("");
}

void transfer_table(Markdown& out, const Tables& tables) {
  if (tables.transfer.empty()) return;
  out.line(
      "## Transfer: score_5 on the second dataset's UnseenEqClass\n\nThe last columns: a published transformer, "
      "and eqnet-mul's share of the ceiling.\n");
  std::vector<std::string> header = {"trained on", "tested on"};
  for (const std::string& model : tables.models) header.push_back(heading(model));
  header.insert(header.end(), {"(transformer)", "of the ceiling"});
  out.header(header);
  const auto add_row = [&](const std::string& train, const std::string& test, double transformer) {
    std::vector<std::string> cells = {train, test};
    const auto of_model = [&](const std::string& model) -> const ScoreCurve& {
      return find(tables.transfer,
                  [&](const TransferRow& row) {
                    return row.train == train && row.test == test && row.model == model && !row.seen;
                  })
          .curve;
    };
    for (const std::string& model : tables.models) cells.push_back(cell(score_5(of_model(model))));
    cells.push_back("(" + base::percent(transformer / 100) + ")");
    cells.push_back(cell(of_model("eqnet-mul").share_5));
    out.row(cells);
  };
  double sum = 0;
  for (const TransferPair& pair : transfer_pairs()) {
    add_row(std::string(pair.train), std::string(pair.test), pair.transformer);
    sum += pair.transformer;
  }
  add_row(kMean, "", sum / static_cast<double>(transfer_pairs().size()));
  out.line("");
}

void ablation_table(Markdown& out, const Tables& tables) {
  const auto of_eqnet = [](const auto& row) { return row.kind == "eqnet"; };
  if (std::none_of(tables.ablation_means.begin(), tables.ablation_means.end(), of_eqnet)) return;
  out.line("## Ablation: area under score_k, averaged over datasets, and its loss against the whole EqNet\n");
  out.header({"variant", "seen", "loss", "unseen", "loss", "score_5 unseen"});
  const auto loss = [](const AblationMeanRow& row) { return row.loss ? base::percent(*row.loss) + "%" : "–"; };
  for (const AblationMeanRow& unseen : tables.ablation_means) {
    if (!of_eqnet(unseen) || unseen.seen) continue;
    const AblationMeanRow& seen = find(
        tables.ablation_means, [&](const AblationMeanRow& row) { return row.variant == unseen.variant && row.seen; });
    out.row(
        {unseen.variant, cell(seen.score_auc), loss(seen), cell(unseen.score_auc), loss(unseen), cell(unseen.score_5)});
  }
  out.line(base::format("\nThe paper: without SubexpAE the area falls by {:.1f}% (seen) and {:.1f}% (unseen).\n",
                        kPublishedAblationSeen, kPublishedAblationUnseen));
}

// eqnet-mul against the ceiling.
void ceiling_table(Markdown& out, const Tables& tables) {
  if (std::find(tables.models.begin(), tables.models.end(), "eqnet-mul") == tables.models.end()) return;
  out.line("## eqnet-mul: share of the ceiling\n");
  out.header(
      {"dataset", "score_5 unseen", "seen", "score_15 unseen", "seen", "lowest seed, score_5 unseen", "training, s"});
  for (const DatasetRow& dataset : tables.datasets) {
    const ScoreRow& unseen = score_of(tables, dataset.preset, "eqnet-mul", false);
    const ScoreRow& seen = score_of(tables, dataset.preset, "eqnet-mul", true);
    if (!unseen.score_5) continue;
    out.row({dataset.name, cell(unseen.share_5), cell(seen.share_5), cell(unseen.share_15), cell(seen.share_15),
             cell(unseen.lowest_share_5), training_seconds(unseen.seconds, 1)});
  }
  out.line("");
}

void mul_ablation_table(Markdown& out, const Tables& tables) {
  std::vector<DatasetRow> datasets;  // that a variant was run on
  for (const DatasetRow& dataset : tables.datasets) {
    const bool there = std::any_of(tables.ablations.begin(), tables.ablations.end(), [&](const AblationRow& row) {
      return row.kind == "eqnet-mul" && row.dataset == dataset.preset;
    });
    if (there) datasets.push_back(dataset);
  }
  if (datasets.empty()) return;
  out.line("## Ablation of eqnet-mul: share of the ceiling, score_5 on UnseenEqClass\n");
  std::vector<std::string> header = {"variant"};
  for (const DatasetRow& dataset : datasets) header.push_back(dataset.name);
  header.emplace_back("mean");
  out.header(header);
  const auto add_row = [&](const std::string& variant, const auto& share_on) {
    std::vector<std::string> cells = {variant};
    std::vector<Number> shares;
    for (const DatasetRow& dataset : datasets) {
      shares.push_back(share_on(dataset.preset));
      cells.push_back(cell(shares.back()));
    }
    const Number mean = mean_of(shares);
    cells.push_back(cell(mean));
    if (mean) out.row(cells);
  };
  add_row("eqnet-mul",
          [&](const std::string& dataset) { return score_of(tables, dataset, "eqnet-mul", false).share_5; });
  for (const AblationMeanRow& row : tables.ablation_means) {
    if (row.kind != "eqnet-mul" || row.variant == row.kind || row.seen) continue;
    add_row(row.variant, [&](const std::string& dataset) {
      return find(tables.ablations,
                  [&](const AblationRow& one) {
                    return one.variant == row.variant && one.dataset == dataset && !one.seen;
                  })
          .share_5;
    });
  }
  out.line("");
}

std::vector<BeyondRow> beyond_of(const Tables& tables, Cell::Group group) {
  std::vector<BeyondRow> rows;
  std::copy_if(tables.beyond.begin(), tables.beyond.end(), std::back_inserter(rows),
               [&](const BeyondRow& row) { return row.group == group; });
  return rows;
}

const BeyondRow::Model& of_model(const BeyondRow& row, const std::string& model) {
  return find(row.models, [&](const BeyondRow::Model& one) { return one.model == model; });
}

// Those that any of the rows has.
std::vector<std::string> models_of(const Tables& tables, const std::vector<BeyondRow>& rows) {
  std::vector<std::string> models;
  std::copy_if(tables.models.begin(), tables.models.end(), std::back_inserter(models), [&](const std::string& model) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const BeyondRow& row) { return !of_model(row, model).model.empty(); });
  });
  return models;
}

// Scores and ceilings of the cells of a group that lies beyond the paper, by what they are asked about.
void beyond_table(Markdown& out, const Tables& tables, Cell::Group group, const char* title) {
  const std::vector<BeyondRow> rows = beyond_of(tables, group);
  if (rows.empty()) return;
  out.line(std::string("## ") + title + "\n");
  std::vector<std::string> header = {"dataset", "ceiling"};
  const std::vector<std::string> models = models_of(tables, rows);
  for (const std::string& model : models) {
    header.insert(header.end(), {heading(model), "of the ceiling"});
    if (group == Cell::Group::frontier) header.emplace_back("training, s");
  }
  out.header(header);
  for (const BeyondRow& row : rows) {
    const size_t size = row.random_size;
    const std::string shown = row.dataset + (size > 0 ? ", random trees of " + std::to_string(size) : "");
    std::vector<std::string> cells = {shown, cell(row.ceiling_5)};
    for (const std::string& model : models) {
      const BeyondRow::Model& own = of_model(row, model);
      cells.push_back(cell(own.score_5));
      cells.push_back(cell(own.share_5));
      if (group == Cell::Group::frontier) cells.push_back(training_seconds(own.seconds, 0));
    }
    out.row(cells);
  }
  out.line("");
}

// Other algebras at a glance: shares of the ceiling, for unseen classes and for random trees.
void algebras_table(Markdown& out, const Tables& tables) {
  const std::vector<BeyondRow> rows = beyond_of(tables, Cell::Group::algebras);
  if (rows.empty()) return;
  std::vector<std::string> datasets;
  std::set<size_t> sizes = {0};  // of what is asked about
  for (const BeyondRow& row : rows) {
    if (std::find(datasets.begin(), datasets.end(), row.dataset) == datasets.end()) datasets.push_back(row.dataset);
    sizes.insert(row.random_size);
  }
  const std::vector<std::string> models = models_of(tables, rows);
  out.line("## Algebras: share of the ceiling, score_5 on UnseenEqClass and among random trees\n");
  std::vector<std::string> header = {"algebra"};
  for (const std::string& model : models) {
    for (const size_t size : sizes) {
      header.push_back(size == 0 ? heading(model) : base::format("{} nodes", size));
    }
    if (is_trained(model)) header.emplace_back("training, s");
  }
  out.header(header);
  for (const std::string& dataset : datasets) {
    std::vector<std::string> cells = {dataset};
    for (const std::string& model : models) {
      const auto asked = [&](size_t size) -> const BeyondRow::Model& {
        return of_model(
            find(rows, [&](const BeyondRow& row) { return row.dataset == dataset && row.random_size == size; }), model);
      };
      for (const size_t size : sizes) cells.push_back(cell(asked(size).share_5));
      if (is_trained(model)) cells.push_back(asked(0).seconds ? training_seconds(asked(0).seconds, 0) : "–");
    }
    out.row(cells);
  }
  out.line("");
}

// EqNet's rows of a kind of groups; label: how a group is shown, which is also their order.
template <class Label>
void characteristics_table(Markdown& all, const Tables& tables, const std::string& by, const char* title,
                           const Label& label) {
  std::map<std::string, std::string> groups;  // by label
  for (const CharacteristicRow& row : tables.characteristics) {
    if (row.by == by) groups[label(row.group)] = row.group;
  }
  all.table([&](Markdown& out) {
    out.line(std::string("## ") + title + "\n");
    out.header({by, "datasets", "score_5 seen", "score_5 unseen", "score_k area seen"});
    for (const auto& [shown, group] : groups) {
      const auto of_part = [&, &group = group](bool seen) -> const ScoreCurve& {
        return find(tables.characteristics,
                    [&](const CharacteristicRow& row) {
                      return row.by == by && row.group == group && row.model == "eqnet" && row.seen == seen;
                    })
            .curve;
      };
      const ScoreCurve& seen = of_part(true);
      if (seen.count == 0) continue;
      out.row({shown, std::to_string(seen.count), cell(score_5(seen)), cell(score_5(of_part(false))), cell(seen.area)});
    }
    out.line("");
  });
}

// A bar would end a cell.
std::string in_cell(std::string text) {
  for (size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

void examples_table(Markdown& out, const Tables& tables) {
  out.line("## Nearest neighbours of the paper's examples\n\n✓: it has the same meaning.\n");
  std::vector<std::string> header = {"expression"};
  for (const std::string& model : tables.models) header.push_back(heading(model));
  out.header(header);
  std::map<std::string, std::map<std::string, std::string>> rows;  // by query, by model
  std::vector<std::string> order;
  for (const ExampleRow& example : tables.examples) {
    if (example.source != "here") continue;
    if (rows.count(example.query) == 0) order.push_back(example.query);
    rows[example.query].emplace(example.model, example.same ? "✓" : "`" + example.neighbour + "`");
  }
  for (const std::string& query : order) {
    std::vector<std::string> cells = {"`" + in_cell(query) + "`"};
    for (const std::string& model : tables.models) {
      const auto found = rows[query].find(model);
      cells.push_back(found == rows[query].end() ? "–" : in_cell(found->second));
    }
    out.row(cells);
  }
  out.line("");
}

void confusions_table(Markdown& out, const Tables& tables) {
  out.line("## EqNet's most confident confusions\n");
  out.header({"dataset", "expression", "nearest, and different"});
  constexpr size_t kShown = 2;
  for (const DatasetRow& dataset : tables.datasets) {
    const std::vector<uint64_t>& seeds = score_of(tables, dataset.preset, "eqnet", false).seeds;
    for (const ConfusionRow& row : tables.confusions) {
      if (row.dataset != dataset.preset || row.model != "eqnet") continue;
      if (row.seed != seeds.front() || row.rank > kShown) continue;  // the first seed speaks
      out.row({dataset.name, "`" + in_cell(row.query) + "`", "`" + in_cell(row.neighbour) + "`"});
    }
  }
  out.line("");
}

void spread_table(Markdown& out, const Tables& tables) {
  std::set<uint64_t> seeds;
  for (const auto& [model, own] : tables.origin.seeds) seeds.insert(own.begin(), own.end());
  if (seeds.size() < 2) return;
  out.line("## EqNet by seed: score_5 on UnseenEqClass\n");
  std::vector<std::string> header = {"dataset"};
  for (const uint64_t seed : seeds) header.push_back("seed " + std::to_string(seed));
  header.emplace_back("mean");
  header.emplace_back("training, s");
  out.header(header);
  for (const DatasetRow& dataset : tables.datasets) {
    const ScoreRow& row = score_of(tables, dataset.preset, "eqnet", false);
    if (!row.score_5) continue;
    std::vector<std::string> cells = {dataset.name};
    for (const uint64_t seed : seeds) {
      const auto own = row.by_seed.find(seed);
      cells.push_back(cell(own == row.by_seed.end() ? Number() : own->second));
    }
    cells.push_back(base::percent(*row.score_5));
    cells.push_back(training_seconds(row.seconds, 0));
    out.row(cells);
  }
  out.line("");
}

// Which revisions made the cells, and how many seeds there are.
std::string origin_line(const Origin& origin) {
  std::string text = "Made by revision";
  for (const auto& [revision, count] : origin.revisions) {
    text += " " + revision + " (" + std::to_string(count) + " cells)";
  }
  text += ". Means over seeds:";
  for (const auto& [model, seeds] : origin.seeds) text += " " + model + " " + std::to_string(seeds.size()) + ",";
  text.back() = '.';
  return text + " In percent; a dash: not run.";
}

}  // namespace

std::string summary(const Tables& tables) {
  Markdown out;
  out.line(origin_line(tables.origin) + "\n");
  const bool papers =
      std::any_of(tables.scores.begin(), tables.scores.end(), [](const ScoreRow& row) { return !row.seeds.empty(); });
  if (papers) {
    scores_table(out, tables, "score_5 on UnseenEqClass", true, false);
    scores_table(out, tables, "score_5 on SeenEqClass", false, true);
    ceiling_table(out, tables);
    spread_table(out, tables);
    areas_table(out, tables);
  }
  transfer_table(out, tables);
  beyond_table(out, tables, Cell::Group::depth, "Depth: score_5 among random trees");
  beyond_table(out, tables, Cell::Group::frontier, "Frontier: score_5 on UnseenEqClass");
  algebras_table(out, tables);
  beyond_table(out, tables, Cell::Group::algebras, "Algebras: scores and ceilings");
  ablation_table(out, tables);
  mul_ablation_table(out, tables);
  characteristics_table(out, tables, "variables", "EqNet by number of variables",
                        [](const std::string& variables) { return (variables.size() < 2 ? " " : "") + variables; });
  characteristics_table(out, tables, "operators", "EqNet by operators", [](const std::string& names) { return names; });
  out.table([&](Markdown& table) { examples_table(table, tables); });
  out.table([&](Markdown& table) { confusions_table(table, tables); });
  return out.text();
}

}  // namespace eqnet::experiments
