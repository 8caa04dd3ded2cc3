#include "train/engine.h"

#include <algorithm>

#include "base/profile.h"
#include "eqnet/base/error.h"
#include "kernels/rows.h"
#include "models/registry.h"
#include "train/orders.h"

namespace eqnet::train {
namespace {

constexpr size_t kSlice = 16384;  // parameters: a slice's arrays fit the second-level cache

std::span<const uint32_t> share_of(std::span<const uint32_t> batch, size_t share, size_t parts) {
  const size_t begin = batch.size() * share / parts;
  return batch.subspan(begin, batch.size() * (share + 1) / parts - begin);
}

struct Seeds {
  uint64_t drop, noise;
};
Seeds seeds_of(uint64_t seed, size_t step) {
  base::Random random = base::Random::stream(seed, (uint64_t{2} << 32) + step);
  const uint64_t drop = random.next();
  return {drop, random.next()};
}

}  // namespace

Engine::Engine(const Task& task, const encode::Settings& settings, size_t threads, base::Ranks* ranks)
    : task_(task),
      ranks_(ranks),
      network_(models::make_network(settings, task.vocabulary)),
      shares_(settings.integer("parts")),
      own_shares_(base::own_stretch(shares_.size(), ranks)),
      own_(network_->layout().size()),
      team_(std::clamp<size_t>(threads, 1, shares_.size())) {
  for (Share& share : shares_) {
    share.pass = network_->pass();
    share.scheduler = std::make_unique<encode::Scheduler>(task.dataset->pool, task.vocabulary);
  }
  const std::vector<expr::Symbol>& leaves = task.vocabulary.leaves();
  for (uint32_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i].kind == expr::SymbolKind::variable) variables_.push_back(i);
  }
  class_of_.assign(task.dataset->pool.size(), encode::Substitution::kUnknown);
  for (size_t i = 0; i < task.training.roots.size(); ++i) class_of_[task.training.roots[i]] = task.training.labels[i];
  set(settings);
  total_ = own_ + objective().layout().size();
  for (Share& share : shares_) share.gradient.resize(total_);
  gradient_.resize(total_);
  if (ranks_ != nullptr) {
    shared_sum_.emplace(*ranks_, shares_.size(), total_);
    losses_.resize(shares_.size());
  }
  if (ranks_ != nullptr && base::leads(ranks_)) order_engine(*ranks_, settings);
}

void Engine::set(const encode::Settings& settings) {
  settings_ = settings;
  changed_ = true;
  dropout_ = settings.number("dropout");
  weight_decay_ = settings.number("weight_decay");
  const std::string& objective = settings.choice("objective");
  if (settings.has("substitution")) substitution_ = settings.number("substitution");
  if (substitution_ > 0 && objective == "siamese") {
    throw base::Error("setting \"substitution\"", "needs class vectors, which the objective siamese does not have",
                      "set substitution=0 or another objective");
  }
  if (settings.has("permute")) permute_ = settings.number("permute");
  const bool only_compares = objective == "contrastive" && settings.number("softmax") == 0;  // no class vectors
  if (permute_ > 0 && (substitution_ > 0 || !only_compares)) {
    throw base::Error("setting \"permute\"", "goes only with an objective that has no class vectors",
                      "set objective=contrastive, softmax=0 and substitution=0");
  }
  dropped_step_ = SIZE_MAX;
  dropped_probability_ = 0;
  if (only_compares && std::ranges::all_of(task_.class_sizes, [](size_t size) { return size < 2; })) {
    throw base::Error("dataset " + task_.dataset->name, "no class has two training expressions that could be compared",
                      "set softmax=1, which compares expressions with class vectors");
  }
  ObjectiveParams params;
  params.class_vectors = !only_compares || substitution_ > 0;
  params.dimension = network_->dimension();
  params.margin = settings.number("margin");
  params.temperature = settings.number("temperature");
  params.contrastive = settings.number("contrastive");
  params.softmax = settings.number("softmax");
  params.deviation = settings.number("init_std");
  params.class_sizes = task_.class_sizes;
  for (Share& share : shares_) share.objective = make_objective<float>(objective, params);
}

