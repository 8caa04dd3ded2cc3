// What the classes of a dataset say about its operators: equations.
//
// Expressions of one class are one *term*, and so are subexpressions that must then be equal, because they apply the
// same operator to equal terms (congruence closure). What is left is a list of applications, each an operator, the
// terms that it is applied to, and the term that comes out. A model of the algebra is anything that has a value for
// each leaf and a table or function for each operator, such that all applications with the same result agree.
#pragma once

#include <span>
#include <vector>

#include "train/task.h"

namespace eqnet::train {

struct Application {
  uint32_t op = 0;      // of the vocabulary
  uint32_t result = 0;  // term
  uint32_t first = 0;   // place of its children in Equations::children
  uint32_t size = 0;    // nodes of the smallest tree that is one
};

struct Equations {
  // Of the training part: its smallest expressions where they are many.
  explicit Equations(const Task& task);

  [[nodiscard]] std::span<const uint32_t> children_of(const Application& application) const {
    return {children.data() + application.first, arity[application.op]};
  }

  // The terms of the classes that are not left out.
  [[nodiscard]] std::vector<uint32_t> class_terms() const;

  size_t terms = 0;
  std::vector<size_t> arity;              // of the operators
  std::vector<uint32_t> leaves;           // term of each leaf of the vocabulary
  std::vector<Application> applications;  // the smallest first, so that children come before what is made of them
  std::vector<uint32_t> children;         // terms
  std::vector<uint32_t> definition;       // by term: its first application; kLeaf for leaves
  std::vector<uint32_t> size;             // by term: nodes of its smallest tree
  std::vector<uint32_t> classes;          // by training class: its term; kNone for those that are left out
  // Leaves for which anything may be put: the data is the same with any two of them exchanged. The others are
  // constants.
  std::vector<bool> variable;

  static constexpr uint32_t kLeaf = UINT32_MAX;
  static constexpr uint32_t kNone = UINT32_MAX;
};

}  // namespace eqnet::train
