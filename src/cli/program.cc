// The program: parses the command line, runs one verb, and turns errors into one line and an exit code.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "base/start_ranks.h"
#include "base/threads.h"
#include "cli/over_ranks.h"
#include "cli/verbs.h"
#include "encode/pretrained.h"
#include "eqnet/base/error.h"
#include "eqnet/expr/parse.h"

namespace eqnet::cli {
namespace {

int report(const char* what) {
  say_error(base::rank_by_environment(), what);
  return kError;
}

}  // namespace

void add_common(Command& verb, Common& common, Uses uses) {
  const bool workers = uses == Uses::random_and_workers;
  if (uses == Uses::random || uses == Uses::random_and_threads || workers) {
    verb.option("--seed", common.seed, "Seed; the same seed gives the same result").shows_default();
  }
  if (uses != Uses::output && uses != Uses::random) {
    constexpr double kMostThreads = 4096;
    verb.option("--threads", common.threads,
                workers ? "Trials at once; the result depends on their number as it was at first (default: all cores)"
                        : "Threads; the result does not depend on it (default: all cores)")
        .between(0, kMostThreads);
  }
  if (uses != Uses::drawing) verb.flag("--json", common.json, "Print JSON instead of a table");
  verb.flag("-q,--quiet", common.quiet, "No progress and no messages");
}

void add_domain(Command& verb, std::string& domain, const std::string& automatic) {
  std::vector<std::string> choices = {"auto"};
  std::string names;
  for (const domain::Domain* one : domain::domains()) {
    choices.emplace_back(one->name());
    names.append(one->name()).append(", ");
  }
  verb.option("--domain", domain, names + "an algebra's FILE.toml, or auto: " + automatic)
      .one_of(choices, ".toml")
      .shows_default();
}

const domain::Domain* chosen_domain(const std::string& domain) {
  return domain == "auto" ? nullptr : &domain::domain_of(domain);
}

std::string model_help() {
  std::string text = "Model file, or pretrained:";
  for (const encode::Pretrained& model : encode::pretrained_models()) {
    text.append(text.ends_with(':') ? " " : ", ").append(model.name);
  }
  return text;
}

data::Dataset load_for(const encode::Model& model, const std::string& path, const std::string& domain,
                       bool expressions_only) {
  data::LoadParams load;
  load.domain = domain == "auto" ? &domain::domain_of(model.domain, model.definition) : chosen_domain(domain);
  load.with_split = !expressions_only;
  load.lists = expressions_only;
  return data::load(path, load);
}

size_t threads_of(const Common& common) {
  return common.threads == 0 ? base::default_threads() : common.threads;
}

namespace {

// Runs what the arguments ask for. Nothing is lost in silence: what cannot be written to standard output is an error.
int run(const std::vector<std::string>& arguments) {
  CommandLine program("eqnet", std::string("eqnet ") + EQNET_VERSION,
                      "EqNet: vectors for symbolic expressions, the same for equivalent ones.",
                      "Exit codes: 0 yes, 1 no, 2 error, 3 undecided.  `eqnet help VERB` has examples.");
  const std::vector<Verb> verbs = {
      add_generate(program), add_split(program),   add_stats(program),   add_equiv(program), add_group(program),
      add_simplify(program), add_rules(program),   add_train(program),   add_tune(program),  add_evaluate(program),
      add_embed(program),    add_index(program),   add_nearest(program), add_info(program),  add_reproduce(program),
      add_report(program),   add_project(program), add_explore(program), add_serve(program), add_completion(program),
      add_man(program)};
  std::string text;
  int code = kYes;
  if (const std::optional<std::string> name = program.parse(arguments, text)) {
    code = std::ranges::find(verbs, *name, &Verb::name)->run();
  } else {
    std::fputs(text.c_str(), stdout);
  }
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  return report("standard output cannot be written; is the disk full?");
}

}  // namespace

int run(int argc, char** argv) {
  try {
    return run(std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
  } catch (const expr::ParseError& error) {
    report(error.what());
    std::fprintf(stderr, "%s\n", error.excerpt.c_str());
    return kError;
  } catch (const std::bad_alloc&) {
    return report("out of memory; choose a smaller space or file");
  } catch (const std::exception& error) {
    return report(error.what());
  }
}

}  // namespace eqnet::cli
