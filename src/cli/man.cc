// eqnet man: the manual page of the program or of a verb, made from the tables that --help is made from.
#include <algorithm>
#include <cstdio>
#include <sstream>

#include "base/suggest.h"
#include "cli/verbs.h"
#include "eqnet/base/error.h"

namespace eqnet::cli {
namespace {

struct ManOptions {
  std::string verb;
  bool list = false;
};

// Text as roff shows it: hyphens that can be pasted, and no line that is taken for a request.
std::string escaped(const std::string& text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool line_begins = i == 0 || text[i - 1] == '\n';
    if (line_begins && (text[i] == '.' || text[i] == '\'')) result += "\\&";
    if (text[i] == '\\') {
      result += "\\e";
    } else if (text[i] == '-') {
      result += "\\-";
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return text;
}

// ".TP", the names in bold and the value in italics, then the help.
std::string entry(const OptionInfo& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + ("\\fB" + escaped(name) + "\\fR");
  if (!option.value.empty() && !option.positional) names += " \\fI" + escaped(option.value) + "\\fR";
  if (option.many) names += " ...";
  std::string help = escaped(option.help);
  if (!option.default_value.empty()) help += " (default: " + escaped(option.default_value) + ")";
  return ".TP\n" + names + "\n" + help + "\n";
}

std::string section(const char* title, const std::vector<OptionInfo>& options, bool positional) {
  std::string text;
  for (const OptionInfo& option : options) {
    if (option.positional == positional) text += entry(option);
  }
  return text.empty() ? "" : ".SH " + std::string(title) + "\n" + text;
}

// What follows the options in the help: paragraphs, then examples, whose lines stay as they are.
std::string notes(const std::string& footer) {
  const size_t examples = footer.find("Examples:\n");
  std::string before = footer.substr(0, examples);
  before.erase(before.find_last_not_of('\n') + 1);
  std::string text;
  if (!before.empty()) text += ".SH NOTES\n.nf\n" + escaped(before) + "\n.fi\n";
  if (examples != std::string::npos) {
    text += ".SH EXAMPLES\n.nf\n" + escaped(footer.substr(footer.find('\n', examples) + 1)) + "\n.fi\n";
  }
  return text;
}

std::string head(const std::string& page, const CommandLine& program, const std::string& description) {
  return ".TH " + upper(page) + R"( 1 "" ")" + escaped(program.version()) + R"(" "User Commands")" + "\n.SH NAME\n" +
         escaped(page) + " \\- " + escaped(description) + "\n";
}

std::string page_of(const CommandLine& program, const VerbInfo& verb) {
  std::string synopsis = R"(\fBeqnet )" + verb.name + R"(\fR [\fIOPTIONS\fR])";
  for (const OptionInfo& option : verb.options) {
    if (!option.positional) continue;
    const std::string name = "\\fI" + escaped(option.names[0]) + "\\fR" + (option.many ? "..." : "");
    synopsis += option.required ? " " + name : " [" + name + "]";
  }
  return head("eqnet-" + verb.name, program, verb.description) + ".SH SYNOPSIS\n" + synopsis + "\n" +
         section("ARGUMENTS", verb.options, true) + section("OPTIONS", verb.options, false) + notes(verb.footer) +
         ".SH SEE ALSO\n.BR eqnet (1)\n";
}

std::string page_of_program(const CommandLine& program) {
  const VerbInfo own = program.program();
  std::string text = head(own.name, program, own.description) +
                     ".SH SYNOPSIS\n\\fBeqnet\\fR \\fIVERB\\fR [\\fIOPTIONS\\fR] ...\n" +
                     section("OPTIONS", own.options, false) + ".SH VERBS\n";
  for (const VerbInfo& verb : program.verbs()) {
    text += ".TP\n.BR eqnet\\-" + verb.name + " (1)\n" + escaped(verb.description) + "\n";
  }
  return text + notes(own.footer);
}

int run_man(const ManOptions& options, const CommandLine& program) {
  const std::vector<VerbInfo> verbs = program.verbs();
  std::string text;
  if (options.list) {
    for (const VerbInfo& verb : verbs) text += verb.name + "\n";
  } else if (options.verb.empty()) {
    text = page_of_program(program);
  } else {
    const auto verb = std::ranges::find(verbs, options.verb, &VerbInfo::name);
    if (verb == verbs.end()) {
      std::vector<std::string> names(verbs.size());
      std::ranges::transform(verbs, names.begin(), &VerbInfo::name);
      throw UsageError("verb " + base::quoted(options.verb) + " is not known; " +
                       base::did_you_mean(options.verb, names, "`eqnet --help` lists the verbs"));
    }
    text = page_of(program, *verb);
  }
  std::fputs(text.c_str(), stdout);
  return kYes;
}

}  // namespace

Verb add_man(CommandLine& program) {
  auto options = std::make_shared<ManOptions>();
  Command verb = program.verb("man", "Print the manual page of the program or of a verb");
  verb.option("VERB", options->verb, "The verb; none: the program");
  verb.flag("--list", options->list, "Only the names of the verbs, one per line");
  verb.footer(
      "Pages are installed with the program. Without that:\n\n"
      "Examples:\n"
      "  eqnet man train > eqnet-train.1 && man ./eqnet-train.1");
  return {"man", [options, &program] { return run_man(*options, program); }};
}

}  // namespace eqnet::cli
