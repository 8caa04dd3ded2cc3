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

  // Finds the dataset's main file; false where it is a preset that has to be made. Throws base::Error where there is
  // none and it is no preset.
  bool find(const std::string& name);
  // The same, and makes it where there is none.
  void provide(const std::string& name);

  // Loaded once, kept while a cell uses it; any thread may ask. require: it was provided.
  DatasetPtr get(const std::string& name);
  // Its main file, absolute, and a hash of all its files' bytes; empty where there is none, or where it cannot be read.
  [[nodiscard]] std::string path(const std::string& name) const { return has(name) ? files_.at(name).path : ""; }
  [[nodiscard]] std::string hash(const std::string& name) const { return has(name) ? files_.at(name).hash : ""; }

 private:
  std::string folder_, official_;
  uint64_t seed_;
  std::mutex mutex_;
  struct File {
    std::string path;
    const domain::Domain* domain = nullptr;  // null: by what is in it and beside it
    std::string hash = {};
  };
  [[nodiscard]] bool has(const std::string& name) const { return files_.contains(name); }
  void add(const std::string& name, const std::string& path, const domain::Domain* domain = nullptr);

  std::map<std::string, File> files_;
  std::map<std::string, std::weak_ptr<const data::Dataset>> loaded_;
};

}  // namespace eqnet::experiments
