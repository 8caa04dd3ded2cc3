// What a run is, as its model file and checkpoint say it.
#pragma once

#include "encode/model.h"
#include "train/trainer.h"

namespace eqnet::train {

// Without parameters and results.
encode::Model describe_run(const Task& task, const TrainParams& params);

}  // namespace eqnet::train
