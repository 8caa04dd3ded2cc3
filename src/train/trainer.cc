#include "train/trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "base/files.h"
#include "base/progress.h"
#include "base/threads.h"
#include "encode/embed.h"
#include "eqnet/base/error.h"
#include "kernels/rows.h"
#include "models/factory.h"
#include "models/tfidf.h"
#include "train/course.h"
#include "train/log.h"
#include "train/objective.h"
#include "train/state.h"
#include "train/validate.h"

namespace eqnet::train {
namespace {

using std::chrono::steady_clock;

class Trainer {
 public:
  Trainer(const Task& task, const TrainParams& params)
      : task_(task),
        params_(params),
        settings_(params.settings),
        curriculum_(task, params.settings),
        network_(models::make_network(settings_, task.vocabulary)),
        parts_(settings_.integer("parts")),
        validator_(task, *network_, params.threads),
        status_(params.quiet),
        log_(params.path.empty() ? "" : params.path + ".log.jsonl") {
    for (Part& part : parts_) {
      part.pass = network_->pass();
      part.scheduler = std::make_unique<encode::Scheduler>(task.dataset->pool, task.vocabulary);
    }
    set_objective();
    own_ = network_->layout().size();
    total_ = own_ + parts_[0].objective->layout().size();
    optimiser_.params = {settings_.number("learning_rate"), settings_.number("rho"), settings_.number("momentum"),
                         settings_.number("epsilon"), settings_.number("clip")};
  }

  TrainResult run() {
    start();
    TrainResult result;
    result.resumed = resumed_;
    result.ended = epochs();
    result.model = model();
    result.epochs = state_.epochs;
    result.seconds = seconds();
    result.best_epoch = state_.best_epoch;
    result.best_accuracy = state_.best_score.accuracy;
    if (!params_.path.empty()) {
      encode::save_model(params_.path, result.model, network_->layout());
      std::filesystem::remove(checkpoint_path());
    }
    return result;
  }

 private:
  struct Part {  // a part of a batch: one thread's work
    std::unique_ptr<encode::Pass<float>> pass;
    std::unique_ptr<Objective<float>> objective;
    std::unique_ptr<encode::Scheduler> scheduler;
    encode::Schedule schedule;
    std::vector<expr::NodeId> expressions;
    std::vector<uint32_t> labels;
    std::vector<float> roots, root_gradient, gradient;
    double loss = 0;
  };

  [[nodiscard]] std::string checkpoint_path() const { return params_.path + ".checkpoint"; }

  [[nodiscard]] double seconds() const {
    return state_.seconds + std::chrono::duration<double>(steady_clock::now() - begin_).count();
  }

  // What the run is: a checkpoint must agree with all of it.
  [[nodiscard]] encode::Metadata description() const {
    encode::Model model;
    model.settings = params_.settings;
    model.vocabulary = task_.vocabulary;
    model.domain = domain::name(task_.dataset->domain);
    model.notes = {{"dataset", task_.dataset->name},
                   {"data_hash", task_.data_hash},
                   {"training_expressions", std::to_string(task_.training.roots.size())},
                   {"training_classes", std::to_string(task_.class_sizes.size())},
                   {"seed", std::to_string(params_.seed)}};
    return encode::describe(model);
  }

  void start() {
    begin_ = steady_clock::now();
    last_checkpoint_ = begin_;
    if (!params_.path.empty()) {
      base::AtomicFile probe(params_.path);  // throws now rather than after hours
      base::remove_leftovers(params_.path);
      base::remove_leftovers(checkpoint_path());
    }
    if (!params_.path.empty() && base::file_exists(checkpoint_path())) {
      state_ = load_checkpoint(checkpoint_path(), description());
      if (state_.parameters.size() != total_)
        throw base::Error(checkpoint_path(), "has other parameters than this run");
      optimiser_.mean_square = std::move(state_.mean_square);
      optimiser_.velocity = std::move(state_.velocity);
      log_.keep(state_.validations);
      set_objective();
      resumed_ = true;
    } else {
      initialise();
      log_.keep(0);
    }
    optimiser_.mean_square.resize(total_);
    optimiser_.velocity.resize(total_);
    mark_ = {seconds(), state_.expressions};
  }

  // The objective of the current restart.
  void set_objective() {
    settings_ = settings_of_restart(params_.settings, state_.restarts);
    const ObjectiveParams objective{network_->dimension(), settings_.number("margin"), settings_.number("init_std"),
                                    task_.class_sizes};
    for (Part& part : parts_) part.objective = make_objective<float>(settings_.choice("objective"), objective);
  }

