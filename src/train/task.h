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
  std::vector<size_t> class_sizes;  // training expressions of each class
  std::string data_hash;            // of all that training sees
};

// Throws base::Error on a dataset without a split, without training expressions, or whose validation part has no class
// of the training part.
Task make_task(const data::Dataset& dataset);

}  // namespace eqnet::train
