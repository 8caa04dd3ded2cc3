#include "encode/model.h"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/files.h"
#include "base/suggest.h"
#include "encode/pretrained.h"
#include "eqnet/base/error.h"

namespace eqnet::encode {
namespace {

// {"variables": ["a", …], "constants": […], "operators": [["And", 2], …]}
std::string vocabulary_json(const Vocabulary& vocabulary) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> json(buffer);
  const auto string = [&](const std::string& text) { json.String(text.data(), static_cast<unsigned>(text.size())); };
  json.StartObject();
  for (const auto& [key, kind] :
       {std::pair("variables", expr::SymbolKind::variable), std::pair("constants", expr::SymbolKind::constant)}) {
    json.Key(key);
    json.StartArray();
    for (const expr::Symbol& leaf : vocabulary.leaves()) {
      if (leaf.kind == kind) string(leaf.name);
    }
    json.EndArray();
  }
  json.Key("operators");
  json.StartArray();
  for (const expr::Symbol& op : vocabulary.operators()) {
    json.StartArray();
    string(op.name);
    json.Uint(op.arity);
    json.EndArray();
  }
  json.EndArray();
  json.EndObject();
  return buffer.GetString();
}

[[noreturn]] void damaged(const std::string& source, std::string_view what) {
  throw base::Error(source, "its " + std::string(what) + " cannot be read", "train the model anew");
}

Vocabulary read_vocabulary(const std::string& text, const std::string& source) {
  rapidjson::Document json;
  json.Parse<rapidjson::kParseIterativeFlag>(text.c_str(), text.size());
  const auto list = [&](const char* key) -> const rapidjson::Value& {
    if (!json.IsObject() || !json.HasMember(key) || !json[key].IsArray()) damaged(source, "vocabulary");
    return json[key];
  };
  if (json.HasParseError()) damaged(source, "vocabulary");
  std::vector<expr::Symbol> leaves;
  std::vector<expr::Symbol> operators;
  for (const auto& [key, kind] :
       {std::pair("variables", expr::SymbolKind::variable), std::pair("constants", expr::SymbolKind::constant)}) {
    for (const auto& name : list(key).GetArray()) {
      if (!name.IsString()) damaged(source, "vocabulary");
      leaves.push_back({name.GetString(), kind, 0});
    }
  }
  for (const auto& op : list("operators").GetArray()) {
    constexpr unsigned kMostChildren = 1 << 16;
    if (!op.IsArray() || op.Size() != 2 || !op[0].IsString() || !op[1].IsUint() || op[1].GetUint() > kMostChildren)
      damaged(source, "vocabulary");
    operators.push_back({op[0].GetString(), expr::SymbolKind::op, op[1].GetUint()});
  }
  return {std::move(leaves), std::move(operators)};
}

int read_version(const std::string& text, const std::string& source) {
  std::string known;
  for (int version = 1; version <= kModelVersion; ++version) {
    if (text == std::to_string(version)) return version;
    known += (known.empty() ? "" : ", ") + std::to_string(version);
  }
  throw base::Error(source, "has version " + base::quoted(text) + " of the format; this program reads " + known,
                    "use the program that wrote it, or train the model anew");
}

// One weight that is no number makes every vector none.
void check_finite(const NamedTensor& tensor, const std::string& source) {
  if (std::ranges::all_of(tensor.values, [](float value) { return std::isfinite(value); })) return;
  throw base::Error(source, "tensor " + base::quoted(tensor.name) + " holds a weight that is NaN or infinite",
                    "copy the file again or train the model anew");
}

constexpr std::string_view kSettingPrefix = "setting.";
constexpr std::string_view kNotePrefix = "note.";

}  // namespace

Metadata describe(const Model& model) {
  Metadata metadata;
  metadata["format"] = kModelFormat;
  metadata["version"] = std::to_string(kModelVersion);
  metadata["model"] = model.settings.kind().name;
  metadata["domain"] = model.domain;
  if (!model.definition.empty()) metadata["definition"] = model.definition;
  metadata["vocabulary"] = vocabulary_json(model.vocabulary);
  for (const auto& [name, value] : model.settings.values()) {
    const auto info = std::ranges::find(setting_infos(), name, &SettingInfo::name);
    if (!info->quiet || value != "0") metadata[std::string(kSettingPrefix) + name] = value;
  }
  for (const auto& [name, value] : model.notes) metadata[std::string(kNotePrefix) + name] = value;
  return metadata;
}

