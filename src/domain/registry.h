// The domains that come with EqNet: a new one gets its line here and in registry.cc.
#pragma once

#include "eqnet/domain/domain.h"

namespace eqnet::domain {

std::unique_ptr<const Domain> make_boolean();
std::unique_ptr<const Domain> make_polynomial();
std::unique_ptr<const Domain> make_real();
std::unique_ptr<const Domain> make_open();

}  // namespace eqnet::domain
