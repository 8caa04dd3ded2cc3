#include "search/index_file.h"

#include <zlib.h>

#include <array>
#include <atomic>
#include <cstring>
#include <fstream>

#include "base/files.h"
#include "eqnet/base/error.h"
#include "kernels/similarities.h"

namespace eqnet::search {
namespace {

constexpr char kMagic[8] = {'E', 'Q', 'N', 'E', 'T', 'I', 'D', 'X'};
constexpr uint32_t kVersion = 2;
constexpr size_t kCheckedAtOnce = size_t{1} << 20;
constexpr size_t kAlignment = 64;

// In the order in which they lie in the file.
enum Part {
  kModel,
  kTextStarts,
  kTexts,
  kByText,
  kClassOf,
  kClassStarts,
  kClassNames,
  kVectors,
  kDirection,
  kKeys,
  kCodes,
  kBlocks,
  kStarts,
  kMembers,
  kSums,
  kParts
};

struct Place {
  uint64_t begin = 0, bytes = 0;
};

// Numbers are little-endian, as on every machine that this is built for.
struct Head {
  char magic[8];
  uint32_t version;
  uint32_t sum;   // crc32 of the head, with 0 here, and of the sums
  uint64_t size;  // of the file
  uint64_t width;
  std::array<Place, kParts> places;
  std::array<char, 48> unused;  // zeros
};
constexpr size_t kBodyBegin = sizeof(Head);
static_assert(kBodyBegin == 320 && kBodyBegin % kAlignment == 0);

uint32_t sum_of(std::string_view bytes, uint32_t sum = 0) {
  if (bytes.empty()) return sum;
  return static_cast<uint32_t>(crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

template <class T>
std::string_view bytes_of(std::span<const T> array) {
  return {reinterpret_cast<const char*>(array.data()), array.size_bytes()};
}

std::string_view bytes_of(const Head& head) {
  return {reinterpret_cast<const char*>(&head), sizeof head};
}

uint32_t sum_of(Head head, std::string_view sums) {
  head.sum = 0;
  return sum_of(sums, sum_of(bytes_of(head)));
}

uint64_t aligned(uint64_t offset) {
  return (offset + kAlignment - 1) / kAlignment * kAlignment;
}

using Parts = std::array<std::string_view, kSums>;

// What lies between the head and the sums, piece by piece.
template <class Take>
void for_each_piece(const Parts& parts, const Take& take) {
  static constexpr char kZeros[kAlignment] = {};
  for (const std::string_view part : parts) {
    take(part);
    take(std::string_view(kZeros, aligned(part.size()) - part.size()));
  }
}

// One sum per mebibyte.
std::vector<uint32_t> sums_of(const Parts& parts) {
  std::vector<uint32_t> sums;
  size_t room = 0;  // in the mebibyte of the last sum
  for_each_piece(parts, [&](std::string_view bytes) {
    while (!bytes.empty()) {
      if (room == 0) {
        sums.push_back(0);
        room = kCheckedAtOnce;
      }
      const size_t now = std::min(bytes.size(), room);
      sums.back() = sum_of(bytes.substr(0, now), sums.back());
      bytes.remove_prefix(now);
      room -= now;
    }
  });
  return sums;
}

Parts parts_of(const IndexContents& contents) {
  const VectorTable& vectors = contents.vectors;
  Parts parts;
  parts[kModel] = contents.model;
  parts[kTextStarts] = bytes_of(contents.text_starts);
  parts[kTexts] = contents.texts;
  parts[kByText] = bytes_of(contents.by_text);
  parts[kClassOf] = bytes_of(contents.class_of);
  parts[kClassStarts] = bytes_of(contents.class_starts);
  parts[kClassNames] = contents.class_names;
  parts[kVectors] = bytes_of(vectors.vectors);
  parts[kDirection] = bytes_of(vectors.direction);
  parts[kKeys] = bytes_of(vectors.keys);
  parts[kCodes] = bytes_of(vectors.codes);
  parts[kBlocks] = bytes_of(vectors.blocks);
  parts[kStarts] = bytes_of(vectors.starts);
  parts[kMembers] = bytes_of(vectors.members);
  return parts;
}

}  // namespace

void write_index(const std::string& path, const IndexContents& contents) {
  const Parts parts = parts_of(contents);
  const std::vector<uint32_t> sums = sums_of(parts);
  Head head{};
  std::memcpy(head.magic, kMagic, sizeof kMagic);
  head.version = kVersion;
  head.width = contents.vectors.width;
  uint64_t at = kBodyBegin;
  for (size_t part = 0; part < kSums; ++part) {
    head.places[part] = {at, parts[part].size()};
    at += aligned(parts[part].size());
  }
  head.places[kSums] = {at, sums.size() * sizeof(uint32_t)};
  head.size = at + head.places[kSums].bytes;
  const std::string_view bytes = bytes_of(std::span<const uint32_t>(sums));
  head.sum = sum_of(head, bytes);

  base::AtomicFile file(path);
  file.write(bytes_of(head));
  static_assert(sizeof head == kBodyBegin);
  for_each_piece(parts, [&](std::string_view piece) { file.write(piece); });
  file.write(bytes);
  file.commit();
}

struct IndexFile::Checks {
  std::span<const uint32_t> sums;  // by mebibyte
  std::vector<std::atomic<bool>> good;
};

IndexFile::IndexFile(const std::string& path)
    : source_(path), file_(std::make_unique<const base::MappedFile>(path)), bytes_(file_->bytes()) {
  open();
}

IndexFile::IndexFile(std::string_view bytes, std::string source, bool check_sums)
    : source_(std::move(source)), bytes_(bytes), check_sums_(check_sums) {
  open();
}

IndexFile::~IndexFile() = default;
IndexFile::IndexFile(IndexFile&&) noexcept = default;

bool IndexFile::is_one(const std::string& path) {
  char first[sizeof kMagic] = {};
  std::ifstream file(path, std::ios::binary);
  return file.read(first, sizeof first) && std::memcmp(first, kMagic, sizeof kMagic) == 0;
}

void IndexFile::open() {
  const auto fail = [&](const std::string& what) { throw base::Error(source_, what, "make the index anew"); };
  Head head{};
  if (bytes_.size() < sizeof head || std::memcmp(bytes_.data(), kMagic, sizeof kMagic) != 0) fail("is no index");
  std::memcpy(&head, bytes_.data(), sizeof head);
  if (head.version != kVersion) {
    fail("is an index of version " + std::to_string(head.version) + ", and this program reads version " +
         std::to_string(kVersion));
  }
  if (head.size != bytes_.size()) {
    fail("is cut short or damaged: it has " + std::to_string(bytes_.size()) + " bytes of " + std::to_string(head.size));
  }
  const auto damaged = [&](bool is) {
    if (is) fail("is damaged: its head does not fit its checksum");
  };
  for (const Place& place : head.places) {
    damaged(place.begin % kAlignment != 0 || place.begin > bytes_.size() || place.bytes > bytes_.size() - place.begin);
  }
  const auto bytes = [&](Part part) { return bytes_.substr(head.places[part].begin, head.places[part].bytes); };
  damaged(check_sums_ && head.sum != sum_of(head, bytes(kSums)));
  const auto array = [&]<class T>(Part part, std::span<const T>& to) {
    damaged(bytes(part).size() % sizeof(T) != 0);
    to = {reinterpret_cast<const T*>(bytes(part).data()), bytes(part).size() / sizeof(T)};
  };

  contents_.model = bytes(kModel);
  array(kTextStarts, contents_.text_starts);
  contents_.texts = bytes(kTexts);
  array(kByText, contents_.by_text);
  array(kClassOf, contents_.class_of);
  array(kClassStarts, contents_.class_starts);
  contents_.class_names = bytes(kClassNames);
  VectorTable& vectors = contents_.vectors;
  vectors.width = head.width;
  array(kVectors, vectors.vectors);
  array(kDirection, vectors.direction);
  array(kKeys, vectors.keys);
  array(kCodes, vectors.codes);
  array(kBlocks, vectors.blocks);
  array(kStarts, vectors.starts);
  array(kMembers, vectors.members);

  // Sizes agree with each other, so that places within them need no further look.
  const size_t members = contents_.class_of.size();
  const size_t rows = vectors.keys.size();
  const size_t blocks = (rows + kernels::kCodeRows - 1) / kernels::kCodeRows;
  damaged(head.width == 0 || head.width > (size_t{1} << 20) || rows > UINT32_MAX || members > UINT32_MAX);
  damaged(contents_.text_starts.size() != members + 1 || contents_.by_text.size() != members ||
          contents_.class_starts.empty() || vectors.members.size() != members || vectors.starts.size() != rows + 1 ||
          vectors.vectors.size() != rows * head.width || vectors.direction.size() != head.width ||
          vectors.blocks.size() != blocks || vectors.codes.size() != blocks * head.width * kernels::kCodeRows);

  checks_ = std::make_unique<Checks>();
  array(kSums, checks_->sums);
  const uint64_t end = head.places[kSums].begin;
  damaged(end < kBodyBegin || checks_->sums.size() != (end - kBodyBegin + kCheckedAtOnce - 1) / kCheckedAtOnce);
  for (size_t part = 0; part < kSums; ++part) {
    damaged(head.places[part].begin < kBodyBegin || head.places[part].begin + head.places[part].bytes > end);
  }
  checks_->good = std::vector<std::atomic<bool>>(checks_->sums.size());
}

void IndexFile::before_read(const void* begin, size_t bytes) const {
  if (bytes == 0 || !check_sums_) return;
  const uint64_t offset = static_cast<uint64_t>(static_cast<const char*>(begin) - bytes_.data()) - kBodyBegin;
  const uint64_t end = bytes_.size() - checks_->sums.size_bytes() - kBodyBegin;
  for (size_t at = offset / kCheckedAtOnce; at <= (offset + bytes - 1) / kCheckedAtOnce; ++at) {
    if (checks_->good[at].load(std::memory_order_relaxed)) continue;
    const uint64_t first = at * kCheckedAtOnce;
    const size_t size = std::min<uint64_t>(kCheckedAtOnce, end - first);
    if (sum_of(bytes_.substr(kBodyBegin + first, size)) != checks_->sums[at]) {
      throw base::Error(source_,
                        "is damaged between bytes " + std::to_string(kBodyBegin + first) + " and " +
                            std::to_string(kBodyBegin + first + size),
                        "copy it again or make it anew");
    }
    checks_->good[at].store(true, std::memory_order_relaxed);
  }
}

}  // namespace eqnet::search
