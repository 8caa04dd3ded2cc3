#include "experiments/search_space.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/format.h"
#include "base/suggest.h"
#include "base/toml.h"
#include "eqnet/base/error.h"

namespace eqnet::experiments {
namespace {

using Type = encode::SettingInfo::Type;

const encode::SettingInfo& info_of(std::string_view setting) {
  return *std::ranges::find(encode::setting_infos(), setting, &encode::SettingInfo::name);
}

// A value as text that Settings::set takes; empty where it is a list or a table.
std::string text_of(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto flag = node.value_exact<bool>()) return *flag ? "on" : "off";
  if (const auto whole = node.value_exact<int64_t>()) return std::to_string(*whole);
  if (const auto number = node.value_exact<double>()) return base::format("{}", *number);
  return "";
}

// What tune itself sets, and how the user says it.
std::string_view set_by_tune(std::string_view setting) {
  if (setting == "steps") return "the steps of a trial are what halving goes over: say --steps";
  if (setting == "hold_out") return "the score is made of the classes that are held out, the same for all trials";
  return {};
}

class SpaceReader {
 public:
  SpaceReader(std::string where, const encode::Settings& settings) : where_(std::move(where)), settings_(settings) {}

  SearchSpace read(const toml::table& table) {
    for (const auto& [key, node] : table) add(std::string(key.str()), key.source().begin.line, node);
    if (space_.ranges.empty()) {
      throw base::Error(where_, "has nothing to search",
                        "give a setting a range, as in dropout = { linear = [0, 0.5] }");
    }
    return std::move(space_);
  }

 private:
  [[noreturn]] void refuse(size_t line, std::string_view what, std::string_view remedy = {}) const {
    throw base::Error(where_ + ", line " + std::to_string(line), what, remedy);
  }
  // Whether the model takes the value: its own errors, with the line.
  void check(size_t line, const std::string& setting, const std::string& value) const {
    encode::Settings trial = settings_;
    try {
      trial.set(setting, value);
    } catch (const base::Error& error) {
      refuse(line, error.what());
    }
  }

  void add(const std::string& setting, size_t line, const toml::node& node) {
    if (!settings_.has(setting)) check(line, setting, "");  // throws with the nearest name
    if (const std::string_view why = set_by_tune(setting); !why.empty()) {
      refuse(line, "setting " + base::quoted(setting) + " cannot stand here", why);
    }
    const toml::table* range = node.as_table();
    if (range == nullptr) {
      const std::string value = text_of(node);
      if (value.empty() && !node.is_string()) {
        refuse(line, "setting " + base::quoted(setting) + (node.is_array() ? " is a list" : " is a date or time"),
               kForms);
      }
      check(line, setting, value);
      space_.kept.emplace_back(setting, value);
      return;
    }
    if (range->size() != 1) {
      refuse(line, "setting " + base::quoted(setting) + " should have one range, not " + std::to_string(range->size()),
             kForms);
    }
    const auto only = range->begin();  // it holds what it points to
    const toml::key& scale = only->first;
    const toml::node& ends = only->second;
    const auto found = std::ranges::find(kScales, scale.str());
    if (found == std::end(kScales)) {
      const std::vector<std::string> known(std::begin(kScales), std::end(kScales));
      refuse(line, "setting " + base::quoted(setting) + " has a range " + base::quoted(scale.str()),
             base::did_you_mean(scale.str(), known, kForms));
    }
    const toml::array* list = ends.as_array();
    if (list == nullptr) refuse(line, "the range of " + base::quoted(setting) + " is no list", kForms);
    const auto which = static_cast<Range::Scale>(found - std::begin(kScales));
    if (which == Range::Scale::choice) {
      add_choice(setting, line, *list);
    } else {
      add_numbers({setting, which}, line, *list);
    }
  }

  void add_choice(const std::string& setting, size_t line, const toml::array& list) {
    Range range{setting, Range::Scale::choice};
    for (const toml::node& node : list) {
      const std::string value = text_of(node);
      check(node.source().begin.line, setting, value);
      if (std::ranges::find(range.choices, value) != range.choices.end()) {
        refuse(node.source().begin.line,
               "the choice of " + base::quoted(setting) + " has " + base::quoted(value) + " twice",
               "name each value once");
      }
      range.choices.push_back(value);
    }
    if (range.choices.empty()) refuse(line, "the choice of " + base::quoted(setting) + " is empty", "name its values");
    if (range.choices.size() == 1) {  // an axis without a length, which dlib refuses
      refuse(line, "the choice of " + base::quoted(setting) + " has one value",
             "to keep it write " + setting + " = " + toml_value(range.choices.front()));
    }
    space_.ranges.push_back(std::move(range));
  }

