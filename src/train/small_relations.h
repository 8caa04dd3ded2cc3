// Relations on up to 5 points as bits of one number: what models::RelationNetwork computes, exactly and fast.
#pragma once

#include <cstdint>
#include <span>

#include "base/random.h"
#include "models/relations.h"

namespace eqnet::train {

// Bit i * points + j says that i is related to j.
using RelationBits = uint32_t;
constexpr size_t kMostRelationPoints = 5;

// What random relations are drawn from; symmetric: letters that are their own reversal; injections: of a part of the
// points.
enum class RelationLetters : uint8_t { any, symmetric, functions, injections, permutations };
// What a leaf's relation may be: a drawn one, or always the same.
enum class LeafRelation : uint8_t { drawn, none, identity, all };

class SmallRelations {
 public:
  explicit SmallRelations(size_t points);

  [[nodiscard]] size_t points() const { return points_; }
  [[nodiscard]] size_t pairs() const { return points_ * points_; }
  [[nodiscard]] RelationBits identity() const { return identity_; }
  [[nodiscard]] RelationBits all() const { return all_; }

  [[nodiscard]] RelationBits apply(models::RelationForm form, std::span<const RelationBits> children) const;
  [[nodiscard]] RelationBits draw(RelationLetters letters, base::Random& random) const;
  [[nodiscard]] RelationBits draw(LeafRelation leaf, RelationLetters letters, base::Random& random) const {
    if (leaf == LeafRelation::drawn) return draw(letters, random);
    return leaf == LeafRelation::identity ? identity_ : leaf == LeafRelation::all ? all_ : 0;
  }

 private:
  [[nodiscard]] RelationBits compose(RelationBits x, RelationBits y) const {
    RelationBits result = 0;
    for (size_t k = 0; k < points_; ++k) result |= (x >> k & first_column_) * (y >> (k * points_) & row_);
    return result;
  }
  [[nodiscard]] RelationBits converse(RelationBits x) const;
  [[nodiscard]] RelationBits transitive(RelationBits x) const;

  size_t points_;
  RelationBits first_column_ = 0, identity_ = 0, row_ = 0, all_ = 0, upper_ = 0;  // upper: j is i or more
};

}  // namespace eqnet::train
