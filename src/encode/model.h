// A trained model: all that inference needs, in one safetensors file whose metadata says what it is and where it comes
// from.
#pragma once

#include "encode/network.h"
#include "encode/safetensors.h"
#include "encode/settings.h"

namespace eqnet::encode {

struct Model {
  Settings settings;
  Vocabulary vocabulary;
  std::string domain;             // a domain's name: how its expressions are written
  std::string definition;         // the text that defines the domain, where it is none of the program's own
  Metadata notes;                 // dataset, data_hash, seed, epochs, validation_accuracy, …: for people and records
  std::vector<Tensor> stored;     // as a file has them, until arrange_parameters
  std::vector<float> parameters;  // flat, in the network's layout
};

constexpr std::string_view kModelFormat = "eqnet-model";
constexpr int kModelVersion = 2;  // of the files that are written; older ones are read

// layout: of the model's network.
std::string model_bytes(const Model& model, const Layout& layout);
void save_model(const std::string& path, const Model& model, const Layout& layout);
// Throws base::Error on a damaged file, another format or version, or weights that are NaN or infinite. A setting that
// the file does not have is the default of the file's version (recipe "tuned"), not of today's. The parameters
// are brought into the network's layout by whoever makes the network (arrange_parameters). path: a file, or the name of
// a pretrained model (pretrained.h). find: the kind of that name, or base::Error; models::kind.
using FindKind = const ModelKind& (*)(std::string_view name);
Model load_model(const std::string& path, FindKind find);
Model parse_model(std::string_view bytes, const std::string& source, FindKind find);
// Throws base::Error when the parameters are not the layout's.
void arrange_parameters(Model& model, const Layout& layout, const std::string& source);

// The metadata of everything but the parameters, and back; checkpoints are compared by them.
Metadata describe(const Model& model);
Model from_description(const Metadata& metadata, const std::string& source, FindKind find);
std::vector<NamedTensor> split_tensors(const std::vector<float>& flat, const Layout& layout, std::string_view prefix);

}  // namespace eqnet::encode
