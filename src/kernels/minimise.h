// The least value of a smooth function of many numbers, near where the search starts.
#pragma once

#include <functional>
#include <vector>

namespace eqnet::kernels {

// Puts the gradient into its second argument, which is as long as the first. May return what is no number, which counts
// as too large.
using Smooth = std::function<double(const std::vector<double>& x, std::vector<double>& gradient)>;

// Moves x downhill by L-BFGS (Nocedal and Wright, Numerical Optimization, chapter 7) until it finds no way down or has
// asked for `most` values. Never leaves x worse than it was. Returns the value there.
double minimise(const Smooth& f, std::vector<double>& x, size_t most);

}  // namespace eqnet::kernels
