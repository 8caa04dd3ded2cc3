#include "cli/options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "base/suggest.h"

namespace eqnet::cli {
namespace {

// The whole of `text` as a number; nothing for "-1" as a size_t, for "3 apples", "nan" or "1e999".
template <class Number>
std::optional<Number> number(const std::string& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>) {
    if (!std::isfinite(value)) return std::nullopt;
  }
  return value;
}

std::string shown(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

// Options of numbers. CLI11's own conversion wraps -1 round to 2^64 - 1 and takes nan.
template <class Number>
CLI::Option* add_number(CLI::App& app, const std::string& names, Number& value, const std::string& help,
                        const char* type, const char* expected) {
  CLI::Option* option = app.add_option(
      names,
      [&value](const CLI::results_t& results) {
        value = *number<Number>(results.back());
        return true;
      },
      help, false, [&value] { return shown(static_cast<double>(value)); });
  option->type_name(type)->expected(1);
  option->check([expected](const std::string& text) {
    return number<Number>(text) ? "" : "found " + base::quoted(text) + ", expected " + expected;
  });
  return option;
}

// Whether an argument that starts with a minus sign looks like an option rather than like an expression such as "-a",
// "--a" or "-(a + b)".
bool looks_like_an_option(const std::string& argument) {
  return argument.size() > 3 && argument.starts_with("--") &&
         argument.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", 2) == std::string::npos;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

// nullptr where there is none of this name.
const CLI::App* verb_of(const CLI::App& program, const std::string& name) {
  for (const CLI::App* verb : program.get_subcommands({})) {
    if (verb->get_name() == name) return verb;
  }
  return nullptr;
}

std::vector<std::string> verb_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* verb : program.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

// Whatever starts with a minus sign and is no option of the verb gets a mark in front, so that CLI11 does not take it
// for an option; the options of text take it off again.
constexpr char kMark = '\x01';

void protect_expressions(const CLI::App& verb, std::vector<std::string>& arguments) {
  for (size_t i = 1; i < arguments.size(); ++i) {
    std::string& argument = arguments[i];
    if (argument.size() < 2 || argument[0] != '-') continue;
    const CLI::Option* before = verb.get_option_no_throw(arguments[i - 1]);
    if (before != nullptr && before->get_items_expected_min() > 0) continue;  // the value of an option
    const std::string name = argument.substr(0, argument.find('='));
    if (name == "--" || verb.get_option_no_throw(name) != nullptr || looks_like_an_option(name)) continue;
    argument.insert(argument.begin(), kMark);
  }
}

// "--npy=" is an option with an empty value; CLI11 would take the next argument for it.
void split_empty_values(const CLI::App& verb, std::vector<std::string>& arguments) {
  for (size_t i = 1; i < arguments.size(); ++i) {
    if (!arguments[i].starts_with("--") || !arguments[i].ends_with('=')) continue;
    const std::string name = arguments[i].substr(0, arguments[i].size() - 1);
    if (verb.get_option_no_throw(name) == nullptr) continue;
    arguments[i] = name;
    arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, "");
    ++i;
  }
}

// The words of "{tuned,paper}", but for one that stands for files; none where a value is anything else.
std::vector<std::string> choices_of(const std::string& value) {
  std::vector<std::string> words;
  if (!value.starts_with('{') || !value.ends_with('}')) return words;
  std::istringstream list(value.substr(1, value.size() - 2));
  for (std::string word; std::getline(list, word, ',');) {
    if (!word.starts_with("FILE")) words.push_back(word);
  }
  return words;
}

VerbInfo info_of(const CLI::App& app) {
  VerbInfo info{app.get_name(), app.get_description(), app.get_footer(), {}};
  for (const CLI::Option* option : app.get_options()) {
    OptionInfo one;
    for (const std::string& name : option->get_snames()) one.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) one.names.push_back("--" + name);
    one.positional = one.names.empty();
    if (one.positional) one.names.push_back(option->get_name());
    one.required = option->get_required();
    one.many = option->get_items_expected_max() > 1;
    if (option->get_items_expected_max() > 0) one.value = option->get_type_name();
    one.choices = choices_of(one.value);
    one.default_value = option->get_default_str();
    one.help = option->get_description();
    info.options.push_back(std::move(one));
  }
  return info;
}

CLI::Option* unmarked(CLI::Option* option) {
  return option->transform(CLI::Validator(
      [](std::string& text) {
        if (text.starts_with(kMark)) text.erase(0, 1);
        return std::string();
      },
      ""));
}

}  // namespace

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::shows_default() {
  option_->capture_default_str();
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& words, const std::string& file_ending) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ",") + word;
  if (!file_ending.empty()) list += ",FILE" + file_ending;
  option_->type_name("{" + list + "}");
  option_->check([words, list, file_ending](const std::string& text) -> std::string {
    if (std::ranges::find(words, text) != words.end()) return "";
    if (!file_ending.empty() && text.ends_with(file_ending)) return "";
    return "found " + base::quoted(text) + ", expected one of " + list + "; " +
           base::did_you_mean(text, words, "choose one of them");
  });
  return *this;
}

Option& Option::existing_folder() {
  option_->check([](const std::string& path) {
    std::error_code ignored;
    const bool there = std::filesystem::is_directory(path, ignored);
    return there ? "" : "the folder " + base::quoted(path) + " does not exist";
  });
  return *this;
}

