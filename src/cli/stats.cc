// eqnet stats: what a dataset holds, its ceilings, and with --verify whether every class is right.
#include <cstdio>
#include <memory>

#include "base/format.h"
#include "cli/print.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "eqnet/data/stats.h"

namespace eqnet::cli {
namespace {

struct StatsOptions {
  std::vector<std::string> datasets;
  std::string domain = "auto";
  bool verify = false;
  bool sizes = false;
  double timeout = domain::EquivalenceParams{}.timeout_s;
  Common common;
};

struct StatsRow {
  std::string name;
  const domain::Domain* domain;
  data::Stats stats;
  std::optional<data::Verification> verification;
};

void add_curve(base::Json& json, const char* key, const std::optional<data::Curve>& curve) {
  json.key(key);
  if (!curve) {
    json.null();
    return;
  }
  json.array();
  for (const double value : *curve) json.value(value);
  json.end_array();
}

void add_json(base::Json& json, const StatsRow& row) {
  const data::Stats& stats = row.stats;
  json.object().key("dataset").value(row.name).key("domain").value(row.domain->name());
  json.key("expressions").value(stats.expressions).key("classes").value(stats.classes);
  json.key("entropy_bits").value(stats.entropy_bits).key("max_size").value(stats.max_size);
  json.key("by_size").array();
  for (const size_t count : stats.by_size) json.value(count);
  json.end_array().key("splits");
  if (stats.splits) {
    json.object();
    for (size_t p = 0; p < data::kParts.size(); ++p) {
      const auto& part = (*stats.splits)[p];
      json.key(data::name(data::kParts[p])).object();
      json.key("expressions").value(part.expressions).key("classes").value(part.classes).end_object();
    }
    json.end_object().key("ceilings").object();
    add_curve(json, "seen", stats.seen_ceiling);
    add_curve(json, "unseen", stats.unseen_ceiling);
    json.end_object();
  } else {
    json.null().key("ceilings").null();
  }
  if (row.verification) {
    json.key("mixed_classes").array();
    for (const auto& mixed : row.verification->mixed_classes) json.value(mixed.name);
    json.end_array().key("split_functions").array();
    for (const auto& classes : row.verification->split_functions) {
      json.array();
      for (const std::string& name : classes) json.value(name);
      json.end_array();
    }
    json.end_array();
  }
  json.end_object();
}

void print_table(const std::vector<StatsRow>& rows, bool verified) {
  std::vector<std::string> header = {"dataset", "expressions", "classes", "entropy",    "max size",    "train",
                                     "valid",   "seen",        "unseen",  "ceil5 seen", "ceil5 unseen"};
  if (verified) header.emplace_back("verified");
  Table table(header);
  constexpr size_t kFive = 4;  // score_5's place in a curve
  for (const StatsRow& row : rows) {
    const data::Stats& stats = row.stats;
    std::vector<std::string> cells = {row.name, base::with_commas(stats.expressions), base::with_commas(stats.classes),
                                      base::format("{:.1f}", stats.entropy_bits), base::with_commas(stats.max_size)};
    for (size_t p = 0; p < data::kParts.size(); ++p) {
      cells.push_back(stats.splits ? base::with_commas((*stats.splits)[p].expressions) : "-");
    }
    cells.push_back(stats.seen_ceiling ? base::percent((*stats.seen_ceiling)[kFive]) : "-");
    cells.push_back(stats.unseen_ceiling ? base::percent((*stats.unseen_ceiling)[kFive]) : "-");
    if (row.verification) cells.emplace_back(row.verification->clean() ? "clean" : "WRONG");
    table.add(std::move(cells));
  }
  table.print();
}

void print_problems(const StatsRow& row) {
  for (const auto& mixed : row.verification->mixed_classes) {
    std::printf("%s: class '%s' mixes %zu functions: '%s' and '%s' differ\n", row.name.c_str(), mixed.name.c_str(),
                mixed.functions, mixed.first.c_str(), mixed.other.c_str());
  }
  for (const auto& classes : row.verification->split_functions) {
    std::string names;
    for (const std::string& name : classes) names += (names.empty() ? "'" : ", '") + name + "'";
    std::printf("%s: one function is split over the classes %s\n", row.name.c_str(), names.c_str());
  }
}

void print_sizes(const StatsRow& row) {
  Table table({row.name + ", nodes", "expressions"});
  for (size_t size = 1; size < row.stats.by_size.size(); ++size) {
    table.add({std::to_string(size), base::with_commas(row.stats.by_size[size])});
  }
  table.print();
}

int stats(const StatsOptions& options) {
  data::LoadParams load;
  load.domain = chosen_domain(options.domain);
  std::vector<StatsRow> rows;
  bool clean = true;
  {
    base::Progress progress("reading", options.datasets.size(), terminal_progress(options.common.quiet));
    for (const std::string& path : options.datasets) {
      const data::Dataset dataset = data::load(path, load);
      StatsRow row{dataset.name, dataset.domain, data::statistics(dataset), std::nullopt};
      if (options.verify) row.verification = data::verify(dataset, {options.timeout});
      clean = clean && (!row.verification || row.verification->clean());
      rows.push_back(std::move(row));
      progress.add(1);
    }
  }
  if (options.common.json) {
    base::Json json;
    if (rows.size() != 1) json.array();
    for (const StatsRow& row : rows) add_json(json, row);
    if (rows.size() != 1) json.end_array();
    print(json);
  } else {
    print_table(rows, options.verify);
    for (const StatsRow& row : rows) {
      if (options.verify) print_problems(row);
      if (options.sizes) print_sizes(row);
    }
  }
  return clean ? kYes : kNo;
}

}  // namespace

Verb add_stats(CommandLine& program) {
  auto options = std::make_shared<StatsOptions>();
  Command verb = program.verb("stats", "Show what datasets hold, and check their classes");
  verb.option("DATASET", options->datasets, "Main files: DIR/NAME.json.gz, or text of class<TAB>expression").required();
  verb.flag("--verify", options->verify, "Recompute every expression's class exactly");
  verb.flag("--sizes", options->sizes, "Also list how many expressions have each size");
  add_domain(verb, options->domain, kDatasetsOwn);
  verb.option("--timeout", options->timeout, "Seconds for one SAT call of --verify (over 16 variables)")
      .at_least(0)
      .shows_default();
  add_common(verb, options->common, Uses::output);
  verb.footer(
      "Exit code: 0, or 1 when --verify finds a class that mixes functions or a function in several classes.\n"
      "ceil5 is the score_5 of a perfect encoder, in percent.\n\n"
      "Examples:\n"
      "  eqnet stats data/boolean5.json.gz\n"
      "  eqnet stats --verify data/*.json.gz\n"
      "  eqnet stats --json data/poly8.json.gz");
  return {"stats", [options] { return stats(*options); }};
}

}  // namespace eqnet::cli
