#include "encode/safetensors.h"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "support/expect_error.h"
#include "support/guarded_bytes.h"
#include "support/random_numbers.h"
#include "support/temporary_folder.h"

namespace eqnet::encode {
namespace {

using eqnet::testing::gaussians;
using eqnet::testing::GuardedBytes;
using eqnet::testing::read_file;
using eqnet::testing::TemporaryFolder;

TensorFile example() {
  base::Random random(1);
  TensorFile file;
  file.metadata = {{"format", "test"}, {"name with \"quotes\"", "line\nbreak \\ α"}, {"empty", ""}};
  file.tensors.push_back({"b.matrix", {3, 5}, gaussians<float>(random, 15)});
  file.tensors.push_back({"a", {4}, gaussians<float>(random, 4)});
  file.tensors.push_back({"scalar", {}, {1.5F}});
  return file;
}

std::string written(const TensorFile& file) {
  const TemporaryFolder folder;
  write_tensors(folder.file("t"), file);
  return read_file(folder.file("t"));
}

// Bit for bit: NaN equals itself here.
void expect_same_tensors(const TensorFile& a, const TensorFile& b) {
  ASSERT_EQ(a.tensors.size(), b.tensors.size());
  for (size_t i = 0; i < a.tensors.size(); ++i) {
    EXPECT_EQ(a.tensors[i].name, b.tensors[i].name);
    EXPECT_EQ(a.tensors[i].shape, b.tensors[i].shape);
    ASSERT_EQ(a.tensors[i].values.size(), b.tensors[i].values.size());
    if (a.tensors[i].values.empty()) continue;  // no bytes to compare, perhaps not even an address
    EXPECT_EQ(std::memcmp(a.tensors[i].values.data(), b.tensors[i].values.data(), a.tensors[i].values.size() * 4), 0);
  }
}

// A file with this header and so many bytes of data.
std::string with_header(const std::string& header, size_t data = 0) {
  const uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + std::string(data, '\0');
}

size_t header_end(const std::string& bytes) {
  uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  return 8 + length;
}

}  // namespace

TEST(Tensors, ComeBackAsTheyWereWritten) {
  const TensorFile file = example();
  const TensorFile back = parse_tensors(written(file), "t");
  expect_same_tensors(back, file);
  for (const auto& [key, value] : file.metadata) EXPECT_EQ(back.metadata.at(key), value);
  EXPECT_EQ(back.metadata.size(), file.metadata.size() + 1) << "and the checksum";
  EXPECT_EQ(written(file), written(file));
  EXPECT_EQ(back.tensor("a").shape, (std::vector<size_t>{4}));
  EXPECT_ERROR(back.tensor("c"), "'c'", "missing");
}

// As the best parameters of a run are before its first validation.
TEST(Tensors, MayBeEmpty) {
  TensorFile file = example();
  file.tensors.insert(file.tensors.begin() + 1, {"none", {0, 7}, {}});
  expect_same_tensors(parse_tensors(written(file), "t"), file);
  EXPECT_TRUE(parse_tensors(written({}), "t").tensors.empty());
}

TEST(Tensors, ComeBackWithEveryOddNumber) {
  using Limits = std::numeric_limits<float>;
  TensorFile file;
  file.tensors.push_back({"odd",
                          {8},
                          {Limits::quiet_NaN(), -Limits::quiet_NaN(), std::bit_cast<float>(0x7F812345U),
                           Limits::infinity(), -Limits::infinity(), -0.0F, Limits::denorm_min(), Limits::max()}});
  expect_same_tensors(parse_tensors(written(file), "t"), file);
}

// The rules of the format, checked without our reader.
TEST(Tensors, AreAFileThatFollowsTheFormat) {
  const TensorFile file = example();
  const std::string bytes = written(file);
  uint64_t length = 0;
  for (int i = 7; i >= 0; --i) length = length << 8 | static_cast<unsigned char>(bytes[static_cast<size_t>(i)]);
  ASSERT_LE(8 + length, bytes.size());
  EXPECT_EQ(bytes[8], '{');
  EXPECT_EQ((8 + length) % 8, 0U) << "numbers are aligned";
  rapidjson::Document document;
  document.Parse(bytes.data() + 8, length);
  ASSERT_FALSE(document.HasParseError());
  const rapidjson::Value& header = document;
  std::string known;
  for (const auto& member : header["__metadata__"].GetObject()) {
    ASSERT_TRUE(member.value.IsString());
    EXPECT_EQ(known.find(std::string(member.name.GetString()) + "\n"), std::string::npos) << "a key twice";
    known += std::string(member.name.GetString()) + "\n";
  }
  uint64_t next = 0;
  for (const NamedTensor& tensor : file.tensors) {
    const auto& entry = header[tensor.name.c_str()];
    EXPECT_STREQ(entry["dtype"].GetString(), "F32");
    uint64_t count = 1;
    for (const auto& size : entry["shape"].GetArray()) count *= size.GetUint64();
    EXPECT_EQ(entry["data_offsets"][0].GetUint64(), next) << "no gap";
    next = entry["data_offsets"][1].GetUint64();
    EXPECT_EQ(next - entry["data_offsets"][0].GetUint64(), count * 4);
    for (size_t i = 0; i < count; ++i) {
      float value = 0;
      std::memcpy(&value, bytes.data() + 8 + length + entry["data_offsets"][0].GetUint64() + i * 4, 4);
      EXPECT_EQ(value, tensor.values[i]);
    }
  }
  EXPECT_EQ(8 + length + next, bytes.size());
  EXPECT_EQ(header.MemberCount(), file.tensors.size() + 1);
}

TEST(Tensors, AreRefusedWhereTheFileIsCutShortAnywhere) {
  const std::string bytes = written(example());
  for (size_t length = 0; length < bytes.size(); ++length) {
    const GuardedBytes cut(std::string_view(bytes).substr(0, length));  // reading further kills the test
    EXPECT_ERROR(parse_tensors(cut.view(), "FILE"), "FILE: ", "copy the file again");
  }
}

TEST(Tensors, AreRefusedWithBytesTooMany) {
  EXPECT_ERROR(parse_tensors(written(example()) + "x", "FILE"), "FILE", "1 bytes that belong to no tensor");
}

TEST(Tensors, AreRefusedWhereANumberWasDamaged) {
  const std::string bytes = written(example());
  for (size_t i = header_end(bytes); i < bytes.size(); ++i) {
    for (const int bit : {1, 16, 128}) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ bit);
      EXPECT_ERROR(parse_tensors(damaged, "FILE"), "FILE", "checksum");
    }
  }
}

