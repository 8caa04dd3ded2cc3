// What there is to learn: the labelled expressions of a dataset's training and validation parts.
#pragma once

#include "encode/vocabulary.h"
#include "eqnet/data/dataset.h"

namespace eqnet::train {

struct Labelled {
  std::vector<expr::NodeId> roots;
  std::vector<uint32_t> labels;  // class numbers, in order of the training part
};

struct Task {
  const data::Dataset* dataset = nullptr;  // must outlive the task
  encode::Vocabulary vocabulary;           // of the training expressions
  Labelled training, validation;
  // Expressions of classes that were taken out of the training part, to be asked about as unseen ones. Their labels go
  // on after the others.
  Labelled held_out;
  std::vector<size_t> class_sizes;  // training expressions of each class
  std::string data_hash;            // of all that training sees
};

constexpr size_t kEnoughToHoldOut = 2000;

struct TaskParams {
  // Share of the training classes that is held out; none where there are fewer than kEnoughToHoldOut expressions, all
  // of which are needed.
  double hold_out = 0;
  uint64_t seed = 1;  // of the draw of these classes
};

// Throws base::Error on a dataset without a split, without training expressions, or whose validation part has no class
// of the training part.
Task make_task(const data::Dataset& dataset, const TaskParams& params = {});

}  // namespace eqnet::train
