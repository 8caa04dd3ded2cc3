// "Did you mean": the known word that a mistyped one is nearest to.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace eqnet::base {

// The candidate with the fewest letters to insert, delete, replace or exchange with their neighbour, upper and lower
// case being alike; the first of several. Empty when none is near: more than a third of the letters would have to
// change.
std::string nearest_word(std::string_view word, std::span<const std::string> candidates);

// "did you mean 'boolean'?", or `otherwise` where nothing is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates, std::string_view otherwise);

}  // namespace eqnet::base
