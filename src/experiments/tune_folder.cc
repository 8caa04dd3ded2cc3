#include "experiments/tune_folder.h"

#include <rapidjson/document.h>

#include <charconv>

#include "base/files.h"
#include "base/format.h"
#include "base/json.h"
#include "eqnet/base/error.h"

namespace eqnet::experiments {
namespace {

constexpr size_t kTuneVersion = 1;

// A value of a setting as TOML has it.
std::string toml_value(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return std::string(text);
  return "\"" + std::string(text) + "\"";
}

base::Error other_search(const std::string& path, const std::string& what) {
  return {path, what, "give what it was begun with, or another folder"};
}

}  // namespace

size_t claim_folder(const std::string& folder, const SearchIdentity& identity, size_t workers) {
  const std::string path = folder + "/tune.json";
  if (!base::file_exists(path)) {
    if (base::file_exists(folder + "/trials.jsonl")) {
      throw base::Error(folder, "has trials.jsonl, but not tune.json, which says what was searched",
                        "choose another folder");
    }
    base::Json json;
    json.object().key("format").value("eqnet-tune").key("version").value(kTuneVersion);
    json.key("workers").value(workers).key("search").object();
    for (const auto& [name, text] : identity) json.key(name).value(text);
    json.end_object().end_object();
    base::AtomicFile file(path);
    file.write(json.text() + "\n");
    file.commit();
    return workers;
  }
  const std::string text = base::read_bytes(path);
  rapidjson::Document json;
  json.Parse(text.data(), text.size());
  const bool read = !json.HasParseError() && json.IsObject() && json.HasMember("search") && json["search"].IsObject() &&
                    json.HasMember("workers") && json["workers"].IsUint64() && json["workers"].GetUint64() > 0;
  if (!read) throw base::Error(path, "cannot be read", "choose another folder");
  for (const auto& [name, now] : identity) {
    const auto found = json["search"].FindMember(name.c_str());
    if (found == json["search"].MemberEnd() || !found->value.IsString()) {
      throw other_search(path, "is of a search without " + name);
    }
    const std::string before = found->value.GetString();
    if (before != now) {
      throw other_search(
          path, "is of another search: " + name + " was " + base::quoted(before) + ", now " + base::quoted(now));
    }
  }
  return json["workers"].GetUint64();
}

void write_best(const std::string& folder, const TuneResult& result, const TuneParams& params) {
  std::string text = base::format(
      "# {}: the best of {} trials, number {}, with {:.2f}% of what retrieval on validation could be.\n"
      "# eqnet train DATASET -m {} --config best.toml -o MODEL\n",
      params.settings.kind().name, result.trials.size(), result.best.number, 100 * result.best.score(),
      params.settings.kind().name);
  for (const std::string& assignment : result.assignments) {
    const size_t equals = assignment.find('=');
    text += assignment.substr(0, equals) + " = " + toml_value(std::string_view(assignment).substr(equals + 1)) + "\n";
  }
  base::AtomicFile file(folder + "/best.toml");
  file.write(text);
  file.commit();
}

}  // namespace eqnet::experiments
