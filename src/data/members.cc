#include "data/members.h"

#include "eqnet/base/error.h"
#include "eqnet/expr/print.h"

namespace eqnet::data {

void Members::add(expr::NodeId member, uint32_t of, const Classes& classes, const domain::Domain& domain,
                  const std::function<std::string()>& place) {
  if (class_of_.size() <= member) class_of_.resize(dataset_.pool.size(), kNone);
  const uint32_t before = class_of_[member];
  class_of_[member] = of;
  if (before == kNone) return;
  const std::string text = base::quoted(expr::print(dataset_.pool, member, domain.syntax()));
  if (before == of) {
    throw base::Error(place(), "the expression " + text + " is twice in class " + base::quoted(classes[of].name),
                      "remove one of the two");
  }
  throw base::Error(place(),
                    "the expression " + text + " is in two classes, " + base::quoted(classes[before].name) + " and " +
                        base::quoted(classes[of].name),
                    "remove it from the wrong one");
}

}  // namespace eqnet::data
