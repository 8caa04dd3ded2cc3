// eqnet report: the paper's tables and figures from the results of `reproduce`, as one page, and an explorer beside it.
#include <cstdio>
#include <filesystem>

#include "base/json.h"
#include "base/progress.h"
#include "cli/pictures.h"
#include "cli/revision.h"
#include "cli/tune_report.h"
#include "eqnet/base/error.h"
#include "report/figures.h"
#include "report/page.h"
#include "report/tune_page.h"

namespace eqnet::cli {
namespace {

// Operators by symbol, each as mathematics writes it: the first spelling that is not ASCII, where there is one.
void add_signs(base::Json& json) {
  json.key("signs").object();
  for (const domain::Domain* domain : domain::domains()) {
    for (const expr::OperatorSyntax& op : domain->syntax().operators) {
      const auto written = std::ranges::find_if(
          op.spellings, [](std::string_view spelling) { return static_cast<unsigned char>(spelling.front()) >= 0x80; });
      json.key(op.symbol).value(written != op.spellings.end() ? *written : op.spellings.front());
    }
  }
  json.end_object();
}

void add_texts(base::Json& json, const char* key, const std::vector<std::string>& texts) {
  json.key(key).array();
  for (const std::string& text : texts) json.value(text);
  json.end_array();
}

// The page of a search for settings, which `eqnet tune` makes at its end too.
int run_tune_report(const ReportOptions& options) {
  for (const auto& [given, name] :
       {std::pair(!options.data.empty(), "--data"), {!options.explore.empty(), "--explore"}}) {
    if (given) throw base::Error(name, "is for results of `eqnet reproduce`", options.results + " is of `eqnet tune`");
  }
  const size_t trials = write_tune_report(options.results, options.output);
  if (options.common.quiet) return kYes;
  std::fprintf(stderr, "%s: the page of %s trials; open it in a browser\n", options.output.c_str(),
               base::with_commas(trials).c_str());
  return kYes;
}

int run_report(const ReportOptions& options) {
  check_writable(options.output);
  if (experiments::is_tune_folder(options.results)) return run_tune_report(options);
  if (!options.no_explorer && std::filesystem::path(options.output).filename() == "explorer.html") {
    throw base::Error(options.output, "is where the explorer goes", "choose another name, or say --no-explorer");
  }
  const experiments::CellResults results = experiments::load_cells(options.results);
  Pictures pictures;
  draw_pictures(options, results.cells, pictures);
  const experiments::Tables tables = experiments::make_tables(results.cells);
  const std::vector<std::string> missing = experiments::missing_cells(results.cells);

  base::Json json;
  json.object().key("format").value("eqnet-report").key("version").value(size_t{1});
  json.key("program").value(std::string("eqnet ") + EQNET_VERSION).key("revision").value(revision());
  report::add_origin(json, tables);
  add_texts(json, "missing", missing);
  json.key("unreadable").array();
  for (const auto& [key, reason] : results.unreadable) {
    json.object().key("cell").value(key).key("reason").value(reason).end_object();
  }
  json.end_array();
  add_texts(json, "notes", pictures.notes);
  add_signs(json);
  json.key("explorer");
  if (pictures.explorer.empty()) {
    json.null();
  } else {
    json.value(std::filesystem::path(pictures.explorer).filename().string());
  }
  json.key("trees").raw(pictures.trees.text()).key("negations").raw(pictures.negations.text());
  json.key("maps").raw(pictures.maps.text());
  report::add_tables(json, tables);
  json.end_object();
  report::write_report(options.output, json.text());

  if (options.common.quiet) return kYes;
  std::fprintf(stderr, "%s: the figures of %s cells; open it in a browser\n", options.output.c_str(),
               base::with_commas(results.cells.size()).c_str());
  if (!pictures.explorer.empty()) std::fprintf(stderr, "%s: the explorer\n", pictures.explorer.c_str());
  for (const auto& [key, reason] : results.unreadable) std::fprintf(stderr, "left out: %s\n", reason.c_str());
  if (!missing.empty()) {
    std::fprintf(stderr, "%zu cells of the paper's grid are missing; the page lists them\n", missing.size());
  }
  for (const std::string& note : pictures.notes) std::fprintf(stderr, "%s\n", note.c_str());
  return kYes;
}

}  // namespace

size_t write_tune_report(const std::string& folder, const std::string& output) {
  const experiments::TuneFolder search = experiments::load_tune_folder(folder);
  report::write_tune_page(
      output, report::tune_page_data(search, std::string("eqnet ") + EQNET_VERSION, std::string(revision())));
  return search.trials.size();
}

Verb add_report(CommandLine& program) {
  auto options = std::make_shared<ReportOptions>();
  Command verb =
      program.verb("report", "Draw results as one page: the paper's tables and figures, or a search for settings");
  verb.option("RESULTS", options->results, "Folder of results, as `eqnet reproduce -o` or `eqnet tune -o` made it")
      .required();
  verb.option("-o,--output", options->output, "Page to write; explorer.html goes beside it").shows_default();
  verb.option("--data", options->data, "Folders of datasets, where they are no longer where reproduce found them")
      .existing_folder();
  verb.option("--explore", options->explore, "Dataset of the explorer (default: that of the boolean figures)");
  verb.flag("--no-explorer", options->no_explorer, "Only the page of the figures");
  add_projection(verb, options->projection);
  add_common(verb, options->common, Uses::drawing);
  verb.footer(
      "The page is one file: it needs no server and no network. Every chart can be saved as SVG and its numbers as "
      "CSV,\n"
      "the main table as LaTeX. What the results lack is left out of the figures and named in a list.\n"
      "Of a search for settings it has every trial, the best so far, and which settings mattered; it may be drawn\n"
      "while the search goes on.\n\n"
      "Examples:\n"
      "  eqnet reproduce data -o results --budget 30 && eqnet report results -o report.html\n"
      "  eqnet report results -o report.html --data ../semvec --explore boolean8\n"
      "  eqnet report tuned -o tuned.html      # of eqnet tune");
  return {"report", [options] { return run_report(*options); }};
}

}  // namespace eqnet::cli
