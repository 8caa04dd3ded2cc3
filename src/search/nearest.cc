#include "search/nearest.h"

#include <algorithm>

namespace eqnet::search {

std::vector<Found> nearest(const data::Dataset& dataset, std::vector<float> vectors, size_t width, expr::NodeId query,
                           const NearestParams& params) {
  const size_t members = vectors.size() / width - 1;
  std::vector<float> last(vectors.end() - static_cast<std::ptrdiff_t>(width), vectors.end());
  vectors.resize(members * width);
  const encode::UnitRows base(std::move(vectors), width);
  const encode::UnitRows queries(std::move(last), width);
  encode::NeighbourParams search;
  search.k = params.k < members ? params.k + 1 : members;  // one more: the query itself may be among them
  search.threads = params.threads;
  const std::vector<encode::Neighbour> rows = encode::neighbours_of(base, queries, search);

  std::vector<size_t> begins;  // first row of each class
  size_t next = 0;
  for (const data::EquivalenceClass& c : dataset.classes) {
    begins.push_back(next);
    next += c.members.size();
  }
  std::vector<Found> found;
  for (const encode::Neighbour& row : rows) {
    const size_t c = static_cast<size_t>(std::upper_bound(begins.begin(), begins.end(), row.row) - begins.begin()) - 1;
    const expr::NodeId expression = dataset.classes[c].members[row.row - begins[c]];
    if (expression == query || found.size() == params.k) continue;
    found.push_back({expression, dataset.classes[c].name, row.similarity,
                     dataset.domain->equivalent(dataset.pool, query, expression, {params.timeout_s})});
  }
  return found;
}

}  // namespace eqnet::search
