#include "search/text_order.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace eqnet::search {
namespace {

// Eight bytes of every text at a time are compared as one number, side by side with those of the others: a comparison
// of whole texts would wait for memory twice, and there are millions.
struct Entry {
  uint64_t key;
  uint32_t number;
  bool ended;  // the text has no byte behind these
};

struct Range {
  size_t begin, end;
  size_t depth;  // bytes that all of them share
};

uint64_t key_of(std::string_view rest) {
  uint64_t key = 0;
  std::memcpy(&key, rest.data(), std::min(rest.size(), sizeof key));
  if constexpr (std::endian::native == std::endian::little) key = __builtin_bswap64(key);
  return key;
}

}  // namespace

std::vector<uint32_t> by_text(std::string_view texts, std::span<const uint64_t> starts) {
  const size_t count = starts.size() - 1;
  const auto text = [&](uint32_t number) { return texts.substr(starts[number], starts[number + 1] - starts[number]); };
  std::vector<Entry> entries(count);
  for (uint32_t number = 0; number < count; ++number) entries[number].number = number;
  std::vector<Range> open = {{0, count, 0}};
  while (!open.empty()) {
    const Range range = open.back();
    open.pop_back();
    const std::span<Entry> own(entries.data() + range.begin, range.end - range.begin);
    for (Entry& entry : own) {
      const std::string_view rest = text(entry.number).substr(range.depth);
      entry.key = key_of(rest);
      entry.ended = rest.size() <= sizeof entry.key;
    }
    std::ranges::sort(own, [](const Entry& a, const Entry& b) { return a.key < b.key; });
    for (size_t first = 0; first < own.size();) {
      size_t last = first + 1;
      bool ended = own[first].ended;
      while (last < own.size() && own[last].key == own[first].key) ended = own[last++].ended || ended;
      // An end looks like zeros here; whole texts tell.
      if (ended) {
        std::sort(own.begin() + static_cast<std::ptrdiff_t>(first), own.begin() + static_cast<std::ptrdiff_t>(last),
                  [&](const Entry& a, const Entry& b) {
                    const int order = text(a.number).compare(text(b.number));
                    return order != 0 ? order < 0 : a.number < b.number;
                  });
      } else if (last - first > 1) {
        open.push_back({range.begin + first, range.begin + last, range.depth + sizeof(uint64_t)});
      }
      first = last;
    }
  }
  std::vector<uint32_t> numbers(count);
  std::ranges::transform(entries, numbers.begin(), &Entry::number);
  return numbers;
}

}  // namespace eqnet::search
