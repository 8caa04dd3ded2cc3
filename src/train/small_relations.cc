#include "train/small_relations.h"

#include <functional>
#include <numeric>
#include <vector>

namespace eqnet::train {

using models::RelationForm;

SmallRelations::SmallRelations(size_t points) : points_(points) {
  for (size_t i = 0; i < points; ++i) {
    first_column_ |= RelationBits{1} << (i * points);
    identity_ |= RelationBits{1} << (i * points + i);
    for (size_t j = i; j < points; ++j) upper_ |= RelationBits{1} << (i * points + j);
  }
  row_ = (RelationBits{1} << points) - 1;
  all_ = first_column_ * row_;
}

RelationBits SmallRelations::apply(RelationForm form, std::span<const RelationBits> children) const {
  const RelationBits x = children[0];
  switch (form) {
    case RelationForm::same:
      return x;
    case RelationForm::converse:
      return converse(x);
    case RelationForm::complement:
      return all_ & ~x;
    case RelationForm::reflexive:
      return x | identity_;
    case RelationForm::transitive:
      return transitive(x);
    case RelationForm::closure:
      return transitive(x) | identity_;
    case RelationForm::domain:
      return compose(x, all_) & identity_;
    case RelationForm::antidomain:
      return identity_ & ~compose(x, all_);
    case RelationForm::unite:
      return std::accumulate(children.begin(), children.end(), RelationBits{0}, std::bit_or());
    case RelationForm::intersect:
      return std::accumulate(children.begin(), children.end(), all_, std::bit_and());
    case RelationForm::compose: {
      RelationBits result = x;
      for (const RelationBits child : children.subspan(1)) result = compose(result, child);
      return result;
    }
    case RelationForm::compose_backwards:
      return compose(children[1], x);
    case RelationForm::without:
      return x & ~children[1];
    case RelationForm::without_backwards:
      return children[1] & ~x;
  }
  return 0;
}

RelationBits SmallRelations::draw(RelationLetters letters, base::Random& random) const {
  if (letters == RelationLetters::any || letters == RelationLetters::symmetric) {
    // Of the pairs: neither nearly none nor nearly all, whose compositions are all alike.
    constexpr double kLeastFull = 0.15, kMostFull = 0.5;
    const double share = kLeastFull + (kMostFull - kLeastFull) * random.uniform();
    RelationBits result = 0;
    for (size_t i = 0; i < pairs(); ++i) result |= static_cast<RelationBits>(random.uniform() < share) << i;
    if (letters == RelationLetters::any) return result;
    const RelationBits kept = result & upper_;
    return kept | converse(kept);
  }
  std::vector<size_t> to(points_);
  std::iota(to.begin(), to.end(), 0U);
  if (letters == RelationLetters::functions) {
    for (size_t& one : to) one = random.below(points_);
  } else {
    random.shuffle(to);
  }
  RelationBits result = 0;
  for (size_t i = 0; i < points_; ++i) {
    if (letters == RelationLetters::injections && random.below(points_) == 0) continue;
    result |= RelationBits{1} << (i * points_ + to[i]);
  }
  return result;
}

RelationBits SmallRelations::converse(RelationBits x) const {
  RelationBits result = 0;
  for (size_t i = 0; i < points_; ++i) {
    for (size_t j = 0; j < points_; ++j) result |= (x >> (i * points_ + j) & 1) << (j * points_ + i);
  }
  return result;
}
RelationBits SmallRelations::transitive(RelationBits x) const {
  for (;;) {
    const RelationBits further = x | compose(x, x);
    if (further == x) return x;
    x = further;
  }
}

}  // namespace eqnet::train
