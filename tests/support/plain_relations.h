// Relations as sets of pairs, by their definitions: the oracle of those that are bits or numbers.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "models/relations.h"

namespace eqnet::testing {

using PlainRelation = std::set<std::pair<size_t, size_t>>;

inline PlainRelation composed(const PlainRelation& x, const PlainRelation& y) {
  PlainRelation result;
  for (const auto& [i, k] : x) {
    for (const auto& [l, j] : y) {
      if (k == l) result.insert({i, j});
    }
  }
  return result;
}

// What a form makes of these relations on so many points.
inline PlainRelation plain(models::RelationForm form, size_t points, const std::vector<PlainRelation>& children) {
  using enum models::RelationForm;
  const PlainRelation& x = children[0];
  PlainRelation result;
  const auto keep = [&](const auto& related) {
    for (size_t i = 0; i < points; ++i) {
      for (size_t j = 0; j < points; ++j) {
        if (related(i, j)) result.insert({i, j});
      }
    }
    return result;
  };
  const auto in = [](const PlainRelation& relation, size_t i, size_t j) { return relation.contains({i, j}); };
  const auto starts = [&](size_t i) {
    for (const auto& [from, to] : x) {
      if (from == i) return true;
    }
    return false;
  };
  PlainRelation paths = x;  // by one step, two, ... up to the number of points
  if (form == transitive || form == closure) {
    PlainRelation last = x;
    for (size_t step = 1; step < points; ++step) {
      last = composed(last, x);
      paths.insert(last.begin(), last.end());
    }
  }
  switch (form) {
    case same:
      return x;
    case converse:
      return keep([&](size_t i, size_t j) { return in(x, j, i); });
    case complement:
      return keep([&](size_t i, size_t j) { return !in(x, i, j); });
    case reflexive:
      return keep([&](size_t i, size_t j) { return i == j || in(x, i, j); });
    case transitive:
      return paths;
    case closure:
      return keep([&](size_t i, size_t j) { return i == j || in(paths, i, j); });
    case domain:
      return keep([&](size_t i, size_t j) { return i == j && starts(i); });
    case antidomain:
      return keep([&](size_t i, size_t j) { return i == j && !starts(i); });
    case unite:
      for (const PlainRelation& child : children) result.insert(child.begin(), child.end());
      return result;
    case intersect:
      return keep([&](size_t i, size_t j) {
        for (const PlainRelation& child : children) {
          if (!in(child, i, j)) return false;
        }
        return true;
      });
    case compose:
      result = x;
      for (size_t c = 1; c < children.size(); ++c) result = composed(result, children[c]);
      return result;
    case compose_backwards:
      return composed(children[1], x);
    case without:
      return keep([&](size_t i, size_t j) { return in(x, i, j) && !in(children[1], i, j); });
    case without_backwards:
      return keep([&](size_t i, size_t j) { return in(children[1], i, j) && !in(x, i, j); });
  }
  return result;
}

}  // namespace eqnet::testing
