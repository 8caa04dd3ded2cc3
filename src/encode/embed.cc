#include "encode/embed.h"

#include <algorithm>

#include "base/threads.h"
#include "kernels/subnormals.h"

namespace eqnet::encode {

std::vector<float> embed(const Network<float>& network, const Vocabulary& vocabulary, const float* parameters,
                         const expr::Pool& pool, std::span<const expr::NodeId> roots, const EmbedParams& params) {
  std::vector<float> vectors(roots.size() * network.dimension());
  embed(network, vocabulary, parameters, pool, roots, params, vectors.data());
  return vectors;
}

void embed(const Network<float>& network, const Vocabulary& vocabulary, const float* parameters, const expr::Pool& pool,
           std::span<const expr::NodeId> roots, const EmbedParams& params, float* vectors) {
  const size_t d = network.dimension();
  const size_t chunks = (roots.size() + params.chunk - 1) / params.chunk;
  const base::Stretch own = base::own_stretch(chunks, params.ranks);
  base::parallel_for(own.end - own.begin, params.threads, [&](size_t i) {
    const kernels::FlushSubnormals flush;  // as in training
    const size_t begin = (own.begin + i) * params.chunk;
    const size_t count = std::min(params.chunk, roots.size() - begin);
    Schedule schedule;
    Scheduler(pool, vocabulary).schedule(roots.subspan(begin, count), schedule);
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
