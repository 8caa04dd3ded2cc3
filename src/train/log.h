// The log of a training run: one JSON object a validation.
#pragma once

#include <string>

#include "train/trainer.h"

namespace eqnet::train {

class Log {
 public:
  // An empty path: nothing is written.
  explicit Log(std::string path) : path_(std::move(path)) {}
  // Keeps the first `lines` lines of what is there: a run that goes on from a checkpoint writes the later ones again.
  void keep(size_t lines);
  void add(const Validation& validation);

 private:
  std::string path_;
};

}  // namespace eqnet::train
