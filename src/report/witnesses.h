// Points at which meanings differ: what a page shows as the witness of a difference, whatever the domain.
#pragma once

#include "report/meanings.h"

namespace eqnet::report {

struct Witnesses {
  std::vector<domain::Assignment> points;
  std::vector<std::string> texts;  // of values; the first is empty and stands for one that is too long to show
  std::vector<uint32_t> values;    // texts' places, points.size() rows of a number per meaning
};

// Every point, simple ones first, that tells two meanings apart which no point before it does: so of two meanings the
// first point with different values is the first of all at which they differ. Ends where all are told apart, or after
// enough points; none where the domain has no points, or there are too many meanings for a page.
Witnesses witnesses_of(const data::Dataset& dataset, std::span<const expr::NodeId> nodes, const Meanings& meanings);

}  // namespace eqnet::report
