#include "experiments/trial.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <optional>

#include "base/files.h"
#include "base/json.h"

namespace eqnet::experiments {
namespace {

// Nothing where the text is no trial.
std::optional<Trial> parse_trial(const std::string& line) {
  rapidjson::Document json;
  // To the last bit: a search that goes on decides by these scores as the one before did.
  json.Parse<rapidjson::kParseFullPrecisionFlag>(line.data(), line.size());
  if (json.HasParseError() || !json.IsObject()) return std::nullopt;
  for (const char* key : {"trial", "settings", "scores", "steps", "whole", "seconds", "failed"}) {
    if (!json.HasMember(key)) return std::nullopt;
  }
  if (!json["trial"].IsUint64() || json["trial"].GetUint64() == 0 || !json["settings"].IsObject() ||
      !json["scores"].IsArray() || json["scores"].Empty() || !json["steps"].IsUint64() || !json["whole"].IsBool() ||
      !json["seconds"].IsNumber() || !(json["failed"].IsNull() || json["failed"].IsString())) {
    return std::nullopt;
  }
  Trial trial;
  trial.number = json["trial"].GetUint64();
  for (const auto& [key, value] : json["settings"].GetObject()) {
    if (!value.IsString()) return std::nullopt;
    trial.settings.emplace(key.GetString(), value.GetString());
  }
  for (const auto& score : json["scores"].GetArray()) {
    if (!score.IsNumber() || !(score.GetDouble() >= 0 && score.GetDouble() <= 1)) return std::nullopt;
    trial.scores.push_back(score.GetDouble());
  }
  trial.steps = json["steps"].GetUint64();
  trial.whole = json["whole"].GetBool();
  trial.seconds = json["seconds"].GetDouble();
  if (json["failed"].IsString()) trial.failed = json["failed"].GetString();
  return trial;
}

}  // namespace

std::string trial_line(const Trial& trial) {
  base::Json json;
  json.object().key("trial").value(trial.number).key("score").value(trial.score());
  json.key("settings").object();
  for (const auto& [name, value] : trial.settings) json.key(name).value(value);
  json.end_object().key("scores").array();
  for (const double score : trial.scores) json.value(score);
  json.end_array().key("steps").value(trial.steps).key("whole").value(trial.whole);
  json.key("seconds").value(trial.seconds).key("failed");
  if (trial.failed.empty()) {
    json.null();
  } else {
    json.value(trial.failed);
  }
  json.end_object();
  return json.text();
}

std::vector<Trial> load_trials(const std::string& path) {
  std::vector<Trial> trials;
  if (!base::file_exists(path)) return trials;
  base::ByteSource source = base::ByteSource::open(path);
  size_t number = 0;
  for (std::string line; source.line(line);) {
    const std::string where = path + ", line " + std::to_string(++number);
    std::optional<Trial> trial = parse_trial(line);
    if (!trial) throw base::Error(where, "is no trial of tune", "delete the line, and the trial is run again");
    if (std::ranges::find(trials, trial->number, &Trial::number) != trials.end()) {
      throw base::Error(where, "is trial " + std::to_string(trial->number) + " once more", "delete the line");
    }
    trials.push_back(*std::move(trial));
  }
  std::ranges::sort(trials, {}, &Trial::number);
  return trials;
}

void save_trials(const std::string& path, const std::vector<Trial>& trials) {
  base::AtomicFile file(path);
  for (const Trial& trial : trials) file.write(trial_line(trial) + "\n");
  file.commit();
}

const Trial* best_of(const std::vector<Trial>& trials) {
  const Trial* best = nullptr;
  for (const Trial& trial : trials) {
    if (trial.whole && (best == nullptr || trial.score() > best->score())) best = &trial;
  }
  return best;
}

}  // namespace eqnet::experiments
