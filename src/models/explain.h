// What an eqnet-mul with values at points or in blocks has learned, read off its parameters: which algebras its blocks
// are, what laws these obey and to what error, and where they are finite, their tables.
//
// 1. Blocks that hold several algebras side by side are taken apart (parts.h). From here on a part is a block of its
// own,
//    with a set of coefficients of its own.
// 2. Blocks live or are dead: a dead one's leaves have come to nothing (kAlive in points.h). Sets of coefficients
// without
//    a live block are left out.
// 3. Sets that are copies of each other, but for rounding, are taken together.
// 4. Each that is left is looked at: its table of values, if it has one, and its laws (laws.h).
// 5. Some sets say nothing: all values are nearly alike in their blocks, or all results of their operators are.
// 6. Other sets are one algebra where their tables are the same up to the names of values (renaming.h), or, without
//    tables, where the same laws hold.
//
// This takes well below a second: of very many sets, or very large ones, only the first are looked at.
#pragma once

#include <string>

#include "encode/model.h"
#include "models/laws.h"

namespace eqnet::models {

// A table of values by numbers that do not depend on the block.
struct LearnedTable {
  std::vector<std::string> values;  // names: of constants where they have these values in all blocks, or v0,
                                    // v1, ... by number
  std::vector<std::vector<uint32_t>> operators;  // as in ValueTable
  double error = 0;                              // the largest of a set
};

// What the sets of an algebra have in common.
enum class Learned : uint8_t {
  table,         // the same table of values
  laws,          // values without an end, or without clear ones; the same laws
  forgotten,     // operators whose results are nearly the same for all children
  single_value,  // no more than one value, leaves included
};

struct LearnedAlgebra {
  Learned learned = Learned::laws;
  size_t sets = 0;      // of coefficients that are this algebra
  size_t distinct = 0;  // the same without copies
  size_t blocks = 0;    // of these sets
  size_t live = 0;
  // Of values to the leaves, that are different, in the live blocks. Those that only differ in the names of values, and
  // so tell the same expressions apart, count once.
  size_t assignments = 0;
  std::optional<LearnedTable> table;
  std::vector<Law> laws;  // of tables and laws; errors: rms over the sets without copies
};

struct Explanation {
  size_t block = 1;                      // numbers of a block
  size_t blocks = 0, live = 0;           // before they are taken apart
  size_t parts = 0;                      // of the live ones, that live themselves
  size_t sets = 0;                       // of coefficients: those of each live part, and those without one
  size_t live_sets = 0;                  // with a live part
  size_t looked_at = 0;                  // of these
  std::vector<std::string> operators;    // names, by Law::op
  std::vector<size_t> arities;           // of these
  std::vector<LearnedAlgebra> algebras;  // those of most live blocks first; parts count as blocks

  [[nodiscard]] bool apart() const { return parts > live; }
};

// Whether values at points are all that Combine has; with matrices beside them they say nothing by themselves.
bool explainable(const TreeShape& shape);

// require: explainable, and the parameters are in this layout.
Explanation explain(const TreeParameters& all, std::span<const double> parameters,
                    const encode::Vocabulary& vocabulary);

// Of a model as load_model gives it. Nothing for other kinds. Throws base::Error where the parameters are not those of
// its settings; source: the file's name.
std::optional<Explanation> explain(encode::Model model, const std::string& source);

}  // namespace eqnet::models
