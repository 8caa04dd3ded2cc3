#include "encode/settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "base/files.h"
#include "base/format.h"
#include "base/suggest.h"
#include "base/toml.h"
#include "eqnet/base/error.h"

namespace eqnet::encode {
namespace {

using Type = SettingInfo::Type;

const SettingInfo* find_info(std::string_view name) {
  for (const SettingInfo& info : setting_infos()) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// Letters to insert, delete or replace to get from one name to the other.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::string short_number(double value) {
  return base::format("{:g}", value);
}

// What a value must be, for the error.
std::string expectation(const SettingInfo& info) {
  switch (info.type) {
    case Type::flag:
      return "on or off";
    case Type::choice: {
      std::string text = "one of";
      for (const std::string_view choice : info.choices) text += " " + std::string(choice);
      return text;
    }
    default:
      return std::string(info.type == Type::integer ? "a whole number" : "a number") + " from " +
             short_number(info.least) + " to " + short_number(info.most);
  }
}

// The value that a text stands for, or nothing.
std::optional<SettingValue> parse(const SettingInfo& info, std::string_view text) {
  if (info.type == Type::choice) {
    const bool known = std::find(info.choices.begin(), info.choices.end(), text) != info.choices.end();
    return known ? std::optional<SettingValue>(std::string(text)) : std::nullopt;
  }
  if (info.type == Type::flag) {
    if (text == "1" || text == "on" || text == "true") return true;
    if (text == "0" || text == "off" || text == "false") return false;
    return std::nullopt;
  }
  const std::optional<double> number = parse_number(text);
  if (!number || *number < info.least || *number > info.most) return std::nullopt;
  if (info.type == Type::number) return *number;
  if (*number != std::floor(*number)) return std::nullopt;
  return static_cast<size_t>(*number);
}

// One text per number, the shortest, whatever was written.
std::string text_of(double number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}
std::string text_of(size_t number) {
  return text_of(static_cast<double>(number));
}
std::string text_of(bool flag) {
  return flag ? "1" : "0";
}
std::string text_of(const std::string& choice) {
  return choice;
}

}  // namespace

const std::vector<std::string>& recipes() {
  static const std::vector<std::string> names = {"tuned", "paper"};
  return names;
}

size_t dimension_as_set(const Settings& settings, const Vocabulary& /*vocabulary*/) {
  return settings.integer("dimension");
}

Settings::Settings(const ModelKind& kind, std::string_view recipe, int version) : kind_(&kind) {
  if (recipe != "tuned" && recipe != "paper") {
    throw base::Error("there is no recipe " + base::quoted(recipe) + "; choose tuned or paper");
  }
  for (const SettingDefault& row : kind.defaults) {
    if (row.since > version) continue;
    const std::string_view text = recipe == "paper" || row.tuned.empty() ? row.paper : row.tuned;
    values_.insert_or_assign(std::string(row.name), parse(*find_info(row.name), text).value());
  }
}

void Settings::set(std::string_view name, std::string_view value) {
  const auto found = values_.find(name);
  if (found == values_.end()) {
    std::string_view nearest;
    for (const auto& [known, unused] : values_) {
      if (nearest.empty() || edit_distance(name, known) < edit_distance(name, nearest)) nearest = known;
    }
    std::string remedy = "the model has no settings";
    if (!nearest.empty()) remedy = "did you mean " + base::quoted(nearest) + "? `eqnet train --help` lists them";
    throw base::Error("setting " + base::quoted(name), "unknown for model " + kind().name, remedy);
  }
  const SettingInfo& info = *find_info(name);
  std::optional<SettingValue> parsed = parse(info, value);
  if (!parsed) {
    throw base::Error("setting " + base::quoted(name), base::quoted(value) + " is not " + expectation(info));
  }
  found->second = *std::move(parsed);
}

void Settings::set_assignment(std::string_view assignment) {
  const size_t equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    throw base::Error("setting " + base::quoted(assignment), "has no value", "write name=value");
  }
  set(assignment.substr(0, equals), assignment.substr(equals + 1));
}

namespace {

constexpr std::string_view kModelKey = "model";

std::string model_of(const toml::table& table, const std::string& path) {
  if (!table.contains(kModelKey)) return "";
  const auto model = table[kModelKey].value_exact<std::string>();
  if (!model) throw base::Error(path, "model is no text", "write model = \"eqnet\"");
  return *model;
}

}  // namespace

std::string model_of_toml(const std::string& path) {
  return model_of(base::parse_toml(base::read_bytes(path), path), path);
}

void Settings::set_from_toml(const std::string& path) {
  const toml::table table = base::parse_toml(base::read_bytes(path), path);
  for (const auto& [key, node] : table) {
    if (key == kModelKey) {
      const std::string model = model_of(table, path);
      if (model == kind().name) continue;
      throw base::Error(path, "has settings of " + model + ", not of " + kind().name, "say -m " + model);
    }
    std::string value;
    if (const auto text = node.value_exact<std::string>()) {
      value = *text;
    } else if (const auto flag = node.value_exact<bool>()) {
      value = *flag ? "on" : "off";
    } else if (const auto whole = node.value_exact<int64_t>()) {
      value = std::to_string(*whole);
    } else if (const auto number = node.value_exact<double>()) {
      char digits[32];
      const auto end = std::to_chars(digits, digits + sizeof digits, *number).ptr;
      value.assign(digits, end);
    } else {
      throw base::Error(path, "setting " + base::quoted(key.str()) + " is not a single value", "write name = value");
    }
    try {
      set(key.str(), value);
    } catch (const base::Error& error) {
      throw base::Error(path, error.what());
    }
  }
}

template <class Type>
const Type& Settings::get(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw std::logic_error("model " + kind().name + " has no setting " + std::string(name));
  return std::get<Type>(found->second);
}

double Settings::number(std::string_view name) const {
  return get<double>(name);
}
size_t Settings::integer(std::string_view name) const {
  return get<size_t>(name);
}
bool Settings::flag(std::string_view name) const {
  return get<bool>(name);
}
const std::string& Settings::choice(std::string_view name) const {
  return get<std::string>(name);
}

std::map<std::string, std::string, std::less<>> Settings::values() const {
  std::map<std::string, std::string, std::less<>> texts;
  for (const auto& [name, value] : values_) {
    texts.emplace(name, std::visit([](const auto& typed) { return text_of(typed); }, value));
  }
  return texts;
}

}  // namespace eqnet::encode
