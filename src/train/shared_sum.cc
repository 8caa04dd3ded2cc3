#include "train/shared_sum.h"

#include <algorithm>
#include <cstring>

#include "kernels/rows.h"

namespace eqnet::train {

SharedSum::SharedSum(base::Ranks& ranks, size_t parts, size_t numbers)
    : ranks_(ranks), parts_(parts), numbers_(numbers) {
  const auto length = [](base::Stretch stretch) { return stretch.end - stretch.begin; };
  const size_t own_parts = length(parts_of(ranks.rank()));
  const size_t own_numbers = length(slice(ranks.rank()));
  size_t out = 0;
  size_t in = 0;
  size_t block = 0;
  for (size_t r = 0; r < ranks.size(); ++r) {
    out_ends_.push_back(out += own_parts * length(slice(r)));
    in_ends_.push_back(in += length(parts_of(r)) * own_numbers);
    block_ends_.push_back(block += length(slice(r)) * sizeof(float) + length(parts_of(r)) * sizeof(double));
  }
  out_.resize(out);
  in_.resize(in);
  blocks_.resize(block);
}

base::Stretch SharedSum::slice(size_t rank) const {
  return base::stretch_of(numbers_, rank, ranks_.size());
}

base::Stretch SharedSum::parts_of(size_t rank) const {
  return base::stretch_of(parts_, rank, ranks_.size());
}

void SharedSum::run(std::span<float* const> own, std::span<double> losses, float* sum) {
  float* to = out_.data();
  for (size_t r = 0; r < ranks_.size(); ++r) {
    const auto [begin, end] = slice(r);
    for (const float* gradient : own) to = std::copy(gradient + begin, gradient + end, to);
  }
  for (float* gradient : own) std::fill_n(gradient, numbers_, 0.0F);
  ranks_.trade(out_.data(), out_ends_, in_.data(), in_ends_);

  const auto [begin, end] = slice(ranks_.rank());
  const size_t n = end - begin;
  for (size_t p = 0; p < parts_; ++p) {
    kernels::rows<float>().collect(in_.data() + p * n, n, p == 0, sum + begin);
  }
  const auto block_of = [&](size_t rank) { return blocks_.data() + (rank == 0 ? 0 : block_ends_[rank - 1]); };
  const auto [first, last] = parts_of(ranks_.rank());
  std::memcpy(block_of(ranks_.rank()), sum + begin, n * sizeof(float));
  std::memcpy(block_of(ranks_.rank()) + n * sizeof(float), losses.data() + first, (last - first) * sizeof(double));
  ranks_.share(blocks_.data(), block_ends_);
  for (size_t r = 0; r < ranks_.size(); ++r) {
    const base::Stretch numbers = slice(r);
    const base::Stretch parts = parts_of(r);
    const size_t bytes = (numbers.end - numbers.begin) * sizeof(float);
    std::memcpy(sum + numbers.begin, block_of(r), bytes);
    std::memcpy(losses.data() + parts.begin, block_of(r) + bytes, (parts.end - parts.begin) * sizeof(double));
  }
}

}  // namespace eqnet::train