Model from_description(const Metadata& metadata, const std::string& source, FindKind find) {
  const auto get = [&](std::string_view key) -> const std::string& {
    const auto found = metadata.find(key);
    if (found == metadata.end()) {
      throw base::Error(source, "is no model of eqnet: it has no " + base::quoted(key), "make one with `eqnet train`");
    }
    return found->second;
  };
  if (get("format") != kModelFormat)
    throw base::Error(source, "is a " + base::quoted(get("format")) + " file, no model");
  const int version = read_version(get("version"), source);
  Model model;
  try {
    model.settings = Settings(find(get("model")), "tuned", version);
    for (const auto& [key, value] : metadata) {
      if (key.starts_with(kSettingPrefix)) model.settings.set(key.substr(kSettingPrefix.size()), value);
      if (key.starts_with(kNotePrefix)) model.notes[key.substr(kNotePrefix.size())] = value;
    }
  } catch (const base::Error& error) {
    throw base::Error(source, error.what());
  }
  model.domain = get("domain");
  if (const auto found = metadata.find("definition"); found != metadata.end()) model.definition = found->second;
  try {
    model.vocabulary = read_vocabulary(get("vocabulary"), source);
  } catch (const base::Error& error) {
    if (std::string_view(error.what()).starts_with(source)) throw;
    throw base::Error(source, error.what());
  }
  return model;
}

std::vector<NamedTensor> split_tensors(const std::vector<float>& flat, const Layout& layout, std::string_view prefix) {
  std::vector<NamedTensor> tensors;
  for (const Tensor& tensor : layout.tensors()) {
    const auto begin = flat.begin() + static_cast<std::ptrdiff_t>(tensor.offset);
    tensors.push_back({std::string(prefix) + tensor.name, tensor.shape,
                       std::vector<float>(begin, begin + static_cast<std::ptrdiff_t>(tensor.size()))});
  }
  return tensors;
}

std::string model_bytes(const Model& model, const Layout& layout) {
  return tensor_bytes({describe(model), split_tensors(model.parameters, layout, "")});
}

void save_model(const std::string& path, const Model& model, const Layout& layout) {
  write_tensors(path, {describe(model), split_tensors(model.parameters, layout, "")});
}

Model parse_model(std::string_view bytes, const std::string& source, FindKind find) {
  const TensorFile file = parse_tensors(bytes, source);
  Model model = from_description(file.metadata, source, find);
  for (const NamedTensor& tensor : file.tensors) {
    check_finite(tensor, source);
    model.stored.push_back({tensor.name, tensor.shape, true, 0, model.parameters.size()});
    model.parameters.insert(model.parameters.end(), tensor.values.begin(), tensor.values.end());
  }
  return model;
}

Model load_model(const std::string& path, FindKind find) {
  if (const auto built_in = pretrained(path); built_in && !base::is_file(path)) {
    return parse_model(*built_in, "pretrained model " + path, find);
  }
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored) && path.find('/') == std::string::npos) {
    std::vector<std::string> names;
    std::string list;
    for (const Pretrained& model : pretrained_models()) {
      names.emplace_back(model.name);
      list += (list.empty() ? "" : ", ") + names.back();
    }
    throw base::Error(path, "there is no such file, nor a pretrained model of that name (" + list + ")",
                      base::did_you_mean(path, names, "`eqnet train` makes model files"));
  }
  return parse_model(base::read_bytes(path), path, find);
}

void arrange_parameters(Model& model, const Layout& layout, const std::string& source) {
  if (model.parameters.size() != layout.size()) {
    throw base::Error(source,
                      "has " + std::to_string(model.parameters.size()) + " parameters where its settings ask for " +
                          std::to_string(layout.size()),
                      "train the model anew");
  }
  if (model.stored.empty()) return;
  std::vector<float> arranged(layout.size());
  for (const Tensor& wanted : layout.tensors()) {
    const Tensor* found = nullptr;
    for (const Tensor& stored : model.stored) {
      if (stored.name == wanted.name && stored.shape == wanted.shape) found = &stored;
    }
    if (found == nullptr)
      throw base::Error(source, "has no tensor " + base::quoted(wanted.name), "train the model anew");
    std::copy_n(model.parameters.begin() + static_cast<std::ptrdiff_t>(found->offset), wanted.size(),
                arranged.begin() + static_cast<std::ptrdiff_t>(wanted.offset));
  }
  model.parameters = std::move(arranged);
  model.stored.clear();
}

}  // namespace eqnet::encode
