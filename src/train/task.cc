#include "train/task.h"

#include <cstdio>
#include <unordered_map>

#include "eqnet/base/error.h"
#include "eqnet/expr/print.h"

namespace eqnet::train {
namespace {

// FNV-1a over the expressions as text and their labels: the same data has the same hash whatever file it comes from.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
    add('\n');
  }
  [[nodiscard]] std::string hex() const {
    char text[24];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(state_));
    return text;
  }

 private:
  void add(unsigned char byte) { state_ = (state_ ^ byte) * 0x100000001B3ULL; }
  uint64_t state_ = 0xCBF29CE484222325ULL;
};

}  // namespace

Task make_task(const data::Dataset& dataset) {
  if (!dataset.split) {
    throw base::Error("dataset " + dataset.name, "has no split into training and validation parts",
                      "its folder needs split/" + dataset.name +
                          "-trainset and the other three; `eqnet generate` makes "
                          "them");
  }
  Task task;
  task.dataset = &dataset;
  std::unordered_map<std::string, uint32_t> numbers;
  for (const data::EquivalenceClass& c : dataset.part(data::Part::train)) {
    if (c.members.empty()) continue;
    const auto label = static_cast<uint32_t>(numbers.emplace(c.name, numbers.size()).first->second);
    task.class_sizes.resize(numbers.size());
    task.class_sizes[label] += c.members.size();
    task.training.roots.insert(task.training.roots.end(), c.members.begin(), c.members.end());
    task.training.labels.resize(task.training.roots.size(), label);
  }
  if (task.training.roots.empty()) throw base::Error("dataset " + dataset.name, "has no training expressions");
  for (const data::EquivalenceClass& c : dataset.part(data::Part::validation)) {
    const auto found = numbers.find(c.name);
    if (found == numbers.end()) continue;
    task.validation.roots.insert(task.validation.roots.end(), c.members.begin(), c.members.end());
    task.validation.labels.resize(task.validation.roots.size(), found->second);
  }
  if (task.validation.roots.empty()) {
    throw base::Error("dataset " + dataset.name, "no class of its validation part is in its training part",
                      "training is stopped and chosen by validation; give it classes that training knows");
  }
  task.vocabulary = encode::Vocabulary::of(dataset.pool, task.training.roots);
  encode::check_known(task.vocabulary, dataset.pool, task.validation.roots, "validation part of " + dataset.name);

  Hash hash;
  const expr::Printer printer(dataset.pool, domain::syntax(domain::Kind::open), expr::Style::s_expression);
  for (const Labelled* part : {&task.training, &task.validation}) {
    for (size_t i = 0; i < part->roots.size(); ++i) {
      hash.add(std::to_string(part->labels[i]));
      hash.add(printer.text(part->roots[i]));
    }
  }
  task.data_hash = hash.hex();
  return task;
}

}  // namespace eqnet::train
