// Files of named float tensors with text metadata, in the safetensors format: 8 bytes with the header's length, a JSON
// header, then the numbers. Ours carry a checksum of the metadata and the numbers in the metadata ("crc32").
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

namespace eqnet::encode {

using Metadata = std::map<std::string, std::string, std::less<>>;

struct NamedTensor {
  std::string name;
  std::vector<size_t> shape;
  std::vector<float> values;
};

struct TensorFile {
  Metadata metadata;
  std::vector<NamedTensor> tensors;

  // Throws base::Error when there is none.
  [[nodiscard]] const NamedTensor& tensor(std::string_view name) const;
};

// The bytes of the file. Adds "crc32" to the metadata.
std::string tensor_bytes(const TensorFile& file);
// Atomic.
void write_tensors(const std::string& path, const TensorFile& file);
// Throws base::Error on a file that is no safetensors file, is cut short, or does not fit its checksum.
TensorFile read_tensors(const std::string& path);
// The same from memory; `source` names it in errors. What the fuzz target calls.
TensorFile parse_tensors(std::string_view bytes, const std::string& source);

}  // namespace eqnet::encode
