#include "encode/embed.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/threads.h"
#include "kernels/subnormals.h"

namespace eqnet::encode {
namespace {

// A scheduler goes through the whole pool when it is new. So one is kept per thread, not made per chunk: that would be
// the size of the pool times the number of chunks.
class Schedulers {
 public:
  Schedulers(const expr::Pool& pool, const Vocabulary& vocabulary) : pool_(pool), vocabulary_(vocabulary) {}

  std::unique_ptr<Scheduler> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<Scheduler>(pool_, vocabulary_);
    std::unique_ptr<Scheduler> scheduler = std::move(free_.back());
    free_.pop_back();
    return scheduler;
  }
  void put_back(std::unique_ptr<Scheduler> scheduler) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(scheduler));
  }

 private:
  const expr::Pool& pool_;
  const Vocabulary& vocabulary_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Scheduler>> free_;
};

}  // namespace

std::vector<float> embed(const Network<float>& network, const Vocabulary& vocabulary, const float* parameters,
                         const expr::Pool& pool, std::span<const expr::NodeId> roots, const EmbedParams& params) {
  std::vector<float> vectors(roots.size() * network.dimension());
  embed(network, vocabulary, parameters, pool, roots, params, vectors.data());
  return vectors;
}

void embed(const Network<float>& network, const Vocabulary& vocabulary, const float* parameters, const expr::Pool& pool,
           std::span<const expr::NodeId> roots, const EmbedParams& params, float* vectors) {
  const size_t d = network.dimension();
  Schedulers schedulers(pool, vocabulary);
  const size_t chunks = (roots.size() + params.chunk - 1) / params.chunk;
  const base::Stretch own = base::own_stretch(chunks, params.ranks);
  base::parallel_for(own.end - own.begin, params.threads, [&](size_t i) {
    const kernels::FlushSubnormals flush;  // as in training
    const size_t begin = (own.begin + i) * params.chunk;
    const size_t count = std::min(params.chunk, roots.size() - begin);
    Schedule schedule;
    auto scheduler = schedulers.take();
    scheduler->schedule(roots.subspan(begin, count), schedule);
    schedulers.put_back(std::move(scheduler));
    network.pass()->forward(parameters, schedule, std::nullopt, vectors + begin * d);
  });
  if (params.ranks == nullptr) return;
  std::vector<size_t> ends(params.ranks->size());
  for (size_t r = 0; r < ends.size(); ++r) {
    const size_t end = base::stretch_of(chunks, r, ends.size()).end * params.chunk;
    ends[r] = std::min(end, roots.size()) * d * sizeof(float);
  }
  params.ranks->share(vectors, ends);
}

}  // namespace eqnet::encode
