// What the page of a search for settings shows, as the page has it; web/tune/ says how.
#pragma once

#include <string>

#include "experiments/tune_folder.h"

namespace eqnet::report {

// JSON; docs/formats.md says what it is. program: what makes the page.
std::string tune_page_data(const experiments::TuneFolder& folder, const std::string& program,
                           const std::string& revision);

}  // namespace eqnet::report
