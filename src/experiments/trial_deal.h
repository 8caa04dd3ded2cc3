// The trials of a round dealt out to ranks (base/ranks.h): rank 0 deals, the others train.
#pragma once

#include <functional>

#include "base/ranks.h"
#include "experiments/trial_runner.h"

namespace eqnet::experiments {

// On rank 0: fills in the trials as TrialRunner::run does; finished is called for each as it comes back. Whoever is
// ready first gets the next one, which has no say in what comes of it. require: more than one rank.
void deal_trials(base::Ranks& ranks, const std::vector<Trial*>& trials, const std::vector<std::vector<double>>& before,
                 const std::function<void(const Trial&)>& finished);
// On rank 0, after the last: the others return.
void deal_no_more(base::Ranks& ranks);

// On the others.
void run_dealt_trials(base::Ranks& ranks, const TrialRunner& runner);

}  // namespace eqnet::experiments