  void initialise() {
    state_.parameters.resize(total_);
    base::Random random = base::Random::stream(params_.seed, state_.restarts);
    network_->layout().initialise(state_.parameters.data(), random);
    parts_[0].objective->layout().initialise(state_.parameters.data() + own_, random);
  }

  // From the beginning with other initial weights; the best so far stay in the race.
  void restart() {
    ++state_.restarts;
    state_.restart_step = state_.best_step = state_.steps;
    state_.epoch = 0;
    state_.loss = 0;
    state_.losses = 0;
    state_.since_best = 0;
    state_.own_best = {-1, -1};
    state_.average.clear();
    set_objective();
    initialise();
    std::fill(optimiser_.mean_square.begin(), optimiser_.mean_square.end(), 0.0F);
    std::fill(optimiser_.velocity.begin(), optimiser_.velocity.end(), 0.0F);
  }

  Ended epochs() {
    for (;;) {
      if (params_.most_epochs > 0 && state_.epochs >= params_.most_epochs) return finish(Ended::epochs);
      if (!epoch()) return finish(Ended::time);
      ++state_.epoch;
      ++state_.epochs;
      state_.batch = 0;
      const bool lost = !std::isfinite(state_.loss);
      if (!lost && !validation_due()) continue;
      const bool diverging = lost || !finite();
      if (!diverging) validate(curriculum_.whole(state_.epoch));
      if (diverging || out_of_patience()) {
        if (state_.steps >= settings_.integer("restart_steps")) return diverging ? diverged() : Ended::patience;
        restart();
      }
      if (!params_.path.empty()) checkpoint();
    }
  }

  // The steps of an epoch, or fewer where they lead nowhere. False when time is over.
  bool epoch() {
    const std::vector<uint32_t> order = curriculum_.order(params_.seed, state_.epoch);
    const size_t batch = settings_.integer("batch");
    while (state_.batch * batch < order.size() && std::isfinite(state_.loss)) {
      const size_t begin = state_.batch * batch;
      const size_t count = std::min(batch, order.size() - begin);
      step({order.data() + begin, count});
      ++state_.batch;
      if (params_.most_seconds > 0 && seconds() >= params_.most_seconds) return false;
      checkpoint_if_due();
      show_status();
    }
    return true;
  }

  // The epochs of a small dataset are a step or two: what counts is then the number of steps.
  [[nodiscard]] bool validation_due() const {
    return state_.epoch % settings_.integer("validate_every") == 0 &&
           state_.losses >= settings_.integer("validate_steps");
  }

  [[nodiscard]] bool out_of_patience() const {
    return state_.since_best >= settings_.integer("patience") &&
           state_.steps - state_.best_step >= settings_.integer("patience_steps");
  }

  // A limit was reached: what was learned since the last validation counts too.
  Ended finish(Ended ended) {
    if (!std::isfinite(state_.loss) || !finite()) return diverged();
    if (state_.losses > 0 || state_.validations == 0) validate(false);
    return ended;
  }

  // A loss that is a number does not mean that all weights are.
  [[nodiscard]] bool finite() const {
    return std::all_of(current().begin(), current().end(), [](float value) { return std::isfinite(value); });
  }

  Ended diverged() {
    if (state_.validations == 0 || state_.best.empty()) {
      throw base::Error("training on " + task_.dataset->name,
                        "diverged in epoch " + std::to_string(state_.epochs + 1) + ": the loss is no longer a number",
                        "try a smaller learning_rate or init_std");
    }
    return Ended::diverged;
  }

  void step(std::span<const uint32_t> chosen) {
    base::Random random = base::Random::stream(params_.seed, (uint64_t{2} << 32) + state_.steps);
    const uint64_t drop_seed = random.next();
    const uint64_t noise_seed = random.next();
    const std::vector<float>& parameters = dropped_parameters(drop_seed);
    const double scale = 1.0 / static_cast<double>(chosen.size());
    const double mu = mu_of(settings_, state_.epoch);
    base::parallel_for(parts_.size(), params_.threads, [&](size_t p) {
      Part& part = parts_[p];
      const size_t begin = chosen.size() * p / parts_.size();
      const size_t end = chosen.size() * (p + 1) / parts_.size();
      const encode::Training training{noise_seed + p, scale, mu};
      run_part(part, chosen.subspan(begin, end - begin), parameters, training);
    });
    gradient_.assign(total_, 0.0F);
    double loss = 0;
    for (const Part& part : parts_) {  // always in this order
      kernels::add_scaled(part.gradient.data(), total_, 1.0F, gradient_.data());
      loss += part.loss;
    }
    drop_weights(gradient_.data(), drop_seed);
    optimiser_.step(gradient_, state_.parameters);
    decay_weights();
    update_average();
    state_.loss += loss;
    ++state_.losses;
    ++state_.steps;
    state_.expressions += chosen.size();
  }

