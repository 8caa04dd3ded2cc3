// What --ops means in a domain.
#pragma once

#include <string>
#include <vector>

#include "eqnet/domain/domain.h"

namespace eqnet::cli {

// "and,or" or "& |" or "+,-": symbols or spellings, separated by commas or spaces. Operators whose last child is a
// literal are none: they make no trees. Throws base::Error on a word that is no operator, and where there is none.
std::vector<std::string> parse_operators(const std::string& text, const domain::Domain& domain);

}  // namespace eqnet::cli
