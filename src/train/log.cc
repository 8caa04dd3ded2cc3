#include "train/log.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <memory>
#include <system_error>

#include "base/files.h"
#include "base/json.h"
#include "eqnet/base/error.h"

namespace eqnet::train {
namespace {

double rounded(double number, double parts) {
  return std::round(number * parts) / parts;
}

}  // namespace

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
  base::Json json;
  json.object().key("epoch").value(validation.epoch).key("seconds").value(rounded(validation.seconds, 1e3));
  json.key("expressions_per_s").value(static_cast<size_t>(std::llround(validation.expressions_per_s)));
  json.key("loss").value(validation.loss).key("validation_accuracy").value(rounded(validation.accuracy, 1e6));
  json.key("validation_retrieval").value(rounded(validation.retrieval, 1e6)).key("best").value(validation.best);
  const std::string line = json.end_object().text() + "\n";
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path_.c_str(), "a"), std::fclose);
  const bool written = file != nullptr && std::fwrite(line.data(), 1, line.size(), file.get()) == line.size() &&
                       std::fflush(file.get()) == 0;
  if (!written) {
    throw base::Error(path_, "cannot be written: " + std::generic_category().message(errno),
                      "the last checkpoint is intact: free some space and run the same command again");
  }
}

}  // namespace eqnet::train
