// How much each setting of a search had to do with the scores: for the page, a hint at what is worth searching longer.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "experiments/search_space.h"
#include "experiments/trial.h"

namespace eqnet::experiments {

// Scores by rank, least first, from 0 to 1; equals share the mean of their ranks.
std::vector<double> ranks(std::span<const double> values);

// The share of the differences between the trials' ranks that a setting explains by itself: the coefficient of
// determination of a parabola through (place on the range, rank), or for a choice of the means of its values; less what
// as many coefficients explain of pure chance (Fisher's adjustment), and 0 where that leaves nothing. A parabola, since
// the best value should lie inside a range, where the correlation of ranks would see nothing. Ranks, since a few trials
// that learn nothing would outweigh all others. By the score after the first stretch of steps, which is the only one
// that all trials have.
// Nothing where there are too few trials, or all are the same.
std::optional<double> importance(const Range& range, const std::vector<Trial>& trials);

}  // namespace eqnet::experiments
