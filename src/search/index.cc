#include "search/index.h"

#include <algorithm>
#include <unordered_map>

#include "eqnet/base/error.h"

namespace eqnet::search {

Index::Index(data::Dataset dataset, std::vector<float> vectors, size_t width)
    : domain_(dataset.domain), pool_(std::move(dataset.pool)), vectors_(encode::UnitRows(std::move(vectors), width)) {
  for (data::EquivalenceClass& c : dataset.classes) {
    const auto number = static_cast<uint32_t>(class_names_.size());
    class_names_.push_back(std::move(c.name));
    expressions_.insert(expressions_.end(), c.members.begin(), c.members.end());
    class_of_.resize(expressions_.size(), number);
  }
  prepare();
}

Index::Index(const domain::Domain& domain, expr::Pool pool, std::vector<expr::NodeId> expressions,
             std::vector<float> vectors, size_t width, const std::vector<std::string>& classes)
    : domain_(&domain),
      pool_(std::move(pool)),
      expressions_(std::move(expressions)),
      class_of_(expressions_.size()),
      vectors_(encode::UnitRows(std::move(vectors), width)) {
  if (!classes.empty() && classes.size() != size()) {
    throw base::Error("an index of " + std::to_string(size()) + " expressions was given " +
                      std::to_string(classes.size()) + " names of classes");
  }
  std::unordered_map<std::string_view, uint32_t> numbers = {{"", 0}};
  for (size_t row = 0; row < classes.size(); ++row) {
    const auto [found, added] = numbers.try_emplace(classes[row], static_cast<uint32_t>(class_names_.size()));
    if (added) class_names_.push_back(classes[row]);
    class_of_[row] = found->second;
  }
  prepare();
}

void Index::prepare() {
  if (vectors_.rows().size() != size()) {
    throw base::Error("an index of " + std::to_string(size()) + " expressions was given " +
                      std::to_string(vectors_.rows().size()) + " vectors");
  }
  pool_.bring_up_to_date();
  for (uint32_t row = 0; row < size(); ++row) members_.emplace_back(expressions_[row], row);
  std::sort(members_.begin(), members_.end());
}

std::span<const Index::Member> Index::rows_of(const expr::Pool& pool, expr::NodeId query) const {
  const std::optional<expr::NodeId> own = expr::find(pool, query, pool_);
  if (!own) return {};
  const auto begin = std::ranges::lower_bound(members_, *own, {}, &Member::first);
  const auto end = std::upper_bound(begin, members_.end(), *own,
                                    [](expr::NodeId node, const Member& member) { return node < member.first; });
  return {begin, end};  // ranges::equal_range does not compile with clang 14
}

domain::Verdict Index::by_class(std::span<const Member> query, uint32_t row) const {
  using domain::Answer;
  const auto verdict = [](Answer answer, std::string_view method) {
    return domain::Verdict{answer, {}, {}, {}, std::string(method)};
  };
  if (query.empty()) return verdict(Answer::undecided, kNotInTheData);
  bool classified = false;
  for (const Member& member : query) {
    const uint32_t own = class_of_[member.second];
    if (own != 0 && own == class_of_[row]) return verdict(Answer::equivalent, kSameClass);
    classified = classified || own != 0;
  }
  if (!classified || class_of_[row] == 0) return verdict(Answer::undecided, kNoClass);
  return verdict(Answer::different, kOtherClass);
}

std::vector<Found> Index::nearest(const expr::Pool& pool, expr::NodeId query, std::span<const float> vector,
                                  const NearestParams& params) const {
  if (vector.size() != width()) {
    throw base::Error("a query of " + std::to_string(vector.size()) + " numbers to an index of vectors of " +
                      std::to_string(width()));
  }
  if (params.k == 0 || size() == 0) return {};
  const std::span<const Member> own = rows_of(pool, query);
  encode::NeighbourParams search;
  search.k = params.k < size() - own.size() ? params.k + own.size() : size();  // with the query's own rows
  const std::vector<encode::Neighbour> rows =
      vectors_.neighbours_of(encode::UnitRows({vector.begin(), vector.end()}, width()), search);

  expr::Pool pair;  // of the query and what was found: no one else's pool is written to
  const expr::NodeId left = expr::copy(pool, query, pair);
  std::vector<Found> found;
  for (const auto& [row, similarity] : rows) {
    const auto is_own = [row = row](const Member& member) { return member.second == row; };
    if (found.size() == params.k || std::ranges::any_of(own, is_own)) continue;
    domain::Verdict verdict =
        domain_->has_meaning()
            ? domain_->equivalent(pair, left, expr::copy(pool_, expressions_[row], pair), {params.timeout_s})
            : by_class(own, row);
    found.push_back({row, similarity, std::move(verdict)});
  }
  return found;
}

}  // namespace eqnet::search
