// Settings: every hyperparameter of every model, by name. One table gives ranges and help, and each kind of model its
// defaults; the command line, TOML files and model files all go through them.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace eqnet::domain {
class Domain;
}

namespace eqnet::encode {

class Vocabulary;
template <class Real>
class Network;
struct Schedule;

// "tuned" and "paper".
const std::vector<std::string>& recipes();

struct SettingInfo {
  enum class Type { number, integer, flag, choice };
  std::string_view name;
  Type type;
  double least, most;                     // of a number or integer
  std::vector<std::string_view> choices;  // of a choice
  std::string_view help;
  bool quiet = false;  // files say nothing of it where it is 0, as before there was a choice
};
const std::vector<SettingInfo>& setting_infos();

// What a setting is where nobody has set it. A default changes by another row below, `since` the next version of model
// files, so that files of older programs which do not have the setting go on as they did. A setting that is new has its
// first row since version 1 too: what models did before there was a choice.
struct SettingDefault {
  std::string_view name;
  std::string_view paper;       // in the recipe "paper"
  std::string_view tuned = {};  // in the recipe "tuned"; empty: as in "paper"
  int since = 1;                // version of model files (kModelVersion in model.h)
};
constexpr int kNewestDefaults = std::numeric_limits<int>::max();

class Settings;
// What most kinds have as ModelKind::dimension: the setting of that name.
size_t dimension_as_set(const Settings& settings, const Vocabulary& vocabulary);

// A kind of model: all that the rest of the program knows of it. `models` has them (models/registry.h).
struct ModelKind {
  std::string name;                           // "eqnet-mul": on the command line and in files
  std::string label;                          // for people
  std::vector<SettingDefault> defaults = {};  // the settings that it has; see Settings
  // The network. A kind has one of the two: the second where it goes by what expressions mean in their domain.
  std::unique_ptr<Network<float>> (*make)(const Settings& settings, const Vocabulary& vocabulary) = nullptr;
  std::unique_ptr<Network<float>> (*make_in_domain)(const Settings& settings, const Vocabulary& vocabulary,
                                                    const domain::Domain& domain) = nullptr;
  // Numbers of a vector, without making the network.
  size_t (*dimension)(const Settings& settings, const Vocabulary& vocabulary) = dimension_as_set;
  // The parameters from the training expressions and a seed in one go; for kinds that are not trained by gradients.
  std::vector<float> (*fit)(const Schedule& expressions, const Vocabulary& vocabulary, uint64_t seed) = nullptr;
  bool needs_plugin = false;  // make() loads libeqnet-torch

  [[nodiscard]] bool fitted() const { return fit != nullptr; }
  [[nodiscard]] bool knows_domain() const { return make_in_domain != nullptr; }
};

// Of a number, an integer, a flag and a choice.
using SettingValue = std::variant<double, size_t, bool, std::string>;

// The settings of one model: those of the table that its kind uses. A value is checked and made a number when it is
// set; whoever reads it only looks it up.
class Settings {
 public:
  Settings() = default;
  // recipe "tuned": what works best on spaces other than the paper's; "paper": the published values (docs/training.md),
  // and for eqnet-mul, which is not of the paper, the form with matrices.
  // Of a setting's defaults the last row counts that is not newer than the version. The kind must outlive the settings.
  explicit Settings(const ModelKind& kind, std::string_view recipe = "tuned", int version = kNewestDefaults);

  // require: not made without a kind.
  [[nodiscard]] const ModelKind& kind() const { return *kind_; }
  // Throws base::Error on an unknown name (with the nearest known one), a value of the wrong type or out of range.
  void set(std::string_view name, std::string_view value);
  // "name=value"
  void set_assignment(std::string_view assignment);
  // A TOML file of name = value lines. A line model = "KIND" must name this kind.
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

  const ModelKind* kind_ = nullptr;
  std::map<std::string, SettingValue, std::less<>> values_;
};

// The kind of model that a TOML file of settings says it is for; empty where it does not say.
std::string model_of_toml(const std::string& path);

}  // namespace eqnet::encode
