#include "models/parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace eqnet::models {
namespace {

constexpr double kLink = 1e-5;  // of the set's largest coefficient: less is rounding

// Calls visit(number of the result, term, coefficient) for every coefficient of a set.
template <class Visit>
void for_coefficients(const TreeParameters& all, std::span<const double> parameters, size_t set, const Visit& visit) {
  for (const OperatorParameters& at : all.operators) {
    const size_t terms = kernels::block_terms(all.blocks_of(at.arity));
    for (size_t i = 0; i < all.shape.block * terms; ++i) {
      visit(i / terms, i % terms, parameters[all.coefficient(at, set, i)]);
    }
  }
}

}  // namespace

Part whole_block(const TreeParameters& all, size_t set) {
  Part part{.set = set, .numbers = std::vector<size_t>(all.shape.block)};
  std::iota(part.numbers.begin(), part.numbers.end(), 0);
  return part;
}

std::vector<Part> parts_of(const TreeParameters& all, std::span<const double> parameters, size_t set) {
  const size_t k = all.shape.block;
  double largest = 0;
  for_coefficients(all, parameters, set, [&](size_t, size_t, double coefficient) {
    if (std::isfinite(coefficient)) largest = std::max(largest, std::abs(coefficient));
  });
  std::vector<size_t> first = whole_block(all, set).numbers;  // by number: the first that it is known to belong to
  for_coefficients(all, parameters, set, [&](size_t number, size_t term, double coefficient) {
    if (std::abs(coefficient) <= kLink * largest) return;
    // A term has one digit per child: 0 for its weight, or a number of its block, counted from 1.
    for (; term > 0; term /= k + 1) {
      if (term % (k + 1) == 0) continue;
      const auto [least, other] = std::minmax({first[number], first[term % (k + 1) - 1]});
      if (least != other) std::ranges::replace(first, other, least);
    }
  });
  std::vector<Part> parts;
  for (size_t i = 0; i < k; ++i) {
    if (first[i] != i) continue;
    Part& part = parts.emplace_back(Part{.set = set, .numbers = {}});
    for (size_t j = i; j < k; ++j) {
      if (first[j] == i) part.numbers.push_back(j);
    }
  }
  return parts;
}

std::vector<BlockOperator> operators_of(const TreeParameters& all, std::span<const double> parameters,
                                        const Part& part) {
  const size_t k = part.numbers.size();
  std::vector<BlockOperator> operators;
  for (const OperatorParameters& at : all.operators) {
    const size_t terms = kernels::block_terms(all.blocks_of(at.arity));
    std::vector<size_t> own = {0};  // the block's terms that are left
    size_t factor = 1;
    for (size_t c = 0; c < at.arity; ++c, factor *= all.shape.block + 1) {
      const size_t known = own.size();
      for (size_t digit = 0; digit < k; ++digit) {
        for (size_t i = 0; i < known; ++i) own.push_back(own[i] + factor * (part.numbers[digit] + 1));
      }
    }
    std::vector<double> coefficients;
    coefficients.reserve(k * own.size());
    for (const size_t number : part.numbers) {
      for (const size_t term : own) {
        coefficients.push_back(parameters[all.coefficient(at, part.set, number * terms + term)]);
      }
    }
    operators.emplace_back(k, at.arity, std::move(coefficients));
  }
  return operators;
}

LeafValues leaves_of(const TreeParameters& all, std::span<const double> parameters, const Part& part, size_t block) {
  LeafValues values(all.leaf_count);
  for (size_t leaf = 0; leaf < all.leaf_count; ++leaf) {
    const double* from = parameters.data() + all.leaf_block(leaf, block);
    for (const size_t number : part.numbers) values[leaf].push_back(from[number]);
  }
  return values;
}

}  // namespace eqnet::models
