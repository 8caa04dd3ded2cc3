// Costs of the rooms below the encoder: expressions, equivalence, datasets. bench/run holds them against their goals.
#include <benchmark/benchmark.h>
#include <malloc.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/random.h"
#include "eqnet/base/error.h"
#include "eqnet/data/generate.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"

namespace eqnet {
namespace {

using expr::NodeId;

constexpr double kMega = 1e6;

// A figure in bytes from /proc/self/status, such as VmRSS.
double memory_figure(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != key + ":") continue;
    double kilobytes = 0;
    status >> kilobytes;
    return kilobytes * 1024;
  }
  return 0;
}

// Peak memory since the object was made. Linux starts its record afresh on a "5" to clear_refs; without that, the
// benchmarks that ran before would count too.
class PeakMemory {
 public:
  PeakMemory() {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";
    before_ = memory_figure("VmRSS");
  }
  [[nodiscard]] double bytes() const { return memory_figure("VmHWM"); }
  [[nodiscard]] double growth() const { return bytes() - before_; }

 private:
  double before_;
};

// Random boolean trees, and trees rewritten so that they mean the same.
class RandomTrees {
 public:
  RandomTrees(expr::Pool& pool, uint64_t seed) : pool_(pool), random_(seed) {}

  // A tree with so many leaves, in which each variable occurs about equally often.
  NodeId tree(size_t variables, size_t leaves) {
    std::vector<NodeId> names;
    for (size_t i = 0; i < leaves; ++i) names.push_back(pool_.variable("x" + std::to_string(i % variables)));
    random_.shuffle(names);
    return tree(names);
  }

  // The same function by a tree of exactly so many nodes, so that a benchmark speaks of one size. Rewriting doubles a
  // tree on average; the size asked for must be near that, or no try will hit it.
  NodeId rewritten(NodeId root, size_t nodes) {
    for (;;) {
      const NodeId other = rewritten(root);
      if (pool_.tree_size(other) == nodes) return other;
    }
  }

 private:
  NodeId tree(std::span<const NodeId> leaves) {
    if (leaves.size() == 1) return leaves[0];
    const size_t cut = 1 + random_.below(leaves.size() - 1);
    const NodeId left = tree(leaves.first(cut));
    const NodeId right = tree(leaves.subspan(cut));
    constexpr std::string_view kOperators[] = {"And", "Or", "Xor", "Implies"};
    return binary(kOperators[random_.below(4)], left, right);
  }

  // Half of the nodes are replaced by an equivalent form, so that hardly a part of one tree is also a part of another.
  NodeId rewritten(NodeId root) {
    if (pool_.is_leaf(root)) return random_.below(2) == 0 ? negation(negation(root)) : root;
    const std::string op = pool_.symbol_of(root).name;  // copies: new nodes move what the pool refers to
    const NodeId left_child = pool_.children(root)[0];
    const NodeId right_child = pool_.children(root)[1];
    const NodeId left = rewritten(left_child);
    const NodeId right = rewritten(right_child);
    if (random_.below(2) == 0) return binary(op, left, right);
    if (op == "And") return negation(binary("Or", negation(left), negation(right)));
    if (op == "Or") return negation(binary("And", negation(left), negation(right)));
    if (op == "Implies") return binary("Or", negation(left), right);
    return binary("Xor", negation(right), negation(left));
  }

  NodeId negation(NodeId child) { return pool_.node(pool_.symbols.op("Not", 1), {child}); }
  NodeId binary(std::string_view op, NodeId left, NodeId right) {
    return pool_.node(pool_.symbols.op(op, 2), {left, right});
  }

  expr::Pool& pool_;
  base::Random random_;
};

struct EquivalentPair {
  expr::Pool pool;
  NodeId left, right;
};

// Two equivalent trees of so many nodes, parsed into a pool of their own: what a caller has who read them from a file.
EquivalentPair equivalent_pair(size_t variables, size_t nodes, uint64_t seed) {
  expr::Pool scratch;
  RandomTrees trees(scratch, seed);
  const NodeId root = trees.tree(variables, nodes / 4);
  const expr::Syntax& syntax = domain::boolean().syntax();
  EquivalentPair pair;
  pair.left = expr::parse(expr::print(scratch, trees.rewritten(root, nodes), syntax), syntax, pair.pool);
  pair.right = expr::parse(expr::print(scratch, trees.rewritten(root, nodes), syntax), syntax, pair.pool);
  return pair;
}

// Several pairs in turn, so that no figure hangs on one lucky pair.
void prove_equivalent(benchmark::State& state, size_t variables, size_t nodes) {
  constexpr size_t kPairs = 16;
  std::vector<EquivalentPair> pairs;
  for (uint64_t seed = 0; seed < kPairs; ++seed) pairs.push_back(equivalent_pair(variables, nodes, seed));
  size_t next = 0;
  for (auto _ : state) {
    const EquivalentPair& pair = pairs[next++ % kPairs];
    const domain::Verdict verdict = domain::boolean().equivalent(pair.pool, pair.left, pair.right);
    if (verdict.answer != domain::Answer::equivalent) {
      state.SkipWithError(("the answer is " + std::string(domain::name(verdict.answer))).c_str());
      break;
    }
  }
}

