// Where this code lies: the folder of the program, or of the shared library that it is part of.
#pragma once

#include <filesystem>

namespace eqnet::base {

// Empty where it cannot be told.
std::filesystem::path own_folder();

}  // namespace eqnet::base
