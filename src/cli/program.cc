// The program: parses the command line, runs one verb, and turns errors into one line and an exit code.
#include <cstdio>
#include <exception>
#include <new>

#include "base/threads.h"
#include "cli/verbs.h"
#include "eqnet/base/error.h"
#include "eqnet/expr/parse.h"

namespace eqnet::cli {
namespace {

// An expression may start with a minus sign, which CLI11 would take for an option. Whatever starts with one and is no
// option of the verb gets a space in front, which the expression's parser skips.
void protect_expressions(const CLI::App& program, std::vector<std::string>& arguments) {
  if (arguments.empty() || (arguments[0] != "equiv" && arguments[0] != "embed" && arguments[0] != "nearest")) return;
  const CLI::App* verb = program.get_subcommand(arguments[0]);
  for (size_t i = 1; i < arguments.size(); ++i) {
    std::string& argument = arguments[i];
    if (argument.size() < 2 || argument[0] != '-') continue;
    const std::string name = argument.substr(0, argument.find('='));
    if (name == "--" || verb->get_option_no_throw(name) != nullptr) continue;
    argument.insert(argument.begin(), ' ');
  }
}

int report(const char* what) {
  std::fprintf(stderr, "eqnet: error: %s\n", what);
  return kError;
}

}  // namespace

void add_common(CLI::App& verb, Common& common, Uses uses) {
  if (uses == Uses::random_and_threads) {
    verb.add_option("--seed", common.seed, "Seed; the same seed gives the same result")->capture_default_str();
  }
  if (uses != Uses::output) {
    verb.add_option("--threads", common.threads, "Threads; the result does not depend on it (default: all cores)");
  }
  if (uses != Uses::drawing) verb.add_flag("--json", common.json, "Print JSON instead of a table");
  verb.add_flag("-q,--quiet", common.quiet, "No progress and no messages");
}

size_t threads_of(const Common& common) {
  return common.threads == 0 ? base::default_threads() : common.threads;
}

int run(int argc, char** argv) {
  CLI::App program("EqNet: vectors for symbolic expressions, the same for equivalent ones.", "eqnet");
  program.set_version_flag("--version", std::string("eqnet ") + EQNET_VERSION);
  program.set_help_flag("-h,--help", "Show this help");
  program.require_subcommand(1);
  program.footer("Exit codes: 0 yes, 1 no, 2 error, 3 undecided.  `eqnet VERB --help` has examples.");
  const std::vector<Verb> verbs = {add_generate(program), add_stats(program),    add_equiv(program),
                                   add_train(program),    add_evaluate(program), add_embed(program),
                                   add_nearest(program),  add_info(program),     add_reproduce(program),
                                   add_report(program),   add_project(program),  add_explore(program)};
  for (const Verb& verb : verbs) verb.app->set_help_flag("-h,--help", "Show this help");

  std::vector<std::string> arguments(argv + 1, argv + argc);
  protect_expressions(program, arguments);
  std::reverse(arguments.begin(), arguments.end());  // the order in which CLI11 takes a vector
  try {
    program.parse(std::move(arguments));
  } catch (const CLI::Success& success) {  // --help, --version
    return program.exit(success);
  } catch (const CLI::ParseError& error) {
    report(error.what());
    std::fprintf(stderr, "Try 'eqnet --help' or 'eqnet VERB --help'.\n");
    return kError;
  }
  try {
    for (const Verb& verb : verbs) {
      if (!verb.app->parsed()) continue;
      const int code = verb.run();
      if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
      return report("standard output cannot be written; is the disk full?");
    }
  } catch (const expr::ParseError& error) {
    report(error.what());
    std::fprintf(stderr, "%s\n", error.excerpt.c_str());
    return kError;
  } catch (const std::bad_alloc&) {
    return report("out of memory; choose a smaller space or file");
  } catch (const std::exception& error) {
    return report(error.what());
  }
  return kError;
}

}  // namespace eqnet::cli