// Equivalent pairs are the worst case: the whole table must be compared.
void BM_equiv_10_variables(benchmark::State& state) {
  prove_equivalent(state, 10, 100);
}
BENCHMARK(BM_equiv_10_variables)->Unit(benchmark::kMicrosecond);

// Too many variables for a table, and no assignment tells the two apart: only a proof ends it.
void BM_sat_40_variables(benchmark::State& state) {
  prove_equivalent(state, 40, 400);
}
BENCHMARK(BM_sat_40_variables)->Unit(benchmark::kMillisecond);

// All conjunctions of two nodes of a chain of negations: nearly every node is binary, as in real data.
void fill(expr::Pool& pool, size_t nodes) {
  constexpr NodeId kChain = 3200;  // its square is over 10 million
  const expr::SymbolId negation = pool.symbols.op("Not", 1);
  const expr::SymbolId conjunction = pool.symbols.op("And", 2);
  NodeId last = pool.variable("a");
  while (pool.size() < kChain) last = pool.node(negation, {last});
  for (NodeId left = 0; left < kChain; ++left) {
    for (NodeId right = 0; right < kChain && pool.size() < nodes; ++right) pool.node(conjunction, {left, right});
  }
}

void BM_pool_10_million(benchmark::State& state) {
  constexpr size_t kNodes = 10'000'000;
  for (auto _ : state) {
    const PeakMemory memory;
    expr::Pool pool;
    fill(pool, kNodes);
    if (pool.size() != kNodes) state.SkipWithError("the nodes are not distinct");
    state.counters["bytes_per_node"] = static_cast<double>(pool.bytes()) / kNodes;
    state.counters["peak_MB"] = memory.bytes() / kMega;
  }
}
BENCHMARK(BM_pool_10_million)->Iterations(1)->Unit(benchmark::kMillisecond);

data::Space every_boolean(size_t max_size) {
  data::Space space = data::preset("boolean5");
  space.max_size = max_size;
  return space;
}

// Time and memory an expression over three orders of magnitude of expressions; they should not grow with the space.
void BM_generate(benchmark::State& state) {
  const data::Space space = every_boolean(static_cast<size_t>(state.range(0)));
  double expressions = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const PeakMemory memory;
    state.ResumeTiming();
    const data::Dataset dataset = data::generate(space, 1);
    expressions = static_cast<double>(data::count_expressions(dataset.classes));
    state.counters["pool_bytes_per_expression"] = static_cast<double>(dataset.pool.bytes()) / expressions;
    state.counters["peak_bytes_per_expression"] = memory.growth() / expressions;
  }
  state.counters["expressions"] = expressions;
  using benchmark::Counter;
  state.counters["seconds_per_million"] =
      Counter(expressions / kMega, Counter::kIsIterationInvariantRate | Counter::kInvert);
}
BENCHMARK(BM_generate)->DenseRange(7, 10)->Unit(benchmark::kMillisecond);

// Generating and grouping alone, without start and files: what the SymPy peer's own clock covers.
void BM_generate_preset(benchmark::State& state, const std::string& name) {
  for (auto _ : state) benchmark::DoNotOptimize(data::generate(data::preset(name), 1));
}
BENCHMARK_CAPTURE(BM_generate_preset, boolean5, "boolean5")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BM_generate_preset, poly5, "poly5")->Unit(benchmark::kMicrosecond);

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(std::filesystem::temp_directory_path() / "ground_bench.XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) throw base::Error(path_, "cannot be made");
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Training starts with this; it is all a user waits for before the first epoch.
void BM_load_boolean8(benchmark::State& state) {
  const TemporaryFolder folder;
  const std::string path = data::save(data::generate(data::preset("boolean8"), 1), folder.path(), data::Format::semvec);
  data::LoadParams params;
  params.with_split = false;
  size_t expressions = 0;
  for (auto _ : state) expressions = data::count_expressions(data::load(path, params).classes);
  state.counters["expressions"] = static_cast<double>(expressions);
}
BENCHMARK(BM_load_boolean8)->Unit(benchmark::kMillisecond)->UseRealTime();

// A fresh pool each time: parsing into one that has every node already would skip the making of nodes.
void BM_parse(benchmark::State& state) {
  const data::Dataset dataset = data::generate(data::preset("boolean5"), 1);
  const expr::Syntax& syntax = dataset.domain->syntax();
  const expr::Printer printer(dataset.pool, syntax, expr::Style::tokens);
  std::vector<std::string> texts;
  for (const data::EquivalenceClass& group : dataset.classes) {
    for (const NodeId member : group.members) texts.push_back(printer.text(member));
  }
  const expr::Parser parser(syntax);
  for (auto _ : state) {
    expr::Pool pool;
    for (const std::string& text : texts) benchmark::DoNotOptimize(parser.parse(text, pool));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(texts.size()));
}
BENCHMARK(BM_parse)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace eqnet

BENCHMARK_MAIN();
