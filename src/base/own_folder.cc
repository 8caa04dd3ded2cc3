#include "base/own_folder.h"

#ifndef EQNET_STATIC
#include <dlfcn.h>
#endif

namespace eqnet::base {

std::filesystem::path own_folder() {
  std::error_code failed;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failed);
#ifndef EQNET_STATIC
  // The loader knows a library by its path, a program only by the name that it was started with.
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&own_folder), &info) != 0 && info.dli_fname != nullptr) {
    const std::filesystem::path file = std::filesystem::canonical(info.dli_fname, failed);
    if (!failed && file.filename().string().find(".so") != std::string::npos) return file.parent_path();
  }
#endif
  return program.parent_path();
}

}  // namespace eqnet::base
