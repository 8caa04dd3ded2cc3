#include "experiments/algebra_datasets.h"

#include <algorithm>
#include <filesystem>

#include "eqnet/base/error.h"
#include "eqnet/data/generate.h"

namespace eqnet::experiments {
namespace {

using data::DatasetFile;

// "NAME-random21"
bool is_second_file(const std::string& name) {
  const size_t digits = name.find_last_not_of("0123456789") + 1;
  return digits < name.size() && std::string_view(name).substr(0, digits).ends_with("-random");
}

bool is_algebra(const DatasetFile& file) {
  return data::find_preset(file.name) == nullptr && (file.has_definition || file.format == data::Format::text);
}

std::string file_name(const DatasetFile& file) {
  return std::filesystem::path(file.path).filename().string();
}

// Those that may be asked for.
std::vector<DatasetFile> algebra_files(const std::string& folder) {
  std::vector<DatasetFile> files = data::datasets_in(folder);
  std::erase_if(files, [](const DatasetFile& file) { return !is_algebra(file) || is_second_file(file.name); });
  if (files.empty()) {
    throw base::Error(folder, "has no dataset of an algebra that is not the paper's",
                      "make some with `examples/algebras/datasets eqnet " + folder + "`");
  }
  return files;
}

void check_known(const std::string& folder, const std::vector<DatasetFile>& files,
                 const std::vector<std::string>& only) {
  for (const std::string& name : only) {
    if (std::ranges::any_of(files, [&](const DatasetFile& file) { return file.name == name; })) continue;
    std::string names;
    for (const DatasetFile& file : files) names += (names.empty() ? "" : ", ") + file.name;
    throw base::Error(folder, "has no dataset " + base::quoted(name) + " of an algebra", "choose from " + names);
  }
}

}  // namespace

std::vector<AlgebraDataset> algebra_datasets(const std::string& folder, size_t nodes,
                                             const std::vector<std::string>& only) {
  std::vector<DatasetFile> files = algebra_files(folder);
  check_known(folder, files, only);
  if (!only.empty()) {
    std::erase_if(files, [&](const DatasetFile& file) { return std::ranges::find(only, file.name) == only.end(); });
  }
  const std::vector<DatasetFile> all = data::datasets_in(folder);
  std::vector<AlgebraDataset> datasets;
  for (const DatasetFile& file : files) {
    const bool finite = file.has_definition;
    if (!datasets.empty() && datasets.back().name == file.name) {
      throw base::Error(folder, "has two datasets of the name " + file.name + ", one of them " + file_name(file),
                        "rename one of them, or move it to another folder");
    }
    if (!file.has_split) {
      throw base::Error(file.path, "has no split",
                        "make one with `eqnet split " + file.path + (finite ? "" : " --domain open") + " -o " + folder +
                            "`, or leave it out with --datasets");
    }
    const std::string second = file.name + "-random" + std::to_string(nodes);
    const bool there = std::ranges::any_of(all, [&](const DatasetFile& one) { return one.name == second; });
    datasets.push_back({file.name, finite, !finite && there ? second : ""});
  }
  return datasets;
}

data::DatasetFile algebra_file(const std::string& folder, const std::string& name) {
  for (const DatasetFile& file : data::datasets_in(folder)) {
    if (file.name == name && is_algebra(file)) return file;
  }
  throw base::Error(folder, "has no dataset " + base::quoted(name) + " of an algebra");
}

}  // namespace eqnet::experiments