void Engine::initialise(std::vector<float>& parameters, base::Random& random) const {
  parameters.resize(total_);
  network_->layout().initialise(parameters.data(), random);
  shares_[0].objective->layout().initialise(parameters.data() + own_, random);
}

double Engine::step(std::span<const uint32_t> batch, std::span<const uint32_t> next, const StepParams& params,
                    Weights& weights) {
  if (ranks_ != nullptr && base::leads(ranks_)) announce(batch, next, params, weights);
  const Seeds seeds = seeds_of(params.seed, params.step);
  const Seeds next_seeds = seeds_of(params.seed, params.step + 1);
  if (dropout_ > 0 && dropped_step_ != params.step) {
    dropped_ = weights.parameters;
    dropped_probability_ = dropout_ * params.noise;
    drop(dropped_.data(), 0, total_, seeds.drop, dropped_probability_);
  }
  const float* parameters = dropout_ > 0 ? dropped_.data() : weights.parameters.data();
  const double scale = 1.0 / static_cast<double>(batch.size());
  const size_t own = own_shares_.end - own_shares_.begin;
  team_.run(own, [&](size_t i) {
    const size_t p = own_shares_.begin + i;
    run_share(shares_[p], share_of(batch, p, shares_.size()), parameters,
              {seeds.noise + p, scale, params.mu, params.noise});
  });
  if (shared_sum_) add_up();

  const size_t slices = (total_ + kSlice - 1) / kSlice;
  const size_t ahead = next.empty() ? 0 : own;
  const Update update_params{seeds.drop, next_seeds.drop, dropped_probability_, dropout_ * params.next_noise,
                             params.keep};
  team_.run(ahead + slices, [&](size_t i) {
    if (i < ahead) {
      const size_t p = own_shares_.begin + i;
      prepare(shares_[p], share_of(next, p, shares_.size()), next_seeds.noise + p, shares_[p].next);
    } else {
      const size_t begin = (i - ahead) * kSlice;
      update(begin, std::min(begin + kSlice, total_), update_params, weights);
    }
  });
  dropped_step_ = params.step + 1;
  dropped_probability_ = update_params.next_dropout;
  ++weights.optimiser.steps;
  double loss = 0;
  for (const Share& share : shares_) loss += share.loss;
  return loss;
}

void Engine::announce(std::span<const uint32_t> batch, std::span<const uint32_t> next, const StepParams& params,
                      const Weights& weights) {
  const base::Timed timed("orders");
  StepOrder order;
  if (changed_) order.changed = {&settings_, &weights};
  if (changed_ || !std::ranges::equal(batch, announced_)) order.batch = batch;
  order.next = next;
  order.params = params;
  order.learning_rate = weights.optimiser.params.learning_rate;
  order_step(*ranks_, order);
  announced_.assign(next.begin(), next.end());
  changed_ = false;
}

void Engine::add_up() {
  const base::Timed timed("exchange");
  own_gradients_.clear();
  for (size_t p = own_shares_.begin; p < own_shares_.end; ++p) {
    own_gradients_.push_back(shares_[p].gradient.data());
    losses_[p] = shares_[p].loss;
  }
  shared_sum_->run(own_gradients_, losses_, gradient_.data());
  for (size_t p = 0; p < shares_.size(); ++p) shares_[p].loss = losses_[p];
}

void Engine::prepare(Share& share, std::span<const uint32_t> batch, uint64_t seed, Share::Batch& to) const {
  const base::Timed timed("schedule");
  to.chosen.assign(batch.begin(), batch.end());
  to.seed = seed;
  to.expressions.resize(batch.size());
  to.labels.resize(batch.size());
  for (size_t i = 0; i < batch.size(); ++i) {
    to.expressions[i] = task_.training.roots[batch[i]];
    to.labels[i] = task_.training.labels[batch[i]];
  }
  share.scheduler->schedule(to.expressions, to.schedule, {class_of_, substitution_, seed});
  if (permute_ > 0) permute_variables(share, to.schedule, seed);
}

