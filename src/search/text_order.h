// The order of many texts.
#ifndef EQNET_SEARCH_TEXT_ORDER_H
#define EQNET_SEARCH_TEXT_ORDER_H

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace eqnet::search {

// The numbers of the texts, ordered by their bytes, equal ones by number. Text i lies from starts[i] to starts[i + 1].
std::vector<uint32_t> by_text(std::string_view texts, std::span<const uint64_t> starts);

}  // namespace eqnet::search

#endif
