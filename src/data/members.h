// An expression belongs to one class of a file, and is in it once.
#pragma once

#include <functional>

#include "eqnet/data/dataset.h"

namespace eqnet::data {

// Notices a member that comes again while a file is read, when its place is still known.
class Members {
 public:
  explicit Members(const Dataset& dataset) : dataset_(dataset) {}

  // member: now in classes[of]. domain, place: how to print it and where it stands, for the error.
  // Throws base::Error where it was in one before.
  void add(expr::NodeId member, uint32_t of, const Classes& classes, const domain::Domain& domain,
           const std::function<std::string()>& place);

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  const Dataset& dataset_;
  std::vector<uint32_t> class_of_;  // by node
};

}  // namespace eqnet::data
