// eqnet train: a model from a dataset.
#include "train/trainer.h"

#include <cstdio>

#include "base/files.h"
#include "base/format.h"
#include "base/profile.h"
#include "base/progress.h"
#include "cli/over_ranks.h"
#include "cli/print.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "encode/pretrained.h"
#include "eqnet/base/error.h"
#include "models/registry.h"
#include "train/orders.h"

namespace eqnet::cli {
namespace {

constexpr const char* kDefaultModel = "eqnet-mul";

struct TrainOptions {
  std::string dataset;
  std::string domain = "auto";
  std::string model = kDefaultModel;  // after parsing: empty where it is not said
  std::string recipe = "tuned";
  std::string output;
  std::vector<std::string> settings;
  std::string config;
  size_t epochs = 0;
  double time = 0;
  bool profile = false;
  bool force = false;
  bool mpi = false;
  Common common;
};

// The table of settings, as the help shows it.
std::string settings_help() {
  std::string text =
      "Settings (--set NAME=VALUE, or NAME = VALUE in a TOML file), with the default of each model that has it,\nand "
      "the paper's in parentheses where it differs:\n";
  for (const encode::SettingInfo& info : encode::setting_infos()) {
    std::string values;
    for (const encode::ModelKind* kind : models::kinds()) {
      const auto tuned = encode::Settings(*kind).values();
      const auto found = tuned.find(info.name);
      if (found == tuned.end()) continue;
      values += (values.empty() ? "" : ", ") + kind->name + " " + found->second;
      const auto paper = encode::Settings(*kind, "paper").values();
      if (const std::string& published = paper.find(info.name)->second; published != found->second)
        values += " (" + published + ")";
    }
    text += "  " + std::string(info.name) + ": " + std::string(info.help) + ".\n    " + values + "\n";
  }
  return text;
}

void print_json(const train::TrainResult& result, const TrainOptions& options) {
  base::Json json;
  json.object().key("model").value(options.output).key("kind").value(options.model);
  json.key("ended").value(train::name(result.ended)).key("resumed").value(result.resumed);
  json.key("epochs").value(result.epochs).key("seconds").value(result.seconds);
  json.key("best_epoch").value(result.best_epoch).key("validation_accuracy").value(result.best_accuracy);
  if (!result.blocks.empty()) json.key("blocks").value(result.blocks);
  json.key("parameters").value(result.model.parameters.size());
  if (options.profile) {
    json.key("profile").array();
    for (const base::ProfileLine& line : base::profile()) {
      json.object().key("what").value(line.name).key("seconds").value(line.seconds).key("times").value(line.times);
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
  print(json);
}

// Where the time went: seconds over all threads, each stretch without those inside it.
void print_profile() {
  const std::vector<base::ProfileLine> lines = base::profile();
  double total = 0;
  for (const base::ProfileLine& line : lines) total += line.seconds;
  Table table({"time went to", "seconds", "share", "times", "µs each"});
  for (const base::ProfileLine& line : lines) {
    table.add({std::string(line.name), base::format("{:.3f}", line.seconds), base::percent(line.seconds / total),
               base::with_commas(line.times),
               base::format("{:.1f}", 1e6 * line.seconds / static_cast<double>(line.times))});
  }
  table.print();
}

std::string words(const train::TrainStatus& status) {
  if (status.epoch == 0) return base::format("{}  {:.0f} s", status.doing, status.seconds);
  return base::format("{}epoch {}  {:.0f} expressions/s  loss {:.4f}  validation {:.1f}% (best {:.1f}%)  {:.0f} s{}",
                      status.doing.empty() ? "" : status.doing + ": ", status.epoch, status.expressions_per_s,
                      status.loss, 100 * status.accuracy, 100 * status.best, status.left.value_or(status.seconds),
                      status.left ? " left" : "");
}

train::TrainResult train_with_status(const train::Task& task, train::TrainParams params, bool quiet) {
  StatusLine line(quiet);
  if (line.visible()) params.on_status = [&](const train::TrainStatus& status) { line.show(words(status)); };
  return train::train(task, params);
}

void check_output(const TrainOptions& options) {
  if (options.output.empty()) throw base::Error("-o", "names no file");
  if (encode::pretrained(options.output)) {
    throw base::Error("-o " + options.output, "is the name of a pretrained model, which the file would hide",
                      "choose another, as in " + options.output + ".eqnet");
  }
  // A checkpoint beside the file means that its training is not finished: this run goes on with it.
  const bool unfinished = base::file_exists(options.output + ".checkpoint");
  if (base::is_file(options.output) && !unfinished && !options.force) {
    throw base::Error(options.output, "is there already", "choose another name, or say --force to train it anew");
  }
}

// Ranks without a part of the batch would have nothing to do but what all do.
void tell_of_idle_ranks(const TrainOptions& options, const encode::Settings& settings, const base::Ranks* ranks) {
  if (ranks == nullptr || settings.kind().fitted() || options.common.quiet) return;
  const size_t parts = settings.integer("parts");
  if (ranks->rank() > 0 || parts >= ranks->size()) return;
  std::fprintf(
      stderr,
      "eqnet: %zu ranks share the %zu parts of a batch, so that some have none; --set parts=%zu has one for each, "
      "and is another training\n",
      ranks->size(), parts, ranks->size());
}

// The model that is meant: by -m, else by the file of --config, else the default.
std::string model_of(const TrainOptions& options) {
  if (!options.model.empty()) return options.model;
  const std::string of_config = options.config.empty() ? "" : encode::model_of_toml(options.config);
  return of_config.empty() ? kDefaultModel : of_config;
}

// Rank 0's would win in silence, whatever was typed for the others.
void require_same_training(base::Ranks* ranks, const TrainOptions& options, const encode::Settings& settings) {
  if (ranks == nullptr) return;
  const auto same = [&](const std::string& what, const std::string& own) {
    base::require_same(ranks, "what is trained: " + what, own, "give all ranks the same options and files");
  };
  same("model", settings.kind().name);
  same("seed", std::to_string(options.common.seed));
  same("limits", base::format("--epochs {} --time {:g}", options.epochs, options.time));
  same("output", options.output);
  for (const auto& [name, value] : settings.values()) same("setting " + name, value);
}

int run_train(TrainOptions options, base::Ranks* ranks) {
  train::TrainParams params;
  data::Dataset dataset;
  train::Task task;
  base::together(ranks, [&] {
    refuse_stdin(ranks, options.dataset);
    if (base::leads(ranks)) check_output(options);
    options.model = model_of(options);
    params.settings = models::settings(options.model, options.recipe);
    if (!options.config.empty()) params.settings.set_from_toml(options.config);
    for (const std::string& assignment : options.settings) params.settings.set_assignment(assignment);
    data::LoadParams load;
    load.domain = chosen_domain(options.domain);
    dataset = data::load(options.dataset, load);
    params.seed = options.common.seed;
    task = train::make_task(dataset, train::task_params(params));
  });
  require_same_training(ranks, options, params.settings);
  base::require_same(ranks, "what there is to learn from " + options.dataset, task.data_hash,
                     "give all machines the same files");
  tell_of_idle_ranks(options, params.settings, ranks);
  params.ranks = ranks;
  params.threads = threads_of(options.common, ranks);
  if (!base::leads(ranks)) {
    train::follow(task, params.threads, *ranks);
    return kYes;
  }
  params.most_epochs = options.epochs;
  params.most_seconds = options.time;
  params.path = options.output;
  if (options.profile) base::start_profile();
  const train::TrainResult result = train_with_status(task, params, options.common.quiet);
  if (result.ended == train::Ended::diverged && !options.common.quiet) {
    std::fprintf(
        stderr,
        "eqnet: training diverged in epoch %zu (the loss was no longer a number); the best weights before that "
        "are kept; a smaller learning_rate may help\n",
        result.epochs + 1);
  }
  if (!result.blocks.empty() && !options.common.quiet) std::fprintf(stderr, "eqnet: %s\n", result.blocks.c_str());
  if (options.common.json) {
    print_json(result, options);
  } else if (const encode::ModelKind& kind = params.settings.kind(); kind.fitted()) {
    std::printf("%s: %s fitted to %zu expressions of %s\n", options.output.c_str(), kind.label.c_str(),
                task.training.roots.size(), dataset.name.c_str());
  } else if (result.epochs == 0 && result.ended == train::Ended::exact) {
    std::printf("%s: %s on %s, found in %.1f s without a step of training, with %.1f%% of validation\n",
                options.output.c_str(), options.model.c_str(), dataset.name.c_str(), result.seconds,
                100 * result.best_accuracy);
  } else {
    std::printf("%s: %s%s on %s, %zu epochs in %.1f s (ended by %s), best after epoch %zu with %.1f%% of validation\n",
                options.output.c_str(), result.resumed ? "resumed " : "", options.model.c_str(), dataset.name.c_str(),
                result.epochs, result.seconds, std::string(train::name(result.ended)).c_str(), result.best_epoch,
                100 * result.best_accuracy);
  }
  if (options.profile && !options.common.json) print_profile();
  return kYes;
}

}  // namespace

Verb add_train(CommandLine& program) {
  auto options = std::make_shared<TrainOptions>();
  Command verb = program.verb("train", "Train a model on a dataset with a split");
  verb.option("DATASET", options->dataset, "Main file: DIR/NAME.json.gz, or text; its split is in DIR/split")
      .required();
  verb.option("-m,--model", options->model, "Kind of model; that of --config where it names one")
      .one_of(models::kind_names())
      .shows_default();
  options->model.clear();  // what is shown as default is not said
  verb.option("--recipe", options->recipe, "Defaults of the settings: tuned, or the paper's")
      .one_of(encode::recipes())
      .shows_default();
  verb.option("-o,--output", options->output, "Model file to write; its log is FILE.log.jsonl").required();
  verb.option("--set", options->settings, "A setting, NAME=VALUE; may be repeated").repeatable();
  verb.option("--config", options->config, "TOML file of settings; --set wins over it");
  verb.option("--epochs", options->epochs, "Stop after so many epochs").positive();
  verb.option("--time", options->time, "Stop after so many seconds").positive();
  add_domain(verb, options->domain, kDatasetsOwn);
  verb.flag("--force", options->force, "Train anew where FILE is a finished model");
  verb.flag("--profile", options->profile, "Show where the time of a step went");
  add_mpi(verb, options->mpi);
  add_common(verb, options->common, Uses::random_and_threads);
  verb.footer(
      "Training ends when its schedule does (eqnet-mul; --time makes that sooner), when validation has not improved "
      "for\n"
      "`patience` checks, or at a limit. The weights that were best on validation are saved. A run that was\n"
      "killed goes on where it was when the same command is given again.\n\n" +
      settings_help() +
      "\nExamples:\n"
      "  eqnet train data/boolean5.json.gz -o bool5.eqnet\n"
      "  eqnet train data/boolean8.json.gz -m treenn1 -o b8.eqnet --time 120\n"
      "  eqnet train data/poly8.json.gz -m eqnet -o ablation.eqnet --set autoencoder=off --set dropout=0.2\n"
      "  mpirun -n 8 eqnet train data/boolean8.json.gz -o b8.eqnet --set parts=8   # the same as without mpirun");
  return {"train", [options] {
            return over_ranks(options->mpi, [&](base::Ranks* ranks) { return run_train(*options, ranks); });
          }};
}

}  // namespace eqnet::cli
