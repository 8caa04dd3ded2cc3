// Costs of the encoder and what is built on it, on Bool8: embedding, exact neighbours, a training step. Steps of
// eqnet-mul in blocks are on the integers modulo 4. bench/run holds them against their goals.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "encode/embed.h"
#include "encode/model.h"
#include "eqnet/api/session.h"
#include "eqnet/data/generate.h"
#include "eqnet/expr/print.h"
#include "eval/evaluate.h"
#include "kernels/blas.h"
#include "kernels/subnormals.h"
#include "models/encoder.h"
#include "models/registry.h"
#include "train/engine.h"
#include "train/progression.h"
#include "train/training_settings.h"

namespace eqnet {
namespace {

// A generated dataset with its split.
struct Data {
  data::Dataset dataset;
  train::Task task;

  explicit Data(const data::Space& space) : dataset(data::generate(space, 1)) {
    data::make_split(dataset, 1);
    task = train::make_task(dataset);
  }
  Data(const Data&) = delete;  // the task points to the dataset
  Data& operator=(const Data&) = delete;
  ~Data() = default;
};

// A boolean space of three variables, and EqNet with its initial weights; made once.
struct Boolean : Data {
  std::unique_ptr<encode::Network<float>> network;
  std::vector<float> parameters;

  static const Boolean& of_size(size_t nodes) {
    static std::map<size_t, Boolean> made;
    return made.try_emplace(nodes, nodes).first->second;
  }
  static const Boolean& eight() { return of_size(8); }  // the paper's Bool8

  explicit Boolean(size_t nodes) : Data(space(nodes)) {
    network = models::make_network(models::settings("eqnet", "paper"), task.vocabulary);
    parameters.resize(network->layout().size());
    base::Random random(1);
    network->layout().initialise(parameters.data(), random);
  }

 private:
  static data::Space space(size_t nodes) {
    data::Space space = data::preset("boolean8");
    space.max_size = nodes;
    return space;
  }
};

std::vector<float> embed_all(const Boolean& bool8, const eval::Members& rows, size_t threads) {
  return encode::embed(*bool8.network, bool8.task.vocabulary, bool8.parameters.data(), bool8.dataset.pool,
                       rows.expressions, {threads});
}

void BM_embed_boolean8(benchmark::State& state) {
  const Boolean& bool8 = Boolean::eight();
  const eval::Members rows = eval::members_of(bool8.dataset);
  for (auto _ : state) benchmark::DoNotOptimize(embed_all(bool8, rows, 1));
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * rows.expressions.size()));
}
BENCHMARK(BM_embed_boolean8)->UseRealTime()->Unit(benchmark::kMillisecond);

// score_1..15 of all UnseenEqClass queries against all expressions; the argument says whether curves are counted too.
void BM_evaluate_boolean8(benchmark::State& state) {
  const Boolean& bool8 = Boolean::eight();
  const eval::Members rows = eval::members_of(bool8.dataset);
  const encode::UnitRows vectors(embed_all(bool8, rows, 2), bool8.network->dimension());
  for (auto _ : state) {
    const auto scores =
        eval::evaluate(bool8.dataset, rows, vectors, data::Part::unseen, {2, state.range(0) != 0, 0, {}});
    state.counters["queries"] = static_cast<double>(scores->queries);
  }
}
BENCHMARK(BM_evaluate_boolean8)->Arg(0)->Arg(1)->Iterations(1)->UseRealTime()->Unit(benchmark::kSecond);

// The 15 nearest of 13,859 rows among all, two threads. With the model that EQNET_BENCH_MODEL names, since how vectors
// cluster matters; else with initial weights.
void BM_neighbours_boolean8(benchmark::State& state) {
  constexpr size_t kQueries = 13'859;
  const Boolean& bool8 = Boolean::eight();
  const eval::Members rows = eval::members_of(bool8.dataset);
  const char* model = std::getenv("EQNET_BENCH_MODEL");
  const encode::UnitRows vectors(
      model == nullptr ? embed_all(bool8, rows, 2)
                       : models::Encoder::load(model).embed(bool8.dataset.pool, rows.expressions, "boolean8", {2}),
      bool8.network->dimension());
  std::vector<uint32_t> queries;
  for (size_t i = 0; i < kQueries; ++i) queries.push_back(static_cast<uint32_t>(i * vectors.size() / kQueries));
  encode::NeighbourParams params;
  params.threads = 2;
  for (auto _ : state) benchmark::DoNotOptimize(encode::neighbours_of_rows(vectors, queries, params));
}
BENCHMARK(BM_neighbours_boolean8)->Iterations(1)->UseRealTime()->Unit(benchmark::kSecond);

