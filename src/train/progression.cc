#include "train/progression.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"

namespace eqnet::train {

encode::Settings settings_of_restart(const encode::Settings& settings, size_t restart) {
  encode::Settings changed = settings;
  if (!settings.has("vary_restarts") || !settings.flag("vary_restarts") || restart % 2 == 0) return changed;
  changed.set("margin", std::to_string(settings.number("margin") / 16));
  changed.set("nu", std::to_string(std::min(15.0, settings.number("nu") + 0.5)));  // SubexpAE comes later
  return changed;
}

double mu_of(const encode::Settings& settings, size_t epoch) {
  if (!settings.has("nu")) return 0;
  const auto t = static_cast<double>(epoch);
  const double nu = settings.number("nu");
  return settings.choice("mu_schedule") == "slow" ? 1 - std::pow(1 - std::pow(10, -nu), t) : 1 - std::pow(10, -nu * t);
}

double noise_at(const encode::Settings& settings, double progress) {
  if (settings.choice("schedule") == "constant") return 1;
  constexpr double kPi = 3.14159265358979323846;
  return (1 + std::cos(kPi * std::min(progress, 1.0))) / 2;
}

double learning_rate_at(const encode::Settings& settings, double progress) {
  return settings.number("learning_rate") * noise_at(settings, progress);
}

Curriculum::Curriculum(const Task& task, const encode::Settings& settings)
    : task_(task),
      start_(settings.number("curriculum_start")),
      growth_(settings.number("curriculum_step")),
      group_(settings.integer("group")) {}

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
  return group_ > 1 ? grouped(order, random) : order;
}

// The same expressions: each class cut into groups in the order given, and the groups shuffled. What is left over from
// a class as a single one goes into its last group.
std::vector<uint32_t> Curriculum::grouped(const std::vector<uint32_t>& order, base::Random& random) const {
  std::vector<std::vector<uint32_t>> classes(task_.class_sizes.size());
  for (const uint32_t i : order) classes[task_.training.labels[i]].push_back(i);
  struct Group {
    uint32_t label;
    size_t begin, end;
  };
  std::vector<Group> groups;
  for (uint32_t label = 0; label < classes.size(); ++label) {
    const size_t size = classes[label].size();
    for (size_t begin = 0; begin < size;) {
      const size_t end = begin + group_ + 1 >= size ? size : begin + group_;
      groups.push_back({label, begin, end});
      begin = end;
    }
  }
  random.shuffle(groups);
  std::vector<uint32_t> result;
  for (const Group& group : groups) {
    const std::vector<uint32_t>& members = classes[group.label];
    result.insert(result.end(), members.begin() + static_cast<std::ptrdiff_t>(group.begin),
                  members.begin() + static_cast<std::ptrdiff_t>(group.end));
  }
  return result;
}

}  // namespace eqnet::train
