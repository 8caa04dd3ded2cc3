#include "encode/settings.h"

#include <toml++/toml.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "base/files.h"
#include "base/suggest.h"
#include "eqnet/base/error.h"

namespace eqnet::encode {
namespace {

using Type = SettingInfo::Type;
constexpr double kHuge = 1e15;

struct Default {
  std::string_view name;
  std::string_view eqnet, mul, treenn1, treenn2, gru, stackrnn;
};

// The recipe "paper": the table of hyperparameters in the paper's supplement; "" where a model has no such setting.
// 10^-2.1 and so on are written out. What the paper does not have is off. eqnet-mul, which it does not have either, is
// here the form with matrices.
const std::vector<Default>& defaults() {
  static const std::vector<Default> table = {
      {"dimension", "64", "64", "64", "64", "64", "64"},
      {"hidden", "8", "64", "", "16", "", ""},
      {"token_dimension", "", "", "", "", "128", "64"},
      {"stacks", "", "", "", "", "", "40"},
      {"activation", "", "", "", "", "", "sigmoid"},
      {"learning_rate", "0.00794328", "0.003", "0.000316228", "0.000316228", "0.00489779", "0.00125893"},
      {"rho", "0.88", "0.999", "0.6", "0.9", "0.9", "0.99"},
      {"momentum", "0.88", "0.9", "0.01", "0.95", "0.66", "0.85"},
      {"epsilon", "1e-8", "1e-8", "1e-8", "1e-8", "1e-8", "1e-8"},
      {"weight_decay", "0", "1", "0", "0", "0", "0"},
      {"average", "0", "0", "0", "0", "0", "0"},
      {"batch", "900", "900", "650", "1000", "100", "500"},
      {"clip", "1.82", "1000", "3.6", "5", "0.87", "0.7"},
      {"init_std", "0.00891251", "0.1", "0.0524807", "0.0001", "0.1", "0.0001"},
      {"embedding_std", "", "0.1", "", "", "0.1", "0.001"},
      {"dropout", "0.11", "0.1", "0", "0", "0.26", "0"},
      {"margin", "0.5", "0.5", "2.41", "0.62", "0.5", "0.5"},
      {"curriculum_start", "6.96", "0", "2.8", "6.5", "0", "0"},
      {"curriculum_step", "2.72", "0", "2.4", "2.25", "0", "0"},
      {"leaf_noise", "1", "0", "", "", "", ""},
      {"residual", "1", "1", "", "", "", ""},
      {"normalise", "1", "1", "", "", "", ""},
      {"autoencoder", "1", "0", "", "", "", ""},
      {"code", "8", "8", "", "", "", ""},
      {"kappa", "0.61", "0.61", "", "", "", ""},
      {"nu", "4", "4", "", "", "", ""},
      {"mu_schedule", "slow", "slow", "", "", "", ""},
      {"objective", "margin", "contrastive", "margin", "margin", "margin", "margin"},
      {"selection", "accuracy", "retrieval", "accuracy", "accuracy", "accuracy", "accuracy"},
      {"validate_every", "2", "1", "2", "2", "2", "2"},
      {"validate_steps", "0", "200", "0", "0", "0", "0"},
      {"patience", "50", "1000000", "50", "50", "50", "50"},
      {"patience_steps", "0", "0", "0", "0", "0", "0"},
      {"restart_steps", "0", "0", "0", "0", "0", "0"},
      {"vary_restarts", "0", "", "", "", "", ""},
      {"parts", "2", "2", "2", "2", "2", "2"},
      {"product", "", "64", "", "", "", ""},
      {"bias", "", "1", "", "", "", ""},
      {"points", "", "0", "", "", "", ""},
      {"group", "0", "0", "0", "0", "0", "0"},
      {"optimiser", "rmsprop", "adam", "rmsprop", "rmsprop", "rmsprop", "rmsprop"},
      {"schedule", "constant", "cosine", "constant", "constant", "constant", "constant"},
      {"steps", "0", "6000", "0", "0", "0", "0"},
      {"temperature", "0.05", "0.05", "0.05", "0.05", "0.05", "0.05"},
      {"contrastive", "1", "1", "1", "1", "1", "1"},
      {"softmax", "1", "1", "1", "1", "1", "1"},
      {"substitution", "0", "0.5", "", "", "", ""},
      {"permute", "", "0", "", "", "", ""},
      {"renew", "", "0", "", "", "", ""},
      {"hold_out", "0", "0", "0", "0", "0", "0"},
  };
  return table;
}

// The recipe "tuned": what differs from the paper's; "" where nothing does. Chosen on generated spaces that are not
// among the paper's datasets (docs/training.md).
const std::vector<Default>& tuned() {
  static const std::vector<Default> table = {
      {"activation", "", "", "", "", "", "tanh"},
      {"learning_rate", "0.004", "0.02", "", "", "", ""},
      {"momentum", "", "", "", "", "", "0.66"},
      {"batch", "300", "", "", "", "", "200"},
      {"margin", "8", "", "", "", "", ""},
      {"nu", "2", "", "", "", "", ""},
      {"average", "0.99", "", "", "", "", ""},
      {"init_std", "", "0.5", "", "", "", "0.1"},
      {"embedding_std", "", "1", "", "", "", "0.1"},
      {"selection", "retrieval", "", "retrieval", "retrieval", "retrieval", "retrieval"},
      {"validate_steps", "20", "", "20", "20", "20", "20"},
      {"patience_steps", "1500", "", "2000", "2000", "2000", "2000"},
      {"restart_steps", "40000", "", "", "", "", ""},
      {"hidden", "", "0", "", "", "", ""},
      {"product", "", "0", "", "", "", ""},
      {"bias", "", "0", "", "", "", ""},
      {"residual", "", "0", "", "", "", ""},
      {"points", "", "1", "", "", "", ""},
      {"group", "", "4", "", "", "", ""},
      {"dropout", "", "0", "", "", "", ""},
      {"weight_decay", "", "0.05", "", "", "", ""},
      {"softmax", "", "0", "", "", "", ""},
      {"substitution", "", "0", "", "", "", ""},
      {"steps", "", "3000", "", "", "", ""},
      {"rho", "", "0.95", "", "", "", ""},
      {"temperature", "", "0.01", "", "", "", ""},
      {"leaf_noise", "", "0.2", "", "", "", ""},
      {"hold_out", "", "0.05", "", "", "", ""},
      {"renew", "", "1", "", "", "", ""},
      {"vary_restarts", "1", "", "", "", "", ""},
  };
  return table;
}

std::string_view default_of(const Default& row, std::string_view kind) {
  if (kind == "eqnet") return row.eqnet;
  if (kind == "eqnet-mul") return row.mul;
  if (kind == "treenn1") return row.treenn1;
  if (kind == "treenn2") return row.treenn2;
  if (kind == "gru") return row.gru;
  if (kind == "stackrnn") return row.stackrnn;
  return {};
}

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
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
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

const std::vector<std::string>& model_kinds() {
  static const std::vector<std::string> kinds = {"eqnet", "eqnet-mul", "treenn1", "treenn2",
                                                 "gru",   "stackrnn",  "tfidf"};
  return kinds;
}

void check_kind(std::string_view kind) {
  const auto& kinds = model_kinds();
  if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) return;
  std::string known;
  for (const std::string& name : kinds) known += (known.empty() ? "" : ", ") + name;
  throw base::Error("there is no model " + base::quoted(kind) + "; " +
                    base::did_you_mean(kind, kinds, "choose one of " + known));
}

const std::vector<SettingInfo>& setting_infos() {
  static const std::vector<SettingInfo> infos = {
      {"dimension", Type::integer, 1, 4096, {}, "Numbers of a vector (D)"},
      {"hidden", Type::integer, 0, 4096, {}, "Size of Combine's hidden layer"},
      {"product", Type::integer, 0, 4096, {}, "Size of Combine's product of the children"},
      {"bias", Type::flag, 0, 1, {}, "Combine has biases"},
      {"points", Type::flag, 0, 1, {}, "Combine works on values at learned points, point by point"},
      {"token_dimension", Type::integer, 1, 4096, {}, "Numbers of a token's embedding"},
      {"stacks", Type::integer, 1, 1024, {}, "Stacks"},
      {"activation", Type::choice, 0, 0, {"sigmoid", "tanh"}, "Function that gives the state"},
      {"learning_rate", Type::number, 1e-9, 10, {}, "Step of the optimiser"},
      {"rho", Type::number, 0, 0.99999, {}, "Decay of the mean square of the gradient (Adam: beta2)"},
      {"momentum", Type::number, 0, 0.9999, {}, "Nesterov momentum (Adam: beta1)"},
      {"epsilon", Type::number, 0, 1, {}, "Added to that mean square (Adam: to its root)"},
      {"weight_decay",
       Type::number,
       0,
       100,
       {},
       "Decoupled weight decay: weights shrink by learning_rate times this a step"},
      {"average",
       Type::number,
       0,
       0.99999,
       {},
       "Decay of a running mean of the weights, which is then what is kept; 0: none"},
      {"batch", Type::integer, 1, 1e6, {}, "Expressions a step"},
      {"group", Type::integer, 0, 1e6, {}, "Expressions of a class that come one after the other; 0: as it happens"},
      {"clip", Type::number, 1e-9, kHuge, {}, "Largest absolute value of an element of the gradient"},
      {"init_std", Type::number, 0, 10, {}, "Deviation of the parameters at the start"},
      {"embedding_std",
       Type::number,
       0,
       10,
       {},
       "Deviation of token embeddings, or of leaves' values at points, at the start"},
      {"dropout", Type::number, 0, 0.99, {}, "Share of the weights that is zeroed in a step"},
      {"margin", Type::number, 0, 1000, {}, "Margin of the objective"},
      {"curriculum_start", Type::number, 0, kHuge, {}, "Largest tree of the first epoch, with its root node"},
      {"curriculum_step", Type::number, 0, kHuge, {}, "Growth of that an epoch; both 0: no curriculum"},
      {"leaf_noise", Type::number, 0, 1000, {}, "Noise on leaves in training, in units of init_std"},
      {"residual", Type::flag, 0, 1, {}, "Combine has the direct path W0"},
      {"normalise", Type::flag, 0, 1, {}, "Vectors have length 1"},
      {"autoencoder", Type::flag, 0, 1, {}, "Train with SubexpAE"},
      {"code", Type::integer, 1, 4096, {}, "Size of SubexpAE's code (M)"},
      {"kappa", Type::number, 0, 1, {}, "Share of SubexpAE's inputs that is zeroed"},
      {"nu", Type::number, 0, 15, {}, "Speed at which SubexpAE's weight mu grows"},
      {"mu_schedule",
       Type::choice,
       0,
       0,
       {"slow", "fast"},
       "mu in epoch t: slow 1 - (1 - 10^-nu)^t, as published code; fast 1 - 10^(-nu t), as printed"},
      {"objective", Type::choice, 0, 0, {"margin", "siamese", "contrastive"}, "Loss on the vectors"},
      {"temperature", Type::number, 1e-4, 100, {}, "Temperature of the contrastive objective"},
      {"contrastive", Type::number, 0, 1000, {}, "Weight of that objective's comparison of expressions"},
      {"softmax", Type::number, 0, 1000, {}, "Weight of that objective's comparison with class vectors"},
      {"substitution",
       Type::number,
       0,
       1,
       {},
       "Probability that a child which is a training expression itself is replaced by its class vector"},
      {"permute",
       Type::number,
       0,
       1,
       {},
       "Share of the batches whose variables change places at random, so that the model treats all alike"},
      {"renew",
       Type::integer,
       0,
       1000,
       {},
       "Times in the first half of the schedule that points which have come to nothing are made anew from others"},
      {"optimiser", Type::choice, 0, 0, {"rmsprop", "adam"}, "Optimiser"},
      {"schedule", Type::choice, 0, 0, {"constant", "cosine"}, "Course of the learning rate over `steps`"},
      {"steps", Type::integer, 0, kHuge, {}, "Steps of the schedule, after which training ends; 0: no end"},
      {"hold_out",
       Type::number,
       0,
       0.9,
       {},
       "Share of the training classes that is not trained on but validated with, as unseen; small training sets keep "
       "all"},
      {"selection",
       Type::choice,
       0,
       0,
       {"accuracy", "retrieval"},
       "What the best weights are best at: class accuracy on validation, or score_k among what training knows"},
      {"validate_every", Type::integer, 1, 1e6, {}, "Epochs between validations"},
      {"validate_steps", Type::integer, 0, kHuge, {}, "Steps that must also lie between validations"},
      {"patience", Type::integer, 1, 1e6, {}, "Validations without a better one after which training ends"},
      {"patience_steps", Type::integer, 0, kHuge, {}, "Steps without a better validation that must also have passed"},
      {"restart_steps",
       Type::integer,
       0,
       kHuge,
       {},
       "Until so many steps are made, training that has lost patience starts again from other weights; the best are "
       "kept"},
      {"vary_restarts", Type::flag, 0, 1, {}, "Restarts take turns: as set; margin / 16 and nu + 0.5"},
      {"parts", Type::integer, 1, 1024, {}, "Parts of a batch, each the work of one thread; part of the result"},
  };
  return infos;
}

const std::vector<std::string>& recipes() {
  static const std::vector<std::string> names = {"tuned", "paper"};
  return names;
}

Settings::Settings(std::string_view kind, std::string_view recipe) : kind_(kind) {
  check_kind(kind);
  if (recipe != "tuned" && recipe != "paper") {
    throw base::Error("there is no recipe " + base::quoted(recipe) + "; choose tuned or paper");
  }
  for (const Default& row : defaults()) {
    if (const std::string_view value = default_of(row, kind); !value.empty())
      values_.emplace(row.name, *parse(*find_info(row.name), value));
  }
  if (recipe == "paper") return;
  for (const Default& row : tuned()) {
    if (const std::string_view value = default_of(row, kind); !value.empty())
      values_.find(row.name)->second = *parse(*find_info(row.name), value);
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
    throw base::Error("setting " + base::quoted(name), "unknown for model " + kind_, remedy);
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

void Settings::set_from_toml(const std::string& path) {
  toml::table table;
  try {
    table = toml::parse(base::read_bytes(path), path);
  } catch (const toml::parse_error& error) {
    throw base::Error(path + ", line " + std::to_string(error.source().begin.line), std::string(error.description()));
  }
  for (const auto& [key, node] : table) {
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
  if (found == values_.end()) throw std::logic_error("model " + kind_ + " has no setting " + std::string(name));
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
