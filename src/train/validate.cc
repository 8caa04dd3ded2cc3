#include "train/validate.h"

#include "encode/embed.h"
#include "kernels/blas.h"
#include "kernels/rows.h"

namespace eqnet::train {
namespace {

constexpr size_t kChunk = 8192;  // expressions a thread takes at a time

// Mean direction of each class's training vectors, of length 1.
std::vector<float> class_means(const Task& task, const encode::Network<float>& network,
                               const std::vector<float>& parameters, size_t threads) {
  const size_t d = network.dimension();
  std::vector<float> vectors = encode::embed(network, task.vocabulary, parameters.data(), task.dataset->pool,
                                             task.training.roots, {threads, kChunk});
  std::vector<float> lengths(std::max(task.training.roots.size(), task.class_sizes.size()));
  kernels::normalise_rows(vectors.data(), task.training.roots.size(), d, lengths.data());
  std::vector<float> means(task.class_sizes.size() * d);
  kernels::scatter_add_rows(vectors.data(), d, task.training.labels.data(), task.training.labels.size(), means.data());
  kernels::normalise_rows(means.data(), task.class_sizes.size(), d, lengths.data());
  return means;
}

// For each vector the row of `means` with the largest product.
std::vector<uint32_t> nearest_mean(const std::vector<float>& vectors, const std::vector<float>& means, size_t d) {
  const size_t n = vectors.size() / d;
  const size_t classes = means.size() / d;
  std::vector<float> scores(classes);
  std::vector<uint32_t> nearest(n);
  for (size_t i = 0; i < n; ++i) {
    kernels::gemm(kernels::Op::plain, kernels::Op::transposed, 1, classes, d, 1.0F, vectors.data() + i * d, d,
                  means.data(), d, 0.0F, scores.data(), classes);
    nearest[i] = static_cast<uint32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
  }
  return nearest;
}

}  // namespace

double validation_accuracy(const Task& task, const encode::Network<float>& network, Objective<float>& objective,
                           const std::vector<float>& parameters, size_t threads) {
  const Labelled& part = task.validation;
  const std::vector<float> vectors = encode::embed(network, task.vocabulary, parameters.data(), task.dataset->pool,
                                                   part.roots, {threads, kChunk});
  std::vector<uint32_t> chosen(part.roots.size());
  const float* own = parameters.data() + network.layout().size();
  if (!objective.classify(own, vectors.data(), chosen.size(), chosen.data())) {
    chosen = nearest_mean(vectors, class_means(task, network, parameters, threads), network.dimension());
  }
  size_t right = 0;
  for (size_t i = 0; i < chosen.size(); ++i) right += chosen[i] == part.labels[i] ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(chosen.size());
}

}  // namespace eqnet::train
