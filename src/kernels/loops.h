// All loops of one instruction set; loops.cc is compiled once for each.
#pragma once

#include "kernels/rows.h"
#include "kernels/similarities.h"

namespace eqnet::kernels {

struct Loops {
  Rows<float> rows_float;
  Rows<double> rows_double;
  Similarities similarities;
};

extern const Loops kLoopsBase, kLoopsV3, kLoopsV4;

}  // namespace eqnet::kernels