void Engine::permute_variables(Share& share, encode::Schedule& schedule, uint64_t seed) const {
  base::Random random = base::Random::stream(seed, uint64_t{4} << 32);
  if (random.uniform() >= permute_) return;
  share.others = variables_;
  random.shuffle(share.others);
  share.image.resize(task_.vocabulary.leaves().size());
  for (uint32_t i = 0; i < share.image.size(); ++i) share.image[i] = i;
  for (size_t i = 0; i < variables_.size(); ++i) share.image[variables_[i]] = share.others[i];
  for (uint32_t row = 0; row < schedule.leaves; ++row) schedule.symbols[row] = share.image[schedule.symbols[row]];
}

void Engine::run_share(Share& share, std::span<const uint32_t> batch, const float* parameters,
                       const encode::Training& training) {
  std::swap(share.now, share.next);
  if (share.now.seed != training.seed || !std::ranges::equal(share.now.chosen, batch)) {
    prepare(share, batch, training.seed, share.now);
  }
  share.loss = 0;
  if (batch.empty()) return;
  const encode::Schedule& schedule = share.now.schedule;
  share.roots.resize(batch.size() * network_->dimension());
  share.root_gradient.resize(share.roots.size());
  share.pass->forward(parameters, schedule, training, share.roots.data());
  {
    const base::Timed timed("objective");
    share.loss = share.objective->run(parameters + own_, share.roots.data(), share.now.labels, training.scale,
                                      share.root_gradient.data(), share.gradient.data() + own_);
  }
  share.loss += share.pass->backward(parameters, schedule, share.root_gradient.data(), share.gradient.data());
}

void Engine::update(size_t begin, size_t end, const Update& params, Weights& weights) {
  const base::Timed timed("update");
  const kernels::Rows<float>& k = kernels::rows<float>();
  const size_t n = end - begin;
  float* gradient = gradient_.data() + begin;
  if (!shared_sum_) {
    for (Share& share : shares_) {  // always in this order
      k.collect(share.gradient.data() + begin, n, &share == shares_.data(), gradient);
    }
  }
  drop(gradient_.data(), begin, end, params.drop_seed, params.dropout);
  weights.optimiser.step({gradient, n}, {weights.parameters.data() + begin, n}, begin);
  if (weight_decay_ > 0) {  // decoupled, on the network's weight matrices
    const auto less = static_cast<float>(-weights.optimiser.params.learning_rate * weight_decay_);
    for_weights(begin, end, [&](size_t from, size_t to) {
      for (size_t i = from; i < to; ++i) weights.parameters[i] += less * weights.parameters[i];
    });
  }
  const float* updated = weights.parameters.data() + begin;
  if (!weights.average.empty()) {
    k.average(updated, n, static_cast<float>(params.keep), weights.average.data() + begin);
  }
  if (dropout_ > 0) {
    std::copy_n(updated, n, dropped_.data() + begin);
    drop(dropped_.data(), begin, end, params.next_drop_seed, params.next_dropout);
  }
}

template <class Work>
void Engine::for_weights(size_t begin, size_t end, const Work& work) const {
  for (const encode::Tensor& tensor : network_->layout().tensors()) {
    const size_t from = std::max(begin, tensor.offset);
    const size_t to = std::min(end, tensor.offset + tensor.size());
    if (tensor.weight && from < to) work(from, to);
  }
}

void Engine::drop(float* values, size_t begin, size_t end, uint64_t seed, double probability) const {
  if (probability == 0) return;
  for_weights(begin, end, [&](size_t from, size_t to) {
    kernels::rows<float>().drop(values + from, to - from, seed, from, probability,
                                static_cast<float>(1 / (1 - probability)));
  });
}

}  // namespace eqnet::train
