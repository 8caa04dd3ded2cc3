// Relations on a few points that agree with the classes of a dataset: an algebra for models::RelationNetwork, without
// gradients.
//
// Unions, compositions and closures of relations obey the laws of regular expressions and of much else, and functions
// are relations too. Every operator is tried as each of a few forms (models/relations.h), with random relations for the
// leaves, until the equations of the data hold (equations.h) and classes are told apart (relation_choice.h). As with
// quaternions (form_search.h), that these forms are tried is what is built in.
#pragma once

#include "train/equations.h"
#include "train/relation_choice.h"

namespace eqnet::train {

struct RelationSearchParams {
  RelationRoom room;
  uint64_t seed = 1;
  double most_seconds = 0;  // 0: no limit
};

struct RelationAlgebra {
  std::vector<models::RelationForm> forms;  // by operator
  RelationChoice choice;
};
// As models::RelationNetwork takes them.
std::vector<std::vector<double>> shares_of(const RelationAlgebra& algebra, const encode::Vocabulary& vocabulary);
std::vector<std::vector<double>> leaves_of(const RelationAlgebra& algebra);

// Nothing where there are none, and where no operator is a composition: then points of single numbers would do.
std::optional<RelationAlgebra> find_relations(const Task& task, const Equations& equations,
                                              const RelationSearchParams& params);

}  // namespace eqnet::train
