#include "experiments/tune_folder.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <optional>

#include "base/files.h"
#include "base/format.h"
#include "eqnet/base/error.h"

namespace eqnet::experiments {
namespace {

constexpr size_t kTuneVersion = 1;
constexpr uint64_t kMostWorkers = 1'000'000;

std::string path_in(const std::string& folder) {
  return folder + "/tune.json";
}

// Nothing where it is no range.
std::optional<Range> parse_range(const rapidjson::Value& json) {
  if (!json.IsObject()) return std::nullopt;
  for (const char* key : {"setting", "scale", "low", "high", "choices", "whole"}) {
    if (!json.HasMember(key)) return std::nullopt;
  }
  if (!json["setting"].IsString() || !json["scale"].IsString() || !json["low"].IsNumber() || !json["high"].IsNumber() ||
      !json["choices"].IsArray() || !json["whole"].IsBool()) {
    return std::nullopt;
  }
  const auto* const scale = std::ranges::find(kScales, std::string_view(json["scale"].GetString()));
  if (scale == std::end(kScales)) return std::nullopt;
  Range range{json["setting"].GetString(), static_cast<Range::Scale>(scale - std::begin(kScales))};
  range.low = json["low"].GetDouble();
  range.high = json["high"].GetDouble();
  range.whole = json["whole"].GetBool();
  for (const auto& choice : json["choices"].GetArray()) {
    if (!choice.IsString()) return std::nullopt;
    range.choices.emplace_back(choice.GetString());
  }
  const bool choice = range.scale == Range::Scale::choice;
  const bool good =
      choice ? !range.choices.empty() : range.low < range.high && (range.scale != Range::Scale::log || range.low > 0);
  return good ? std::optional(range) : std::nullopt;
}

base::Error unreadable(const std::string& path) {
  return {path, "cannot be read", "choose another folder"};
}

// tune.json, without trials.
TuneFolder read_identity(const std::string& path) {
  const std::string text = base::read_bytes(path);
  rapidjson::Document json;
  json.Parse<rapidjson::kParseFullPrecisionFlag>(text.data(), text.size());
  const bool read = !json.HasParseError() && json.IsObject() && json.HasMember("version") &&
                    json["version"].IsUint64() && json.HasMember("search") && json["search"].IsObject() &&
                    json.HasMember("workers") && json["workers"].IsUint64() && json["workers"].GetUint64() > 0 &&
                    json["workers"].GetUint64() <= kMostWorkers && json.HasMember("ranges") && json["ranges"].IsArray();
  if (!read) throw unreadable(path);
  if (const uint64_t version = json["version"].GetUint64(); version != kTuneVersion) {
    throw base::Error(
        path, "is of version " + std::to_string(version) + " and this program reads " + std::to_string(kTuneVersion),
        "choose another folder, or the program that wrote it");
  }
  TuneFolder folder;
  folder.workers = json["workers"].GetUint64();
  for (const auto& [name, value] : json["search"].GetObject()) {
    if (!value.IsString()) throw unreadable(path);
    folder.identity.emplace_back(name.GetString(), value.GetString());
  }
  for (const auto& value : json["ranges"].GetArray()) {
    const std::optional<Range> range = parse_range(value);
    if (!range) throw unreadable(path);
    folder.ranges.push_back(*range);
  }
  return folder;
}

base::Error other_search(const std::string& path, const std::string& what) {
  return {path, what, "give what it was begun with, or another folder"};
}

}  // namespace

void add_ranges(base::Json& json, const std::vector<Range>& ranges) {
  json.key("ranges").array();
  for (const Range& range : ranges) {
    json.object().key("setting").value(range.setting).key("scale").value(kScales[static_cast<size_t>(range.scale)]);
    json.key("low").value(range.low).key("high").value(range.high).key("choices").array();
    for (const std::string& choice : range.choices) json.value(choice);
    json.end_array().key("whole").value(range.whole).end_object();
  }
  json.end_array();
}

size_t claim_folder(const std::string& folder, const SearchIdentity& identity, const SearchSpace& space,
                    size_t workers) {
  const std::string path = path_in(folder);
  if (!base::file_exists(path)) {
    if (base::file_exists(folder + "/trials.jsonl")) {
      throw base::Error(folder, "has trials.jsonl, but not tune.json, which says what was searched",
                        "choose another folder");
    }
    base::Json json;
    json.object().key("format").value("eqnet-tune").key("version").value(kTuneVersion);
    json.key("workers").value(workers).key("search").object();
    for (const auto& [name, text] : identity) json.key(name).value(text);
    json.end_object();
    add_ranges(json, space.ranges);
    json.end_object();
    base::AtomicFile file(path);
    file.write(json.text() + "\n");
    file.commit();
    return workers;
  }
  const TuneFolder before = read_identity(path);
  for (const auto& [name, now] : identity) {
    const auto found = std::ranges::find(before.identity, name, [](const auto& entry) { return entry.first; });
    if (found == before.identity.end()) throw other_search(path, "is of a search without " + name);
    if (found->second != now) {
      throw other_search(
          path, "is of another search: " + name + " was " + base::quoted(found->second) + ", now " + base::quoted(now));
    }
  }
  return before.workers;
}

std::vector<Trial> load_trials_within(const std::string& path, const std::vector<Range>& ranges) {
  std::vector<Trial> trials = load_trials(path);
  for (const Trial& trial : trials) {
    const auto refuse = [&](const std::string& what) {
      throw base::Error(path, "trial " + std::to_string(trial.number) + " has " + what,
                        "delete its line, and the trial is run again");
    };
    for (const Range& range : ranges) {
      const auto value = trial.settings.find(range.setting);
      if (value == trial.settings.end() || !range.place(value->second)) {
        refuse("no value of " + range.setting + " that lies in the range of tune.json");
      }
    }
    for (const auto& [name, value] : trial.settings) {
      if (std::ranges::find(ranges, name, &Range::setting) == ranges.end()) {
        refuse("a value of " + base::quoted(name) + ", which is not searched");
      }
    }
  }
  return trials;
}

bool is_tune_folder(const std::string& folder) {
  return base::file_exists(path_in(folder));
}

TuneFolder load_tune_folder(const std::string& folder) {
  TuneFolder loaded = read_identity(path_in(folder));
  const std::string trials = folder + "/trials.jsonl";
  loaded.trials = load_trials_within(trials, loaded.ranges);
  if (const std::string best = folder + "/best.toml"; base::file_exists(best)) loaded.best = base::read_bytes(best);
  return loaded;
}

void write_best(const std::string& folder, const TuneResult& result, const TuneParams& params) {
  std::string text = base::format(
      "# {}: the best of {} trials, number {}, with {:.2f}% of what retrieval on validation could be.\n"
      "# eqnet train DATASET --config best.toml -o MODEL\n"
      "model = {}\n",
      params.settings.kind().name, result.trials.size(), result.best.number, 100 * result.best.score(),
      toml_value(params.settings.kind().name));
  for (const std::string& assignment : result.assignments) {
    const size_t equals = assignment.find('=');
    text += assignment.substr(0, equals) + " = " + toml_value(std::string_view(assignment).substr(equals + 1)) + "\n";
  }
  base::AtomicFile file(folder + "/best.toml");
  file.write(text);
  file.commit();
}

}  // namespace eqnet::experiments
