#include "train/task.h"

#include <algorithm>
#include <unordered_map>

#include "base/format.h"
#include "base/random.h"
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
  [[nodiscard]] std::string hex() const { return base::format("{:016x}", state_); }

 private:
  void add(unsigned char byte) { state_ = (state_ ^ byte) * 0x100000001B3ULL; }
  uint64_t state_ = 0xCBF29CE484222325ULL;
};

// The numbers of classes that are held out: of middling size, as those of UnseenEqClass are.
std::vector<bool> held_out_classes(const Task& task, const TaskParams& params) {
  const size_t classes = task.class_sizes.size();
  const auto wanted = static_cast<size_t>(params.hold_out * static_cast<double>(classes));
  const double average = static_cast<double>(task.training.roots.size()) / static_cast<double>(classes);
  std::vector<uint32_t> order;
  for (uint32_t label = 0; label < classes; ++label) {
    const auto size = static_cast<double>(task.class_sizes[label]);
    if (size >= 2 && size < 3 * average) order.push_back(label);
  }
  base::Random::stream(params.seed, uint64_t{3} << 32).shuffle(order);
  std::vector<bool> chosen(classes);
  // At least half of those that could be stay: where most classes have one member, they are all that can be compared.
  for (size_t i = 0; i < std::min(wanted, order.size() / 2); ++i) chosen[order[i]] = true;
  return chosen;
}

// Moves some classes of the training and validation parts into held_out; labels are given anew.
void hold_out(Task& task, const TaskParams& params) {
  const std::vector<bool> chosen = held_out_classes(task, params);
  std::vector<uint32_t> renumbered(chosen.size());
  std::vector<size_t> sizes;
  for (size_t label = 0; label < chosen.size(); ++label) {
    if (chosen[label]) continue;
    renumbered[label] = static_cast<uint32_t>(sizes.size());
    sizes.push_back(task.class_sizes[label]);
  }
  auto next = static_cast<uint32_t>(sizes.size());
  for (size_t label = 0; label < chosen.size(); ++label) {
    if (chosen[label]) renumbered[label] = next++;
  }
  task.class_sizes = std::move(sizes);
  for (Labelled* part : {&task.training, &task.validation}) {
    Labelled kept;
    for (size_t i = 0; i < part->roots.size(); ++i) {
      Labelled& to = chosen[part->labels[i]] ? task.held_out : kept;
      to.roots.push_back(part->roots[i]);
      to.labels.push_back(renumbered[part->labels[i]]);
    }
    *part = std::move(kept);
  }
}

}  // namespace

Task make_task(const data::Dataset& dataset, const TaskParams& params) {
  if (!dataset.split) {
    throw base::Error("dataset " + dataset.name, "has no split into training and validation parts",
                      "`eqnet split DATASET -o FOLDER` makes one, in FOLDER/split");
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
  if (task.training.roots.empty()) {
    throw base::Error("dataset " + dataset.name, "has no training expressions",
                      "its split/ needs a trainset; `eqnet split` makes one");
  }
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
  const expr::Printer printer(dataset.pool, dataset.domain->syntax(), expr::Style::s_expression);
  for (const Labelled* part : {&task.training, &task.validation}) {
    for (size_t i = 0; i < part->roots.size(); ++i) {
      hash.add(std::to_string(part->labels[i]));
      hash.add(printer.text(part->roots[i]));
    }
  }
  task.data_hash = hash.hex();
  if (params.hold_out > 0 && task.training.roots.size() >= kEnoughToHoldOut) hold_out(task, params);
  return task;
}

}  // namespace eqnet::train
