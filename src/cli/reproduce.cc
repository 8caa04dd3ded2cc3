// eqnet reproduce: the paper's evaluation, as a grid of cells.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>

#include "base/file_lock.h"
#include "base/files.h"
#include "base/threads.h"
#include "cli/cells.h"
#include "cli/reproduce_json.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "encode/settings.h"
#include "eqnet/base/error.h"
#include "eqnet/data/generate.h"
#include "eval/published.h"
#include "report/summary.h"

namespace eqnet::cli {
namespace {

struct Options {
  std::string folder, results, official;
  std::vector<std::string> models, datasets;
  std::vector<std::string> groups = {"models", "transfer", "ablations", "depth"};
  size_t seeds = 1;
  std::string recipe = encode::recipes().front();
  double time = 240;
  size_t queries = 0;
  double budget = 0;
  bool any_revision = false;
  bool no_run = false;
  Common common;
};

// The datasets of the grid: official files where they are, else generated on demand. Loaded once, kept while a cell
// uses them.
class Datasets {
 public:
  explicit Datasets(const Options& options) : options_(options) {}

  // Where the dataset's main file is; made first when it is not there.
  void provide(const std::string& name) {
    const std::string official = options_.official.empty() ? "" : options_.official + "/" + name + ".json.gz";
    if (!official.empty() && base::file_exists(official)) {
      paths_[name] = std::filesystem::absolute(official).lexically_normal();
      return;
    }
    const std::string path = options_.folder + "/" + name + ".json.gz";
    if (!base::file_exists(path)) {
      base::make_directories(options_.folder);
      data::Dataset dataset = data::generate(data::preset(name), options_.common.seed);
      data::make_split(dataset, options_.common.seed);
      data::save(dataset, options_.folder, data::Format::semvec);
    }
    paths_[name] = std::filesystem::absolute(path).lexically_normal();
  }

  DatasetPtr get(const std::string& name) {
    const std::lock_guard lock(mutex_);
    std::weak_ptr<const data::Dataset>& kept = loaded_[name];
    DatasetPtr dataset = kept.lock();
    if (!dataset) kept = dataset = std::make_shared<const data::Dataset>(data::load(paths_.at(name)));
    return dataset;
  }

  [[nodiscard]] const std::string& path(const std::string& name) const { return paths_.at(name); }

