// What a machine lacks (memory, a library), whatever it was asked to do. Another, or the same one later, may do it, so
// no result should say that it cannot be done.
#pragma once

#include "eqnet/base/error.h"

namespace eqnet::base {

class MachineError : public Error {
 public:
  using Error::Error;
};

}  // namespace eqnet::base
