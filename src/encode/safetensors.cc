#include "encode/safetensors.h"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <zlib.h>

#include <cstring>

#include "base/files.h"
#include "base/format.h"
#include "eqnet/base/error.h"

namespace eqnet::encode {
namespace {

constexpr size_t kLengthBytes = 8;

std::string_view bytes_of(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

std::string hex(uint32_t number) {
  return base::format("{:08x}", number);
}

uint32_t checksum(uint32_t sum, std::string_view bytes) {
  if (bytes.empty()) return sum;  // zlib takes a null pointer for the wish for a fresh sum
  return static_cast<uint32_t>(crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

// Of the metadata; the numbers follow.
uint32_t checksum(const Metadata& metadata) {
  uint32_t sum = 0;
  for (const auto& [key, value] : metadata) {
    if (key == "crc32") continue;
    for (const std::string_view text : {std::string_view(key), std::string_view(value)}) {
      sum = checksum(checksum(sum, text), std::string_view("\0", 1));
    }
  }
  return sum;
}

std::string header_of(const TensorFile& file) {
  uint32_t sum = checksum(file.metadata);
  for (const NamedTensor& tensor : file.tensors) sum = checksum(sum, bytes_of(tensor.values));
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> json(buffer);
  const auto string = [&](std::string_view view) { json.String(view.data(), static_cast<unsigned>(view.size())); };
  json.StartObject();
  json.Key("__metadata__");
  json.StartObject();
  for (const auto& [key, value] : file.metadata) {
    if (key == "crc32") continue;
    string(key);
    string(value);
  }
  json.Key("crc32");
  string(hex(sum));
  json.EndObject();
  size_t offset = 0;
  for (const NamedTensor& tensor : file.tensors) {
    string(tensor.name);
    json.StartObject();
    json.Key("dtype");
    json.String("F32");
    json.Key("shape");
    json.StartArray();
    for (const size_t size : tensor.shape) json.Uint64(size);
    json.EndArray();
    json.Key("data_offsets");
    json.StartArray();
    json.Uint64(offset);
    json.Uint64(offset += tensor.values.size() * sizeof(float));
    json.EndArray();
    json.EndObject();
  }
  json.EndObject();
  std::string header = buffer.GetString();
  header.resize((header.size() + kLengthBytes - 1) / kLengthBytes * kLengthBytes, ' ');
  return header;
}

// Reads one file; every check names the file.
class Reader {
 public:
  Reader(std::string_view bytes, const std::string& source) : bytes_(bytes), source_(source) {}

  TensorFile read() {
    if (bytes_.size() <= kLengthBytes)
      fail("is no model file: it has only " + std::to_string(bytes_.size()) + " bytes");
    uint64_t length = 0;
    std::memcpy(&length, bytes_.data(), kLengthBytes);
    if (length < 2 || bytes_[kLengthBytes] != '{') fail("is no model file (safetensors)");
    if (length > bytes_.size() - kLengthBytes) fail("is cut short: its header ends beyond its " + size() + " bytes");
    data_ = bytes_.substr(kLengthBytes + length);
    rapidjson::Document json;
    json.Parse<rapidjson::kParseIterativeFlag>(bytes_.data() + kLengthBytes, length);
    if (json.HasParseError() || !json.IsObject()) fail("has a damaged header");
    TensorFile file;
    const rapidjson::Value& root = json;  // its iterators can be compared in C++20
    for (const auto& member : root.GetObject()) {
      const std::string name(member.name.GetString(), member.name.GetStringLength());
      if (name == "__metadata__") {
        read_metadata(member.value, file.metadata);
      } else {
        file.tensors.push_back(read_tensor(name, member.value));
      }
    }
    if (used_ < data_.size()) fail("has " + std::to_string(data_.size() - used_) + " bytes that belong to no tensor");
    check_sum(file);
    return file;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw base::Error(source_, what, "copy the file again or train the model anew");
  }
  [[nodiscard]] std::string size() const { return std::to_string(bytes_.size()); }

  void read_metadata(const rapidjson::Value& value, Metadata& metadata) const {
    if (!value.IsObject()) fail("has a damaged header");
    for (const auto& member : value.GetObject()) {
      if (!member.value.IsString()) fail("has a damaged header");
      metadata.emplace(std::string(member.name.GetString(), member.name.GetStringLength()),
                       std::string(member.value.GetString(), member.value.GetStringLength()));
    }
  }

  // Tensors lie one after the other, as the format asks.
  NamedTensor read_tensor(const std::string& name, const rapidjson::Value& value) {
    NamedTensor tensor{name, {}, {}};
    const auto damaged = [&] { fail("has a damaged entry for tensor " + base::quoted(name)); };
    if (!value.IsObject() || !value.HasMember("dtype") || !value.HasMember("shape") || !value.HasMember("data_offsets"))
      damaged();
    const auto& shape = value["shape"];
    const auto& offsets = value["data_offsets"];
    if (value["dtype"] != "F32") fail("has tensor " + base::quoted(name) + " in a type other than F32");
    if (!shape.IsArray() || !offsets.IsArray() || offsets.Size() != 2 || !offsets[0].IsUint64() ||
        !offsets[1].IsUint64())
      damaged();
    size_t count = 1;
    for (const auto& size : shape.GetArray()) {
      if (!size.IsUint64()) damaged();
      const bool overflow = __builtin_mul_overflow(count, size.GetUint64(), &count);
      if (overflow || count > data_.size()) fail("is cut short: tensor " + base::quoted(name) + " ends beyond it");
      tensor.shape.push_back(size.GetUint64());
    }
    const size_t begin = offsets[0].GetUint64();
    const size_t end = offsets[1].GetUint64();
    if (begin != used_ || end < begin || end - begin != count * sizeof(float)) damaged();
    if (end > data_.size())
      fail("is cut short: tensor " + base::quoted(name) + " ends beyond its " + size() + " bytes");
    used_ = end;
    tensor.values.resize(count);
    if (count > 0) std::memcpy(tensor.values.data(), data_.data() + begin, end - begin);
    return tensor;
  }

  void check_sum(const TensorFile& file) const {
    const auto stored = file.metadata.find("crc32");
    if (stored == file.metadata.end()) return;
    if (stored->second != hex(checksum(checksum(file.metadata), data_)))
      fail("is damaged: its numbers or its metadata do not fit its checksum");
  }

  std::string_view bytes_, data_;
  const std::string& source_;
  size_t used_ = 0;
};

}  // namespace

const NamedTensor& TensorFile::tensor(std::string_view name) const {
  for (const NamedTensor& tensor : tensors) {
    if (tensor.name == name) return tensor;
  }
  throw base::Error("tensor " + base::quoted(name) + " is missing");
}

std::string tensor_bytes(const TensorFile& file) {
  const std::string header = header_of(file);
  const uint64_t length = header.size();
  std::string bytes(reinterpret_cast<const char*>(&length), kLengthBytes);
  bytes += header;
  for (const NamedTensor& tensor : file.tensors) bytes += bytes_of(tensor.values);
  return bytes;
}

void write_tensors(const std::string& path, const TensorFile& file) {
  base::AtomicFile out(path);
  out.write(tensor_bytes(file));
  out.commit();
}

TensorFile parse_tensors(std::string_view bytes, const std::string& source) {
  return Reader(bytes, source).read();
}

TensorFile read_tensors(const std::string& path) {
  return parse_tensors(base::read_bytes(path), path);
}

}  // namespace eqnet::encode