// A session with EqNet's initial weights, from a file as a user would have it.
struct Open {
  std::string path = std::filesystem::temp_directory_path() / ("eqnet-bench-" + std::to_string(getpid()) + ".eqnet");
  api::Session session;

  Open() : session(api::Model::open((save(), path))) {}
  ~Open() { std::filesystem::remove(path); }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;

 private:
  void save() const {
    const Boolean& bool8 = Boolean::eight();
    encode::Model model;
    model.settings = models::settings("eqnet", "paper");
    model.vocabulary = bool8.task.vocabulary;
    model.domain = "boolean";
    model.parameters = bool8.parameters;
    encode::save_model(path, model, bool8.network->layout());
  }
};

std::vector<std::string> texts_of_boolean8() {
  const Boolean& bool8 = Boolean::eight();
  const expr::Printer printer(bool8.dataset.pool, domain::boolean().syntax());
  std::vector<std::string> texts;
  for (const expr::NodeId id : eval::members_of(bool8.dataset).expressions) texts.push_back(printer.text(id));
  return texts;
}

// Everything from text, one thread.
void BM_embed_boolean8_texts(benchmark::State& state) {
  const std::vector<std::string> texts = texts_of_boolean8();
  Open open;
  for (auto _ : state) benchmark::DoNotOptimize(open.session.model().embed(texts, 1));
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * texts.size()));
}
BENCHMARK(BM_embed_boolean8_texts)->UseRealTime()->Unit(benchmark::kMillisecond);

// One expression of 8 nodes after the other, each new to the session: text to vector.
void BM_embed_one(benchmark::State& state) {
  const Boolean& bool8 = Boolean::eight();
  const expr::Printer printer(bool8.dataset.pool, domain::boolean().syntax());
  std::vector<std::string> texts;
  for (const expr::NodeId id : eval::members_of(bool8.dataset).expressions) {
    if (bool8.dataset.pool.tree_size(id) == 8) texts.push_back(printer.text(id));
  }
  base::Random(1).shuffle(texts);
  Open open;
  size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(open.session.embed(texts[next]).data());
    next = next + 1 == texts.size() ? 0 : next + 1;
  }
}
BENCHMARK(BM_embed_one)->UseRealTime()->Unit(benchmark::kMicrosecond);

