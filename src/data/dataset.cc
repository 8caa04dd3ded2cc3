#include "eqnet/data/dataset.h"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <unordered_map>

#include "base/files.h"
#include "data/readers.h"
#include "data/writers.h"
#include "eqnet/base/error.h"

namespace eqnet::data {
namespace {

constexpr std::string_view kExtensions[] = {".json.gz", ".json", ".txt.gz", ".txt", ".tsv.gz", ".tsv"};

std::string_view extension_of(std::string_view path) {
  for (const std::string_view extension : kExtensions) {
    if (path.ends_with(extension)) return extension;
  }
  return {};
}

std::string stem_of(const std::string& path) {
  const std::string file = std::filesystem::path(path).filename().string();
  return file.substr(0, file.size() - extension_of(file).size());
}

std::string part_path(const std::string& directory, const std::string& stem, Part part, std::string_view extension) {
  const std::filesystem::path folder = std::filesystem::path(directory) / "split";
  return (folder / (stem + "-" + std::string(name(part)) + std::string(extension))).string();
}

// Each part's expressions are the main file's, under the same class, in one part only.
void check_split(const Dataset& dataset, const std::array<std::string, kParts.size()>& files) {
  std::unordered_map<expr::NodeId, std::string_view> class_of;
  for (const EquivalenceClass& c : dataset.classes) {
    for (const expr::NodeId member : c.members) class_of.emplace(member, c.name);
  }
  std::vector<bool> taken(dataset.pool.size());
  for (size_t p = 0; p < kParts.size(); ++p) {
    for (const EquivalenceClass& c : (*dataset.split)[p]) {
      for (const expr::NodeId member : c.members) {
        const auto found = class_of.find(member);
        const auto text = [&] { return "the expression " + base::quoted(expression_text(dataset, member)); };
        constexpr const char* kRemedy = "main file and split must come from one run";
        if (found == class_of.end()) throw base::Error(files[p], text() + " is not in the main file", kRemedy);
        if (found->second != c.name) {
          throw base::Error(files[p],
                            text() + " is in class " + base::quoted(c.name) + ", but in the main file in " +
                                base::quoted(found->second),
                            kRemedy);
        }
        if (taken[member]) throw base::Error(files[p], text() + " is in another part too", kRemedy);
        taken[member] = true;
      }
    }
  }
}

// may_be_empty: a part of a split that has no expression, as the validation set of a very small dataset.
Classes read_any(base::ByteSource& source, Dataset& dataset, DomainChoice& choice, bool may_be_empty,
                 bool lists = false) {
  source.skip("\xEF\xBB\xBF");  // the byte order mark that some editors put before UTF-8
  if (source.peek() == base::ByteSource::kEnd) {
    if (may_be_empty) return {};
    throw base::Error(source.name(), "is empty", "name a dataset file");
  }
  dataset.format = source.peek_visible() == '{' ? Format::semvec : Format::text;
  Classes classes = dataset.format == Format::semvec ? read_semvec(source, dataset, choice)
                                                     : read_text(source, dataset, choice, lists);
  dataset.domain = &choice.or_default();
  if (classes.empty() && !may_be_empty) throw base::Error(source.name(), "holds no expression", "name a dataset file");
  return classes;
}

}  // namespace

std::string_view name(Part part) {
  constexpr std::string_view kNames[] = {"trainset", "validationset", "testset", "neweqtestset"};
  return kNames[static_cast<size_t>(part)];
}

size_t count_expressions(const Classes& classes) {
  size_t count = 0;
  for (const EquivalenceClass& c : classes) count += c.members.size();
  return count;
}

namespace {

// Where a dataset keeps the definition of its domain, beside its main file.
std::string definition_path(const std::string& main_path) {
  return (std::filesystem::path(main_path).parent_path() / (stem_of(main_path) + ".toml")).string();
}

// The text of that file, empty where there is none; there may be another of that name, as of settings.
std::string definition_beside(const std::string& main_path) {
  const std::string path = definition_path(main_path);
  if (main_path == "-" || !base::file_exists(path)) return {};
  std::string text = base::read_bytes(path);
  return domain::defines_domain(text) ? text : std::string();
}

}  // namespace

Dataset load(const std::string& path, const LoadParams& params) {
  Dataset dataset;
  dataset.name = stem_of(path);
  DomainChoice choice{params.domain};
  if (params.domain == nullptr) {
    const std::string definition = definition_beside(path);
    if (!definition.empty()) choice.domain = &domain::domain_from_toml(definition, definition_path(path));
  }
  {
    base::ByteSource source = base::ByteSource::open(path);
    dataset.classes = read_any(source, dataset, choice, false, params.lists);
  }
  if (!params.with_split || path == "-") return dataset;

  const auto files = split_paths(path);
  if (std::ranges::none_of(files, base::file_exists)) return dataset;
  dataset.split.emplace();
  for (size_t p = 0; p < kParts.size(); ++p) {
    if (!base::file_exists(files[p])) continue;
    base::ByteSource source = base::ByteSource::open(files[p]);
    (*dataset.split)[p] = read_any(source, dataset, choice, true);
  }
  check_split(dataset, files);
  return dataset;
}

Dataset load_memory(std::string_view bytes, const std::string& source_name, const LoadParams& params) {
  Dataset dataset;
  dataset.name = source_name;
  DomainChoice choice{params.domain};
  base::ByteSource source = base::ByteSource::memory(bytes, source_name);
  dataset.classes = read_any(source, dataset, choice, false, params.lists);
  return dataset;
}

std::array<std::string, kParts.size()> split_paths(const std::string& main_path) {
  const std::string directory = std::filesystem::path(main_path).parent_path().string();
  std::array<std::string, kParts.size()> files;
  for (size_t p = 0; p < kParts.size(); ++p) {
    files[p] = part_path(directory, stem_of(main_path), kParts[p], extension_of(main_path));
  }
  return files;
}

std::vector<DatasetFile> datasets_in(const std::string& directory) {
  std::vector<DatasetFile> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(directory, none)) {
    const std::string path = entry.path().string();
    const std::string_view extension = extension_of(path);
    if (extension.empty() || !entry.is_regular_file(none) || stem_of(path).empty()) continue;
    const Format format = extension.starts_with(".json") ? Format::semvec : Format::text;
    files.push_back({stem_of(path), path, format, !definition_beside(path).empty(),
                     std::ranges::any_of(split_paths(path), base::file_exists)});
  }
  std::ranges::sort(files, [](const DatasetFile& a, const DatasetFile& b) {
    return std::tie(a.name, a.path) < std::tie(b.name, b.path);
  });
  return files;
}

