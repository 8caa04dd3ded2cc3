#include "models/kinds.h"

namespace eqnet::models {

std::vector<encode::SettingDefault> with_training_defaults(std::vector<encode::SettingDefault> own) {
  std::vector<encode::SettingDefault> all = {
      {"dimension", "64"},      {"epsilon", "1e-8"},
      {"weight_decay", "0"},    {"average", "0"},
      {"group", "0"},           {"dropout", "0"},
      {"margin", "0.5"},        {"curriculum_start", "0"},
      {"curriculum_step", "0"}, {"objective", "margin"},
      {"temperature", "0.05"},  {"contrastive", "1"},
      {"softmax", "1"},         {"optimiser", "rmsprop"},
      {"schedule", "constant"}, {"steps", "0"},
      {"hold_out", "0"},        {"selection", "accuracy", "retrieval"},
      {"validate_every", "2"},  {"validate_steps", "0", "20"},
      {"patience", "50"},       {"patience_steps", "0", "2000"},
      {"restart_steps", "0"},   {"parts", "2"},
  };
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

}  // namespace eqnet::models
