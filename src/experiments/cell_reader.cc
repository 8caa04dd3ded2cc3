// The files of cells.
#include <rapidjson/document.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/files.h"
#include "base/format.h"
#include "eqnet/base/error.h"
#include "experiments/cell.h"

namespace eqnet::experiments {
namespace {

constexpr const char* kRemedy = "delete it to run its cell again";

base::Error not_a_cell(const std::string& path) {
  return {path, "is no result of reproduce", kRemedy};
}

// Takes values out of a cell's JSON; what is missing or of another type is an error of the file.
class CellReader {
 public:
  using Value = rapidjson::Value;
  explicit CellReader(const std::string& path) : path_(path) {}

  [[nodiscard]] const Value& member(const Value& value, const char* key) const {
    require(value.IsObject() && value.HasMember(key));
    return value[key];
  }
  [[nodiscard]] double number(const Value& value, const char* key) const {
    const Value& found = member(value, key);
    require(found.IsNumber());
    return found.GetDouble();
  }
  // Scores, areas and places on curves; a mean of ones may be a last bit beyond one.
  [[nodiscard]] double share(const Value& value, const char* key) const { return share(number(value, key), key); }
  [[nodiscard]] double seconds(const Value& value, const char* key) const {
    const double found = number(value, key);
    if (!(found >= 0)) out_of_range(found, key, "0 or more belongs");
    return found;
  }
  [[nodiscard]] size_t count(const Value& value, const char* key) const {
    const double found = number(value, key);
    constexpr double kMost = 9007199254740992;  // 2^53: beyond, a double is no count
    require(found >= 0 && found <= kMost && found == std::floor(found));
    return static_cast<size_t>(found);
  }
  [[nodiscard]] std::string text(const Value& value, const char* key) const {
    const Value& found = member(value, key);
    require(found.IsString());
    return found.GetString();
  }
  [[nodiscard]] std::optional<CellResult::Part> part(const Value& json, const char* key) const {
    const Value& value = member(json, key);
    if (value.IsNull()) return std::nullopt;
    CellResult::Part part;
    part.score = curve(value, "score");
    part.ceiling = curve(value, "ceiling");
    part.score_auc = share(value, "score_auc");
    part.queries = count(value, "queries");
    if (value.HasMember("roc")) {
      part.pr_auc = share(value, "pr_auc");
      part.roc_auc = share(value, "roc_auc");
      part.precision_recall = points(value, "precision_recall");
      part.roc = points(value, "roc");
    }
    return part;
  }
  [[nodiscard]] std::vector<CellResult::Confusion> confusions(const Value& json, const char* key) const {
    const Value& list = member(json, key);
    require(list.IsArray());
    std::vector<CellResult::Confusion> confusions;
    for (const Value& entry : list.GetArray()) {
      const bool same = entry.IsObject() && entry.HasMember("same") && entry["same"].IsTrue();
      confusions.push_back({text(entry, "query"), text(entry, "neighbour"), same});
    }
    return confusions;
  }

 private:
  void require(bool good) const {
    if (!good) throw not_a_cell(path_);
  }
  [[nodiscard]] double share(double found, const char* key) const {
    constexpr double kRounding = 1e-9;
    if (!(found >= -kRounding && found <= 1 + kRounding)) out_of_range(found, key, "a number from 0 to 1 belongs");
    return found;
  }
  [[noreturn]] void out_of_range(double found, const char* key, const char* expected) const {
    throw base::Error(path_, base::format("has {:g} at {}, where {}", found, base::quoted(key), expected), kRemedy);
  }
  [[nodiscard]] data::Curve curve(const Value& value, const char* key) const {
    const Value& list = member(value, key);
    require(list.IsArray() && list.Size() == data::kMostNeighbours);
    data::Curve curve{};
    for (rapidjson::SizeType k = 0; k < data::kMostNeighbours; ++k) {
      require(list[k].IsNumber());
      curve[k] = share(list[k].GetDouble(), key);
    }
    return curve;
  }

  [[nodiscard]] CellResult::Part::Curve points(const Value& value, const char* key) const {
    const Value& list = member(value, key);
    require(list.IsArray());
    CellResult::Part::Curve points;
    for (const Value& pair : list.GetArray()) {
      require(pair.IsArray() && pair.Size() == 2 && pair[0].IsNumber() && pair[1].IsNumber());
      points.emplace_back(share(pair[0].GetDouble(), key), share(pair[1].GetDouble(), key));
    }
    return points;
  }