void BM_combine_one(benchmark::State& state) {
  Open open;
  const size_t d = open.session.model().dimension();
  std::vector<float> children(2 * d);
  std::vector<float> vector(d);
  open.session.model().leaf("a", std::span(children).first(d));
  open.session.model().leaf("b", std::span(children).subspan(d));
  const uint32_t op = open.session.model().operator_number("And", 2);
  for (auto _ : state) {
    open.session.model().combine(op, children, vector);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(BM_combine_one)->UseRealTime()->Unit(benchmark::kMicrosecond);

// Floating-point operations of a step on average batches: Combine forward, backward and weight gradients, twice (the
// autoencoder's reconstruction is a Combine too), the autoencoder's own two layers, class scores.
double step_flop(const Boolean& bool8, size_t batch, double d) {
  constexpr double kHidden = 8;
  constexpr double kCode = 8;
  constexpr size_t kSamples = 20;
  encode::Scheduler scheduler(bool8.dataset.pool, bool8.task.vocabulary);
  encode::Schedule schedule;
  base::Random random(3);
  double flop = 0;
  for (size_t sample = 0; sample < kSamples; ++sample) {
    std::vector<expr::NodeId> roots;
    for (size_t i = 0; i < batch; ++i) {
      roots.push_back(bool8.task.training.roots[random.below(bool8.task.training.roots.size())]);
    }
    scheduler.schedule(roots, schedule);
    for (const encode::Schedule::Group& group : schedule.groups) {
      const double width = group.arity * d;
      const double combine = 2 * ((d + kHidden) * width + d * kHidden);
      const double code = 2 * kCode * (d + width) + 2 * kCode * width;
      flop += (group.end - group.begin) * 3 * (2 * combine + code);
    }
  }
  return flop / kSamples + 2.0 * static_cast<double>(batch * bool8.task.class_sizes.size()) * d;
}

// Whole steps (forward, objective, backward, optimiser), as the trainer makes them. draw: fills a batch with places in
// the training part. flop: of a step.
template <class Draw>
void run_steps(benchmark::State& state, const train::Task& task, const encode::Settings& settings, size_t batch,
               size_t threads, const Draw& draw, double flop) {
  const kernels::FlushSubnormals flush;  // as train() does
  train::Engine engine(task, settings, threads);
  train::Weights weights;
  base::Random random(2);
  engine.initialise(weights.parameters, random);
  weights.optimiser.params = train::TrainingSettings(settings).optimiser;
  weights.optimiser.reset(engine.parameters());
  std::vector<uint32_t> now(batch);
  std::vector<uint32_t> next(batch);
  draw(next);
  train::StepParams params{1, 0, 1, 0};
  for (auto _ : state) {
    std::swap(now, next);
    draw(next);
    engine.step(now, next, params, weights);
    ++params.step;
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * batch));
  state.counters["flop"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * flop, benchmark::Counter::kIsRate);
}

// EqNet as published, with the autoencoder and the margin loss.
void run_eqnet(benchmark::State& state, const Boolean& space, size_t batch, size_t d, size_t threads, size_t parts) {
  encode::Settings settings = models::settings("eqnet", "paper");
  settings.set("dimension", std::to_string(d));
  settings.set("parts", std::to_string(parts));
  base::Random random(2);
  const auto draw = [&](std::vector<uint32_t>& places) {
    for (uint32_t& place : places) place = static_cast<uint32_t>(random.below(space.task.training.roots.size()));
  };
  run_steps(state, space.task, settings, batch, threads, draw, step_flop(space, batch, static_cast<double>(d)));
}

// Arguments: batch, D, threads, parts of a batch.
void BM_step_boolean8(benchmark::State& state) {
  const auto argument = [&](size_t i) { return static_cast<size_t>(state.range(i)); };
  run_eqnet(state, Boolean::eight(), argument(0), argument(1), argument(2), argument(3));
}
BENCHMARK(BM_step_boolean8)
    ->Args({900, 64, 1, 1})
    ->Args({900, 64, 1, 2})
    ->Args({900, 64, 2, 2})
    ->Args({100, 64, 1, 1})
    ->Args({300, 64, 1, 1})
    ->Args({2700, 64, 1, 1})
    ->Args({900, 128, 1, 1})
    ->Args({900, 256, 1, 1})
    ->Args({900, 512, 1, 1})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// By the size of trees.
void BM_step_size(benchmark::State& state) {
  run_eqnet(state, Boolean::of_size(static_cast<size_t>(state.range(0))), 900, 64, 1, 1);
}
BENCHMARK(BM_step_size)->Arg(5)->Arg(7)->Arg(8)->UseRealTime()->Unit(benchmark::kMillisecond);

// The integers modulo 4 over three variables, trees of up to 7 nodes.
const Data& modulo_4() {
  static const Data made([] {
    const domain::Domain& domain = domain::domain_of(EQNET_ALGEBRAS "/mod4.toml");
    return data::Space{"mod4", "", &domain, 3, domain.default_operators(), 7, 0};
  }());
  return made;
}

// Batches as the trainer takes them from an epoch, one after the other; the same epoch again after its end.
class Epoch {
 public:
  Epoch(const train::Task& task, const encode::Settings& settings)
      : order_(train::Curriculum(task, settings).order(1, 0)) {}

  void draw(std::vector<uint32_t>& places) {
    if (at_ + places.size() > order_.size()) at_ = 0;
    std::copy_n(order_.begin() + static_cast<std::ptrdiff_t>(at_), places.size(), places.begin());
    at_ += places.size();
  }

 private:
  std::vector<uint32_t> order_;
  size_t at_ = 0;
};

// Floating-point operations of the products of an eqnet-mul step, on average batches. A number of a block is a sum of
// terms, each a product of one number per child: forward these products and the sums, backward the gradients of the
// terms and of what they are products of, and the gradients of the coefficients. In the objective, three products of
// the batch part's vectors with themselves or their cosines.
double mul_flop(const Data& data, const encode::Settings& settings, size_t batch) {
  constexpr size_t kSamples = 20;
  const size_t parts = settings.integer("parts");
  const auto d = static_cast<double>(settings.integer("dimension"));
  const size_t block = settings.integer("block");
  const auto numbers = static_cast<double>(block);
  const auto blocks = static_cast<double>((settings.integer("dimension") - 1) / block);
  Epoch epoch(data.task, settings);
  encode::Scheduler scheduler(data.dataset.pool, data.task.vocabulary);
  encode::Schedule schedule;
  std::vector<uint32_t> places(batch);
  double flop = 0;
  for (size_t sample = 0; sample < kSamples; ++sample) {
    epoch.draw(places);
    for (size_t part = 0; part < parts; ++part) {
      std::vector<expr::NodeId> roots;
      for (size_t i = batch * part / parts; i < batch * (part + 1) / parts; ++i) {
        roots.push_back(data.task.training.roots[places[i]]);
      }
      scheduler.schedule(roots, schedule);
      for (const encode::Schedule::Group& group : schedule.groups) {
        const double children = group.arity;
        const auto terms = static_cast<double>(kernels::block_terms({group.arity, 0, block, 1, 1}));
        const double combine = 3 * 2 * numbers * terms + (children - 1) * terms + 2 * children * terms;
        flop += (group.end - group.begin) * blocks * combine;
      }
      flop += 3 * 2.0 * static_cast<double>(roots.size() * roots.size()) * d;
    }
  }
  return flop / kSamples;
}

// One step of eqnet-mul as it is trained by default, one thread.
void run_mul(benchmark::State& state, const Data& data, size_t block, size_t algebras) {
  encode::Settings settings = models::settings("eqnet-mul");
  settings.set("block", std::to_string(block));
  settings.set("algebras", std::to_string(algebras));
  const size_t batch = settings.integer("batch");
  Epoch epoch(data.task, settings);
  const auto draw = [&](std::vector<uint32_t>& places) { epoch.draw(places); };
  run_steps(state, data.task, settings, batch, 1, draw, mul_flop(data, settings, batch));
}

void BM_mul_step_points(benchmark::State& state) {
  run_mul(state, Boolean::eight(), 1, 0);
}
BENCHMARK(BM_mul_step_points)->UseRealTime()->Unit(benchmark::kMillisecond);

// Arguments: numbers of a block, sets of coefficients (0: one for each block).
void BM_mul_step_blocks(benchmark::State& state) {
  run_mul(state, modulo_4(), static_cast<size_t>(state.range(0)), static_cast<size_t>(state.range(1)));
}
BENCHMARK(BM_mul_step_blocks)->Args({3, 4})->Args({4, 0})->UseRealTime()->Unit(benchmark::kMillisecond);

// What OpenBLAS reaches on one thread with matrices that suit it.
void BM_sgemm_peak(benchmark::State& state) {
  constexpr size_t kSize = 768;
  const std::vector<float> a(kSize * kSize, 0.5F);
  std::vector<float> c(a.size());
  for (auto _ : state) {
    kernels::gemm(kernels::Op::plain, kernels::Op::plain, kSize, kSize, kSize, 1.0F, a.data(), kSize, a.data(), kSize,
                  0.0F, c.data(), kSize);
    benchmark::ClobberMemory();
  }
  state.counters["flop"] = benchmark::Counter(static_cast<double>(state.iterations()) * 2.0 * kSize * kSize * kSize,
                                              benchmark::Counter::kIsRate);
}
BENCHMARK(BM_sgemm_peak)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace eqnet

BENCHMARK_MAIN();
