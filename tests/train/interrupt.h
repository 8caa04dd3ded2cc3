// A training that is cut off, as if the process had been killed at its n-th validation.
#pragma once

#include <gtest/gtest.h>

#include "train/trainer.h"

namespace eqnet::train {

struct Interrupted {};

// example: has TrainParams `params` and run().
template <class Example>
void interrupt(Example& example, size_t at) {
  size_t seen = 0;
  example.params.on_validation = [&](const Validation&) {
    if (++seen == at) throw Interrupted();
  };
  EXPECT_THROW((void)example.run(), Interrupted);
  example.params.on_validation = nullptr;
}

}  // namespace eqnet::train
