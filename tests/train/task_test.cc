#include "train/task.h"

#include <gtest/gtest.h>

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
  EXPECT_ERROR(make_task(dataset), "boolean5", "no split", "split/boolean5-trainset", "eqnet generate");
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

}  // namespace eqnet::train
