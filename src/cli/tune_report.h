// The page of a search for settings, as `tune` leaves it and `report` makes it.
#pragma once

#include <string>

namespace eqnet::cli {

// Returns how many trials it has. Throws base::Error where the folder cannot be read or the page not be written.
size_t write_tune_report(const std::string& folder, const std::string& output);

}  // namespace eqnet::cli
