// An instruction set for the life of this object; then the one before.
#pragma once

#include "kernels/isa.h"

namespace eqnet::testing {

class OnIsa {
 public:
  explicit OnIsa(kernels::Isa isa) { kernels::set_isa(isa); }
  ~OnIsa() { kernels::set_isa(before_); }
  OnIsa(const OnIsa&) = delete;
  OnIsa& operator=(const OnIsa&) = delete;

 private:
  kernels::Isa before_ = kernels::isa();
};

// work(isa) on each that this machine has.
template <class Work>
void on_every_isa(const Work& work) {
  for (const kernels::Isa isa : kernels::kIsas) {
    if (!kernels::supported(isa)) continue;
    const OnIsa on(isa);
    work(isa);
  }
}

}  // namespace eqnet::testing
