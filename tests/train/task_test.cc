#include "train/task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "eqnet/data/generate.h"
#include "support/expect_error.h"
#include "support/split_dataset.h"
#include "support/temporary_folder.h"

namespace eqnet::train {
namespace {

using eqnet::testing::generated;
using eqnet::testing::split_dataset;

const std::string kLines =
    "train\tand\ta & b\n"
    "train\tand\tb & a\n"
    "train\tor\ta | b\n"
    "validation\tor\tb | a\n"
    "validation\tand\ta & b & a\n"
    "unseen\tnot\t~(c ^ a)\n";

// More than kEnoughToHoldOut training expressions.
const data::Dataset& large() {
  static const data::Dataset dataset = generated("poly8");
  return dataset;
}

using ByClass = std::map<uint32_t, std::multiset<expr::NodeId>>;

void add(const Labelled& part, ByClass& to) {
  for (size_t i = 0; i < part.roots.size(); ++i) to[part.labels[i]].insert(part.roots[i]);
}
ByClass by_class(const Labelled& part) {
  ByClass classes;
  add(part, classes);
  return classes;
}

// The classes without their numbers.
std::set<std::multiset<expr::NodeId>> members(const ByClass& classes) {
  std::set<std::multiset<expr::NodeId>> all;
  for (const auto& [label, nodes] : classes) all.insert(nodes);
  return all;
}

}  // namespace

TEST(Task, LabelsExpressionsByTheClassesOfTraining) {
  const data::Dataset dataset = split_dataset(kLines);
  const Task task = make_task(dataset);
  EXPECT_EQ(task.training.labels, (std::vector<uint32_t>{0, 0, 1}));
  EXPECT_EQ(task.validation.labels, (std::vector<uint32_t>{1, 0}));
  EXPECT_EQ(task.class_sizes, (std::vector<size_t>{2, 1}));
  EXPECT_EQ(task.training.roots.size(), 3U);
  EXPECT_EQ(task.vocabulary.leaves().size(), 2U) << "what only UnseenEqClass has is not learned";
  EXPECT_EQ(task.vocabulary.operators().size(), 2U);
}

TEST(Task, LeavesOutValidationClassesThatTrainingLacks) {
  const data::Dataset dataset = split_dataset(kLines + "validation\txor\ta & (b | a)\n");
  EXPECT_EQ(make_task(dataset).validation.roots.size(), 2U);
}

TEST(Task, NeedsASplit) {
  data::Dataset dataset = data::generate(data::preset("boolean5"), 1);
  EXPECT_ERROR(make_task(dataset), "boolean5", "no split", "eqnet split");
}

TEST(Task, NeedsTrainingExpressions) {
  data::Dataset dataset = split_dataset(kLines);
  (*dataset.split)[static_cast<size_t>(data::Part::train)].clear();
  EXPECT_ERROR(make_task(dataset), "tiny", "no training expressions");
}

TEST(Task, NeedsAValidationClassThatTrainingHas) {
  EXPECT_ERROR(make_task(split_dataset("train\tand\ta & b\nvalidation\tor\ta | b\n")), "tiny", "validation",
               "training part");
  EXPECT_ERROR(make_task(split_dataset("train\tand\ta & b\nunseen\tor\ta | b\n")), "tiny", "validation");
}

TEST(Task, NeedsTheValidationPartsSymbolsInTraining) {
  EXPECT_ERROR(make_task(split_dataset("train\tand\ta & b\nvalidation\tand\t~~(a & b & (c | ~c))\n")),
               "validation part of tiny", "operator 'Not'", "operator 'Or'", "variable 'c'");
}

TEST(Task, HashesWhatIsLearnedAndNotTheFile) {
  const std::string hash = make_task(split_dataset(kLines)).data_hash;
  EXPECT_EQ(make_task(split_dataset(kLines)).data_hash, hash);
  std::string other = kLines;
  other.replace(other.find("a | b"), 5, "b | b");
  EXPECT_NE(make_task(split_dataset(other)).data_hash, hash) << "another expression";
  other = kLines;
  other.replace(other.find("validation\tor"), 13, "validation\tand");
  EXPECT_NE(make_task(split_dataset(other)).data_hash, hash) << "another label";

  const eqnet::testing::TemporaryFolder folder;
  const data::Dataset dataset = generated("boolean5");
  const data::Dataset semvec = data::load(data::save(dataset, folder.path(), data::Format::semvec));
  const data::Dataset text = data::load(data::save(dataset, folder.path(), data::Format::text));
  EXPECT_EQ(make_task(semvec).data_hash, make_task(dataset).data_hash);
  EXPECT_EQ(make_task(text).data_hash, make_task(dataset).data_hash);
}

TEST(HoldOut, TakesItsShareOfTheClassesAndAllTheirExpressions) {
  const Task whole = make_task(large());
  ASSERT_GE(whole.training.roots.size(), kEnoughToHoldOut);
  EXPECT_TRUE(whole.held_out.roots.empty());
  for (const double share : {0.05, 0.3}) {
    const Task task = make_task(large(), {share, 1});
    const auto taken = static_cast<size_t>(share * static_cast<double>(whole.class_sizes.size()));
    ASSERT_GT(taken, 1U);
    EXPECT_EQ(task.class_sizes.size(), whole.class_sizes.size() - taken);
    EXPECT_EQ(by_class(task.held_out).size(), taken);
    // Training and validation expressions of a class are together as before, only elsewhere.
    ByClass before = by_class(whole.training);
    add(whole.validation, before);
    ByClass after = by_class(task.training);
    add(task.validation, after);
    add(task.held_out, after);
    EXPECT_EQ(members(after), members(before));
    EXPECT_FALSE(task.validation.roots.empty());
    EXPECT_EQ(task.data_hash, whole.data_hash) << "it is the same data";
    EXPECT_EQ(task.vocabulary.leaves().size(), whole.vocabulary.leaves().size());
  }
}

TEST(HoldOut, NumbersTheClassesThatAreLeftFirst) {
  const Task task = make_task(large(), {0.3, 1});
  const ByClass training = by_class(task.training);
  ASSERT_EQ(training.size(), task.class_sizes.size());
  for (const auto& [label, nodes] : training) {
    ASSERT_LT(label, task.class_sizes.size());
    EXPECT_EQ(nodes.size(), task.class_sizes[label]);
  }
  for (const uint32_t label : task.validation.labels) EXPECT_LT(label, task.class_sizes.size());
  auto next = static_cast<uint32_t>(task.class_sizes.size());
  for (const auto& [label, nodes] : by_class(task.held_out)) EXPECT_EQ(label, next++) << "they go on after the others";
  EXPECT_TRUE(std::ranges::is_sorted(task.training.labels)) << "in order of the training part";
}

TEST(HoldOut, ChoosesClassesOfMiddlingSize) {
  const Task whole = make_task(large());
  std::map<expr::NodeId, uint32_t> label_of;
  for (size_t i = 0; i < whole.training.roots.size(); ++i) label_of[whole.training.roots[i]] = whole.training.labels[i];
  const double average =
      static_cast<double>(whole.training.roots.size()) / static_cast<double>(whole.class_sizes.size());
  const Task task = make_task(large(), {0.9, 1});  // more than there are
  std::set<uint32_t> chosen;
  for (const expr::NodeId root : task.held_out.roots) {
    if (label_of.contains(root)) chosen.insert(label_of.at(root));
  }
  std::set<uint32_t> middling;
  for (uint32_t label = 0; label < whole.class_sizes.size(); ++label) {
    const auto size = static_cast<double>(whole.class_sizes[label]);
    if (size >= 2 && size < 3 * average) middling.insert(label);
  }
  EXPECT_LT(middling.size(), whole.class_sizes.size());
  EXPECT_TRUE(std::ranges::includes(middling, chosen));
  EXPECT_EQ(chosen.size(), middling.size() / 2) << "the others stay";
}

TEST(HoldOut, IsChosenByTheSeed) {
  const Task first = make_task(large(), {0.1, 1});
  const Task again = make_task(large(), {0.1, 1});
  const Task other = make_task(large(), {0.1, 2});
  EXPECT_EQ(again.held_out.roots, first.held_out.roots);
  EXPECT_EQ(again.training.labels, first.training.labels);
  EXPECT_NE(other.held_out.roots, first.held_out.roots);
}

TEST(HoldOut, LeavesSmallSetsAsTheyAre) {
  const data::Dataset dataset = generated("boolean5");
  const Task task = make_task(dataset, {0.5, 1});
  ASSERT_LT(task.training.roots.size(), kEnoughToHoldOut);
  EXPECT_TRUE(task.held_out.roots.empty());
  EXPECT_EQ(task.training.labels, make_task(dataset).training.labels);
}

}  // namespace eqnet::train
