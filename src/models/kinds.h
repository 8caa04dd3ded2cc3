// The kinds of models, each in the file of its name: its settings with their defaults, and its maker. A new kind is
// such a file, its function here, and its row in registry.cc.
#pragma once

#include "encode/network.h"
#include "encode/settings.h"

namespace eqnet::models {

const encode::ModelKind& eqnet();
const encode::ModelKind& eqnet_mul();
const encode::ModelKind& treenn1();
const encode::ModelKind& treenn2();
const encode::ModelKind& gru();
const encode::ModelKind& stackrnn();
const encode::ModelKind& tfidf();
const encode::ModelKind& values();

// The defaults of a kind that is trained by gradients: those of the trainer's settings, then the kind's own.
//
// "paper" is the table of hyperparameters in the paper's supplement; 10^-2.1 and so on are written out, and what the
// paper does not have is off. "tuned" was chosen on generated spaces that are not among the paper's datasets
// (docs/training.md).
std::vector<encode::SettingDefault> with_training_defaults(std::vector<encode::SettingDefault> own);

}  // namespace eqnet::models
