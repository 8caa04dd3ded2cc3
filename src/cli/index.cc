// eqnet index: expressions and their vectors, prepared once for `eqnet nearest`.
#include "eqnet/api/index.h"

#include <cstdio>
#include <filesystem>

#include "api/model_state.h"
#include "base/files.h"
#include "cli/model_and_dataset.h"
#include "cli/over_ranks.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "eqnet/base/error.h"

namespace eqnet::cli {
namespace {

struct IndexOptions {
  std::string model, file, output;
  std::string domain = "auto";
  bool mpi = false;
  Common common;
};

void check_output(const IndexOptions& options) {
  std::error_code ignored;
  for (const std::string& input : {options.model, options.file}) {
    if (std::filesystem::equivalent(input, options.output, ignored)) {
      throw base::Error(options.output, "is what the index is made of", "choose another name for -o");
    }
  }
  base::remove_leftovers(options.output);
  base::AtomicFile probe(options.output);  // says at once that it cannot be written
}

int run_index(const IndexOptions& options, base::Ranks* ranks) {
  std::optional<ModelAndDataset> both;
  base::together(ranks, [&] {
    refuse_stdin(ranks, options.file);
    if (base::leads(ranks)) check_output(options);
    both = load_both(options.model, options.file, options.domain, true);
  });
  require_same_inputs(ranks, *both);
  auto& [encoder, dataset] = *both;
  const size_t threads = threads_of(options.common, ranks);
  const api::Model model = api::Model::State::of_rank(std::move(encoder), dataset.domain, ranks);
  if (!base::leads(ranks)) {
    api::help_index(model, dataset, threads);
    return kYes;
  }
  base::Progress progress("embedding", data::count_expressions(dataset.classes),
                          terminal_progress(options.common.quiet));
  const api::Index index(model, dataset, threads, [&](size_t done) { progress.add(done); });
  index.save(options.output);
  if (options.common.json) {
    base::Json json;
    json.object().key("index").value(options.output).key("expressions").value(index.size());
    print(json.key("vectors").value(index.distinct_vectors()).end_object());
  } else if (!options.common.quiet) {
    std::fprintf(stderr, "eqnet: %s: %zu expressions, %zu distinct vectors\n", options.output.c_str(), index.size(),
                 index.distinct_vectors());
  }
  return kYes;
}

}  // namespace

Verb add_index(CommandLine& program) {
  auto options = std::make_shared<IndexOptions>();
  Command verb = program.verb("index", "Prepare expressions and their vectors for eqnet nearest");
  verb.option("MODEL", options->model, model_or_values_help()).required();
  verb.option("FILE", options->file, "Main file of a dataset, or a list of expressions, one a line; - is stdin")
      .required();
  verb.option("-o,--output", options->output, "Index file to write").required();
  add_domain(verb, options->domain, "the model's");
  add_mpi(verb, options->mpi);
  add_common(verb, options->common, Uses::threads);
  verb.footer(
      "The file holds the expressions, their vectors and the model, so that nearest needs nothing else. It is read as\n"
      "far as a query needs it. In a list, an expression that comes again is left out.\n\n"
      "Examples:\n"
      "  eqnet index boolean formulas.txt -o formulas.index\n"
      "  eqnet index sums.eqnet data/simplepoly8.json.gz -o sums.index\n"
      "  eqnet nearest formulas.index 'a -> b' -k 5\n"
      "  mpirun -n 8 eqnet index boolean formulas.txt -o formulas.index   # the same as without mpirun");
  return {"index", [options] {
            return over_ranks(options->mpi, [&](base::Ranks* ranks) { return run_index(*options, ranks); });
          }};
}

}  // namespace eqnet::cli
