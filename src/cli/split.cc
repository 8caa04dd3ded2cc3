// eqnet split: the paper's split for a dataset of one's own.
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/files.h"
#include "base/json.h"
#include "cli/print.h"
#include "cli/table.h"
#include "cli/verbs.h"
#include "eqnet/base/error.h"
#include "eqnet/data/generate.h"

namespace eqnet::cli {
namespace {

struct SplitOptions {
  std::string dataset, output;
  std::string domain = "auto";
  std::string format;
  bool force = false;
  Common common;
};

// The main file that the split goes with: the one that was read, where it is in the folder already.
bool in_place(const SplitOptions& options, const data::Dataset& dataset) {
  if (options.dataset == "-") return false;
  const bool other_format =
      !options.format.empty() && (options.format == "text") != (dataset.format == data::Format::text);
  const std::filesystem::path folder = std::filesystem::path(options.dataset).parent_path();
  std::error_code ignored;
  return !other_format && std::filesystem::equivalent(folder.empty() ? "." : folder, options.output, ignored);
}

void refuse_to_overwrite(const std::string& main_path) {
  for (const std::string& path : data::split_paths(main_path)) {
    if (base::file_exists(path)) {
      throw base::Error(path, "is there already", "choose another folder, or say --force to split anew");
    }
  }
}

int split(const SplitOptions& options) {
  data::LoadParams load;
  load.domain = chosen_domain(options.domain);
  load.with_split = false;
  data::Dataset dataset = data::load(options.dataset, load);
  if (options.dataset == "-") dataset.name = "stdin";
  data::make_split(dataset, options.common.seed);
  for (const data::Part part : {data::Part::train, data::Part::validation}) {
    if (!dataset.part(part).empty() || options.common.quiet) continue;
    std::fprintf(stderr,
                 "eqnet: the %s is empty, so nothing can be trained with this split: it takes some classes of 7 "
                 "expressions or more\n",
                 std::string(data::name(part)).c_str());
    break;
  }
  const data::Format format = options.format.empty()     ? dataset.format
                              : options.format == "text" ? data::Format::text
                                                         : data::Format::semvec;
  std::string path = options.dataset;
  if (in_place(options, dataset)) {
    if (!options.force) refuse_to_overwrite(path);
    data::save_split(dataset, path);
  } else {
    const char* extension = format == data::Format::text ? ".txt" : ".json.gz";
    path = (std::filesystem::path(options.output) / (dataset.name + extension)).string();
    if (!options.force && base::file_exists(path)) {
      throw base::Error(path, "is there already", "choose another folder, or say --force to write it anew");
    }
    if (!options.force) refuse_to_overwrite(path);
    path = data::save(dataset, options.output, format);
  }
  if (options.common.json) {
    base::Json json;
    json.object()
        .key("dataset")
        .value(dataset.name)
        .key("domain")
        .value(dataset.domain->name())
        .key("path")
        .value(path);
    json.key("split").object();
    for (const data::Part part : data::kParts) {
      json.key(data::name(part)).object().key("classes").value(dataset.part(part).size());
      json.key("expressions").value(data::count_expressions(dataset.part(part))).end_object();
    }
    json.end_object().end_object();
    print(json);
  } else if (!options.common.quiet) {
    Table table({path, "classes", "expressions"});
    for (const data::Part part : data::kParts) {
      table.add({std::string(data::name(part)), std::to_string(dataset.part(part).size()),
                 std::to_string(data::count_expressions(dataset.part(part)))});
    }
    table.print();
  }
  return kYes;
}

}  // namespace

Verb add_split(CommandLine& program) {
  auto options = std::make_shared<SplitOptions>();
  Command verb = program.verb("split", "Give a dataset of your own the paper's split");
  verb.option("DATASET", options->dataset, "SemVec file, or text of class<TAB>expression lines; - reads stdin")
      .required();
  verb.option("-o,--output", options->output, "Folder to write to; the dataset's own folder adds the split to it")
      .required();
  verb.option("--format", options->format, "semvec (.json.gz) or text (default: the format of DATASET)")
      .one_of({"semvec", "text"});
  verb.flag("--force", options->force, "Overwrite a split that is there");
  add_domain(verb, options->domain, kDatasetsOwn);
  add_common(verb, options->common, Uses::random);
  verb.footer(
      "A sixth of the classes become UnseenEqClass (neweqtestset) with all their expressions. Of every other class "
      "60%\n"
      "go to training, 15% to validation and 25% to SeenEqClass (testset); what rounding leaves over goes to "
      "training.\n"
      "Where the dataset lies in the folder already, its file is left as it is and only split/ is written.\n\n"
      "Examples:\n"
      "  eqnet split answers.txt -o data   # then: eqnet train data/answers.txt -o answers.eqnet\n"
      "  eqnet split words.tsv --domain open -o . --seed 7   # S-expressions whose classes are all that is known");
  return {"split", [options] { return split(*options); }};
}

}  // namespace eqnet::cli
