#include "train/engine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>

#include "models/registry.h"
#include "support/expect_error.h"
#include "support/on_isa.h"
#include "support/split_dataset.h"

namespace {

std::atomic<size_t> allocations = 0;

}  // namespace

// Counts every allocation of this program. Not inlined: the compiler would see free() beside new and warn.
[[gnu::noinline]] void* operator new(size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept {
  std::free(memory);
}

namespace eqnet::train {
namespace {

const Task& task() {
  static const data::Dataset dataset = eqnet::testing::generated("boolean5");
  static const Task made = make_task(dataset);
  return made;
}

encode::Settings with(encode::Settings settings, const std::vector<std::string>& assignments) {
  for (const std::string& assignment : assignments) settings.set_assignment(assignment);
  return settings;
}

// What the steps of eqnet-mul have that those of eqnet have not: products, class vectors in the place of children, the
// contrastive objective and Adam; values at points, alone and in blocks; variables that change places.
std::vector<encode::Settings> all_settings() {
  const encode::Settings tuned = with(models::settings("eqnet-mul"), {"dimension=16"});
  return {models::settings("eqnet"),
          with(models::settings("eqnet-mul", "paper"), {"dimension=16", "hidden=4", "product=8", "leaf_noise=1"}),
          tuned, with(tuned, {"permute=0.5", "dropout=0.2"}), with(tuned, {"block=3", "algebras=4"})};
}

// A training of a few steps.
class Course {
 public:
  Course(size_t parts, size_t threads, const encode::Settings& settings = models::settings("eqnet"))
      : engine(task(), with(settings, {"parts=" + std::to_string(parts)}), threads) {
    if (settings.choice("optimiser") == "adam") weights.optimiser.params.kind = OptimiserParams::Kind::adam;
    base::Random random(5);
    engine.initialise(weights.parameters, random);
    weights.optimiser.reset(engine.parameters());
    weights.average = weights.parameters;
    for (std::vector<uint32_t>& batch : batches) {
      for (size_t i = 0; i < 150; ++i)
        batch.push_back(static_cast<uint32_t>(random.below(task().training.roots.size())));
    }
  }

  void steps(size_t count, bool ahead = true) {
    for (size_t i = 0; i < count; ++i, ++at) {
      const std::vector<uint32_t>& next = batches[(at + 1) % batches.size()];
      const std::span<const uint32_t> known = ahead ? std::span(next) : std::span<const uint32_t>();
      loss = engine.step(batches[at % batches.size()], known, {7, at, 0.8, 0.9}, weights);
    }
  }

  Engine engine;
  Weights weights;
  std::vector<std::vector<uint32_t>> batches = std::vector<std::vector<uint32_t>>(3);
  size_t at = 0;
  double loss = 0;
};

}  // namespace

TEST(Engine, GivesTheSameWeightsForAnyNumberOfThreads) {
  for (const encode::Settings& settings : all_settings()) {
    for (const size_t parts : {1, 2, 3}) {
      Course one(parts, 1, settings);
      one.steps(10);
      for (const size_t threads : {2, 3, 8}) {
        Course other(parts, threads, settings);
        other.steps(10);
        EXPECT_EQ(other.weights.parameters, one.weights.parameters);
        EXPECT_EQ(other.weights.average, one.weights.average);
        EXPECT_EQ(other.loss, one.loss);
      }
    }
  }
}

TEST(Engine, GivesTheSameWeightsWhetherOrNotTheNextBatchIsKnown) {
  for (const encode::Settings& settings : all_settings()) {
    Course ahead(2, 2, settings);
    Course blind(2, 1, settings);
    ahead.steps(10);
    blind.steps(10, false);
    EXPECT_EQ(blind.weights.parameters, ahead.weights.parameters);
    // Nor does it matter that another batch comes than was announced.
    Course surprised(2, 2, settings);
    surprised.steps(1);
    Course plain(2, 2, settings);
    plain.steps(1, false);
    for (Course* run : {&surprised, &plain}) {
      std::swap(run->batches[1], run->batches[2]);
      run->steps(1, false);
    }
    EXPECT_EQ(surprised.weights.parameters, plain.weights.parameters);
  }
}

// Without substitution, which makes another schedule of a batch each time.
TEST(Engine, AllocatesNothingOnceItIsWarm) {
  for (const encode::Settings& settings : all_settings()) {
    for (const size_t threads : {1, 2}) {
      Course run(2, threads, with(settings, {"substitution=0"}));
      run.steps(12);  // every batch in both places, in work and ahead
      const size_t before = allocations;
      run.steps(6);
      EXPECT_EQ(allocations, before) << threads << " threads, " << settings.kind().name;
    }
  }
}

TEST(Engine, LearnsTheSameOnEveryInstructionSetButForRounding) {
  const auto course = [](kernels::Isa isa) {
    const eqnet::testing::OnIsa on(isa);
    Course run(2, 1);
    run.steps(8);
    return std::pair(run.loss, run.weights.average);
  };
  const auto [base_loss, base] = course(kernels::Isa::base);
  for (const kernels::Isa isa : kernels::kIsas) {
    if (!kernels::supported(isa)) continue;
    const auto [loss, average] = course(isa);
    EXPECT_NEAR(loss, base_loss, 1e-3 * std::abs(base_loss)) << kernels::name(isa);
    double difference = 0;
    double length = 0;
    for (size_t i = 0; i < average.size(); ++i) {
      difference += std::pow(average[i] - base[i], 2);
      length += std::pow(base[i], 2);
    }
    EXPECT_LT(std::sqrt(difference / length), 0.02) << kernels::name(isa);
  }
}

TEST(Engine, LowersTheLoss) {
  for (const encode::Settings& settings : all_settings()) {
    Course run(2, 2, settings);
    run.steps(1);
    const double first = run.loss;
    run.steps(60);
    EXPECT_LT(run.loss, 0.75 * first) << settings.kind().name;
  }
}

// Where all variables have one vector it makes no difference which is which; else it does.
TEST(Engine, LetsVariablesChangePlaces) {
  const encode::Settings still = with(models::settings("eqnet-mul"), {"leaf_noise=0", "permute=0"});
  const auto first_loss = [](const encode::Settings& settings, bool alike) {
    Course run(2, 1, settings);
    const encode::Tensor& leaves = run.engine.network().layout().tensors().front();
    EXPECT_EQ(leaves.name, "leaves");
    for (size_t i = leaves.shape[1]; alike && i < leaves.size(); ++i) {
      run.weights.parameters[leaves.offset + i] = run.weights.parameters[leaves.offset + i % leaves.shape[1]];
    }
    run.steps(1);
    return std::pair(run.loss, run.weights.parameters);
  };
  const encode::Settings changing = with(still, {"permute=1"});
  EXPECT_NEAR(first_loss(changing, true).first, first_loss(still, true).first, 1e-5);
  EXPECT_NE(first_loss(changing, false).second, first_loss(still, false).second);
  EXPECT_EQ(first_loss(changing, false), first_loss(changing, false));
}

TEST(Engine, RefusesToSubstituteWithoutClassVectors) {
  const encode::Settings settings = with(models::settings("eqnet-mul"), {"substitution=0.5", "objective=siamese"});
  EXPECT_ERROR(Engine(task(), settings, 1), "substitution", "class vectors", "siamese", "substitution=0");
  for (const char* objective : {"objective=margin", "objective=contrastive"}) {
    EXPECT_NO_THROW(Engine(task(), with(settings, {objective}), 1));
  }
}

TEST(Engine, RefusesToPermuteVariablesWithClassVectors) {
  const encode::Settings settings = with(models::settings("eqnet-mul"), {"permute=0.5", "softmax=0"});
  EXPECT_NO_THROW(Engine(task(), settings, 1));
  for (const char* wrong : {"softmax=1", "substitution=0.5", "objective=margin"}) {
    EXPECT_ERROR(Engine(task(), with(settings, {wrong}), 1), "permute", "no class vectors", "objective=contrastive",
                 "softmax=0", "substitution=0");
  }
}

}  // namespace eqnet::train