Option& Option::between(double least, double most) {
  option_->check([least, most](const std::string& text) -> std::string {
    const std::optional<double> value = number<double>(text);
    if (!value || (*value >= least && *value <= most)) return "";  // what is no number is refused by another check
    const std::string range =
        std::isfinite(most) ? "from " + shown(least) + " to " + shown(most) : "of " + shown(least) + " or more";
    return "found " + base::quoted(text) + ", expected a number " + range;
  });
  return *this;
}

Option& Option::positive() {
  option_->check([](const std::string& text) -> std::string {
    const std::optional<double> value = number<double>(text);
    return value && *value <= 0 ? "found " + base::quoted(text) + ", expected a number above 0" : "";
  });
  return *this;
}

Option& Option::by_commas() {
  option_->delimiter(',');
  return *this;
}

Option& Option::repeatable() {
  option_->allow_extra_args(false);
  return *this;
}

Option& Option::needs(const Option& other) {
  option_->needs(other.option_);
  return *this;
}

Option Command::option(const std::string& names, std::string& value, const std::string& help) {
  return Option(unmarked(app_->add_option(names, value, help)));
}
Option Command::option(const std::string& names, std::vector<std::string>& values, const std::string& help) {
  return Option(unmarked(app_->add_option(names, values, help)));
}
Option Command::option(const std::string& names, size_t& value, const std::string& help) {
  return Option(add_number(*app_, names, value, help, "N", "a whole number of 0 or more"));
}
Option Command::option(const std::string& names, double& value, const std::string& help) {
  return Option(add_number(*app_, names, value, help, "X", "a number"));
}
Option Command::flag(const std::string& names, bool& value, const std::string& help) {
  return Option(app_->add_flag(names, value, help));
}
void Command::footer(const std::string& text) {
  app_->footer(text);
}

CommandLine::CommandLine(const std::string& name, const std::string& version, const std::string& description,
                         const std::string& footer)
    : app_(std::make_unique<CLI::App>(description, name)), version_(version) {
  app_->set_version_flag("--version", version);
  app_->set_help_flag("-h,--help", "Show this help");
  app_->require_subcommand(1);
  app_->footer(footer);
}
CommandLine::~CommandLine() = default;

Command CommandLine::verb(const std::string& name, const std::string& description, Takes takes) {
  if (takes == Takes::expressions) take_expressions_.insert(name);
  CLI::App* app = app_->add_subcommand(name, description);
  app->set_help_flag("-h,--help", "Show this help");
  return Command(app);
}

void CommandLine::check_verb(const std::vector<std::string>& arguments) const {
  const std::string all = "`" + app_->get_name() + " --help` lists the verbs";
  if (arguments.empty()) throw UsageError("no verb was given; " + all);
  const std::string& first = arguments[0];
  if (first[0] == '-' && app_->get_option_no_throw(first) == nullptr) {
    throw UsageError("option " + base::quoted(first) + " is not known; " +
                     base::did_you_mean(first, option_names(*app_), "the verb comes first, and " + all));
  }
  if (first[0] != '-' && verb_of(*app_, first) == nullptr) {
    throw UsageError("verb " + base::quoted(first) + " is not known; " +
                     base::did_you_mean(first, verb_names(*app_), all));
  }
}

void CommandLine::refuse_unknown_options(const CLI::App& verb) const {
  const std::string call = app_->get_name() + " " + verb.get_name();
  for (const std::string& extra : verb.remaining()) {
    if (extra.size() < 2 || extra[0] != '-' || extra == "--") continue;
    const std::string name = extra.substr(0, extra.find('='));
    throw UsageError("option " + base::quoted(name) + " is not known to `" + call + "`; " +
                     base::did_you_mean(name, option_names(verb), "`" + call + " --help` lists what it takes"));
  }
}

void CommandLine::refuse_extras(const CLI::App& verb) const {
  refuse_unknown_options(verb);
  const std::string call = app_->get_name() + " " + verb.get_name();
  const std::vector<std::string> extras = verb.remaining();
  std::string extra = extras.empty() ? "" : extras.front();
  if (extra.starts_with(kMark)) extra.erase(0, 1);
  const std::string help = "`" + call + " --help` lists what it takes";
  throw UsageError("argument " + base::quoted(extra) + " is one too many for `" + call + "`; " + help);
}

std::optional<std::string> CommandLine::parse(std::vector<std::string> arguments, std::string& text) {
  if (!arguments.empty() && arguments[0] == "help") {  // eqnet help VERB
    arguments.erase(arguments.begin());
    arguments.resize(std::min<size_t>(arguments.size(), 1));
    arguments.emplace_back("--help");
  }
  if (!arguments.empty() && arguments[0].empty()) throw UsageError("the verb is empty");
  check_verb(arguments);
  const CLI::App* verb = verb_of(*app_, arguments[0]);
  if (verb != nullptr) split_empty_values(*verb, arguments);
  if (verb != nullptr && take_expressions_.contains(verb->get_name())) protect_expressions(*verb, arguments);
  std::ranges::reverse(arguments);  // the order in which CLI11 takes a vector
  try {
    app_->parse(std::move(arguments));
  } catch (const CLI::ExtrasError&) {
    refuse_extras(*verb);
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream out;
    app_->exit(success, out, out);
    text = out.str();
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    // An option with a slip of the pen is what is required and missing, or has the value that is one too many.
    if (verb != nullptr) refuse_unknown_options(*verb);
    throw UsageError(error.what());
  }
  return verb->get_name();
}

VerbInfo CommandLine::program() const {
  return info_of(*app_);
}

std::vector<VerbInfo> CommandLine::verbs() const {
  std::vector<VerbInfo> all;
  for (const CLI::App* verb : app_->get_subcommands({})) all.push_back(info_of(*verb));
  return all;
}

}  // namespace eqnet::cli
