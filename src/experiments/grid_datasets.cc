#include "experiments/grid_datasets.h"

#include <zlib.h>

#include <filesystem>

#include "base/files.h"
#include "base/format.h"
#include "base/mapped_file.h"
#include "eqnet/base/error.h"
#include "eqnet/data/generate.h"
#include "experiments/algebra_datasets.h"

namespace eqnet::experiments {

namespace {

// The same for the same bytes in the main file, its split and its definition; empty where one of them cannot be read,
// which an error says where the dataset is loaded.
std::string hash_of(const std::string& main_path, const std::string& name) {
  std::vector<std::string> paths = {main_path,
                                    (std::filesystem::path(main_path).parent_path() / (name + ".toml")).string()};
  for (const std::string& part : data::split_paths(main_path)) paths.push_back(part);
  uLong sum = 0;
  size_t bytes = 0;
  for (const std::string& path : paths) {
    if (!base::file_exists(path)) continue;
    try {
      const base::MappedFile file(path);
      sum = crc32_z(sum, reinterpret_cast<const Bytef*>(file.bytes().data()), file.bytes().size());
      bytes += file.bytes().size();
    } catch (const base::Error&) {
      return "";
    }
  }
  return base::format("{:08x}-{}", static_cast<uint32_t>(sum), bytes);
}

}  // namespace

void GridDatasets::add(const std::string& name, const std::string& path, const domain::Domain* domain) {
  const std::string absolute = std::filesystem::absolute(path).lexically_normal();
  files_[name] = {absolute, domain, hash_of(absolute, name)};
}

bool GridDatasets::find(const std::string& name) {
  if (has(name)) return true;
  if (data::find_preset(name) == nullptr) {
    const data::DatasetFile file = algebra_file(folder_, name);
    add(name, file.path, file.has_definition ? nullptr : &domain::open());
    return true;
  }
  const std::string file = "/" + name + ".json.gz";
  for (const std::string& folder : {official_, folder_}) {
    const std::string path = folder + file;
    if (folder.empty() || !base::file_exists(path)) continue;
    add(name, path);
    return true;
  }
  return false;
}

void GridDatasets::provide(const std::string& name) {
  if (find(name)) return;
  base::make_directories(folder_);
  data::Dataset dataset = data::generate(data::preset(name), seed_);
  data::make_split(dataset, seed_);
  data::save(dataset, folder_, data::Format::semvec);
  find(name);
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
