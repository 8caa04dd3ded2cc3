// eqnet tune: the settings of a model, searched.
#include "experiments/tune.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <list>

#include "base/files.h"
#include "base/format.h"
#include "base/json.h"
#include "cli/over_ranks.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "cli/tune_report.h"
#include "cli/verbs.h"
#include "eqnet/base/error.h"
#include "experiments/proposer.h"
#include "experiments/tune_folder.h"
#include "models/registry.h"
#include "report/page.h"

namespace eqnet::cli {
namespace {

struct TuneOptions {
  experiments::TuneParams tune;
  std::vector<std::string> datasets;
  std::string domain = "auto";
  std::string model = "eqnet-mul";
  std::string recipe = "tuned";
  std::string space;
  std::vector<std::string> settings;
  bool show_space = false;
  bool mpi = false;
  Common common;
};

std::string words(const experiments::TuneState& state) {
  std::string text = base::format("{} of {} trials", state.finished, state.trials);
  if (state.best) text += base::format(", best {:.2f}%", 100 * *state.best);
  text += base::format(", {:.0f} s", state.seconds);
  if (state.left) text += base::format(", about {:.0f} s left", *state.left);
  return text;
}

// docs/formats.md says what it is.
void print_json(const TuneOptions& options, const experiments::TuneResult& result) {
  base::Json json;
  json.object().key("folder").value(options.tune.folder).key("model").value(options.model);
  json.key("trials").value(result.trials.size()).key("resumed").value(result.resumed);
  json.key("best").raw(experiments::trial_line(result.best)).key("settings").object();
  for (const std::string& assignment : result.assignments) {
    const size_t equals = assignment.find('=');
    json.key(assignment.substr(0, equals)).value(assignment.substr(equals + 1));
  }
  json.end_object().end_object();
  print(json);
}

void print_text(const TuneOptions& options, const experiments::TuneResult& result) {
  const auto stopped = std::ranges::count_if(result.trials, [](const auto& trial) { return !trial.whole; });
  std::printf(
      "%s/best.toml: %s, %.2f%% of what retrieval on validation could be; trial %zu of %zu, %zu of which were "
      "stopped early\n",
      options.tune.folder.c_str(), options.model.c_str(), 100 * result.best.score(), result.best.number,
      result.trials.size(), static_cast<size_t>(stopped));
  for (const std::string& assignment : result.assignments) std::printf("  %s\n", assignment.c_str());
}

experiments::SearchSpace default_space(const TuneOptions& options) {
  const encode::Settings& settings = options.tune.settings;
  return experiments::parse_space(experiments::default_space(settings.kind()), "the default space of " + options.model,
                                  settings);
}

void show_space(const TuneOptions& options) {
  if (!options.common.json) {
    std::fputs(std::string(experiments::default_space(options.tune.settings.kind())).c_str(), stdout);
    return;
  }
  const experiments::SearchSpace space = default_space(options);
  base::Json json;
  json.object().key("model").value(options.model);
  experiments::add_ranges(json, space.ranges);
  json.key("kept").object();
  for (const auto& [name, value] : space.kept) json.key(name).value(value);
  print(json.end_object().end_object());
}

// Twice the same data would count twice in the mean.
void refuse_twice(const std::vector<std::string>& datasets) {
  for (size_t i = 0; i < datasets.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      std::error_code ignored;
      if (datasets[i] != datasets[j] && !std::filesystem::equivalent(datasets[i], datasets[j], ignored)) continue;
      throw base::Error(datasets[i], "is named twice", "name each dataset once");
    }
  }
}

// All that is read.
void prepare(TuneOptions& options, std::list<data::Dataset>& datasets, const base::Ranks* ranks) {
  experiments::TuneParams& params = options.tune;
  params.settings = models::settings(options.model, options.recipe);
  params.seed = options.common.seed;
  if (options.show_space) return;
  if (options.datasets.empty()) throw UsageError("DATASET is missing; name one or more");
  if (params.folder.empty()) throw UsageError("-o is missing; name a folder for the trials");
  for (const std::string& assignment : options.settings) params.settings.set_assignment(assignment);
  if (options.space.empty()) {
    params.space = default_space(options);
  } else {
    params.space = experiments::parse_space(base::read_bytes(options.space), options.space, params.settings);
  }
  refuse_twice(options.datasets);
  data::LoadParams load;
  load.domain = chosen_domain(options.domain);
  for (const std::string& path : options.datasets) {
    refuse_stdin(ranks, path);
    datasets.push_back(data::load(path, load));
  }
}

int run_tune(TuneOptions options, base::Ranks* ranks) {
  experiments::TuneParams& params = options.tune;
  std::list<data::Dataset> loaded;
  base::together(ranks, [&] { prepare(options, loaded, ranks); });
  if (options.show_space) {
    if (base::leads(ranks)) show_space(options);
    return kYes;
  }
  std::vector<const data::Dataset*> datasets;
  for (const data::Dataset& dataset : loaded) datasets.push_back(&dataset);
  params.ranks = ranks;
  params.workers = params.threads = threads_of(options.common);
  if (ranks != nullptr && ranks->size() > 1 && options.common.threads == 0) params.workers = ranks->size() - 1;
  if (!base::leads(ranks)) {
    experiments::help_tune(datasets, params);
    return kYes;
  }
  StatusLine line(options.common.quiet);
  const experiments::TuneResult result =
      experiments::tune(datasets, params, [&](const experiments::TuneState& state) { line.show(words(state)); });
  if (report::has_pages()) write_tune_report(params.folder, params.folder + "/report.html");
  if (options.common.json) {
    print_json(options, result);
  } else {
    print_text(options, result);
  }
  return kYes;
}

}  // namespace

