// Costs of the encoder and what is built on it, on Bool8: embedding, exact neighbours, a training step. bench/run holds
// them against their goals.
#include <benchmark/benchmark.h>

#include "encode/embed.h"
#include "eqnet/data/generate.h"
#include "eval/evaluate.h"
#include "models/factory.h"
#include "train/objective.h"
#include "train/optimiser.h"
#include "train/task.h"

namespace eqnet {
namespace {

// Bool8 with its split, and EqNet with its initial weights; made once.
struct Bool8 {
  data::Dataset dataset;
  train::Task task;
  std::unique_ptr<encode::Network<float>> network;
  std::vector<float> parameters;

  static const Bool8& get() {
    static const Bool8 instance;
    return instance;
  }

 private:
  Bool8() : dataset(data::generate(data::preset("boolean8"), 1)) {
    data::make_split(dataset, 1);
    task = train::make_task(dataset);
    network = models::make_network(encode::Settings("eqnet", "paper"), task.vocabulary);
    parameters.resize(network->layout().size());
    base::Random random(1);
    network->layout().initialise(parameters.data(), random);
  }
};

std::vector<float> embed_all(const Bool8& bool8, const eval::Rows& rows, size_t threads) {
  return encode::embed(*bool8.network, bool8.task.vocabulary, bool8.parameters.data(), bool8.dataset.pool,
                       rows.expressions, {threads});
}

void BM_embed_boolean8(benchmark::State& state) {
  const Bool8& bool8 = Bool8::get();
  const eval::Rows rows = eval::rows_of(bool8.dataset);
  for (auto _ : state) benchmark::DoNotOptimize(embed_all(bool8, rows, 1));
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * rows.expressions.size()));
}
BENCHMARK(BM_embed_boolean8)->UseRealTime()->Unit(benchmark::kMillisecond);

// score_1..15 of all UnseenEqClass queries against all expressions; the argument says whether curves are counted too.
void BM_evaluate_boolean8(benchmark::State& state) {
  const Bool8& bool8 = Bool8::get();
  const eval::Rows rows = eval::rows_of(bool8.dataset);
  const encode::UnitRows vectors(embed_all(bool8, rows, 2), bool8.network->dimension());
  for (auto _ : state) {
    const auto scores =
        eval::evaluate(bool8.dataset, rows, vectors, data::Part::unseen, {2, state.range(0) != 0, 0, {}});
    state.counters["queries"] = static_cast<double>(scores->queries);
  }
}
BENCHMARK(BM_evaluate_boolean8)->Arg(0)->Arg(1)->Iterations(1)->UseRealTime()->Unit(benchmark::kSecond);

// One step of EqNet as published: 900 expressions, autoencoder, margin loss, backward, optimiser; one thread.
void BM_step_boolean8(benchmark::State& state) {
  const Bool8& bool8 = Bool8::get();
  constexpr size_t kBatch = 900;
  const size_t own = bool8.network->layout().size();
  const auto objective = train::make_objective<float>("margin", {64, 0.5, 0.01, bool8.task.class_sizes});
  std::vector<float> parameters = bool8.parameters;
  parameters.resize(own + objective->layout().size());
  std::vector<float> gradient(parameters.size());
  std::vector<float> roots(kBatch * 64);
  std::vector<float> root_gradient(roots.size());
  train::Optimiser optimiser;
  encode::Scheduler scheduler(bool8.dataset.pool, bool8.task.vocabulary);
  encode::Schedule schedule;
  const auto pass = bool8.network->pass();
  base::Random random(2);
  for (auto _ : state) {
    std::vector<expr::NodeId> batch;
    std::vector<uint32_t> labels;
    for (size_t i = 0; i < kBatch; ++i) {
      const size_t chosen = random.below(bool8.task.training.roots.size());
      batch.push_back(bool8.task.training.roots[chosen]);
      labels.push_back(bool8.task.training.labels[chosen]);
    }
    std::fill(gradient.begin(), gradient.end(), 0.0F);
    scheduler.schedule(batch, schedule);
    pass->forward(parameters.data(), schedule, encode::Training{random.next(), 1.0 / kBatch, 1.0}, roots.data());
    objective->run(parameters.data() + own, roots.data(), labels, 1.0 / kBatch, root_gradient.data(),
                   gradient.data() + own);
    pass->backward(parameters.data(), schedule, root_gradient.data(), gradient.data());
    optimiser.step(gradient, parameters);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * kBatch));
}
BENCHMARK(BM_step_boolean8)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace eqnet

BENCHMARK_MAIN();
