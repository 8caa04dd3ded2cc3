// eqnet reproduce: the paper's evaluation, as a grid of cells.
#include <cstdio>
#include <filesystem>

#include "base/files.h"
#include "base/format.h"
#include "base/json.h"
#include "cli/print.h"
#include "cli/revision.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "eqnet/base/error.h"
#include "experiments/cell_json.h"
#include "experiments/grid.h"
#include "experiments/summary.h"

namespace eqnet::cli {
namespace {

struct ReproduceOptions {
  experiments::GridParams grid;
  experiments::RunParams run;
  bool no_run = false;
  bool list = false;
  Common common;
};

void show(StatusLine& status, const experiments::GridState& state) {
  if (state.seconds_left) {
    status.show(base::format("{} of {} cells, {:.0f} min, about {:.0f} min left; now {}", state.finished, state.cells,
                             state.seconds / 60, *state.seconds_left / 60, state.current));
  } else {
    status.show(base::format("{} of {} cells; now {}", state.finished, state.cells, state.current));
  }
}

// Figures of other options are not those that are asked for. what_of_it: "are run anew"
void tell_of_other_options(const ReproduceOptions& options, const experiments::Standing& standing,
                           const char* what_of_it) {
  if (standing.other == 0 || options.common.quiet) return;
  std::string what;
  for (const experiments::OtherOption& option : standing.options) {
    what += (what.empty() ? "" : ", ") + option.name;
    if (!option.now.empty()) what += " (" + option.before + ", now " + option.now + ")";
  }
  std::fprintf(stderr, "eqnet: %zu of %zu cells were made with other options: %s; they %s\n", standing.other,
               standing.cells.size(), what.c_str(), what_of_it);
}

// Runs what is not there yet, with progress on a terminal.
std::vector<experiments::Failure> run_cells(const ReproduceOptions& options, const experiments::Plan& plan) {
  const bool quiet = options.common.quiet;
  StatusLine status(quiet);
  std::optional<base::Progress> datasets(std::in_place, "datasets", plan.size(), terminal_progress(quiet));
  experiments::GridCallbacks callbacks;
  callbacks.on_datasets = [&] { datasets->add(1); };
  callbacks.on_run = [&](const experiments::Standing& standing) {
    datasets.reset();
    const size_t cells = standing.cells.size();
    const size_t open = standing.open.size();
    if (!quiet) std::fprintf(stderr, "%zu cells, %zu of them done, %zu to run\n", cells, cells - open, open);
    tell_of_other_options(options, standing, "are run anew, unless --any-options is said");
  };
  callbacks.on_cell = [&](const experiments::GridState& state) { show(status, state); };
  return experiments::run(plan, options.run, callbacks);
}

// docs/formats.md says what it is.
void print_json(const std::string& folder, const std::vector<experiments::CellResult>& results,
                const std::vector<experiments::Failure>& failures) {
  base::Json json;
  json.object().key("results").value(folder).key("cells").array();
  for (const experiments::CellResult& result : results) experiments::add_cell_scores(json, result);
  json.end_array().key("failures").array();
  for (const experiments::Failure& failure : failures) {
    json.object().key("key").value(failure.key).key("error").value(failure.error).end_object();
  }
  json.end_array().end_object();
  print(json);
}

void print_list(const ReproduceOptions& options, const experiments::Standing& standing) {
  if (!options.common.json) {
    for (const experiments::Cell& cell : standing.open) std::puts(cell.key().c_str());
    return;
  }
  base::Json json;
  json.object().key("results").value(options.run.results).key("cells").value(standing.cells.size());
  json.key("other_options").value(standing.other).key("open").array();
  for (const experiments::Cell& cell : standing.open) json.value(cell.key());
  print(json.end_array().end_object());
}

void refuse_file(const std::string& folder) {
  std::error_code ignored;
  if (!base::file_exists(folder) || std::filesystem::is_directory(folder, ignored)) return;
  throw base::Error(folder, "is a file, where a folder belongs", "name a folder");
}

int run_reproduce(ReproduceOptions options) {
  refuse_file(options.run.data);
  refuse_file(options.run.results);
  options.grid.seed = options.run.seed = options.common.seed;
  options.grid.data = options.run.data;
  options.run.threads = threads_of(options.common);
  options.run.revision = revision();
  const experiments::Plan plan = experiments::plan(options.grid);
  if (plan.empty()) throw base::Error("no cell of the grid is asked for; check --models, --datasets and --only");
  if (options.list) {
    const experiments::Standing standing = experiments::standing(plan, options.run);
    tell_of_other_options(options, standing, "are to do again, unless --any-options is said");
    print_list(options, standing);
    return kYes;
  }
  std::vector<experiments::Failure> failures;
  if (options.no_run) {
    tell_of_other_options(options, experiments::standing(plan, options.run), "are in the tables as they are");
  } else {
    failures = run_cells(options, plan);
  }
  for (const experiments::Failure& failure : failures) {
    std::fprintf(stderr, "eqnet: error: cell %s: %s\n", failure.key.c_str(), failure.error.c_str());
  }

  const std::string& folder = options.run.results;
  // Many workers each run a few: the tables are for who runs it without --cell when all are done.
  if (!options.run.cells.empty()) {
    if (options.common.json) {
      print_json(folder, experiments::load_cells(folder, experiments::cells_of(plan, options.run.cells)), failures);
    }
    return failures.empty() ? kYes : kError;
  }

  const std::vector<experiments::CellResult> results = experiments::load_cells(folder, plan);
  if (results.empty() && options.no_run) {
    throw base::Error(folder, "has none of the cells asked for", "leave out --no-run");
  }
  if (!results.empty()) {
    const std::string tables = experiments::summary(experiments::make_tables(results));
    base::AtomicFile file(folder + "/summary.md");
    file.write(tables);
    file.commit();
    if (!options.common.json) std::fputs(tables.c_str(), stdout);
  }
  if (options.common.json) print_json(folder, results, failures);
  return failures.empty() ? kYes : kError;
}

std::vector<std::string> group_names() {
  std::vector<std::string> names;
  names.reserve(experiments::kGroups.size());
  for (const experiments::Cell::Group group : experiments::kGroups) names.emplace_back(experiments::name(group));
  return names;
}

}  // namespace

Verb add_reproduce(CommandLine& program) {
  auto options = std::make_shared<ReproduceOptions>();
  Command verb = program.verb("reproduce", "Regenerate the paper's tables, ours beside the published values");
  verb.option("DIR", options->run.data, "Folder of the datasets; presets that are missing are generated").required();
  verb.option("-o,--output", options->run.results, "Folder of the results: cells/, models/, summary.md").required();
  verb.option("--models", options->grid.models, "Only these models or ablations, such as eqnet-siamese (default: all)")
      .by_commas();
  verb.option("--datasets", options->grid.datasets,
              "Only these presets, by our names or the paper's, or files in DIR of algebras (default: all)")
      .by_commas();
  verb.option("--only", options->grid.groups, "Parts of the grid").by_commas().one_of(group_names()).shows_default();
  verb.option("--seeds", options->grid.seeds, "Seeds, counted up from --seed").positive().shows_default();
  verb.option("--official", options->run.official, "Folder of SemVec files to take datasets from where it has them");
  verb.option("--recipe", options->run.recipe, "Settings of the models: tuned, or the paper's")
      .one_of(encode::recipes())
      .shows_default();
  verb.option("--queries", options->run.queries, "Evaluate on an even sample of so many expressions a part; 0: all")
      .shows_default();
  verb.option("--time", options->run.time,
              "Most seconds of one training, as its core counts them: other work on the machine changes nothing")
      .positive()
      .shows_default();
  verb.option("--budget", options->run.budget,
              "Minutes for the whole grid, on an idle machine: shorter trainings, 500 queries a part")
      .positive();
  verb.flag("--no-run", options->no_run, "Run nothing: only the tables of the cells that are there");
  verb.flag("--list", options->list, "Run nothing: print the keys of the cells that are still to do, one per line");
  verb.option("--cell", options->run.cells,
              "Run just the cells with these keys; others may run others at the same time, and no tables are made");
  verb.flag("--any-revision", options->run.any_revision, "Keep cells that another revision of the program made");
  verb.flag("--any-options", options->run.any_options,
            "Keep cells made with other --recipe, --time, --queries or --budget, or from other data of that name");
  add_common(verb, options->common, Uses::random_and_threads);
  verb.footer(
      "Every cell (a training and its evaluation) is one JSON file in RESULTS/cells; a cell that is there is not run\n"
      "again, so the command can be stopped and given again. One that was made by another revision, with other\n"
      "options or from other data is run anew. Cells run in parallel, one a thread. --json prints the scores of\n"
      "every cell and the cells that failed, or what --list lists; RESULTS/summary.md has the tables all the same.\n\n"
      "--only algebras is about the other datasets in DIR: NAME.json.gz or NAME.txt with its tables in NAME.toml, and\n"
      "open data, NAME.txt without them; NAME-random21.txt has the random trees of an open one.\n\n"
      "Examples:\n"
      "  eqnet reproduce data -o results --budget 10              # the whole grid, roughly\n"
      "  eqnet reproduce data -o results --seeds 3\n"
      "  eqnet reproduce data -o results --models eqnet-mul --seeds 3 --only models,transfer,depth,frontier --time 60\n"
      "  eqnet reproduce data -o results --models eqnet,tfidf --datasets boolean5,poly5 --only models\n"
      "  examples/algebras/datasets eqnet data && eqnet reproduce data -o results --only algebras --time 60 --seeds 3");
  return {"reproduce", [options] { return run_reproduce(*options); }};
}

}  // namespace eqnet::cli
