// How a verb declares its options, and how the arguments are read. CLI11 does the work behind options.cc, which alone
// includes it: its headers cost ten seconds of compilation per file that sees them.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "eqnet/base/error.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace eqnet::cli {

// Arguments that the program does not understand; what() names the one at fault and, where there is one, the nearest
// that it knows.
class UsageError : public base::Error {
 public:
  using base::Error::Error;
};

// An option that was just declared; the calls refine it.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option& required();
  // The help shows the value that the variable has now.
  Option& shows_default();
  // Text: one of these words, or a file with this ending where one is given.
  Option& one_of(const std::vector<std::string>& words, const std::string& file_ending = "");
  // Text: a folder that is there.
  Option& existing_folder();
  // Numbers.
  Option& at_least(double least) { return between(least, std::numeric_limits<double>::infinity()); }
  Option& between(double least, double most);
  Option& positive();
  // Lists: values may be given as one, separated by commas.
  Option& by_commas();
  // Lists: one value follows the option, which may be repeated.
  Option& repeatable();
  // Only together with another.
  Option& needs(const Option& other);

 private:
  CLI::Option* option_;
};

// A verb's options. The variables must live until the program has parsed its arguments.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  // names: "-o,--output", or "FILE" for an argument without a name. A size_t takes whole numbers only, a double finite
  // ones only.
  Option option(const std::string& names, std::string& value, const std::string& help);
  Option option(const std::string& names, std::vector<std::string>& values, const std::string& help);
  Option option(const std::string& names, size_t& value, const std::string& help);
  Option option(const std::string& names, double& value, const std::string& help);
  Option flag(const std::string& names, bool& value, const std::string& help);
  // What follows the options in the help.
  void footer(const std::string& text);

 private:
  CLI::App* app_;
};

// What was declared, for texts about it: manual pages, completions of shells.
struct OptionInfo {
  std::vector<std::string> names;  // "-o", "--output"; of an argument without a name what it is called, "FILE"
  bool positional = false, required = false, many = false;
  std::string value;                 // what it takes: "N", "TEXT", "{tuned,paper}"; empty for a flag
  std::vector<std::string> choices;  // where it takes one of some words
  std::string default_value, help;
};
struct VerbInfo {
  std::string name, description, footer;
  std::vector<OptionInfo> options;
};

// The program's verbs and their options.
class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& version, const std::string& description,
              const std::string& footer);
  ~CommandLine();

  // An expression may start with a minus sign: among the arguments of a verb that takes expressions, what starts with
  // one and is no option is an expression.
  enum class Takes { names, expressions };
  Command verb(const std::string& name, const std::string& description, Takes takes = Takes::names);

  // Sets the variables of the verb that the arguments name and returns its name; nothing when they asked for help or
  // the version, which is then in `text`. Throws UsageError.
  std::optional<std::string> parse(std::vector<std::string> arguments, std::string& text);

  [[nodiscard]] VerbInfo program() const;  // its own name and options
  [[nodiscard]] std::vector<VerbInfo> verbs() const;
  [[nodiscard]] const std::string& version() const { return version_; }

 private:
  void check_verb(const std::vector<std::string>& arguments) const;
  void refuse_unknown_options(const CLI::App& verb) const;
  [[noreturn]] void refuse_extras(const CLI::App& verb) const;

  std::unique_ptr<CLI::App> app_;
  std::string version_;
  std::set<std::string> take_expressions_;  // names of verbs
};

}  // namespace eqnet::cli
