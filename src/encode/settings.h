// Settings: every hyperparameter of every model, by name. One table gives defaults, ranges and help; the command line,
// TOML files and model files all go through it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace eqnet::encode {

// The kinds of models: "eqnet", "eqnet-mul", "treenn1", "treenn2", "gru", "stackrnn",
// "tfidf".
const std::vector<std::string>& model_kinds();
// Throws base::Error with the known kinds.
void check_kind(std::string_view kind);

// "tuned" and "paper".
const std::vector<std::string>& recipes();

struct SettingInfo {
  enum class Type { number, integer, flag, choice };
  std::string_view name;
  Type type;
  double least, most;                     // of a number or integer
  std::vector<std::string_view> choices;  // of a choice
  std::string_view help;
};
const std::vector<SettingInfo>& setting_infos();

// Of a number, an integer, a flag and a choice.
using SettingValue = std::variant<double, size_t, bool, std::string>;

// The settings of one model: those of the table that its kind uses. A value is checked and made a number when it is
// set; whoever reads it only looks it up.
class Settings {
 public:
  Settings() = default;
  // recipe "tuned": what works best on spaces other than the paper's; "paper": the published values (docs/training.md),
  // and for eqnet-mul, which is not of the paper, the form with matrices.
  explicit Settings(std::string_view kind, std::string_view recipe = "tuned");

  [[nodiscard]] const std::string& kind() const { return kind_; }
  // Throws base::Error on an unknown name (with the nearest known one), a value of the wrong type or out of range.
  void set(std::string_view name, std::string_view value);
  // "name=value"
  void set_assignment(std::string_view assignment);
  // A TOML file of name = value lines.
  void set_from_toml(const std::string& path);

  [[nodiscard]] bool has(std::string_view name) const { return values_.contains(name); }
  // require: the kind has this setting, and it is of this type.
  [[nodiscard]] double number(std::string_view name) const;
  [[nodiscard]] size_t integer(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] const std::string& choice(std::string_view name) const;
  // Every setting by name, as text that set() takes.
  [[nodiscard]] std::map<std::string, std::string, std::less<>> values() const;

 private:
  template <class Type>
  [[nodiscard]] const Type& get(std::string_view name) const;

  std::string kind_;
  std::map<std::string, SettingValue, std::less<>> values_;
};

}  // namespace eqnet::encode
