// What `tune` searches: for some settings of a model the values that may be tried, for others one that is kept.
//
//   learning_rate = { log = [0.0005, 0.05] }     # as many trials between 0.0005 and 0.005 as between 0.005 and 0.05
//   dropout = { linear = [0, 0.5] }
//   hidden = { integer = [4, 32] }
//   mu_schedule = { choice = ["slow", "fast"] }
//   restart_steps = 0                            # kept
//
// A proposer (proposer.h) sees numbers only: each range is an axis.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "encode/settings.h"

namespace eqnet::experiments {

// The numbers that may be proposed: all between two, or whole ones only.
struct Axis {
  double low = 0, high = 1;
  bool whole = false;
};

struct Range {
  enum class Scale { linear, log, integer, choice };
  std::string setting;
  Scale scale = Scale::linear;
  double low = 0, high = 0;               // not of a choice
  std::vector<std::string> choices = {};  // of a choice
  bool whole = false;                     // the setting is a whole number: others are rounded

  // linear and log: 0 to 1; integer: the values; choice: the places of the choices.
  [[nodiscard]] Axis axis() const;
  // What the setting is at a place of the axis, with six digits at most, so that files can hold it as it is.
  [[nodiscard]] std::string value(double place) const;
  // The other way round; nothing where the setting cannot be that.
  [[nodiscard]] std::optional<double> place(const std::string& value) const;
};
inline constexpr const char* kScales[] = {"linear", "log", "integer", "choice"};

struct SearchSpace {
  std::vector<Range> ranges;  // in order of the settings' names
  std::vector<std::pair<std::string, std::string>> kept;

  [[nodiscard]] std::vector<Axis> axes() const;
};

// A value of a setting as TOML has it.
std::string toml_value(std::string_view text);

// settings: of the model, whose table says what may stand here. where: the file, for errors, which say the line too.
// Throws base::Error on a text that is no TOML, a setting that the model does not have (with the nearest name) or that
// tune itself sets, an empty range or a choice of one, a value of the wrong type or beyond the setting's bounds, and
// where there is nothing to search.
SearchSpace parse_space(std::string_view text, const std::string& where, const encode::Settings& settings);

// The space of a model where nobody names one, as TOML: the paper's hyperparameters with the published values well
// inside, and for eqnet-mul those of its own. Throws base::Error for a model that has nothing to search.
std::string_view default_space(const encode::ModelKind& kind);

}  // namespace eqnet::experiments
