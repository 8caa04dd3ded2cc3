// How near to zero an algebraic constant can be without being zero: so that enough digits are a proof.
//
// Every algebraic number here is a quotient p / q of algebraic integers in a field of degree D. Let U be at least the
// absolute value of each conjugate of p, and L of each conjugate of q. Where p is not zero, the product of its D
// conjugates in the field is an integer other than 0, so |p| is at least 1 / U^(D - 1), and |p / q| at least
// 1 / (U^(D - 1) L). U and L of an expression follow from those of its parts (Burnikel, Funke, Mehlhorn, Schirra and
// Schmitt 2001):
//
//   n / d           U = |n|, L = |d|
//   x + y, x - y    U = U_x L_y + L_x U_y, L = L_x L_y
//   x y             U = U_x U_y, L = L_x L_y
//   x / y           U = U_x L_y, L = L_x U_y
//   x^(1/k)         p^(1/k) (q^(k - 1))^(1/k) / q, so U = (U_x L_x^(k - 1))^(1/k), L = L_x; D is multiplied by k
//   cos(r pi)       U = L = 2: 2 cos(r pi) is an integer of a field of roots of unity; sines and tangents are the same
#pragma once

#include <optional>

#include "domain/real/program.h"

namespace eqnet::domain {

// Whether the two roots of a program without variables are equal, by their digits at a precision that settles it;
// nothing where they are no algebraic numbers that this knows, or it would take too many digits.
std::optional<bool> equal_algebraic(const RealProgram& program);

}  // namespace eqnet::domain
