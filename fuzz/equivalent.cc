// Two lines are two expressions: a verdict in either order, in every domain that takes them, and a witness that shows
// what it says.
#include <cstdlib>
#include <string_view>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"

namespace {

using namespace eqnet;

void check(const domain::Domain* kind, std::string_view left, std::string_view right) {
  expr::Pool pool;
  expr::NodeId a = 0;
  expr::NodeId b = 0;
  try {
    a = expr::parse(left, kind->syntax(), pool);
    b = expr::parse(right, kind->syntax(), pool);
    a = kind->read_beside(pool, left, a, right, b);
    b = kind->read_beside(pool, right, b, left, a);
  } catch (const expr::ParseError&) {
    return;
  }
  const domain::Verdict there = kind->equivalent(pool, a, b, {0.1});
  const domain::Verdict back = kind->equivalent(pool, b, a, {0.1});
  using domain::Answer;
  if (there.answer != back.answer && there.answer != Answer::undecided && back.answer != Answer::undecided) {
    std::abort();
  }
  if (there.answer == Answer::different && there.left == there.right && !there.left.empty()) {
    std::abort();
  }
  const expr::NodeId both[] = {a, b};
  for (const domain::Sample& sample : kind->samples(pool, both, 0, 8)) {
    const bool differ = !sample.values[0].empty() && !sample.values[1].empty() && sample.values[0] != sample.values[1];
    // Where the verdict says that one of the two has no value somewhere, this may be the place.
    const bool lacks = sample.values[0] == "undefined" || sample.values[1] == "undefined";
    const bool may_lack = lacks && !there.condition.empty();
    if (differ && there.answer == Answer::equivalent && !may_lack) std::abort();
  }
  (void)kind->misreading(pool, a, b);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t middle = text.find('\n');
  if (middle == std::string_view::npos) return 0;
  for (const domain::Domain* kind : domain::domains()) {
    check(kind, text.substr(0, middle), text.substr(middle + 1));
  }
  return 0;
}
