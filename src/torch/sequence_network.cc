#include "torch/sequence_network.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/tensor.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "eqnet/base/error.h"

namespace eqnet::torch_networks {
namespace {

constexpr uint64_t kMostTokens = uint64_t{1} << 20;   // of a sequence
constexpr uint64_t kChunkTokens = uint64_t{1} << 14;  // read at once where nothing is trained: a few MB of states

// Tokens of a root's tree: its nodes, and two parentheses around each that is neither leaf nor root.
uint64_t length(const Schedule& schedule, size_t root) {
  const uint64_t inner = schedule.inner[root];
  const uint64_t tokens = schedule.sizes[root] + (inner == 0 ? 0 : 2 * (inner - 1));
  if (tokens > kMostTokens) {
    throw base::Error("expression " + std::to_string(root + 1),
                      "has " + std::to_string(tokens) + " tokens, more than a model that reads tokens takes (" +
                          std::to_string(kMostTokens) + ")",
                      "use a model that shares subexpressions, such as eqnet");
  }
  return tokens;
}

at::Tensor index_tensor(std::span<const int64_t> numbers) {
  return at::tensor(at::ArrayRef<int64_t>(numbers.data(), numbers.size()));
}

}  // namespace

template <class Real>
at::Tensor SequenceNetwork<Real>::encode(const at::Tensor& parameters, const Schedule& schedule,
                                         const std::optional<Training>& training, at::Tensor* /*own_loss*/) const {
  const size_t count = schedule.roots.size();
  std::vector<uint64_t> lengths(count);
  for (size_t i = 0; i < count; ++i) lengths[i] = length(schedule, i);
  std::vector<int64_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return lengths[a] > lengths[b]; });

  const std::vector<at::Tensor> parts = this->parts(parameters);
  if (training) {
    std::vector<int64_t> place(count);
    for (size_t i = 0; i < count; ++i) place[order[i]] = static_cast<int64_t>(i);
    return read(parts, pack(schedule, order)).index_select(0, index_tensor(place));
  }
  // In chunks, so that memory grows by the result alone.
  at::Tensor vectors =
      at::empty({static_cast<int64_t>(count), static_cast<int64_t>(this->dimension())}, parameters.options());
  for (size_t begin = 0; begin < count;) {
    size_t end = begin + 1;
    for (uint64_t tokens = lengths[order[begin]]; end < count; ++end) {
      tokens += lengths[order[end]];
      if (tokens > kChunkTokens) break;
    }
    const std::span<const int64_t> chunk(order.data() + begin, end - begin);
    vectors.index_copy_(0, index_tensor(chunk), read(parts, pack(schedule, chunk)));
    begin = end;
  }
  return vectors;
}

template <class Real>
PackedSequences SequenceNetwork<Real>::pack(const Schedule& schedule, std::span<const int64_t> roots) const {
  std::vector<uint32_t> tokens;  // sequence after sequence
  std::vector<size_t> ends;
  for (const int64_t root : roots) {
    append_tokens(schedule, vocabulary_, static_cast<size_t>(root), tokens);
    ends.push_back(tokens.size());
  }
  PackedSequences packed;
  std::vector<int64_t> by_step;
  by_step.reserve(tokens.size());
  size_t rows = 0;
  for (size_t left = ends[0]; left > 0; --left) {  // steps to go, this one counted: sequences as long have begun
    while (rows < ends.size() && ends[rows] - (rows == 0 ? 0 : ends[rows - 1]) >= left) ++rows;
    for (size_t row = 0; row < rows; ++row) by_step.push_back(tokens[ends[row] - left]);
    packed.rows.push_back(static_cast<int64_t>(rows));
  }
  packed.tokens = index_tensor(by_step);
  return packed;
}

template class SequenceNetwork<float>;
template class SequenceNetwork<double>;

}  // namespace eqnet::torch_networks
