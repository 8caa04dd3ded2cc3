#include "experiments/cell_options.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"

namespace eqnet::experiments {
namespace {

std::string words(double number, const char* zero) {
  return number == 0 ? zero : base::format("{:g}", number);
}

// Numbers are not read from cells to the last bit.
bool differ(double a, double b) {
  constexpr double kRounding = 1e-12;
  return std::abs(a - b) > kRounding * std::max(a, b);
}
bool differ(const std::string& a, const std::string& b) {
  return !a.empty() && !b.empty() && a != b;
}

}  // namespace

std::vector<OtherOption> other_options(const CellResult& before, const CellResult& now) {
  std::vector<OtherOption> others;
  if (differ(before.recipe, now.recipe)) others.push_back({"--recipe", before.recipe, now.recipe});
  if (differ(before.budget_minutes, now.budget_minutes)) {
    others.push_back({"--budget", words(before.budget_minutes, "none"), words(now.budget_minutes, "none")});
  } else if (now.budget_minutes == 0) {  // else time and queries follow from the budget, the cores and the grid
    if (before.time_limit > 0 && differ(before.time_limit, now.time_limit)) {
      others.push_back({"--time", words(before.time_limit, ""), words(now.time_limit, "")});
    }
    if (before.most_queries != now.most_queries) {
      others.push_back({"--queries", words(static_cast<double>(before.most_queries), "all"),
                        words(static_cast<double>(now.most_queries), "all")});
    }
  }
  if (differ(before.dataset_hash, now.dataset_hash)) others.push_back({"the data of " + now.cell.dataset, "", ""});
  if (now.cell.test != now.cell.dataset && differ(before.test_hash, now.test_hash)) {
    others.push_back({"the data of " + now.cell.test, "", ""});
  }
  return others;
}

}  // namespace eqnet::experiments
