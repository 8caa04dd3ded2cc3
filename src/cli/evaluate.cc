// eqnet evaluate: score_1..15, precision-recall and ROC of a model on a dataset.
#include "experiments/evaluation.h"

#include "base/format.h"
#include "base/progress.h"
#include "cli/model_and_dataset.h"
#include "cli/over_ranks.h"
#include "cli/print.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "eqnet/base/error.h"
#include "eqnet/data/random_trees.h"
#include "experiments/cell_json.h"
#include "models/encoder.h"

namespace eqnet::cli {
namespace {

struct EvaluateOptions {
  std::string domain = "auto";
  std::string model, dataset;
  bool scores_only = false;
  size_t queries = 0;
  size_t random_size = 0;
  data::RandomTreesParams random;
  bool mpi = false;
  Common common;
};

void print_table(const experiments::Evaluation& evaluation) {
  Table table({"k", "seen", "ceiling", "unseen", "ceiling"});
  const auto cell = [](const std::optional<eval::PartScores>& part, bool ceiling, size_t k) {
    return part ? base::percent((ceiling ? part->ceiling : part->score)[k]) : std::string("-");
  };
  for (size_t k = 0; k < data::kMostNeighbours; ++k) {
    table.add({std::to_string(k + 1), cell(evaluation.seen, false, k), cell(evaluation.seen, true, k),
               cell(evaluation.unseen, false, k), cell(evaluation.unseen, true, k)});
  }
  table.print();
  Table areas({"", "seen", "unseen"});
  const auto area = [&](const char* label, auto&& value) {
    areas.add(
        {label, evaluation.seen ? value(*evaluation.seen) : "-", evaluation.unseen ? value(*evaluation.unseen) : "-"});
  };
  area("queries", [](const eval::PartScores& part) { return base::with_commas(part.queries); });
  area("area under score_k", [](const eval::PartScores& part) { return base::percent(part.area); });
  const auto& either = evaluation.seen ? evaluation.seen : evaluation.unseen;
  if (!either || !either->roc.points.empty()) {
    area("area under precision-recall",
         [](const eval::PartScores& part) { return base::percent(part.precision_recall.area); });
    area("area under ROC", [](const eval::PartScores& part) { return base::percent(part.roc.area); });
  }
  std::printf("\n");
  areas.print();
}

data::Dataset random_dataset(const EvaluateOptions& options, const encode::Model& model) {
  if (options.random_size == 0) throw base::Error("name a DATASET, or give --random-size");
  if (!options.dataset.empty()) {
    throw base::Error("--random-size", "makes a dataset of its own", "leave out " + options.dataset);
  }
  data::RandomTreesParams params = options.random;
  params.size = options.random_size;
  params.seed = options.common.seed;
  data::Dataset dataset = data::random_trees(domain::domain_of(model.domain, model.definition),
                                             model.vocabulary.leaves(), model.vocabulary.operators(), params);
  if (data::count_expressions(dataset.classes) <= data::kMostNeighbours) {
    throw base::Error("--random-size " + std::to_string(params.size), "too few trees to find 15 neighbours among",
                      "choose a larger size or --count");
  }
  return dataset;
}

ModelAndDataset load(const EvaluateOptions& options) {
  if (options.random_size == 0 && !options.dataset.empty()) {
    return load_both(options.model, options.dataset, options.domain);
  }
  models::Encoder encoder = models::Encoder::load(options.model);
  data::Dataset dataset = random_dataset(options, encoder.model());
  return {std::move(encoder), std::move(dataset)};
}

experiments::Evaluation evaluate(const EvaluateOptions& options, const models::Encoder& encoder,
                                 const data::Dataset& dataset, base::Ranks* ranks) {
  const size_t threads = threads_of(options.common, ranks);
  const experiments::Embedded embedded =
      experiments::embed_dataset(encoder, dataset, {.threads = threads, .ranks = ranks});
  size_t queries = 0;
  for (const data::Part part : {data::Part::seen, data::Part::unseen}) {
    if (dataset.split) queries += data::count_expressions(dataset.part(part));
  }
  if (ranks != nullptr) queries /= ranks->size();
  base::Progress progress("evaluating", queries, terminal_progress(options.common.quiet || !base::leads(ranks)));
  return experiments::evaluate_dataset(
      dataset, embedded,
      {threads, !options.scores_only, options.queries, [&](size_t done) { progress.add(done); }, ranks});
}

void add_part(base::Json& json, const char* key, const std::optional<eval::PartScores>& scores) {
  const auto part = scores ? std::optional(experiments::part_of(*scores)) : std::nullopt;
  experiments::add_part(json, key, part, experiments::Curves::with);
}

int run_evaluate(const EvaluateOptions& options, base::Ranks* ranks) {
  std::optional<ModelAndDataset> both;
  base::together(ranks, [&] {
    refuse_stdin(ranks, options.dataset);
    both = load(options);
    eval::require_split(both->dataset);
  });
  require_same_inputs(ranks, *both);
  base::require_same(ranks, "what is asked",
                     base::format("--queries {}{}", options.queries, options.scores_only ? " --scores-only" : ""),
                     "give all ranks the same options");
  const auto& [encoder, dataset] = *both;
  const experiments::Evaluation evaluation = evaluate(options, encoder, dataset, ranks);
  if (!base::leads(ranks)) return kYes;
  if (options.common.json) {
    base::Json json;
    json.object().key("model").value(options.model).key("kind").value(encoder.model().settings.kind().name);
    json.key("dataset").value(dataset.name);
    add_part(json, "seen", evaluation.seen);
    add_part(json, "unseen", evaluation.unseen);
    json.end_object();
    print(json);
  } else {
    print_table(evaluation);
  }
  return kYes;
}

}  // namespace

Verb add_evaluate(CommandLine& program) {
  auto options = std::make_shared<EvaluateOptions>();
  Command verb = program.verb("evaluate", "Score a model: do nearest neighbours mean the same?");
  verb.option("MODEL", options->model, model_or_values_help()).required();
  verb.option("DATASET", options->dataset, "Main file of a dataset with a split");
  add_domain(verb, options->domain, "the model's");
  verb.flag("--scores-only", options->scores_only, "Leave out precision-recall and ROC");
  verb.option("--queries", options->queries, "Only so many queries of each part, evenly chosen (default: all)");
  Option size =
      verb.option("--random-size", options->random_size, "Instead of a dataset: random trees of so many nodes");
  verb.option("--count", options->random.count, "How many of them").positive().needs(size).shows_default();
  add_mpi(verb, options->mpi);
  add_common(verb, options->common, Uses::random_and_threads);
  verb.footer(
      "Seen and unseen are the queries of SeenEqClass and UnseenEqClass; neighbours are sought among all expressions "
      "of\n"
      "the dataset. Values are percentages; the ceiling is what a perfect encoder scores.\n"
      "Random trees are made of the variables and operators that the model knows, every tree of that size being "
      "equally\n"
      "likely; all of them are unseen.\n\n"
      "Examples:\n"
      "  eqnet evaluate bool5.eqnet data/boolean5.json.gz\n"
      "  eqnet evaluate bool5.eqnet data/boolean8.json.gz --json      # transfer\n"
      "  eqnet evaluate bool5.eqnet --random-size 51 --count 5000     # depth\n"
      "  mpirun -n 8 eqnet evaluate b8.eqnet data/boolean8.json.gz   # the same as without mpirun");
  return {"evaluate", [options] {
            return over_ranks(options->mpi, [&](base::Ranks* ranks) { return run_evaluate(*options, ranks); });
          }};
}

}  // namespace eqnet::cli
