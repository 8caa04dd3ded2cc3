// Which algebras, and which values of the leaves, the blocks of a network hold that computes in finite algebras.
//
// There are more assignments of values to the leaves than room, and expressions that differ only under others get the
// same vector. So those are taken that leave the fewest pairs of expressions together: of the classes of the training
// data, and of random trees that are larger, whose meaning the algebras say. Parts of an algebra (decompose.h) cost
// less than the whole, and may be put side by side into one block.
#pragma once

#include "train/decompose.h"

namespace eqnet::train {

// Numbers of a vector, without its weight.
struct Room {
  size_t numbers = 0;
  size_t most = 0;  // where the former leave too many expressions together
};

struct BlockChoice {
  size_t numbers = 0;                                   // of a vector, without its weight
  size_t size = 0;                                      // numbers of a block
  std::vector<std::vector<encode::FinitePart>> blocks;  // as many as there is room for
};

BlockChoice choose_blocks(const Task& task, const Equations& equations, const std::vector<FiniteTables>& algebras,
                          const Room& room, uint64_t seed);

}  // namespace eqnet::train
