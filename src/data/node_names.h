// SemVec's "Symbol" of the nodes of a pool: the name of each node's class. Files have it, and are written with it
// again; nothing else asks for it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace eqnet::data {

struct NodeNames {
  static constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> name_of;  // by node, a place in `names`; nodes beyond its end have no name
  std::vector<std::string> names;
};

}  // namespace eqnet::data
