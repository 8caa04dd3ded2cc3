// Polynomials written anew from their terms: by Horner's scheme in several variables, with common factors in front, and
// as products of their irreducible factors.
#pragma once

#include <memory>

#include "eqnet/domain/forms.h"

namespace eqnet::domain {

std::unique_ptr<Forms> make_polynomial_forms();

}  // namespace eqnet::domain
