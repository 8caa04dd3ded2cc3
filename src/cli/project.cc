// eqnet project: places in the plane for a dataset's expressions.
#include <cstdio>

#include "base/files.h"
#include "base/format.h"
#include "base/json.h"
#include "cli/drawing.h"
#include "cli/model_and_dataset.h"
#include "eqnet/expr/print.h"
#include "experiments/embedded.h"

namespace eqnet::cli {
namespace {

struct ProjectOptions {
  std::string model, dataset, output = "-";
  std::string domain = "auto";
  ProjectionOptions projection;
  Common common;
};

// Tabs and line ends end fields; a name may have them.
std::string field(std::string text) {
  for (char& c : text) {
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

std::string table(const data::Dataset& dataset, const eval::Members& rows, const std::vector<float>& plane, bool json) {
  const expr::Printer printer(dataset.pool, dataset.domain->syntax());
  std::string text = json ? "" : "x\ty\tclass\texpression\n";
  for (size_t i = 0; i < rows.expressions.size(); ++i) {
    const std::string& name = dataset.classes[rows.labels[i]].name;
    const std::string expression = printer.text(rows.expressions[i]);
    const double x = plane[2 * i];
    const double y = plane[2 * i + 1];
    if (json) {
      base::Json line;
      line.object().key("x").value(x).key("y").value(y).key("class").value(name);
      text += line.key("expression").value(expression).end_object().text() + "\n";
    } else {
      text += base::format("{:.6g}\t{:.6g}\t", x, y) + field(name) + "\t" + field(expression) + "\n";
    }
  }
  return text;
}

int run_project(const ProjectOptions& options) {
  if (options.output != "-") check_writable(options.output);
  const auto [encoder, dataset] = load_both(options.model, options.dataset, options.domain);
  const experiments::Embedded embedded = experiments::embed_dataset(encoder, dataset, {threads_of(options.common)});
  const report::Projection projection =
      project(embedded.vectors, options.projection.params(options.common), options.common);
  const std::string text = table(dataset, embedded.rows, projection.plane, options.common.json);
  if (options.output == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return kYes;
  }
  base::AtomicFile file(options.output);
  file.write(text);
  file.commit();
  return kYes;
}

}  // namespace

Verb add_project(CommandLine& program) {
  auto options = std::make_shared<ProjectOptions>();
  Command verb = program.verb("project", "Lay a dataset's vectors out in the plane: t-SNE or PCA");
  verb.option("MODEL", options->model, model_or_values_help()).required();
  verb.option("DATASET", options->dataset, "Main file of a dataset").required();
  verb.option("-o,--output", options->output, "File to write; '-': standard output").shows_default();
  add_projection(verb, options->projection);
  add_domain(verb, options->domain, "the model's");
  add_common(verb, options->common, Uses::threads);
  verb.footer(
      "A header, then one line an expression: x, y, class, expression, separated by tabs; --json: one object a "
      "line.\n\n"
      "Examples:\n"
      "  eqnet project bool5.eqnet data/boolean5.json.gz -o places.tsv\n"
      "  eqnet project bool5.eqnet data/boolean5.json.gz --method pca --json");
  return {"project", [options] { return run_project(*options); }};
}

}  // namespace eqnet::cli