  // Decoupled weight decay, on the network's weight matrices.
  void decay_weights() {
    const auto keep = static_cast<float>(1 - optimiser_.params.learning_rate * settings_.number("weight_decay"));
    if (keep == 1) return;
    for (const encode::Tensor& tensor : network_->layout().tensors()) {
      if (!tensor.weight) continue;
      for (size_t i = 0; i < tensor.size(); ++i) state_.parameters[tensor.offset + i] *= keep;
    }
  }

  // An exponential mean of the parameters: less noisy than any single step's. The first steps weigh less.
  void update_average() {
    const double decay = settings_.number("average");
    if (decay == 0) return;
    const auto steps = static_cast<double>(state_.steps - state_.restart_step);
    const auto keep = static_cast<float>(std::min(decay, (1 + steps) / (10 + steps)));
    if (state_.average.empty()) state_.average = state_.parameters;
    for (size_t i = 0; i < total_; ++i) {
      state_.average[i] = keep * state_.average[i] + (1 - keep) * state_.parameters[i];
    }
  }

  // The parameters that are validated and kept.
  [[nodiscard]] const std::vector<float>& current() const {
    return state_.average.empty() ? state_.parameters : state_.average;
  }

  void run_part(Part& part, std::span<const uint32_t> chosen, const std::vector<float>& parameters,
                const encode::Training& training) {
    part.expressions.clear();
    part.labels.clear();
    for (const uint32_t i : chosen) {
      part.expressions.push_back(task_.training.roots[i]);
      part.labels.push_back(task_.training.labels[i]);
    }
    part.gradient.assign(total_, 0.0F);
    part.loss = 0;
    if (chosen.empty()) return;
    part.scheduler->schedule(part.expressions, part.schedule);
    part.roots.resize(chosen.size() * network_->dimension());
    part.root_gradient.resize(part.roots.size());
    part.pass->forward(parameters.data(), part.schedule, training, part.roots.data());
    part.loss = part.objective->run(parameters.data() + own_, part.roots.data(), part.labels, training.scale,
                                    part.root_gradient.data(), part.gradient.data() + own_);
    part.loss += part.pass->backward(parameters.data(), part.schedule, part.root_gradient.data(), part.gradient.data());
  }

  // Weight dropout: each weight of a step is zero with probability p, else divided by 1 - p; so is its gradient.
  void drop_weights(float* values, uint64_t seed) const {
    const double p = settings_.number("dropout");
    if (p == 0) return;
    for (const encode::Tensor& tensor : network_->layout().tensors()) {
      if (!tensor.weight) continue;
      kernels::drop(values + tensor.offset, tensor.size(), seed, tensor.offset, p, static_cast<float>(1 / (1 - p)));
    }
  }

  const std::vector<float>& dropped_parameters(uint64_t seed) {
    if (settings_.number("dropout") == 0) return state_.parameters;
    dropped_ = state_.parameters;
    drop_weights(dropped_.data(), seed);
    return dropped_;
  }

  [[nodiscard]] bool better(const ValidationScore& a, const ValidationScore& b) const {
    if (settings_.choice("selection") == "retrieval" && a.retrieval != b.retrieval) return a.retrieval > b.retrieval;
    return a.accuracy > b.accuracy || (a.accuracy == b.accuracy && a.retrieval > b.retrieval);
  }

  void validate(bool count_patience) {
    Validation validation;
    const ValidationScore score = validator_.score(current(), *parts_[0].objective);
    validation.accuracy = score.accuracy;
    validation.retrieval = score.retrieval;
    validation.epoch = state_.epochs;
    validation.seconds = seconds();
    validation.loss = state_.losses == 0 ? 0 : state_.loss / static_cast<double>(state_.losses);
    const double elapsed = validation.seconds - mark_.seconds;
    validation.expressions_per_s =
        elapsed > 0 ? static_cast<double>(state_.expressions - mark_.expressions) / elapsed : 0;
    mark_ = {validation.seconds, state_.expressions};
    // Of equally good weights the later ones are kept: what known expressions no longer show, the regulariser still
    // improves. Patience counts from the last that were truly better.
    validation.best = !better(state_.best_score, score);
    if (validation.best) {
      state_.best = current();
      state_.best_score = score;
      state_.best_epoch = state_.epochs;
    }
    if (better(score, state_.own_best)) {
      state_.own_best = score;
      state_.best_step = state_.steps;
      state_.since_best = 0;
    } else if (count_patience) {
      ++state_.since_best;
    }
    ++state_.validations;
    state_.loss = 0;
    state_.losses = 0;
    last_accuracy_ = validation.accuracy;
    last_loss_ = validation.loss;
    log_.add(validation);
    if (params_.on_validation) params_.on_validation(validation);
  }

