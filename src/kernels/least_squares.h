// Numbers for which many functions come to nothing at once, near where the search starts.
#pragma once

#include <functional>
#include <vector>

namespace eqnet::kernels {

// Sets the residuals at x, always as many, and where it is given their derivatives: those of all residuals by x[0],
// then by x[1], and so on.
using Residuals =
    std::function<void(const std::vector<double>& x, std::vector<double>& residuals, std::vector<double>* derivatives)>;

// Moves x by the method of Levenberg and Marquardt (Nocedal and Wright, Numerical Optimization, chapter 10) until the
// sum of the residuals' squares is below `enough`, or after `most` steps. Never leaves x worse than it was. Returns the
// sum.
double least_squares(const Residuals& f, std::vector<double>& x, double enough, size_t most);

}  // namespace eqnet::kernels
