// The paper's tables as Markdown, ours beside the published values.
#pragma once

#include "experiments/tables.h"

namespace eqnet::experiments {

std::string summary(const Tables& tables);

}  // namespace eqnet::experiments
