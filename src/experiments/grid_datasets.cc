#include "experiments/grid_datasets.h"

#include <filesystem>

#include "base/files.h"
#include "eqnet/data/generate.h"
#include "experiments/algebra_datasets.h"

namespace eqnet::experiments {

void GridDatasets::provide(const std::string& name) {
  if (data::find_preset(name) == nullptr) {
    const data::DatasetFile file = algebra_file(folder_, name);
    files_[name] = {std::filesystem::absolute(file.path).lexically_normal(),
                    file.has_definition ? nullptr : &domain::open()};
    return;
  }
  const std::string official = official_.empty() ? "" : official_ + "/" + name + ".json.gz";
  if (!official.empty() && base::file_exists(official)) {
    files_[name] = {std::filesystem::absolute(official).lexically_normal()};
    return;
  }
  const std::string path = folder_ + "/" + name + ".json.gz";
  if (!base::file_exists(path)) {
    base::make_directories(folder_);
    data::Dataset dataset = data::generate(data::preset(name), seed_);
    data::make_split(dataset, seed_);
    data::save(dataset, folder_, data::Format::semvec);
  }
  files_[name] = {std::filesystem::absolute(path).lexically_normal()};
}

DatasetPtr GridDatasets::get(const std::string& name) {
  const std::lock_guard lock(mutex_);
  std::weak_ptr<const data::Dataset>& kept = loaded_[name];
  DatasetPtr dataset = kept.lock();
  if (!dataset) {
    const File& file = files_.at(name);
    kept = dataset = std::make_shared<const data::Dataset>(data::load(file.path, {.domain = file.domain}));
  }
  return dataset;
}

}  // namespace eqnet::experiments
