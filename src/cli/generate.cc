// eqnet generate: the paper's datasets, or those of any space, with splits.
#include <algorithm>
#include <cctype>
#include <memory>

#include "base/threads.h"
#include "cli/print.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "eqnet/base/error.h"
#include "eqnet/data/generate.h"
#include "eqnet/expr/parse.h"

namespace eqnet::cli {
namespace {

struct GenerateOptions {
  std::vector<std::string> presets;
  bool all = false;
  std::string output;
  std::string domain;
  size_t variables = 3;
  std::string operators;
  std::string constants;
  size_t max_size = 5;
  size_t per_class = 0;
  std::string name;
  std::string format = "semvec";
  bool count = false;
  Common common;
};

// "-and-or-not" where the user chose the operators, so that two spaces do not take one name.
std::string operators_suffix(const std::vector<std::string>& operators, const std::string& chosen) {
  std::string suffix;
  for (const std::string& name : operators) suffix += "-" + name;
  std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return std::tolower(c); });
  return chosen.empty() ? "" : suffix;
}

// "1,2"; "none".
std::vector<std::string> parse_constants(const std::string& text, const domain::Domain& domain) {
  std::vector<std::string> constants;
  if (text == "none") return constants;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, end - at);
    at = end + 1;
    expr::Pool pool;
    const expr::Symbol symbol = pool.symbol_of(expr::parse(word, domain.syntax(), pool));
    if (symbol.kind != expr::SymbolKind::constant) {
      throw base::Error("--constants", base::quoted(word) + " is no constant", "try 1,2, or none");
    }
    if (std::ranges::find(constants, symbol.name) == constants.end()) constants.push_back(symbol.name);
  }
  return constants;
}

data::Space custom_space(const GenerateOptions& options) {
  const domain::Domain& domain = domain::domain_of(options.domain);
  if (!domain.has_meaning()) {
    throw base::Error("--domain", "the " + std::string(domain.name()) + " domain has no trees of its own to make",
                      "its data comes from elsewhere: see eqnet split --help");
  }
  data::Space space;
  space.domain = &domain;
  space.variables = options.variables;
  space.max_size = options.max_size;
  space.per_class = options.per_class;
  space.operators = options.operators.empty() ? domain.default_operators()
                                              : domain::parse_operators(options.operators, domain, "--ops");
  space.constants = options.constants.empty() ? domain.default_constants() : parse_constants(options.constants, domain);
  space.name = options.name.empty()
                   ? std::string(domain.name()) + "-v" + std::to_string(options.variables) + "-n" +
                         std::to_string(options.max_size) + operators_suffix(space.operators, options.operators)
                   : options.name;
  if (space.name.find('/') != std::string::npos)
    throw base::Error("--name", "must not contain '/'", "choose the folder with -o");
  return space;
}

std::vector<data::Space> chosen_spaces(const GenerateOptions& options) {
  std::vector<data::Space> spaces;
  if (options.all) spaces = data::presets();
  for (const std::string& name : options.presets) {
    const data::Space& space = data::preset(name);
    const auto same = [&](const data::Space& other) { return other.name == space.name; };
    if (std::ranges::find_if(spaces, same) == spaces.end()) spaces.push_back(space);
  }
  if (!options.domain.empty()) spaces.push_back(custom_space(options));
  if (spaces.empty()) throw base::Error("nothing to generate; name a preset, or say --all or --domain");
  return spaces;
}

struct SpaceRow {
  data::Space space;
  data::SpaceSize size;
  std::string path;  // empty when only counted
};

void print_rows(const std::vector<SpaceRow>& rows, bool json_wanted) {
  if (json_wanted) {
    base::Json json;
    if (rows.size() != 1) json.array();
    for (const SpaceRow& row : rows) {
      json.object().key("dataset").value(row.space.name).key("domain").value(row.space.domain->name());
      json.key("classes").value(row.size.classes);
      json.key("expressions").number(data::to_string(row.size.kept));
      json.key("space").number(data::to_string(row.size.expressions)).key("by_size").array();
      for (const data::Count count : row.size.by_size) json.number(data::to_string(count));
      json.end_array();
      if (!row.path.empty()) json.key("path").value(row.path);
      json.end_object();
    }
    if (rows.size() != 1) json.end_array();
    print(json);
    return;
  }
  Table table({"dataset", "classes", "expressions", "of", "file"});
  for (const SpaceRow& row : rows) {
    table.add({row.space.name, std::to_string(row.size.classes), data::to_string(row.size.kept),
               data::to_string(row.size.expressions), row.path.empty() ? "-" : row.path});
  }
  table.print();
}