  const std::string& path_;
};

Cell::Group group_of(std::string_view text, const std::string& path) {
  for (const Cell::Group group : kGroups) {
    if (name(group) == text) return group;
  }
  throw not_a_cell(path);
}

// A variant that this program does not know keeps its name and counts as a kind of its own.
Variant variant_of(const std::string& name) {
  for (const auto* variants : {&model_variants(), &ablation_variants()}) {
    for (const Variant& variant : *variants) {
      if (variant.name == name) return variant;
    }
  }
  return {name, name, {}};
}

}  // namespace

CellResult parse_cell(std::string_view text, const std::string& path) {
  rapidjson::Document json;
  // Not with full precision, which is good to the last bit but shifts by an undefined number of places on some zeros.
  json.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  if (json.HasParseError()) throw not_a_cell(path);
  const CellReader reader(path);
  if (reader.text(json, "format") != kCellFormat) throw not_a_cell(path);
  const size_t version = reader.count(json, "version");
  if (version != kCellVersion) {
    throw base::Error(
        path,
        "is a result of version " + std::to_string(version) + " and this program reads " + std::to_string(kCellVersion),
        "use the program that made it, or run `eqnet reproduce` into a new folder");
  }
  CellResult result;
  result.cell.group = group_of(reader.text(json, "group"), path);
  result.cell.dataset = reader.text(json, "dataset");
  result.cell.test = reader.text(json, "test");
  result.cell.variant = variant_of(reader.text(json, "model"));
  result.cell.seed = reader.count(json, "seed");
  if (json.HasMember("random_size")) result.cell.random_size = reader.count(json, "random_size");
  result.revision = reader.text(json, "revision");
  if (json.HasMember("data")) result.data = reader.text(json, "data");
  if (json.HasMember("dataset_hash")) result.dataset_hash = reader.text(json, "dataset_hash");
  if (json.HasMember("test_hash")) result.test_hash = reader.text(json, "test_hash");
  if (json.HasMember("recipe")) result.recipe = reader.text(json, "recipe");
  if (json.HasMember("budget_minutes")) result.budget_minutes = reader.seconds(json, "budget_minutes");
  if (json.HasMember("most_queries")) result.most_queries = reader.count(json, "most_queries");
  if (json.HasMember("time_limit")) result.time_limit = reader.seconds(json, "time_limit");
  if (json.HasMember("training")) {
    const auto& training = reader.member(json, "training");
    result.seconds = reader.seconds(training, "seconds");
    result.epochs = reader.count(training, "epochs");
    result.ended = reader.text(training, "ended");
    result.validation_accuracy = reader.share(training, "validation_accuracy");
  }
  result.seen = reader.part(json, "seen");
  result.unseen = reader.part(json, "unseen");
  if (json.HasMember("confusions")) result.confusions = reader.confusions(json, "confusions");
  if (json.HasMember("examples")) result.examples = reader.confusions(json, "examples");
  return result;
}

std::optional<CellResult> load_cell(const std::string& folder, const Cell& cell) {
  const std::string path = cell_path(folder, cell);
  if (!base::file_exists(path)) return std::nullopt;
  CellResult result = parse_cell(base::read_bytes(path), path);
  if (result.cell.key() != cell.key()) throw not_a_cell(path);
  result.cell.variant = cell.variant;
  return result;
}

std::vector<CellResult> load_cells(const std::string& folder, const std::vector<Cell>& cells) {
  std::vector<CellResult> results;
  for (const Cell& cell : cells) {
    if (auto result = load_cell(folder, cell)) results.push_back(*std::move(result));
  }
  return results;
}

CellResults load_cells(const std::string& folder) {
  const std::filesystem::path cells = folder + "/cells";
  std::error_code failed;
  std::filesystem::directory_iterator entries(cells, failed);
  if (failed == std::errc::permission_denied) {
    throw base::Error(cells.string(), "cannot be read: " + failed.message(), "check the folder and its permissions");
  }
  if (failed) {
    throw base::Error(folder, "is no folder of results: it has no folder cells", "give what `eqnet reproduce -o` made");
  }
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : entries) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  if (paths.empty()) throw base::Error(folder, "has no cells yet", "run `eqnet reproduce` with it first");
  std::sort(paths.begin(), paths.end());
  CellResults results;
  for (const auto& path : paths) {
    try {
      CellResult result = parse_cell(base::read_bytes(path), path);
      if (result.cell.key() != path.stem()) throw not_a_cell(path);  // a copy would count twice
      results.cells.push_back(std::move(result));
    } catch (const base::Error& error) {
      results.unreadable.push_back({path.stem(), error.what()});
      if (results.unreadable.size() == paths.size()) throw;  // none can be read: this one's reason stands for all
    }
  }
  return results;
}

}  // namespace eqnet::experiments