namespace {

auto writer(Format format) {
  return format == Format::semvec ? write_semvec : write_text;
}

// The files of the split, written but not committed.
std::vector<base::AtomicFile> written_split(const Dataset& dataset, const std::string& main_path, Format format) {
  std::vector<base::AtomicFile> files;
  if (!dataset.split) return files;
  base::make_directories((std::filesystem::path(main_path).parent_path() / "split").string());
  const auto paths = split_paths(main_path);
  for (size_t p = 0; p < kParts.size(); ++p) {
    files.emplace_back(paths[p]);
    writer(format)(dataset, (*dataset.split)[p], files.back());
  }
  return files;
}

// The definition of the dataset's domain, where it has one. What would be taken for one and is not may not stay, nor
// may a file go that is something else.
void write_definition(const Dataset& dataset, const std::string& main_path, std::vector<base::AtomicFile>& files) {
  const std::string path = definition_path(main_path);
  const std::string_view definition = dataset.domain->definition();
  if (base::file_exists(path)) {
    if (base::read_bytes(path) == definition) return;
    const bool other = definition_beside(main_path).empty();
    if (other != definition.empty()) {
      throw base::Error(path,
                        other ? "is there already and is no algebra" : "would be taken for this dataset's algebra",
                        "choose another name or folder for the dataset");
    }
  }
  if (definition.empty()) return;
  files.emplace_back(path).write(definition);
}

}  // namespace

void save_split(const Dataset& dataset, const std::string& main_path) {
  std::vector<base::AtomicFile> files = written_split(dataset, main_path, dataset.format);
  write_definition(dataset, main_path, files);
  base::commit_all(files);
}

std::string save(const Dataset& dataset, const std::string& directory, Format format) {
  const std::string_view extension = format == Format::semvec ? ".json.gz" : ".txt";
  std::string main_path = (std::filesystem::path(directory) / (dataset.name + std::string(extension))).string();
  base::make_directories(directory);
  std::vector<base::AtomicFile> files = written_split(dataset, main_path, format);
  write_definition(dataset, main_path, files);
  files.emplace_back(main_path);  // last: where the main file is, its split is too
  writer(format)(dataset, dataset.classes, files.back());
  base::commit_all(files);
  return main_path;
}

}  // namespace eqnet::data
