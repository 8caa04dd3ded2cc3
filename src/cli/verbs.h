// The verbs of the command line, one file each. A verb declares its options on its subcommand and returns what to run.
#pragma once

#include <functional>
#include <string>

#include "cli/options.h"
#include "encode/model.h"
#include "eqnet/data/dataset.h"

namespace eqnet::cli {

// Exit codes: scripts rely on them.
enum Exit : int { kYes = 0, kNo = 1, kError = 2, kUndecided = 3 };

// Options that every verb has.
struct Common {
  uint64_t seed = 1;
  size_t threads = 0;  // 0: all cores
  bool quiet = false;
  bool json = false;
};
// What main runs after parsing; the result is the exit code.
using Run = std::function<int()>;

struct Verb {
  std::string name;
  Run run;
};

Verb add_generate(CommandLine& program);
Verb add_split(CommandLine& program);
Verb add_stats(CommandLine& program);
Verb add_equiv(CommandLine& program);
Verb add_group(CommandLine& program);
Verb add_simplify(CommandLine& program);
Verb add_rules(CommandLine& program);
Verb add_train(CommandLine& program);
Verb add_tune(CommandLine& program);
Verb add_evaluate(CommandLine& program);
Verb add_embed(CommandLine& program);
Verb add_index(CommandLine& program);
Verb add_nearest(CommandLine& program);
Verb add_info(CommandLine& program);
Verb add_reproduce(CommandLine& program);
Verb add_report(CommandLine& program);
Verb add_project(CommandLine& program);
Verb add_explore(CommandLine& program);
Verb add_serve(CommandLine& program);
Verb add_completion(CommandLine& program);
Verb add_man(CommandLine& program);

// Declares --quiet, and --json, --threads and --seed where they mean something; a drawing is no table, and workers are
// threads whose number is part of the result.
enum class Uses { output, random, threads, random_and_threads, random_and_workers, drawing };
void add_common(Command& verb, Common& common, Uses uses);
// Declares --domain: a domain's name, or auto, and how it is found then. chosen_domain gives what was chosen, null for
// auto.
void add_domain(Command& verb, std::string& domain, const std::string& automatic = "by the operators used");
constexpr const char* kDatasetsOwn = "by NAME.toml beside the data, else by the operators";
const domain::Domain* chosen_domain(const std::string& domain);
// What the help says of an argument MODEL.
std::string model_help();
// The dataset that a model is asked about: of the chosen domain, else of the model's. expressions_only: its split is
// not needed, and a list of expressions will do.
data::Dataset load_for(const encode::Model& model, const std::string& path, const std::string& domain,
                       bool expressions_only = false);
// The number of threads the user means.
size_t threads_of(const Common& common);

// The whole program.
int run(int argc, char** argv);

}  // namespace eqnet::cli
