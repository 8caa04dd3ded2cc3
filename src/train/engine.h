// One training step over a batch: forward, objective, backward, update. The batch is cut into shares (the setting
// `parts` says how many, so it belongs to the result), each the work of one thread; their gradients are summed in
// order. So the result does not depend on the number of threads. Nothing allocates once batches have reached their full
// size.
//
// A step has two rounds of work for the team:
//   1. each share: forward, objective, backward, into its own gradient;
//   2. each slice of the parameters: sum of the shares' gradients, optimiser, average, and the next step's dropped
//      weights; beside them, for each share, the schedule of the next batch.
// Where there are several ranks (base/ranks.h), each has some of the shares. Between the two rounds they add up the
// gradients together (shared_sum.h), and each does the second round as a process alone would. Rank 0 says what is to be
// done (orders.h).
#pragma once

#include <optional>

#include "base/ranks.h"
#include "base/threads.h"
#include "encode/network.h"
#include "encode/settings.h"
#include "train/objective.h"
#include "train/optimiser.h"
#include "train/shared_sum.h"
#include "train/task.h"

namespace eqnet::train {

// What a step changes; the trainer keeps it in its checkpoints.
struct Weights {
  std::vector<float> parameters;  // the network's, then the objective's
  std::vector<float> average;     // of the parameters over steps; empty: there is none
  Optimiser optimiser;
};

struct StepParams {
  uint64_t seed = 0;  // of the run
  size_t step = 0;    // of the run; noise is a function of both
  double mu = 0;      // weight of SubexpAE
  double keep = 0;    // of the average
  // Factor of all noise (the network's, and weight dropout) in this step, and in the next one as far as is known.
  double noise = 1, next_noise = 1;
};

class Engine {
 public:
  // The task and the ranks must outlive it. settings: of the first start. Rank 0's engine has the others make theirs.
  Engine(const Task& task, const encode::Settings& settings, size_t threads, base::Ranks* ranks = nullptr);

  [[nodiscard]] const encode::Network<float>& network() const { return *network_; }
  [[nodiscard]] Objective<float>& objective() { return *shares_[0].objective; }
  [[nodiscard]] size_t own_parameters() const { return own_; }  // the network's
  [[nodiscard]] size_t parameters() const { return total_; }

  // Another objective, dropout and weight decay, as a restart may want them. Also to be called when something else than
  // step has changed the weights.
  void set(const encode::Settings& settings);
  void initialise(std::vector<float>& parameters, base::Random& random) const;

  // batch: places in task.training. next: the batch that will come after it, if that is known. Returns the mean loss of
  // the batch's expressions. require: weights as long as parameters().
  double step(std::span<const uint32_t> batch, std::span<const uint32_t> next, const StepParams& params,
              Weights& weights);

 private:
  struct Share {  // a share of a batch
    std::unique_ptr<encode::Pass<float>> pass;
    std::unique_ptr<Objective<float>> objective;
    std::unique_ptr<encode::Scheduler> scheduler;
    // The batch in work and the next one.
    struct Batch {
      std::vector<uint32_t> chosen;
      uint64_t seed = 0;
      encode::Schedule schedule;
      std::vector<expr::NodeId> expressions;
      std::vector<uint32_t> labels;
    };
    Batch now, next;
    std::vector<float> roots, root_gradient, gradient;
    std::vector<uint32_t> others, image;  // of permute_variables
    double loss = 0;
  };

  void prepare(Share& share, std::span<const uint32_t> batch, uint64_t seed, Share::Batch& to) const;
  // Another variable for each, the same for a whole share: what was equivalent still is.
  void permute_variables(Share& share, encode::Schedule& schedule, uint64_t seed) const;
  void announce(std::span<const uint32_t> batch, std::span<const uint32_t> next, const StepParams& params,
                const Weights& weights);
  void add_up();
  void run_share(Share& share, std::span<const uint32_t> batch, const float* parameters,
                 const encode::Training& training);
  struct Update {
    uint64_t drop_seed, next_drop_seed;  // of this step and the next
    double dropout, next_dropout;
    double keep;  // of the average
  };
  void update(size_t begin, size_t end, const Update& params, Weights& weights);
  // work(begin, end) for the weight matrices between two places of the flat vector.
  template <class Work>
  void for_weights(size_t begin, size_t end, const Work& work) const;
  // Weight dropout: each weight of a step is zero with probability p, else divided by 1 - p; so is its gradient.
  void drop(float* values, size_t begin, size_t end, uint64_t seed, double probability) const;

  const Task& task_;
  base::Ranks* ranks_;
  std::unique_ptr<encode::Network<float>> network_;
  std::vector<Share> shares_;
  base::Stretch own_shares_;             // of this rank
  std::optional<SharedSum> shared_sum_;  // where there are ranks
  std::vector<float*> own_gradients_;
  std::vector<double> losses_;       // of all shares, there
  encode::Settings settings_;        // the last that were set
  bool changed_ = true;              // settings or weights, which the other ranks have to be told
  std::vector<uint32_t> announced_;  // the last `next`
  size_t own_ = 0, total_ = 0;
  double dropout_ = 0, weight_decay_ = 0, substitution_ = 0, permute_ = 0;
  std::vector<uint32_t> variables_;  // the vocabulary's leaves that are no constants
  std::vector<uint32_t> class_of_;   // by node of the pool: the class of a training expression
  std::vector<float> dropped_;       // the parameters for dropped_step_
  size_t dropped_step_ = SIZE_MAX;
  double dropped_probability_ = 0;  // that they were made with
  std::vector<float> gradient_;
  base::Team team_;
};

}  // namespace eqnet::train
