// eqnet info: what a model file says of itself.
#include <cstdio>

#include "cli/explanation.h"
#include "cli/print.h"
#include "cli/table.h"
#include "cli/verbs.h"
#include "domain/registry.h"
#include "encode/model.h"
#include "eqnet/api/index.h"
#include "eqnet/base/error.h"
#include "models/registry.h"

namespace eqnet::cli {
namespace {

struct InfoOptions {
  std::string model;
  bool card = false;
  Common common;
};

std::string names(const std::vector<expr::Symbol>& symbols) {
  std::string text;
  for (const expr::Symbol& symbol : symbols) text += (text.empty() ? "" : " ") + symbol.name;
  return text;
}

using Learned = std::optional<models::Explanation>;

void print_json(const InfoOptions& options, const encode::Model& model, const Learned& learned) {
  base::Json json;
  json.object().key("file").value(options.model).key("model").value(model.settings.kind().name);
  json.key("domain").value(model.domain).key("parameters").value(model.parameters.size());
  json.key("leaves").array();
  for (const expr::Symbol& leaf : model.vocabulary.leaves()) json.value(leaf.name);
  json.end_array().key("operators").array();
  for (const expr::Symbol& op : model.vocabulary.operators()) json.value(op.name);
  json.end_array();
  for (const auto& [key, values] : {std::pair("settings", model.settings.values()), std::pair("notes", model.notes)}) {
    json.key(key).object();
    for (const auto& [name, value] : values) json.key(name).value(value);
    json.end_object();
  }
  if (learned) add_explanation(json, *learned);
  json.end_object();
  print(json);
}

void print_text(const encode::Model& model, size_t dimension, const Learned& learned) {
  std::printf("%s, %s expressions over %s with %s\n", model.settings.kind().name.c_str(), model.domain.c_str(),
              names(model.vocabulary.leaves()).c_str(), names(model.vocabulary.operators()).c_str());
  std::printf("%zu parameters, vectors of %zu numbers\n", model.parameters.size(), dimension);
  for (const auto& [name, value] : model.notes) std::printf("  %s: %s\n", name.c_str(), value.c_str());
  if (!model.settings.values().empty()) std::printf("settings\n");
  for (const auto& [name, value] : model.settings.values()) std::printf("  %s = %s\n", name.c_str(), value.c_str());
  if (learned) print_explanation(*learned);
}

// Text of a file as text of Markdown: nothing in it is markup.
std::string as_markdown(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("\\`*_{}[]<>#|!&~").find(c) != std::string_view::npos) result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result;
}

// The same as a word of the shell, and as a string of TOML.
std::string as_word(const std::string& text) {
  if (text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=,+-") ==
          std::string::npos &&
      !text.empty()) {
    return text;
  }
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c == '\n' || c == '`' ? '?' : c);
  return word + "'";
}
std::string as_toml(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 || c == '`' ? '?' : c;
  }
  return result + "\"";
}

// A model card: what a stranger should know before using the file.
void print_card(const InfoOptions& options, const encode::Model& model, size_t dimension, const Learned& learned) {
  const auto note = [&](const char* name) {
    const auto found = model.notes.find(name);
    return found == model.notes.end() ? std::string("?") : found->second;
  };
  const std::string& kind = model.settings.kind().name;
  std::printf("# %s: %s for %s expressions\n\n", as_markdown(options.model).c_str(), as_markdown(kind).c_str(),
              as_markdown(model.domain).c_str());
  std::printf(
      "Gives every expression over its vocabulary a vector of %zu numbers; expressions that mean the same are meant to "
      "have\n"
      "similar vectors (cosine). %s: %s.\n\n",
      dimension,
      model.settings.kind().knows_domain() ? "Values at some points, so those of different expressions may agree"
                                           : "Learned from data, so an answer is a guess",
      domain::domain_of(model.domain, model.definition).has_meaning()
          ? "`eqnet nearest` and `eqnet equiv` check exactly"
          : "`eqnet nearest` says what the classes of the data say");
  std::printf("| | |\n|---|---|\n");
  std::printf("| variables | %s |\n| operators | %s |\n", as_markdown(names(model.vocabulary.leaves())).c_str(),
              as_markdown(names(model.vocabulary.operators())).c_str());
  std::printf("| parameters | %zu |\n", model.parameters.size());
  for (const auto& [name, value] : model.notes) {
    std::printf("| %s | %s |\n", as_markdown(name).c_str(), as_markdown(value).c_str());
  }
  if (learned) {
    std::printf("\n## What it has learned\n\n%s\n`eqnet info %s` shows what laws hold, and tables.\n",
                summary_of(*learned).c_str(), as_word(options.model).c_str());
  }
  std::printf("\n## Use\n\n```\neqnet embed %s 'EXPR'\neqnet evaluate %s DATASET\n```\n",
              as_word(options.model).c_str(), as_word(options.model).c_str());
  if (model.settings.values().empty()) return;
  std::printf("\n## Training\n\n`eqnet train %s -m %s --seed %s`, with\n\n```toml\n",
              as_word(note("dataset") + ".json.gz").c_str(), as_word(kind).c_str(), as_word(note("seed")).c_str());
  for (const auto& [name, value] : model.settings.values()) {
    const bool number = value.find_first_not_of("0123456789.e+-") == std::string::npos;
    std::printf("%s = %s\n", name.c_str(), number && !value.empty() ? value.c_str() : as_toml(value).c_str());
  }
  std::printf("```\n");
}

int run_info(const InfoOptions& options) {
  if (api::Index::is_index(options.model)) {
    throw base::Error(options.model, "is an index, which holds expressions and their vectors beside its model",
                      "`eqnet nearest " + as_word(options.model) + " EXPR` searches it; give the model's own file");
  }
  const encode::Model model = encode::load_model(options.model, models::kind);
  const Learned learned = models::explain(model, options.model);
  if (options.common.json) {
    print_json(options, model, learned);
    return kYes;
  }
  const size_t dimension = model.settings.kind().dimension(model.settings, model.vocabulary);
  options.card ? print_card(options, model, dimension, learned) : print_text(model, dimension, learned);
  return kYes;
}

}  // namespace

Verb add_info(CommandLine& program) {
  auto options = std::make_shared<InfoOptions>();
  Command verb = program.verb("info", "Show what a model file holds");
  verb.option("MODEL", options->model, model_help()).required();
  verb.flag("--card", options->card, "A model card in Markdown");
  add_common(verb, options->common, Uses::output);
  verb.footer(
      "Examples:\n"
      "  eqnet info bool5.eqnet\n"
      "  eqnet info bool5.eqnet --card > MODEL.md");
  return {"info", [options] { return run_info(*options); }};
}

}  // namespace eqnet::cli
