#include "train/course.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"

namespace eqnet::train {

encode::Settings settings_of_restart(const encode::Settings& settings, size_t restart) {
  encode::Settings changed = settings;
  if (settings.kind() != "eqnet" || !settings.flag("vary_restarts") || restart % 2 == 0) return changed;
  changed.set("margin", std::to_string(settings.number("margin") / 16));
  changed.set("nu", std::to_string(std::min(15.0, settings.number("nu") + 0.5)));  // SubexpAE comes later
  return changed;
}

double mu_of(const encode::Settings& settings, size_t epoch) {
  if (settings.kind() != "eqnet") return 0;
  const auto t = static_cast<double>(epoch);
  const double nu = settings.number("nu");
  return settings.choice("mu_schedule") == "slow" ? 1 - std::pow(1 - std::pow(10, -nu), t) : 1 - std::pow(10, -nu * t);
}

Curriculum::Curriculum(const Task& task, const encode::Settings& settings)
    : task_(task), start_(settings.number("curriculum_start")), growth_(settings.number("curriculum_step")) {}

double Curriculum::limit(size_t epoch) const {
  if (start_ == 0 && growth_ == 0) return std::numeric_limits<double>::infinity();
  return start_ + growth_ * static_cast<double>(epoch);
}

// An expression's size as the paper counts it: with the artificial root.
double Curriculum::size(size_t i) const {
  return static_cast<double>(task_.dataset->pool.tree_size(task_.training.roots[i])) + 1;
}

bool Curriculum::whole(size_t epoch) const {
  if (growth_ == 0) return true;
  const double most = limit(epoch);
  for (size_t i = 0; i < task_.training.roots.size(); ++i) {
    if (size(i) > most) return false;
  }
  return true;
}

std::vector<uint32_t> Curriculum::order(uint64_t seed, size_t epoch) const {
  std::vector<uint32_t> order;
  const double most = limit(epoch);
  for (uint32_t i = 0; i < task_.training.roots.size(); ++i) {
    if (size(i) <= most) order.push_back(i);
  }
  base::Random random = base::Random::stream(seed, (uint64_t{1} << 32) + epoch);
  random.shuffle(order);
  return order;
}

}  // namespace eqnet::train
