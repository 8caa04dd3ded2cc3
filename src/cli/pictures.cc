#include "cli/pictures.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "cli/verbs.h"
#include "eqnet/base/error.h"
#include "eqnet/data/generate.h"
#include "models/registry.h"
#include "report/page.h"
#include "report/pictures.h"

namespace eqnet::cli {
namespace {

// Presets to draw, of each domain the first that is there: those of the paper's figures, then others of a size that one
// can look at.
constexpr const char* kPreferred[] = {"boolean10",     "simpleBoolean10",     "simpleBoolean8", "boolean5",
                                      "largeBoolean5", "largeSimpleBoolean5", "boolean8",       "poly8",
                                      "simplepoly10",  "simplepoly8",         "oneVarPoly13",   "poly5",
                                      "oneVarPoly10",  "simplepoly5"};
constexpr size_t kTrees = 4;  // of a dataset
// Models to draw, at most two: ours, the paper's, then whatever there is.
constexpr size_t kMostModels = 2;
std::vector<std::string> preferred_models() {
  std::vector<std::string> names = {"eqnet-mul", "eqnet", "treenn2"};
  for (const std::string& other : models::kind_names()) {
    if (std::ranges::find(names, other) == names.end()) names.push_back(other);
  }
  return names;
}

// The trained models of a results folder, and where their datasets are.
class TrainedModels {
 public:
  TrainedModels(const ReportOptions& options, const std::vector<experiments::CellResult>& cells)
      : options_(options), cells_(cells) {}

  // The model files of a dataset by model, first seed first; at most so many.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> models(const std::string& dataset) const {
    std::vector<std::pair<std::string, std::string>> found;
    for (const std::string& name : preferred_models()) {
      for (const experiments::CellResult& r : cells_) {
        const bool own = r.cell.group == experiments::Cell::Group::models ||
                         (r.cell.group == experiments::Cell::Group::algebras && r.cell.test == dataset);
        if (!own || r.cell.dataset != dataset || r.cell.variant.name != name) continue;
        const std::string path = experiments::model_path(options_.results, r.cell);
        if (!base::file_exists(path)) continue;
        found.emplace_back(name, path);
        break;
      }
      if (found.size() == kMostModels) break;
    }
    return found;
  }

  // Where a dataset is: in a folder that the user names, or where the cells say. Empty where it is in none of them;
  // `searched` then says where it was looked for.
  [[nodiscard]] std::string file(const std::string& dataset, std::string& searched) const {
    std::vector<std::string> places;
    const std::string name = "/" + dataset + ".json.gz";
    for (const std::string& folder : options_.data) places.push_back(folder + name);
    for (const experiments::CellResult& r : cells_) {
      if (r.cell.test == dataset && !r.data.empty()) places.push_back(r.data);
    }
    std::set<std::string> seen;
    for (const std::string& place : places) {
      if (base::file_exists(place)) return place;
      if (seen.insert(place).second) searched += (searched.empty() ? "" : ", ") + place;
    }
    return "";
  }

 private:
  const ReportOptions& options_;
  const std::vector<experiments::CellResult>& cells_;
};

// Draws what can be drawn of a dataset; an explorer too where a file is named.
void draw(const ReportOptions& options, const TrainedModels& trained, const std::string& name, const std::string& path,
          const std::string& explorer, bool figures, Pictures& pictures) {
  const report::ProjectionParams params = options.projection.params(options.common);
  for (const auto& [model, file] : trained.models(name)) {
    const models::Encoder encoder = models::Encoder::load(file);
    const data::Dataset dataset = load_for(encoder.model(), path, "auto");
    const report::NeighbourMap map = neighbour_map_of(encoder, dataset, params, options.common);
    const report::Projection projection = project(map, params, options.common);
    if (figures) {
      const report::PictureOf names{name, model};
      report::add_trees(pictures.trees, names, map, report::sample_trees(dataset, kTrees));
      report::add_negations(pictures.negations, names, map);
      report::add_map(pictures.maps, names, map, projection);
    }
    if (!explorer.empty() && pictures.explorer.empty()) {
      report::write_explorer(explorer, explorer_bytes(map, projection, encoder, std::filesystem::path(file).stem()));
      pictures.explorer = explorer;
    }
    if (!figures) break;
  }
}

// The first dataset of a domain that has a model and a file. Says why where there is none.
std::pair<std::string, std::string> choose(const TrainedModels& trained, const domain::Domain& domain,
                                           std::vector<std::string>& notes) {
  bool any_model = false;
  std::string why;
  for (const std::string name : kPreferred) {
    if (data::preset(name).domain != &domain || trained.models(name).empty()) continue;
    any_model = true;
    std::string searched;
    std::string path = trained.file(name, searched);
    if (!path.empty()) return {name, std::move(path)};
    why += (why.empty() ? "" : "; ") + name +
           (searched.empty() ? " (its cells do not say where it was)" : " is not at " + searched);
  }
  const std::string what = "No trees, negations and map of " + std::string(domain.name()) + " expressions: ";
  notes.push_back(
      what + (any_model ? "the models are there, but not their datasets: " + why + ". Give their folder with --data."
                        : "the results have no trained model of such a dataset in models/."));
  return {};
}

}  // namespace

void draw_pictures(const ReportOptions& options, const std::vector<experiments::CellResult>& cells,
                   Pictures& pictures) {
  const TrainedModels trained(options, cells);
  for (base::Json* json : {&pictures.trees, &pictures.negations, &pictures.maps}) json->array();
  const std::string explorer =
      options.no_explorer ? "" : (std::filesystem::path(options.output).parent_path() / "explorer.html").string();
  if (!explorer.empty()) check_writable(explorer);
  if (!options.explore.empty()) {
    std::string searched;
    const std::string path = trained.file(options.explore, searched);
    if (path.empty()) {
      throw base::Error("dataset " + options.explore,
                        searched.empty() ? "is in no folder that is known" : "is not at " + searched,
                        "give its folder with --data");
    }
    if (trained.models(options.explore).empty()) {
      throw base::Error(options.results, "has no trained model of " + options.explore + " in models/",
                        "choose another with --explore");
    }
    draw(options, trained, options.explore, path, explorer, false, pictures);
  }
  std::vector<const domain::Domain*> drawn;  // domains of the presets, in their order
  for (const char* preset : kPreferred) {
    const domain::Domain* domain = data::preset(preset).domain;
    if (std::ranges::find(drawn, domain) == drawn.end()) drawn.push_back(domain);
  }
  for (const domain::Domain* domain : drawn) {
    const auto [name, path] = choose(trained, *domain, pictures.notes);
    if (name.empty()) continue;
    try {
      draw(options, trained, name, path, explorer, true, pictures);
    } catch (const base::Error& error) {
      pictures.notes.push_back("No pictures of " + name + ": " + error.what() + ".");
    }
  }
  for (base::Json* json : {&pictures.trees, &pictures.negations, &pictures.maps}) json->end_array();
}

}  // namespace eqnet::cli
