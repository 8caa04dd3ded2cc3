#include "experiments/grid_datasets.h"

#include <filesystem>

#include "base/files.h"
#include "eqnet/data/generate.h"

namespace eqnet::experiments {

void GridDatasets::provide(const std::string& name) {
  const std::string official = official_.empty() ? "" : official_ + "/" + name + ".json.gz";
  if (!official.empty() && base::file_exists(official)) {
    paths_[name] = std::filesystem::absolute(official).lexically_normal();
    return;
  }
  const std::string path = folder_ + "/" + name + ".json.gz";
  if (!base::file_exists(path)) {
    base::make_directories(folder_);
    data::Dataset dataset = data::generate(data::preset(name), seed_);
    data::make_split(dataset, seed_);
    data::save(dataset, folder_, data::Format::semvec);
  }
  paths_[name] = std::filesystem::absolute(path).lexically_normal();
}

DatasetPtr GridDatasets::get(const std::string& name) {
  const std::lock_guard lock(mutex_);
  std::weak_ptr<const data::Dataset>& kept = loaded_[name];
  DatasetPtr dataset = kept.lock();
  if (!dataset) kept = dataset = std::make_shared<const data::Dataset>(data::load(paths_.at(name)));
  return dataset;
}

}  // namespace eqnet::experiments