// As docs/formats.md says it, bit by bit instead of by zlib's tables.
TEST(Tensors, CarryAChecksumOfMetadataAndNumbers) {
  TensorFile file = example();
  std::string summed;
  for (const auto& [key, value] : file.metadata) summed += key + std::string(1, '\0') + value + std::string(1, '\0');
  for (const NamedTensor& tensor : file.tensors) {
    summed.append(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size() * sizeof(float));
  }
  uint32_t sum = ~0U;
  for (const char byte : summed) {
    sum ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320U : 0U);
  }
  char digits[16];
  std::snprintf(digits, sizeof digits, "%08x", ~sum);
  std::string bytes = written(file);
  EXPECT_EQ(parse_tensors(bytes, "FILE").metadata.at("crc32"), digits);
  bytes.replace(bytes.find("\"test\""), 6, "\"tset\"");
  EXPECT_ERROR(parse_tensors(bytes, "FILE"), "FILE", "metadata", "checksum");
}

TEST(Tensors, OfAFileWithADamagedHeaderAreRefusedOrWhole) {
  const TensorFile file = example();
  const std::string bytes = written(file);
  for (size_t i = 0; i < header_end(bytes); ++i) {
    for (const int bit : {1, 2, 16, 64, 128}) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ bit);
      const GuardedBytes guarded(damaged);
      try {
        const TensorFile read = parse_tensors(guarded.view(), "FILE");
        ASSERT_EQ(read.tensors.size(), file.tensors.size());
        for (size_t t = 0; t < file.tensors.size(); ++t) EXPECT_EQ(read.tensors[t].values, file.tensors[t].values);
      } catch (const base::Error& error) {
        EXPECT_EQ(std::string(error.what()).substr(0, 5), "FILE:");
      }
    }
  }
}

