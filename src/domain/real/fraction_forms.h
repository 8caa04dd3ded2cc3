// Rational functions written anew: as one fraction in lowest terms, numerator and denominator as sums, by Horner's
// scheme and as products.
#pragma once

#include <memory>

#include "eqnet/domain/forms.h"

namespace eqnet::domain {

std::unique_ptr<Forms> make_fraction_forms();

}  // namespace eqnet::domain
