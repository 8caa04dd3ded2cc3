// eqnet completion: what a shell needs to complete verbs, options and their values, made from the tables that --help is
// made from.
#include <algorithm>
#include <cstdio>
#include <functional>

#include "cli/verbs.h"

namespace eqnet::cli {
namespace {

struct CompletionOptions {
  std::string shell;
};

std::string joined(const std::vector<std::string>& words, const char* between = " ") {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

// In single quotes, for all three shells; fish alone takes a backslash there, so it is doubled for it.
std::string quoted(const std::string& text, bool fish = false) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += fish ? "\\'" : "'\\''";
    } else if (c == '\\' && fish) {
      result += "\\\\";
    } else {
      result += c;
    }
  }
  return result + "'";
}

std::vector<std::string> names_of(const std::vector<VerbInfo>& verbs) {
  std::vector<std::string> names(verbs.size());
  std::ranges::transform(verbs, names.begin(), &VerbInfo::name);
  return names;
}

// Options with their dashes; of an option with choices these complete its value, of any other value files do.
std::string bash(const std::vector<VerbInfo>& verbs) {
  std::string text =
      "# bash completion of eqnet, by `eqnet completion bash`\n"
      "_eqnet() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
      "    words=" +
      quoted(joined(names_of(verbs)) + " help --help --version") +
      "\n"
      "  elif [ \"${COMP_WORDS[1]}\" = help ]; then\n"
      "    words=" +
      quoted(joined(names_of(verbs))) +
      "\n"
      "  else\n"
      "    case ${COMP_WORDS[1]} in\n";
  for (const VerbInfo& verb : verbs) {
    std::vector<std::string> options;
    std::string values;
    std::string arguments;  // words that stand alone
    for (const OptionInfo& option : verb.options) {
      if (option.positional) {
        arguments += (arguments.empty() || option.choices.empty() ? "" : " ") + joined(option.choices);
        continue;
      }
      options.insert(options.end(), option.names.begin(), option.names.end());
      if (option.value.empty()) continue;
      values += "          " + joined(option.names, "|") + ") ";
      values += option.choices.empty() ? "return 0;;\n" : "words=" + quoted(joined(option.choices)) + ";;\n";
    }
    text += "      " + verb.name + ")\n        case $before in\n" + values +
            "          *) case $word in -*) words=" + quoted(joined(options)) + ";; " +
            (arguments.empty() ? "" : "*) words=" + quoted(arguments) + ";; ") + "esac;;\n        esac;;\n";
  }
  return text +
         "    esac\n"
         "  fi\n"
         "  [ -z \"$words\" ] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
         "}\n"
         "complete -o default -F _eqnet eqnet\n";
}

// One specification of _arguments: "(-o --output)"{-o,--output}"[help]:value:action".
std::string zsh_option(const OptionInfo& option) {
  const auto plain = [](const std::string& text, const char* special) {
    std::string result;
    for (const char c : text) {
      if (std::string_view(special).find(c) != std::string_view::npos) result += '\\';
      result += c;
    }
    return result;
  };
  const std::string action = option.choices.empty() ? "_files" : "(" + plain(joined(option.choices), ":") + ")";
  if (option.positional) {
    return quoted(std::string(option.many ? "*" : "") + (option.required || option.many ? ":" : "::") +
                  plain(option.names[0], ":") + ":" + action);
  }
  std::string rest = "[" + plain(option.help, "[]:\\") + "]";
  if (!option.value.empty()) rest += ":" + plain(option.value, ":\\") + ":" + action;
  const std::string start = option.many ? "*" : "(" + joined(option.names) + ")";
  std::string text;
  for (const std::string& name : option.names) {
    text.append(text.empty() ? "" : " ").append(quoted(std::string(start).append(name).append(rest)));
  }
  return text;
}

std::string zsh(const std::vector<VerbInfo>& verbs) {
  std::string text =
      "#compdef eqnet\n# zsh completion of eqnet, by `eqnet completion zsh`\n"
      "_eqnet() {\n"
      "  local -a verbs=(\n";
  for (const VerbInfo& verb : verbs) text += "    " + quoted(verb.name + ":" + verb.description) + "\n";
  text +=
      "    'help:Show the help of a verb'\n"
      "  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe verb verbs\n"
      "    return\n"
      "  fi\n"
      "  local verb=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $verb in\n"
      "    help) _describe verb verbs;;\n";
  for (const VerbInfo& verb : verbs) {
    text += "    " + verb.name + ") _arguments -s";
    for (const OptionInfo& option : verb.options) text += " \\\n      " + zsh_option(option);
    text += ";;\n";
  }
  return text + "  esac\n}\n_eqnet \"$@\"\n";
}

std::string fish(const std::vector<VerbInfo>& verbs) {
  std::string text = "# fish completion of eqnet, by `eqnet completion fish`\n";
  for (const VerbInfo& verb : verbs) {
    text += "complete -c eqnet -n __fish_use_subcommand -f -a " + verb.name + " -d " + quoted(verb.description, true) +
            "\n";
  }
  text += "complete -c eqnet -n __fish_use_subcommand -f -a help -d 'Show the help of a verb'\n";
  text +=
      "complete -c eqnet -n '__fish_seen_subcommand_from help' -f -a " + quoted(joined(names_of(verbs)), true) + "\n";
  for (const VerbInfo& verb : verbs) {
    const std::string start = "complete -c eqnet -n '__fish_seen_subcommand_from " + verb.name + "'";
    for (const OptionInfo& option : verb.options) {
      if (option.positional) {
        if (!option.choices.empty()) text += start + " -f -a " + quoted(joined(option.choices), true) + "\n";
        continue;
      }
      text += start;
      for (const std::string& name : option.names) {
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (!option.value.empty())
        text += option.choices.empty() ? " -r" : " -x -a " + quoted(joined(option.choices), true);
      text += " -d " + quoted(option.help, true) + "\n";
    }
  }
  return text;
}

}  // namespace

Verb add_completion(CommandLine& program) {
  auto options = std::make_shared<CompletionOptions>();
  Command verb = program.verb("completion", "Print what a shell needs to complete verbs and options");
  verb.option("SHELL", options->shell, "The shell").required().one_of({"bash", "zsh", "fish"});
  verb.footer(
      "Installed with the program. Without that:\n\n"
      "Examples:\n"
      "  source <(eqnet completion bash)\n"
      "  eqnet completion zsh > ~/.zfunc/_eqnet              # with ~/.zfunc in $fpath\n"
      "  eqnet completion fish > ~/.config/fish/completions/eqnet.fish");
  return {"completion", [options, &program] {
            const std::vector<VerbInfo> verbs = program.verbs();
            const std::string text = options->shell == "bash"  ? bash(verbs)
                                     : options->shell == "zsh" ? zsh(verbs)
                                                               : fish(verbs);
            std::fputs(text.c_str(), stdout);
            return static_cast<int>(kYes);
          }};
}

}  // namespace eqnet::cli
