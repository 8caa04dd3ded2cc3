// A dataset: expressions of one pool grouped into classes of equivalent ones, with the paper's split where there is
// one.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/pool.h"

namespace eqnet::data {

struct EquivalenceClass {
  std::string name;
  std::vector<expr::NodeId> members;  // the first is SemVec's "Original"; which one it is means nothing
};
using Classes = std::vector<EquivalenceClass>;

// SemVec's names of the parts: SeenEqClass is "testset", UnseenEqClass is "neweqtestset".
enum class Part { train, validation, seen, unseen };
constexpr std::array kParts = {Part::train, Part::validation, Part::seen, Part::unseen};
std::string_view name(Part part);

using Split = std::array<Classes, kParts.size()>;

enum class Format { semvec, text };

struct NodeNames;

struct Dataset {
  std::string name;
  Format format = Format::semvec;                            // of the file that it was read from
  const domain::Domain* domain = &domain::default_domain();  // never null
  expr::Pool pool;
  Classes classes;
  std::optional<Split> split;
  std::shared_ptr<const NodeNames> node_names;  // what SemVec files say of nodes; null where nothing

  [[nodiscard]] const Classes& part(Part part) const { return (*split)[static_cast<size_t>(part)]; }
};

size_t count_expressions(const Classes& classes);

// Reads DIR/NAME.json.gz (or .json, or text of class<TAB>expression, gzipped or not: the content tells) and the parts
// of its split that DIR/split/ has; a part that is not there is empty. domain: null to take it from the operators.
// Throws base::Error with file and place.
struct LoadParams {
  const domain::Domain* domain = nullptr;
  bool with_split = true;
  // Whether a text without a TAB in its first line is a list of expressions: one class without a name, in which what
  // comes again is left out. Otherwise it is an error.
  bool lists = false;
};
Dataset load(const std::string& path, const LoadParams& params = {});

// One file's classes from memory; `source` names it in errors. What the fuzz targets call.
Dataset load_memory(std::string_view bytes, const std::string& source, const LoadParams& params = {});

// Writes DIR/NAME and, with a split, DIR/split/NAME-PART; all files appear whole, together, or not at all. Returns the
// main file's path.
std::string save(const Dataset& dataset, const std::string& directory, Format format);
// Writes the split alone, beside the main file that the dataset was read from and in its format.
void save_split(const Dataset& dataset, const std::string& main_path);
// The files of a dataset's split, beside its main file.
std::array<std::string, kParts.size()> split_paths(const std::string& main_path);

// A main file of a folder, by its name alone: nothing of it is read.
struct DatasetFile {
  std::string name, path;
  Format format = Format::semvec;
  bool has_definition = false;  // of its domain, in DIR/NAME.toml
  bool has_split = false;       // a part of one at least
};
// In order of names; one name may be there in several formats. None where there is no such folder.
std::vector<DatasetFile> datasets_in(const std::string& directory);

}  // namespace eqnet::data