 private:
  const Options& options_;
  std::mutex mutex_;
  std::map<std::string, std::string> paths_;
  std::map<std::string, std::weak_ptr<const data::Dataset>> loaded_;
};

bool contains(const std::vector<std::string>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// Random trees of so many nodes, for models trained on these.
struct DepthTest {
  const char* dataset;
  size_t size;
};
constexpr DepthTest kDepthTests[] = {
    {"simpleBoolean8", 51}, {"boolean8", 51}, {"simplepoly10", 21}, {"simplepoly10", 51}, {"poly8", 21},
};

class Plan {
 public:
  explicit Plan(const Options& options) : options_(options) {}

  std::vector<eval::Cell> cells() {
    for (uint64_t seed = options_.common.seed; seed < options_.common.seed + options_.seeds; ++seed) {
      for (const eval::PublishedRow& row : eval::published_scores()) {
        const std::string dataset(row.preset);
        add_models(eval::Cell::Group::models, dataset, dataset, seed, 0);
        add_ablations(dataset, seed);
      }
      for (const eval::TransferPair& pair : eval::transfer_pairs()) {
        add_models(eval::Cell::Group::transfer, std::string(pair.train), std::string(pair.test), seed, 0);
      }
      for (const DepthTest& test : kDepthTests) {
        add_models(eval::Cell::Group::depth, test.dataset, test.dataset, seed, test.size);
      }
      for (const data::Space& space : data::frontier_presets()) {
        add_models(eval::Cell::Group::frontier, space.name, space.name, seed, 0);
      }
    }
    return std::move(cells_);
  }

 private:
  [[nodiscard]] bool wanted(eval::Cell::Group group, const std::string& dataset, const std::string& test) const {
    const auto named = [&](const std::string& one) {
      return options_.datasets.empty() || contains(options_.datasets, one);
    };
    return contains(options_.groups, eval::name(group)) && named(dataset) && named(test);
  }
  void add_models(eval::Cell::Group group, const std::string& dataset, const std::string& test, uint64_t seed,
                  size_t size) {
    if (!wanted(group, dataset, test)) return;
    for (const eval::Variant& variant : eval::model_variants()) {
      if (!options_.models.empty() && !contains(options_.models, variant.name)) continue;
      // Beyond the paper's tables: only what is not far off.
      const bool beyond = group == eval::Cell::Group::depth || group == eval::Cell::Group::frontier;
      if (beyond && options_.models.empty() && !variant.kind.starts_with("eqnet")) continue;
      cells_.push_back({group, dataset, test, size, variant, seed});
    }
  }
  void add_ablations(const std::string& dataset, uint64_t seed) {
    if (!wanted(eval::Cell::Group::ablations, dataset, dataset)) return;
    for (const eval::Variant& variant : eval::ablation_variants()) {
      // Those of eqnet-mul are many: they are to be asked for.
      const bool whole = options_.models.empty() ? variant.kind == "eqnet" : contains(options_.models, variant.kind);
      if (whole || contains(options_.models, variant.name)) {
        cells_.push_back({eval::Cell::Group::ablations, dataset, dataset, 0, variant, seed});
      }
    }
  }

  const Options& options_;
  std::vector<eval::Cell> cells_;
};

// What a cell costs, roughly: expressions of its dataset times how slow its model is. For the order (large first) and
// the time left.
double weight(const eval::Cell& cell) {
  const data::Space& space = data::preset(cell.group == eval::Cell::Group::transfer ? cell.test : cell.dataset);
  static std::map<std::string, double> kept;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  double& size = kept[space.name];
  if (size == 0) size = 2000 + static_cast<double>(data::measure(space).kept);
  if (eval::reuses_models(cell.group) || cell.variant.kind == "tfidf") return 0.1 * size;
  const bool torch = cell.variant.kind == "gru" || cell.variant.kind == "stackrnn";
  return size * (torch ? 10 : 1);
}

// Seconds of training for each cell so that the grid fits the budget: everyone gets an equal share of what the
// evaluation (a fixed number of queries a cell) leaves over.
CellParams cell_params(const Options& options, size_t trainings, size_t workers) {
  CellParams params;
  params.folder = options.results;
  params.recipe = options.recipe;
  params.seconds = options.time;
  params.most_queries = options.queries;
  if (options.budget > 0) {
    constexpr double kForTraining = 0.6;
    constexpr size_t kQueries = 500;
    params.budget = options.budget;
    params.most_queries = kQueries;
    params.seconds = std::min(options.time, options.budget * 60 * kForTraining * static_cast<double>(workers) /
                                                static_cast<double>(std::max<size_t>(trainings, 1)));
  }
  return params;
}

class Grid {
 public:
  Grid(const Options& options, Datasets& datasets, const CellParams& params, size_t workers)
      : options_(options), datasets_(datasets), params_(params), workers_(workers), status_(options.common.quiet) {}

  // Runs the cells that are not there yet; first those that train, since others use their models.
  // Returns what went wrong: a cell that fails (training can diverge) does not stop the others.
  std::vector<Failure> run(const std::vector<eval::Cell>& cells) {
    std::vector<eval::Cell> open;
    for (const eval::Cell& cell : cells) {
      if (!done(cell)) open.push_back(cell);
    }
    if (!options_.common.quiet) {
      std::fprintf(stderr, "%zu cells, %zu of them done, %zu to run\n", cells.size(), cells.size() - open.size(),
                   open.size());
    }
    for (const eval::Cell& cell : open) total_ += weight(cell);
    count_ = open.size();
    begin_ = std::chrono::steady_clock::now();
    std::stable_sort(open.begin(), open.end(),
                     [](const eval::Cell& a, const eval::Cell& b) { return weight(a) > weight(b); });
    const auto middle = std::stable_partition(open.begin(), open.end(),
                                              [](const eval::Cell& cell) { return !eval::reuses_models(cell.group); });
    run_phase({open.begin(), middle});
    run_phase({middle, open.end()});
    return failures_;
  }

 private:
  [[nodiscard]] bool done(const eval::Cell& cell) const {
    const auto result = eval::load_cell(params_.folder, cell);
    return result && (options_.any_revision || result->revision == revision());
  }

  void run_phase(const std::vector<eval::Cell>& cells) {
    base::parallel_for(cells.size(), workers_, [&](size_t i) {
      show(cells[i].key());
      std::string failure;
      try {
        run_cell(cells[i], datasets_.get(cells[i].dataset), datasets_.get(cells[i].test), datasets_.path(cells[i].test),
                 params_);
      } catch (const base::Error& error) {
        failure = error.what();
      }
      {
        const std::lock_guard lock(mutex_);
        if (!failure.empty()) failures_.push_back({cells[i].key(), failure});
        ++finished_;
        weight_done_ += weight(cells[i]);
      }
      show("");
    });
  }

  void show(const std::string& started) {
    const std::lock_guard lock(mutex_);
    if (!started.empty()) current_ = started;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    char text[256];
    if (weight_done_ > 0) {
      std::snprintf(text, sizeof text, "%zu of %zu cells, %.0f min, about %.0f min left; now %s", finished_, count_,
                    seconds / 60, seconds / 60 * (total_ / weight_done_ - 1), current_.c_str());
    } else {
      std::snprintf(text, sizeof text, "%zu of %zu cells; now %s", finished_, count_, current_.c_str());
    }
    status_.show(text);
  }

  const Options& options_;
  Datasets& datasets_;
  const CellParams& params_;
  size_t workers_;
  std::mutex mutex_;
  StatusLine status_;
  std::string current_;
  std::vector<Failure> failures_;
  size_t finished_ = 0, count_ = 0;
  double weight_done_ = 0, total_ = 0;
  std::chrono::steady_clock::time_point begin_;
};

void check_names(const Options& options) {
  for (const std::string& model : options.models) {
    const auto& ablations = eval::ablation_variants();
    const bool ablation = std::any_of(ablations.begin(), ablations.end(),
                                      [&](const eval::Variant& variant) { return variant.name == model; });
    if (!ablation) encode::check_kind(model);
  }
  for (const std::string& dataset : options.datasets) {
    const auto rows = eval::published_scores();
    const auto& frontier = data::frontier_presets();
    if (std::none_of(rows.begin(), rows.end(), [&](const auto& row) { return row.preset == dataset; }) &&
        std::none_of(frontier.begin(), frontier.end(), [&](const auto& space) { return space.name == dataset; })) {
      throw base::Error("dataset " + dataset + " is neither one of the paper's fourteen nor of the frontier");
    }
  }
}

std::vector<Failure> run_cells(const Options& options, const std::vector<eval::Cell>& cells) {
  for (const char* folder : {"/cells", "/models"}) base::make_directories(options.results + folder);
  // Two would train the same cells, and each would write a summary of its own.
  const base::FileLock lock(options.results + "/reproduce", "being run");
  Datasets datasets(options);
  {
    base::Progress progress("datasets", cells.size(), terminal_progress(options.common.quiet));
    for (const eval::Cell& cell : cells) {
      datasets.provide(cell.dataset);
      datasets.provide(cell.test);
      progress.add(1);
    }
  }
  const size_t workers = threads_of(options.common);
  const auto trainings = static_cast<size_t>(std::count_if(cells.begin(), cells.end(), [](const eval::Cell& cell) {
    return !eval::reuses_models(cell.group) && cell.variant.kind != "tfidf";
  }));
  const CellParams params = cell_params(options, trainings, workers);
  return Grid(options, datasets, params, workers).run(cells);
}

int run_reproduce(Options options) {
  for (std::string& dataset : options.datasets) dataset = data::preset(dataset).name;  // the paper's names will do
  check_names(options);
  const std::vector<eval::Cell> cells = Plan(options).cells();
  if (cells.empty()) throw base::Error("no cell of the grid is asked for; check --models, --datasets and --only");
  std::vector<Failure> failures;
  if (!options.no_run) failures = run_cells(options, cells);
  for (const Failure& failure : failures) {
    std::fprintf(stderr, "eqnet: error: cell %s: %s\n", failure.key.c_str(), failure.error.c_str());
  }

  std::vector<eval::CellResult> results;
  for (const eval::Cell& cell : cells) {
    if (auto result = eval::load_cell(options.results, cell)) results.push_back(*std::move(result));
  }
  if (results.empty() && options.no_run) {
    throw base::Error(options.results, "has none of the cells asked for", "leave out --no-run");
  }
  if (!results.empty()) {
    const std::string tables = report::summary(results);
    base::AtomicFile file(options.results + "/summary.md");
    file.write(tables);
    file.commit();
    if (!options.common.json) std::fputs(tables.c_str(), stdout);
  }
  if (options.common.json) std::printf("%s\n", reproduce_json(options.results, results, failures).c_str());
  return failures.empty() ? kYes : kError;
}

}  // namespace

Verb add_reproduce(CommandLine& program) {
  auto options = std::make_shared<Options>();
  Command verb = program.verb("reproduce", "Regenerate the paper's tables, ours beside the published values");
  verb.option("DIR", options->folder, "Folder of the datasets; those that are missing are generated").required();
  verb.option("-o,--output", options->results, "Folder of the results: cells/, models/, summary.md").required();
  verb.option("--models", options->models, "Only these models or ablations, such as eqnet-siamese (default: all)")
      .by_commas();
  verb.option("--datasets", options->datasets,
              "Only these presets, by our names or the paper's (default: its fourteen)")
      .by_commas();
  verb.option("--only", options->groups, "Parts of the grid")
      .by_commas()
      .one_of({"models", "transfer", "ablations", "depth", "frontier"})
      .shows_default();
  verb.option("--seeds", options->seeds, "Seeds, counted up from --seed").positive().shows_default();
  verb.option("--official", options->official, "Folder of SemVec files to take datasets from where it has them");
  verb.option("--recipe", options->recipe, "Settings of the models: tuned, or the paper's")
      .one_of(encode::recipes())
      .shows_default();
  verb.option("--queries", options->queries, "Evaluate on an even sample of so many expressions a part; 0: all")
      .shows_default();
  verb.option("--time", options->time, "Most seconds of one training").positive().shows_default();
  verb.option("--budget", options->budget, "Minutes for the whole grid: shorter trainings, 500 queries a part")
      .positive();
  verb.flag("--no-run", options->no_run, "Run nothing: only the tables of the cells that are there");
  verb.flag("--any-revision", options->any_revision, "Keep cells that another revision of the program made");
  add_common(verb, options->common, Uses::random_and_threads);
  verb.footer(
      "Every cell (a training and its evaluation) is one JSON file in RESULTS/cells; a cell that is there is not run\n"
      "again, so the command can be stopped and given again. Cells run in parallel, one a thread. --json prints the\n"
      "scores of every cell and the cells that failed; RESULTS/summary.md has the tables all the same.\n\n"
      "Examples:\n"
      "  eqnet reproduce data -o results --budget 10              the whole grid, roughly\n"
      "  eqnet reproduce data -o results --seeds 3\n"
      "  eqnet reproduce data -o results --models eqnet-mul --seeds 3 --only models,transfer,depth,frontier --time 60\n"
      "  eqnet reproduce data -o results --models eqnet,tfidf --datasets boolean5,poly5 --only models");
  return {"reproduce", [options] { return run_reproduce(*options); }};
}

}  // namespace eqnet::cli
