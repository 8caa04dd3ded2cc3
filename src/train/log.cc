#include "train/log.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "base/files.h"
#include "eqnet/base/error.h"

namespace eqnet::train {

void Log::keep(size_t lines) {
  if (path_.empty()) return;
  std::string kept;
  if (lines > 0 && base::file_exists(path_)) {
    base::ByteSource source = base::ByteSource::open(path_);
    std::string line;
    for (size_t i = 0; i < lines && source.line(line); ++i) kept += line + "\n";
  }
  base::AtomicFile file(path_);
  file.write(kept);
  file.commit();
}

void Log::add(const Validation& validation) {
  if (path_.empty()) return;
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path_.c_str(), "a"), std::fclose);
  const bool written =
      file != nullptr &&
      std::fprintf(file.get(),
                   "{\"epoch\": %zu, \"seconds\": %.3f, \"expressions_per_s\": %.0f, \"loss\": %.6g, "
                   "\"validation_accuracy\": %.6f, \"validation_retrieval\": %.6f, \"best\": %s}\n",
                   validation.epoch, validation.seconds, validation.expressions_per_s, validation.loss,
                   validation.accuracy, validation.retrieval, validation.best ? "true" : "false") > 0 &&
      std::fflush(file.get()) == 0;
  if (!written) {
    throw base::Error(path_, "cannot be written: " + std::generic_category().message(errno),
                      "the last checkpoint is intact: free some space and run the same command again");
  }
}

}  // namespace eqnet::train
