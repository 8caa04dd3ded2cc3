// The loops on blocks for operators of two children and blocks of a length that is known when they are compiled: what a
// block needs stays in registers, where the loops for any shape go through memory. Included by block_loops.h alone.
#pragma once

#include "kernels/block_tile.h"

namespace eqnet::kernels {
namespace {  // NOLINT(cert-dcl59-cpp,google-build-namespaces): see numbers.h

// A tile whose functions hide those for any shape. Term j (kSize + 1) + t is number t of the left child times number j
// of the right one.
template <class Real, size_t kSize>
class PairTile : public BlockTile<Real> {
  using Any = BlockTile<Real>;
  using typename Any::Vector;
  static constexpr size_t kFactors = kSize + 1;
  static constexpr size_t kTerms = kFactors * kFactors;
  static constexpr size_t kPerSet = kSize * kTerms;

 public:
  using Any::Any;
  using Any::kLanes;

  void forward(const Real* coefficients) {
    Vector left[kFactors];
    Vector right[kFactors];
    load_weights(left, right);
    for (size_t block = 0; block < this->shape_.count; ++block) {
      load_values(block, left, right);
      const Real* a = coefficients + this->shape_.set_of(block) * kPerSet;
      Vector sum[kSize] = {};
      for (size_t j = 0; j < kFactors; ++j) {
        for (size_t t = 0; t < kFactors; ++t) {
          const Vector product = left[t] * right[j];
          for (size_t i = 0; i < kSize; ++i) sum[i] += a[i * kTerms + j * kFactors + t] * product;
        }
      }
      for (size_t i = 0; i < kSize; ++i) Any::put(this->out_ + (block * kSize + i) * kLanes, sum[i]);
    }
    for (size_t i = this->shape_.count * kSize; i < this->last_; ++i) Any::put(this->out_ + i * kLanes, Vector{});
    Any::put(this->out_ + this->last_ * kLanes, left[0] * right[0] / this->scale_);
  }

  void backward(const Real* coefficients) {
    Vector left[kFactors];
    Vector right[kFactors];
    load_weights(left, right);
    Vector left_weight = {};  // their gradients
    Vector right_weight = {};
    for (size_t block = 0; block < this->shape_.count; ++block) {
      load_values(block, left, right);
      const Real* a = coefficients + this->shape_.set_of(block) * kPerSet;
      Vector gradient[kSize];
      for (size_t i = 0; i < kSize; ++i) gradient[i] = Any::get(this->out_ + (block * kSize + i) * kLanes);
      Vector left_down[kFactors] = {};
      Vector right_down[kFactors] = {};
      for (size_t j = 0; j < kFactors; ++j) {
        for (size_t t = 0; t < kFactors; ++t) {
          Vector of_term = {};
          for (size_t i = 0; i < kSize; ++i) of_term += a[i * kTerms + j * kFactors + t] * gradient[i];
          left_down[t] += of_term * right[j];
          right_down[j] += of_term * left[t];
        }
      }
      left_weight += left_down[0];
      right_weight += right_down[0];
      for (size_t i = 0; i < kSize; ++i) {
        Any::put(down(0, block * kSize + i), left_down[i + 1]);
        Any::put(down(1, block * kSize + i), right_down[i + 1]);
      }
    }
    for (size_t i = this->shape_.count * kSize; i < this->last_; ++i) {
      Any::put(down(0, i), Vector{});
      Any::put(down(1, i), Vector{});
    }
    const Vector g = Any::get(this->out_ + this->last_ * kLanes);
    Any::put(down(0, this->last_), this->scale_ * left_weight + g * right[0]);
    Any::put(down(1, this->last_), this->scale_ * right_weight + g * left[0]);
  }

  // Several registers' worth of rows at a time: the sums are many, and to go through them costs more than to add.
  void add_rows(const Real* x, size_t n, const Real* gradient, size_t stride) {
    const size_t d = this->shape_.dimension;
    for (size_t i = 0; i < n;) {
      size_t tiles = 0;
      for (; tiles < kBlockTiles && i < n; ++tiles, i += kLanes) {
        const size_t rows = smaller(kLanes, n - i);
        turn(x + i * 2 * d, rows, 2 * d, 2 * d, tile(tiles, 0));
        turn(gradient + i * stride, rows, d, stride, tile(tiles, 2));
        for (const size_t c : {0, 1}) {
          Real* weight = tile(tiles, c) + this->last_ * kLanes;
          Any::put(weight, this->scale_ * Any::get(weight));
        }
      }
      add_tiles(tiles);
    }
  }

 private:
  // Of add_rows: the registers of the left child, the right child, the gradient of the result.
  [[nodiscard]] Real* tile(size_t number, size_t vector) const {
    return this->children_ + (3 * number + vector) * this->shape_.dimension * kLanes;
  }
  // The sums of the terms with one number of the right child stay in registers for all blocks of a set.
  void add_tiles(size_t tiles) {
    const size_t count = this->shape_.count;
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
      const size_t set = this->shape_.set_of(begin);
      while (end < count && this->shape_.set_of(end) == set) ++end;
      for (size_t j = 0; j < kFactors; ++j) {
        Real* to = this->sums_ + (set * kPerSet + j * kFactors) * kLanes;
        Vector sum[kSize][kFactors];
        for (size_t i = 0; i < kSize; ++i) {
          for (size_t t = 0; t < kFactors; ++t) sum[i][t] = Any::get(to + (i * kTerms + t) * kLanes);
        }
        for (size_t number = 0; number < tiles; ++number) {
          for (size_t block = begin; block < end; ++block) add_block(number, block, j, sum);
        }
        for (size_t i = 0; i < kSize; ++i) {
          for (size_t t = 0; t < kFactors; ++t) Any::put(to + (i * kTerms + t) * kLanes, sum[i][t]);
        }
      }
    }
  }
  void add_block(size_t number, size_t block, size_t j, Vector (&sum)[kSize][kFactors]) const {
    const size_t first = block * kSize;
    Vector left[kFactors];
    left[0] = Any::get(tile(number, 0) + this->last_ * kLanes);
    for (size_t t = 0; t < kSize; ++t) left[t + 1] = Any::get(tile(number, 0) + (first + t) * kLanes);
    const Vector right = Any::get(tile(number, 1) + (j == 0 ? this->last_ : first + j - 1) * kLanes);
    const Real* gradient = tile(number, 2) + first * kLanes;
    for (size_t i = 0; i < kSize; ++i) {
      const Vector g = right * Any::get(gradient + i * kLanes);
      for (size_t t = 0; t < kFactors; ++t) sum[i][t] += g * left[t];
    }
  }
  [[nodiscard]] const Real* child(size_t c, size_t place) const {
    return this->children_ + (c * this->shape_.dimension + place) * kLanes;
  }
  [[nodiscard]] Real* down(size_t c, size_t place) const {
    return this->down_ + (c * this->shape_.dimension + place) * kLanes;
  }
  void load_weights(Vector* left, Vector* right) const {
    left[0] = this->scale_ * Any::get(child(0, this->last_));
    right[0] = this->scale_ * Any::get(child(1, this->last_));
  }
  void load_values(size_t block, Vector* left, Vector* right) const {
    for (size_t i = 0; i < kSize; ++i) {
      left[i + 1] = Any::get(child(0, block * kSize + i));
      right[i + 1] = Any::get(child(1, block * kSize + i));
    }
  }
};

}  // namespace
}  // namespace eqnet::kernels