Verb add_tune(CommandLine& program) {
  auto options = std::make_shared<TuneOptions>();
  experiments::TuneParams& tune = options->tune;
  Command verb = program.verb("tune", "Search the settings of a model for those that do best on validation");
  verb.option("DATASET", options->datasets, "Main files with splits; the score is the mean over them");
  verb.option("-o,--output", tune.folder,
              "Folder: trials.jsonl, best.toml, report.html; a search that is there goes on");
  verb.option("-m,--model", options->model, "Kind of model").one_of(models::kind_names()).shows_default();
  verb.option("--recipe", options->recipe, "Defaults of the settings that are not searched: tuned, or the paper's")
      .one_of(encode::recipes())
      .shows_default();
  verb.option("--space", options->space, "TOML file of ranges (default: the model's, see --show-space)");
  verb.flag("--show-space", options->show_space, "Print the model's own space, to be changed and given as --space");
  verb.option("--set", options->settings, "A setting that is not searched, NAME=VALUE; may be repeated").repeatable();
  verb.option("--method", tune.method, "Who proposes: dlib's global_function_search, or random")
      .one_of(experiments::proposers())
      .shows_default();
  verb.option("--trials", tune.trials, "Trials in all, with those that are there already").positive().shows_default();
  verb.option("--steps", tune.steps,
              "Steps of a whole training (default: the model's own, or " + std::to_string(experiments::kTuneSteps) +
                  " where that has no end)")
      .positive();
  constexpr double kMostRungs = 8;
  verb.option("--rungs", tune.rungs,
              "A trial trains with a part of the steps first, and goes on with three times as many while it is in the "
              "best third; 1: whole trainings only")
      .between(1, kMostRungs)
      .shows_default();
  verb.option("--seeds", tune.seeds, "Trainings per dataset and trial, seeds counted up from --seed")
      .positive()
      .shows_default();
  add_domain(verb, options->domain, kDatasetsOwn);
  add_mpi(verb, options->mpi);
  add_common(verb, options->common, Uses::random_and_workers);
  verb.footer(
      "The score of a trial is the area under score_k as a share of its ceiling, for validation expressions and for\n"
      "classes of the training part that are held out. Test parts have no say. A search that was killed goes on when\n"
      "the same command is given again. The space is a TOML file:\n\n"
      "  learning_rate = { log = [0.0005, 0.05] }\n"
      "  dropout = { linear = [0, 0.5] }\n"
      "  hidden = { integer = [4, 32] }\n"
      "  mu_schedule = { choice = [\"slow\", \"fast\"] }\n"
      "  restart_steps = 0   # kept\n\n"
      "Examples:\n"
      "  eqnet tune data/boolean5.json.gz data/poly5.json.gz -m eqnet -o tuned --trials 100\n"
      "  eqnet train data/boolean8.json.gz --config tuned/best.toml -o b8.eqnet\n"
      "  eqnet tune -m eqnet --show-space > space.toml\n"
      "  mpirun -n 9 eqnet tune data/boolean5.json.gz -o tuned   # rank 0 proposes, 8 ranks train");
  return {"tune", [options] {
            return over_ranks(options->mpi, [&](base::Ranks* ranks) { return run_tune(*options, ranks); });
          }};
}

}  // namespace eqnet::cli
