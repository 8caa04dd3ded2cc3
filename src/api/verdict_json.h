// A verdict in JSON, as the command line prints it and the server answers.
#pragma once

#include "base/json.h"
#include "eqnet/domain/domain.h"

namespace eqnet::api {

// The keys verdict, method, witness (null where there is none) and, with a witness, left and right: the values there.
void add_verdict(base::Json& json, const domain::Verdict& verdict);

}  // namespace eqnet::api