int generate(const GenerateOptions& options) {
  const std::vector<data::Space> spaces = chosen_spaces(options);
  if (!options.count && options.output.empty()) throw base::Error("say where to write with -o DIR, or only --count");
  const data::Format format = options.format == "text" ? data::Format::text : data::Format::semvec;
  std::vector<SpaceRow> rows(spaces.size());
  {
    base::Progress progress("generating", spaces.size(), terminal_progress(options.common.quiet));
    base::parallel_for(spaces.size(), threads_of(options.common), [&](size_t i) {
      rows[i].space = spaces[i];
      if (options.count) {
        rows[i].size = data::measure(spaces[i]);
      } else {
        data::Dataset dataset = data::generate(spaces[i], options.common.seed, &rows[i].size);
        data::make_split(dataset, options.common.seed);
        rows[i].path = data::save(dataset, options.output, format);
      }
      progress.add(1);
    });
  }
  if (!options.common.quiet || options.common.json || options.count) print_rows(rows, options.common.json);
  return kYes;
}

// The domains that trees can be made of.
std::vector<std::string> domains_with_trees() {
  std::vector<std::string> names;
  for (const domain::Domain* domain : domain::domains()) {
    if (domain->has_meaning()) names.emplace_back(domain->name());
  }
  return names;
}

std::string spaces() {
  std::string text;
  for (const std::string& name : domains_with_trees()) text += (text.empty() ? "" : " or ") + name;
  return text;
}

// "boolean & | ~ ^ >>, polynomial + - *"
std::string default_operators() {
  std::string text;
  for (const std::string& name : domains_with_trees()) {
    const domain::Domain& domain = domain::domain_of(name);
    text += (text.empty() ? "" : ", ") + name;
    for (const std::string& symbol : domain.default_operators()) {
      const auto& operators = domain.syntax().operators;
      const auto op = std::ranges::find(operators, symbol, &expr::OperatorSyntax::symbol);
      text.append(" ").append(op->spellings.empty() ? op->symbol : op->spellings.front());
    }
  }
  return text;
}

std::string preset_list() {
  std::string text = "Presets (paper's name):\n";
  for (const data::Space& space : data::presets()) {
    text += "  " + space.name + " (" + (space.paper.empty() ? "tuning set" : space.paper) + ")\n";
  }
  text += "and larger ones, which --all leaves out:\n";
  for (const data::Space& space : data::frontier_presets()) text += "  " + space.name + "\n";
  text += "and some of real functions, the same:\n";
  for (const data::Space& space : data::real_presets()) text += "  " + space.name + "\n";
  return text;
}

}  // namespace

Verb add_generate(CommandLine& program) {
  auto options = std::make_shared<GenerateOptions>();
  Command verb = program.verb("generate", "Make datasets of equivalence classes, with splits");
  verb.option("PRESET", options->presets, "Datasets of the paper, by our names or its own, see below");
  verb.flag("--all", options->all, "All presets of the paper");
  verb.option("-o,--output", options->output, "Folder to write to; made if it is not there");
  const Option domain =
      verb.option("--domain", options->domain,
                  "A space of your own: of " + spaces() + ", or of an algebra of your own (FILE.toml)")
          .one_of(domains_with_trees(), ".toml");
  verb.option("--vars", options->variables, "Its number of variables").positive().shows_default().needs(domain);
  verb.option("--ops", options->operators,
              "Its operators, as in and,or,not or +,- (default: " + default_operators() + ")")
      .needs(domain);
  verb.option("--constants", options->constants,
              "Its constants, as in 1,2, or none (default: none; of real functions 1,2)")
      .needs(domain);
  verb.option("--max-size", options->max_size, "Most nodes of its trees").positive().shows_default().needs(domain);
  verb.option("--per-class", options->per_class,
              "At most so many expressions of a class, drawn uniformly (default: all)")
      .positive()
      .needs(domain);
  verb.option("--name", options->name, "Its name (default: made from the numbers)").needs(domain);
  verb.option("--format", options->format, "semvec (.json.gz) or text (class<TAB>expression)")
      .one_of({"semvec", "text"})
      .shows_default();
  verb.flag("--count", options->count, "Only count classes and expressions, write nothing");
  add_common(verb, options->common, Uses::random_and_threads);
  verb.footer(preset_list() +
              "\nExamples:\n"
              "  eqnet generate boolean5 poly5 -o data\n"
              "  eqnet generate --all -o data --seed 7\n"
              "  eqnet generate --domain boolean --vars 3 --max-size 25 --per-class 200 -o data\n"
              "  eqnet generate --domain boolean --vars 4 --max-size 9 --count\n"
              "  eqnet generate --domain real --vars 2 --ops +,*,exp,log --max-size 5 -o data");
  return {"generate", [options] { return generate(*options); }};
}

}  // namespace eqnet::cli