TEST(Tensors, AreRefusedWhereTheHeaderMakesNoSense) {
  const auto refuse = [](const std::string& bytes, const char* part) {
    const GuardedBytes guarded(bytes);
    EXPECT_ERROR(parse_tensors(guarded.view(), "FILE"), "FILE", part);
  };
  const auto tensor = [](const std::string& entry) { return with_header("{\"t\": " + entry + "}", 8); };
  refuse("", "no model file");
  refuse("{\"json\": 1}", "no model file");
  refuse(std::string(100, '\xff'), "FILE");
  refuse(with_header("{"), "no model file");
  refuse(with_header("[]"), "no model file");
  refuse(with_header("{]"), "damaged header");
  refuse(with_header("{} {}"), "damaged header");
  refuse(with_header("{\"__metadata__\": 1}"), "damaged header");
  refuse(with_header("{\"__metadata__\": {\"a\": 1}}"), "damaged header");
  refuse(tensor("1"), "'t'");
  refuse(tensor("{}"), "'t'");
  refuse(tensor(R"({"dtype": "F32", "shape": [2]})"), "'t'");
  refuse(tensor(R"({"dtype": "F64", "shape": [1], "data_offsets": [0, 8]})"), "other than F32");
  refuse(tensor(R"({"dtype": 1, "shape": [1], "data_offsets": [0, 8]})"), "other than F32");
  refuse(tensor(R"({"dtype": "F32", "shape": [-2], "data_offsets": [0, 8]})"), "'t'");
  refuse(tensor(R"({"dtype": "F32", "shape": 2, "data_offsets": [0, 8]})"), "'t'");
  refuse(tensor(R"({"dtype": "F32", "shape": [2], "data_offsets": [0]})"), "'t'");
  refuse(tensor(R"({"dtype": "F32", "shape": [2], "data_offsets": [8, 0]})"), "'t'");
  refuse(tensor(R"({"dtype": "F32", "shape": [1], "data_offsets": [4, 8]})"), "'t'");
  refuse(tensor(R"({"dtype": "F32", "shape": [1], "data_offsets": [0, 8]})"), "'t'");
  refuse(tensor(R"({"dtype": "F32", "shape": [3], "data_offsets": [0, 12]})"), "cut short");
  refuse(tensor(R"({"dtype": "F32", "shape": [4294967296, 4294967296], "data_offsets": [0, 0]})"), "cut short");
  refuse(tensor(R"({"dtype": "F32", "shape": [4611686018427387904], "data_offsets": [0, 0]})"), "cut short");
  std::string deep = "{\"t\": ";
  for (int i = 0; i < 200'000; ++i) deep += "[";
  refuse(with_header(deep), "damaged header");
}

TEST(Tensors, OfAForeignFileNeedNoChecksum) {
  const std::string header = R"({"t": {"dtype": "F32", "shape": [2, 1], "data_offsets": [0, 8]}})";
  const TensorFile file = parse_tensors(with_header(header, 8), "FILE");
  EXPECT_EQ(file.tensor("t").values, (std::vector<float>{0, 0}));
}

TEST(Tensors, CanBeReadChangedAndWrittenAgain) {
  TensorFile file = parse_tensors(written(example()), "t");
  file.tensors[0].values[0] += 1;
  expect_same_tensors(parse_tensors(written(file), "t"), file);  // not with the old checksum
}

TEST(Tensors, NameTheFileThatCannotBeReadOrWritten) {
  const TemporaryFolder folder;
  EXPECT_ERROR(read_tensors(folder.file("none")), folder.file("none"));
  EXPECT_ERROR(read_tensors(folder.path()), folder.path());
  EXPECT_ERROR(write_tensors(folder.file("no/such/t"), example()), folder.file("no/such/t"));
}

}  // namespace eqnet::encode
