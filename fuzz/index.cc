// Any bytes are an index or an Error; one can be asked. Sums are not looked at: what is made up fits none.
#include <cstring>
#include <string>

#include "eqnet/base/error.h"
#include "eqnet/expr/parse.h"
#include "search/index.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace eqnet;
  std::vector<uint64_t> aligned(size / 8 + 1);
  if (size > 0) std::memcpy(aligned.data(), data, size);
  try {
    search::IndexFile file({reinterpret_cast<const char*>(aligned.data()), size}, "input", false);
    const search::Index index(std::move(file), domain::boolean());
    if (index.width() > 1000) return 0;
    expr::Pool pool;
    const expr::NodeId query = expr::parse("a & b", domain::boolean().syntax(), pool);
    const std::vector<float> vector(index.width(), 1.0F);
    for (const bool equivalent : {false, true}) {
      search::NearestParams params;
      params.k = 5;
      params.timeout_s = 0.05;
      params.equivalent = equivalent;
      for (const search::Found& one : index.nearest(pool, query, vector, params)) {
        (void)index.text(one.row);
        (void)index.class_name(one.row);
      }
    }
  } catch (const base::Error&) {
  }
  return 0;
}