  void add_numbers(Range range, size_t line, const toml::array& list) {
    const std::string quoted = base::quoted(range.setting);
    const Type type = info_of(range.setting).type;
    if (type == Type::flag || type == Type::choice) {
      refuse(line, "setting " + quoted + " is no number", "write " + range.setting + " = { choice = [...] }");
    }
    if (list.size() != 2) {
      refuse(line, "the range of " + quoted + " has " + std::to_string(list.size()) + " ends",
             "it goes from one number to another: [low, high]");
    }
    range.low = number(range.setting, list[0]);
    range.high = number(range.setting, list[1]);
    range.whole = type == Type::integer || range.scale == Range::Scale::integer;
    const std::string ends = base::format("{:g} to {:g}", range.low, range.high);
    if (range.low > range.high)
      refuse(line, "the range of " + quoted + " is empty: " + ends, "the lower end comes first");
    if (range.low == range.high) {
      refuse(line, "the range of " + quoted + " is empty: " + ends,
             base::format("to keep the value write {} = {:g}", range.setting, range.low));
    }
    if (range.scale == Range::Scale::log && range.low <= 0) {
      refuse(line, "the range of " + quoted + " on a scale of logarithms begins at " + base::format("{:g}", range.low),
             "begin above 0, or take linear");
    }
    if (range.whole && (range.low != std::round(range.low) || range.high != std::round(range.high))) {
      refuse(line, "the range of " + quoted + " has ends that are not whole: " + ends);
    }
    space_.ranges.push_back(std::move(range));
  }

  [[nodiscard]] double number(const std::string& setting, const toml::node& node) const {
    const size_t line = node.source().begin.line;
    std::optional<double> value = node.value<double>();
    if (const auto whole = node.value_exact<int64_t>()) value = static_cast<double>(*whole);  // however large
    if (!value || node.is_boolean() || node.is_string()) {
      refuse(line, "the range of " + base::quoted(setting) + " has " + base::quoted(text_of(node)) +
                       " where a number should be");
    }
    check(line, setting, base::format("{}", *value));
    return *value;
  }

  static constexpr std::string_view kForms =
      "write NAME = VALUE, or NAME = { linear = [low, high] }, log, integer or choice";

  std::string where_;
  const encode::Settings& settings_;
  SearchSpace space_;
};

}  // namespace

Axis Range::axis() const {
  switch (scale) {
    case Scale::linear:
    case Scale::log:
      return {};
    case Scale::integer:
      return {low, high, true};
    case Scale::choice:
      return {0, static_cast<double>(choices.size() - 1), true};
  }
  return {};
}

std::string Range::value(double place) const {
  if (scale == Scale::choice) {
    const auto last = static_cast<double>(choices.size() - 1);
    return choices[static_cast<size_t>(std::clamp(std::round(place), 0.0, last))];
  }
  double value = place;
  if (scale == Scale::linear) value = low + place * (high - low);
  if (scale == Scale::log) value = low * std::pow(high / low, place);
  value = std::clamp(value, low, high);
  return whole ? base::format("{:.0f}", value) : base::format("{:.6g}", value);
}

std::optional<double> Range::place(const std::string& text) const {
  if (scale == Scale::choice) {
    const auto found = std::ranges::find(choices, text);
    if (found == choices.end()) return std::nullopt;
    return static_cast<double>(found - choices.begin());
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const double slack = 1e-5 * std::max(std::abs(low), std::abs(high));  // value() rounds
  if (error != std::errc() || end != text.data() + text.size() || !(value >= low - slack && value <= high + slack)) {
    return std::nullopt;
  }
  value = std::clamp(value, low, high);
  if (scale == Scale::linear) return (value - low) / (high - low);
  if (scale == Scale::log) return std::log(value / low) / std::log(high / low);
  return value;
}

std::vector<Axis> SearchSpace::axes() const {
  std::vector<Axis> axes;
  axes.reserve(ranges.size());
  for (const Range& range : ranges) axes.push_back(range.axis());
  return axes;
}

std::string toml_value(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return std::string(text);
  return "\"" + std::string(text) + "\"";
}

SearchSpace parse_space(std::string_view text, const std::string& where, const encode::Settings& settings) {
  return SpaceReader(where, settings).read(base::parse_toml(text, where));
}

}  // namespace eqnet::experiments
