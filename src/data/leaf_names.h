// Whether the leaves of a SemVec file are named as the domain writes variables and constants. One that is not could be
// neither printed nor read again, and its vectors could not be asked for.
#pragma once

#include <functional>

#include "data/readers.h"

namespace eqnet::data {

class LeafNames {
 public:
  explicit LeafNames(const DomainChoice& choice) : choice_(choice) {}

  // name: of the leaf in the file. place: where it stands, for the error. A name is looked at when it is new, and once
  // the domain is known; it is for open data to have names of its own.
  void check(const expr::Pool& pool, expr::NodeId leaf, const std::string& name,
             const std::function<std::string()>& place);
  // Those that came before the domain was known. A file without operators is of any domain that has the name.
  void check_waiting();

 private:
  struct Waiting {
    expr::Symbol symbol;
    std::string name, place;
  };
  const DomainChoice& choice_;
  std::vector<bool> seen_;  // by symbol
  std::vector<Waiting> waiting_;
};

}  // namespace eqnet::data
