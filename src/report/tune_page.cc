#include "report/tune_page.h"

#include <algorithm>

#include "experiments/importance.h"
#include "report/frame.h"

namespace eqnet::report {
namespace {

using experiments::Range;
using experiments::Trial;

// After every trial, in order of numbers, the best of those that came to their end.
void add_trials(base::Json& json, const std::vector<Trial>& trials) {
  Frame frame(json, "trials", {"trial", "score", "stretches", "steps", "whole", "seconds", "failed", "best"});
  std::optional<double> best;
  for (const Trial& trial : trials) {
    if (trial.whole) best = std::max(best.value_or(0), trial.score());
    frame.row(trial.number, trial.score(), trial.scores.size(), trial.steps, trial.whole, trial.seconds, trial.failed,
              best);
  }
}

// A row per setting, those that matter most first.
void add_settings(base::Json& json, const experiments::TuneFolder& folder) {
  struct Row {
    const Range* range;
    std::optional<double> importance;
  };
  std::vector<Row> rows;
  for (const Range& range : folder.ranges) rows.push_back({&range, experiments::importance(range, folder.trials)});
  std::ranges::stable_sort(rows, std::greater(), [](const Row& row) { return row.importance.value_or(-1); });
  const Trial* best = experiments::best_of(folder.trials);
  Frame frame(json, "settings", {"setting", "scale", "low", "high", "importance", "best"});
  for (const Row& row : rows) {
    const Range& range = *row.range;
    const bool numbers = range.scale != Range::Scale::choice;
    frame.row(range.setting, experiments::kScales[static_cast<size_t>(range.scale)],
              numbers ? std::optional(range.low) : std::nullopt, numbers ? std::optional(range.high) : std::nullopt,
              row.importance, best != nullptr ? best->settings.at(range.setting) : std::string());
  }
}

// What every trial tried: the value as it was set.
void add_values(base::Json& json, const experiments::TuneFolder& folder) {
  Frame frame(json, "values", {"trial", "setting", "value"});
  for (const Trial& trial : folder.trials) {
    for (const Range& range : folder.ranges) {
      frame.row(trial.number, range.setting, trial.settings.at(range.setting));
    }
  }
}

}  // namespace

std::string tune_page_data(const experiments::TuneFolder& folder, const std::string& program,
                           const std::string& revision) {
  base::Json json;
  json.object().key("format").value("eqnet-tune-page").key("version").value(size_t{1});
  json.key("program").value(program).key("revision").value(revision);
  json.key("workers").value(folder.workers).key("search").object();
  for (const auto& [name, text] : folder.identity) json.key(name).value(text);
  json.end_object().key("choices").object();
  for (const Range& range : folder.ranges) {
    if (range.scale != Range::Scale::choice) continue;
    json.key(range.setting).array();
    for (const std::string& choice : range.choices) json.value(choice);
    json.end_array();
  }
  json.end_object();
  const Trial* best = experiments::best_of(folder.trials);
  json.key("best");
  if (best != nullptr) {
    json.value(best->number);
  } else {
    json.null();
  }
  json.key("config").value(folder.best).key("tables").object();
  add_trials(json, folder.trials);
  add_settings(json, folder);
  add_values(json, folder);
  json.end_object().end_object();
  return json.text();
}

}  // namespace eqnet::report
