// A boolean expression made shorter part by part, each part seen from the whole.
//
// A part matters only under those assignments where the whole changes with it: there it must keep its values, and
// elsewhere it may have any. Its place is taken by the shortest that is found of
//
//   - the functions of at most four variables that agree with it where it matters,
//   - d & g, d | g, d ^ g and g -> d, with d a short expression or another part, and g found in the same way: it no
//     longer matters where d decides.
//
// Truth tables hold all of it, so it is for few variables.
#pragma once

#include "domain/boolean/small_forms.h"

namespace eqnet::domain {

struct RewritingParams {
  bool has_xor = true;
  bool has_implies = true;
  Forms::Late late = [] { return false; };
};

// An equivalent expression, no longer than this one, over the variables `inputs` (all that it has, in the order of
// their numbers in truth tables).
expr::NodeId rewritten(expr::Pool& pool, expr::NodeId root, std::span<const expr::NodeId> inputs, SmallForms& small,
                       const Forms::Shortest& shortest, const RewritingParams& params);

}  // namespace eqnet::domain
