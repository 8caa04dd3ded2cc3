// The arguments MODEL and DATASET of the verbs that ask a model about a dataset.
#pragma once

#include "base/ranks.h"
#include "cli/verbs.h"
#include "models/encoder.h"

namespace eqnet::cli {

struct ModelAndDataset {
  models::Encoder encoder;
  data::Dataset dataset;
};

// The model of a file or a pretrained one, and the dataset as load_for gives it. The word `values` is the model of that
// kind over the dataset's own symbols, made on the spot since there is nothing to train; unless there is a file of that
// name.
ModelAndDataset load_both(const std::string& model, const std::string& dataset, const std::string& domain,
                          bool expressions_only = false);

// Throws on all ranks where they do not have the same model and data.
void require_same_inputs(base::Ranks* ranks, const ModelAndDataset& both);

// What the help says of MODEL where it goes to load_both.
std::string model_or_values_help();

}  // namespace eqnet::cli
