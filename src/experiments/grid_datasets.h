// The datasets of the grid: presets from official files where they are, else generated on demand; others from their
// files.
#pragma once

#include <map>
#include <mutex>

#include "experiments/run_cell.h"

namespace eqnet::experiments {

class GridDatasets {
 public:
  // folder: where generated ones are and go; official: a folder of SemVec files, empty for none; seed: of generation.
  GridDatasets(std::string folder, std::string official, uint64_t seed)
      : folder_(std::move(folder)), official_(std::move(official)), seed_(seed) {}

  // Finds the dataset's main file; makes it first where there is none. Throws base::Error where there is none and it is
  // no preset.
  void provide(const std::string& name);

  // Loaded once, kept while a cell uses it; any thread may ask. require: it was provided.
  DatasetPtr get(const std::string& name);
  // Its main file. require: it was provided.
  [[nodiscard]] const std::string& path(const std::string& name) const { return files_.at(name).path; }

 private:
  std::string folder_, official_;
  uint64_t seed_;
  std::mutex mutex_;
  struct File {
    std::string path;
    const domain::Domain* domain = nullptr;  // null: by what is in it and beside it
  };
  std::map<std::string, File> files_;
  std::map<std::string, std::weak_ptr<const data::Dataset>> loaded_;
};

}  // namespace eqnet::experiments