  void checkpoint_if_due() {
    constexpr std::chrono::seconds kBetween(50);  // "at least every minute", with a step's time to spare
    if (!params_.path.empty() && steady_clock::now() - last_checkpoint_ >= kBetween) checkpoint();
  }

  void checkpoint() {
    State saved = state_;
    saved.mean_square = optimiser_.mean_square;
    saved.velocity = optimiser_.velocity;
    saved.seconds = seconds();
    save_checkpoint(checkpoint_path(), saved, description());
    last_checkpoint_ = steady_clock::now();
  }

  void show_status() {
    if (!status_.due()) return;
    const double now = seconds();
    const double elapsed = now - mark_.seconds;
    const double speed = elapsed > 0 ? static_cast<double>(state_.expressions - mark_.expressions) / elapsed : 0;
    double left = std::numeric_limits<double>::infinity();
    if (params_.most_seconds > 0) left = params_.most_seconds - now;
    if (params_.most_epochs > 0 && state_.epochs > 0) {
      left = std::min(
          left, now / static_cast<double>(state_.epochs) * static_cast<double>(params_.most_epochs - state_.epochs));
    }
    char text[256];
    std::snprintf(
        text, sizeof text, "epoch %zu  %.0f expressions/s  loss %.4f  validation %.1f%% (best %.1f%%)  %.0f s%s",
        state_.epochs + 1, speed, state_.losses == 0 ? last_loss_ : state_.loss / static_cast<double>(state_.losses),
        100 * std::max(0.0, last_accuracy_), 100 * std::max(0.0, state_.best_score.accuracy),
        std::isfinite(left) ? left : now, std::isfinite(left) ? " left" : "");
    status_.show(text);
  }

  [[nodiscard]] encode::Model model() const {
    encode::Model model = encode::from_description(description(), "model");
    model.parameters.assign(state_.best.begin(), state_.best.begin() + static_cast<std::ptrdiff_t>(own_));
    model.notes["epochs"] = std::to_string(state_.epochs);
    model.notes["best_epoch"] = std::to_string(state_.best_epoch);
    char accuracy[32];
    std::snprintf(accuracy, sizeof accuracy, "%.6f", state_.best_score.accuracy);
    model.notes["validation_accuracy"] = accuracy;
    return model;
  }

  const Task& task_;
  const TrainParams& params_;
  encode::Settings settings_;  // of the current restart
  Curriculum curriculum_;
  std::unique_ptr<encode::Network<float>> network_;
  std::vector<Part> parts_;
  size_t own_ = 0, total_ = 0;  // parameters of the network, and with the objective's
  Optimiser optimiser_;
  State state_;
  bool resumed_ = false;
  std::vector<float> dropped_, gradient_;
  steady_clock::time_point begin_, last_checkpoint_;
  struct {
    double seconds;
    size_t expressions;
  } mark_{};  // at the last validation, for the speed
  double last_accuracy_ = 0, last_loss_ = 0;
  Validator validator_;
  base::StatusLine status_;
  Log log_;
};

// tf-idf is fitted in one go.
TrainResult fit(const Task& task, const TrainParams& params) {
  const auto begin = steady_clock::now();
  TrainResult result;
  encode::Schedule schedule;
  encode::Scheduler(task.dataset->pool, task.vocabulary).schedule(task.training.roots, schedule);
  result.model.settings = params.settings;
  result.model.vocabulary = task.vocabulary;
  result.model.domain = domain::name(task.dataset->domain);
  result.model.notes = {{"dataset", task.dataset->name}, {"data_hash", task.data_hash}};
  result.model.parameters = models::fit_tfidf(schedule, task.vocabulary);
  result.seconds = std::chrono::duration<double>(steady_clock::now() - begin).count();
  if (!params.path.empty()) {
    encode::save_model(params.path, result.model, models::make_network(params.settings, task.vocabulary)->layout());
  }
  return result;
}

}  // namespace

std::string_view name(Ended ended) {
  switch (ended) {
    case Ended::patience:
      return "patience";
    case Ended::epochs:
      return "epochs";
    case Ended::time:
      return "time";
    case Ended::diverged:
      return "diverged";
  }
  return "";
}

TrainResult train(const Task& task, const TrainParams& params) {
  return params.settings.kind() == "tfidf" ? fit(task, params) : Trainer(task, params).run();
}

}  // namespace eqnet::train
