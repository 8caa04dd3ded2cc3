#include "train/trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>

#include "base/file_lock.h"
#include "base/files.h"
#include "base/format.h"
#include "base/profile.h"
#include "eqnet/base/error.h"
#include "kernels/subnormals.h"
#include "models/registry.h"
#include "train/block_search.h"
#include "train/describe.h"
#include "train/engine.h"
#include "train/log.h"
#include "train/orders.h"
#include "train/progression.h"
#include "train/settling.h"
#include "train/state.h"
#include "train/training_settings.h"
#include "train/validate.h"

namespace eqnet::train {
namespace {

using std::chrono::steady_clock;

// Blocks of several numbers can be right about small expressions without being so about large ones.
bool has_blocks(const encode::Settings& settings) {
  return settings.has("block") && settings.integer("block") > 1;
}

class Trainer {
 public:
  Trainer(const Task& task, const TrainParams& params)
      : task_(task),
        params_(params),
        settings_(params.settings),
        training_(params.settings),
        curriculum_(task, params.settings),
        engine_(task, settings_, params.threads, params.ranks),
        validator_(task, engine_.network(), params.threads, has_blocks(params.settings), params.ranks),
        log_(params.path.empty() ? "" : params.path + ".log.jsonl") {
    weights_.optimiser.params = training_.optimiser;
    weights_.optimiser.reset(engine_.parameters());
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
    result.best_retrieval = state_.best_score.retrieval;
    result.exact_retrieval = exact_retrieval_;
    if (result.ended == Ended::unfit) {
      if (!params_.path.empty()) std::filesystem::remove(checkpoint_path());
      return result;
    }
    if (!params_.path.empty()) {
      if (params_.save) encode::save_model(params_.path, result.model, engine_.network().layout());
      std::filesystem::remove(checkpoint_path());
    }
    return result;
  }

 private:
  [[nodiscard]] std::string checkpoint_path() const { return params_.path + ".checkpoint"; }

  [[nodiscard]] double seconds() const { return state_.seconds + watch_.seconds(); }

  // What the run is: a checkpoint must agree with all of it.
  [[nodiscard]] encode::Metadata description() const { return encode::describe(describe_run(task_, params_)); }

  void start() {
    if (!training_.constant && training_.steps == 0 && params_.most_seconds == 0) {
      throw base::Error("setting \"schedule\"", "has no end: steps is 0", "set steps, or give --time");
    }
    watch_ = base::Stopwatch(params_.clock);
    last_checkpoint_ = steady_clock::now();
    last_status_ = last_checkpoint_;
    if (!params_.path.empty()) {
      base::remove_leftovers(params_.path);
      base::remove_leftovers(checkpoint_path());
    }
    if (!params_.path.empty() && base::file_exists(checkpoint_path())) {
      state_ = load_checkpoint(checkpoint_path(), description());
      const size_t averaged = training_.average > 0 ? engine_.parameters() : 0;
      for (const auto& [array, size] : {std::pair{&state_.parameters, engine_.parameters()},
                                        {&state_.mean_square, engine_.parameters()},
                                        {&state_.velocity, engine_.parameters()},
                                        {&state_.average, averaged}}) {
        if (array->size() != size) throw base::Error(checkpoint_path(), "has other parameters than this run");
      }
      weights_.parameters = std::move(state_.parameters);
      weights_.average = std::move(state_.average);
      weights_.optimiser.mean_square = std::move(state_.mean_square);
      weights_.optimiser.velocity = std::move(state_.velocity);
      weights_.optimiser.steps = state_.steps - state_.restart_step;
      log_.keep(state_.validations);
      set_objective();
      resumed_ = true;
    } else {
      initialise();
      log_.keep(0);
    }
    mark_ = {seconds(), state_.expressions};
  }

  // The objective of the current restart.
  void set_objective() {
    settings_ = settings_of_restart(params_.settings, state_.restarts);
    engine_.set(settings_);
  }

  void initialise() {
    base::Random random = base::Random::stream(params_.seed, state_.restarts);
    engine_.initialise(weights_.parameters, random);
    std::ranges::copy(params_.start, weights_.parameters.begin());
    weights_.optimiser.reset(engine_.parameters());
    weights_.average.clear();
    if (training_.average > 0) weights_.average = weights_.parameters;
  }

  // From the beginning with other initial weights; the best so far stay in the race.
  void restart() {
    ++state_.restarts;
    state_.restart_step = state_.best_step = state_.steps;
    state_.epoch = 0;
    state_.loss = 0;
    state_.losses = 0;
    state_.since_best = 0;
    state_.own_best = {-1, -1, -1};
    state_.renewals = 0;
    set_objective();
    initialise();
  }

  Ended epochs() {
    for (;;) {
      if (params_.most_epochs > 0 && state_.epochs >= params_.most_epochs) return finish(Ended::epochs);
      if (!epoch()) return finish(over_time() ? Ended::time : Ended::schedule);
      ++state_.epoch;
      ++state_.epochs;
      state_.batch = 0;
      const bool lost = !std::isfinite(state_.loss);
      if (!lost && !validation_due()) continue;
      const bool diverging = lost || !finite();
      if (!diverging) validate(curriculum_.whole(state_.epoch));
      if (diverging || out_of_patience()) {
        if (state_.steps >= training_.restart_steps) return diverging ? diverged() : Ended::patience;
        restart();
      }
      if (!params_.path.empty()) checkpoint();
    }
  }

  // The steps of an epoch, or fewer where they lead nowhere. False when time is over.
  bool epoch() {
    const std::vector<uint32_t> order = curriculum_.order(params_.seed, state_.epoch);
    const size_t batch = training_.batch;
    while (state_.batch * batch < order.size() && std::isfinite(state_.loss)) {
      const size_t begin = state_.batch * batch;
      const std::span<const uint32_t> rest = std::span(order).subspan(begin);
      const std::span<const uint32_t> chosen = rest.first(std::min(batch, rest.size()));
      const std::span<const uint32_t> after = rest.subspan(chosen.size());
      step(chosen, after.first(std::min(batch, after.size())));
      ++state_.batch;
      if (exact_ || unfit_ || over_time() || progress() >= 1) return false;
      checkpoint_if_due();
      tell_status();
    }
    return true;
  }

  // The time for steps: what comes after them needs some too.
  [[nodiscard]] double step_seconds() const {
    constexpr double kForSettling = 0.1;
    return training_.settle ? (1 - kForSettling) * params_.most_seconds : params_.most_seconds;
  }
  [[nodiscard]] bool over_time() const { return params_.most_seconds > 0 && seconds() >= step_seconds(); }

  // The share of the schedule that has passed: in steps, or in time where that runs out first. The clock has no say as
  // long as the steps are not behind it by more than a little, so that a limit which is not needed changes nothing. 0
  // without an end. ahead: so many steps from now.
  [[nodiscard]] double progress(size_t ahead = 0) const {
    const auto steps = static_cast<double>(training_.steps);
    const double share = params_.most_seconds > 0 ? seconds() / step_seconds() : 0;
    if (steps == 0) return training_.constant ? 0 : share;
    const double done = static_cast<double>(state_.steps + ahead - state_.restart_step) / steps;
    constexpr double kBehind = 0.05;
    return std::max(done, (share - kBehind) / (1 - kBehind));
  }

  // The epochs of a small dataset are a step or two: what counts is then the number of steps.
  [[nodiscard]] bool validation_due() const {
    return state_.epoch % training_.validate_every == 0 && state_.losses >= training_.validate_steps;
  }

  [[nodiscard]] bool out_of_patience() const {
    return state_.since_best >= training_.patience && state_.steps - state_.best_step >= training_.patience_steps;
  }

  // A limit was reached: what was learned since the last validation counts too.
  Ended finish(Ended ended) {
    if (!std::isfinite(state_.loss) || !finite()) return diverged();
    if (exact_) return Ended::exact;
    if (unfit_) return Ended::unfit;
    if (state_.losses > 0 || state_.validations == 0) validate(false);
    if (training_.settle) settle();
    return exact_ ? Ended::exact : ended;
  }

  // Has the network settle (settling.h). What comes of it is kept where it is no worse; true then. Where it agrees with
  // the data exactly and nothing is left to be better at, training is done.
  bool settle() {
    const base::Timed timed("settling");
    const auto settled = train::settle(task_, engine_.network(), current(), {params_.seed, settling_seconds()});
    if (!settled) return false;
    std::vector<float> parameters = current();
    std::copy(settled->parameters.begin(), settled->parameters.end(), parameters.begin());
    if (!std::all_of(parameters.begin(), parameters.end(), [](float value) { return std::isfinite(value); }))
      return false;
    const ValidationScore before = score_of(current());
    const ValidationScore score = score_of(parameters);
    if (settled->error < kExact) exact_retrieval_ = std::max(exact_retrieval_, score.retrieval);
    if (better(before, score)) return false;
    weights_.parameters = parameters;
    if (!weights_.average.empty()) weights_.average = parameters;
    std::ranges::fill(weights_.optimiser.mean_square, 0.0F);
    std::ranges::fill(weights_.optimiser.velocity, 0.0F);
    engine_.set(settings_);  // the weights have changed
    validate(false);
    exact_ = settled->error < kExact && !better(state_.best_score, score) && score.retrieval >= kNothingLeft;
    return true;
  }

  // At most a quarter of the time that there is, and no more than is left but for a little; 0: no limit.
  [[nodiscard]] double settling_seconds() const {
    constexpr double kShare = 0.25;
    constexpr double kLittle = 0.02;
    return std::min(kShare * params_.most_seconds,
                    std::max(kLittle * params_.most_seconds, params_.most_seconds - seconds()));
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

  // next: the batch after it in this epoch, or nothing.
  void step(std::span<const uint32_t> chosen, std::span<const uint32_t> next) {
    const double passed = progress();
    renew_if_due(passed);
    if (exact_ || give_up(passed)) return;
    weights_.optimiser.params.learning_rate = learning_rate_at(settings_, passed);
    StepParams step{params_.seed, state_.steps, mu_of(settings_, state_.epoch), average_keeps()};
    step.noise = noise_at(settings_, passed);
    step.next_noise = noise_at(settings_, progress(1));
    state_.loss += engine_.step(chosen, next, step, weights_);
    ++state_.losses;
    ++state_.steps;
    state_.expressions += chosen.size();
  }

  // Half way through, what has not come near what is asked of it.
  bool give_up(double passed) {
    if (params_.least_retrieval == 0 || passed < 0.5 || judged_) return false;
    judged_ = true;
    if (state_.losses > 0) validate(false);
    unfit_ = state_.best_score.retrieval < params_.least_retrieval;
    return unfit_;
  }

  // `renew` times in the first half of the schedule.
  void renew_if_due(double passed) {
    const auto times = static_cast<double>(training_.renew);
    if (static_cast<double>(state_.renewals) >= times) return;
    if (passed < 0.5 * static_cast<double>(state_.renewals + 1) / times) return;
    ++state_.renewals;
    if (training_.settle && settle()) return;
    base::Random random = base::Random::stream(params_.seed, (uint64_t{5} << 32) + state_.steps);
    for (const size_t place : engine_.network().renew(weights_.parameters.data(), random)) {
      weights_.optimiser.mean_square[place] = 0;
      weights_.optimiser.velocity[place] = 0;
      if (!weights_.average.empty()) weights_.average[place] = weights_.parameters[place];
    }
    engine_.set(settings_);  // the weights have changed
  }

  // An exponential mean of the parameters is less noisy than any single step's. The first steps weigh less.
  [[nodiscard]] double average_keeps() const {
    const auto steps = static_cast<double>(state_.steps - state_.restart_step);
    return steps == 0 ? 0 : std::min(training_.average, (1 + steps) / (10 + steps));
  }

  // The parameters that are validated and kept.
  [[nodiscard]] const std::vector<float>& current() const {
    return weights_.average.empty() ? weights_.parameters : weights_.average;
  }

  [[nodiscard]] bool better(const ValidationScore& a, const ValidationScore& b) const {
    const double one = a.retrieval + a.deep;
    const double other = b.retrieval + b.deep;
    if (training_.by_retrieval && one != other) return one > other;
    return a.accuracy > b.accuracy || (a.accuracy == b.accuracy && a.retrieval > b.retrieval);
  }

  [[nodiscard]] ValidationScore score_of(const std::vector<float>& parameters) {
    if (params_.ranks != nullptr) order_score(*params_.ranks, parameters, has_blocks(params_.settings));
    return validator_.score(parameters, engine_.objective());
  }

  void validate(bool count_patience) {
    const base::Timed timed("validation");
    Validation validation;
    const ValidationScore score = score_of(current());
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
    const base::Timed timed("checkpoint");
    State saved = state_;
    saved.parameters = weights_.parameters;
    saved.average = weights_.average;
    saved.mean_square = weights_.optimiser.mean_square;
    saved.velocity = weights_.optimiser.velocity;
    saved.seconds = seconds();
    save_checkpoint(checkpoint_path(), saved, description());
    last_checkpoint_ = steady_clock::now();
  }

  void tell_status() {
    constexpr std::chrono::milliseconds kBetween(100);
    if (!params_.on_status || steady_clock::now() - last_status_ < kBetween) return;
    const double now = seconds();
    const double elapsed = now - mark_.seconds;
    const double speed = elapsed > 0 ? static_cast<double>(state_.expressions - mark_.expressions) / elapsed : 0;
    double left = std::numeric_limits<double>::infinity();
    if (params_.most_seconds > 0) left = params_.most_seconds - now;
    if (const double done = progress(); done > 0) left = std::min(left, now / done - now);
    if (params_.most_epochs > 0 && state_.epochs > 0) {
      left = std::min(
          left, now / static_cast<double>(state_.epochs) * static_cast<double>(params_.most_epochs - state_.epochs));
    }
    TrainStatus status;
    status.epoch = state_.epochs + 1;
    status.seconds = now;
    if (std::isfinite(left)) status.left = left;
    status.expressions_per_s = speed;
    status.loss = state_.losses == 0 ? last_loss_ : state_.loss / static_cast<double>(state_.losses);
    status.accuracy = std::max(0.0, last_accuracy_);
    status.best = std::max(0.0, state_.best_score.accuracy);
    params_.on_status(status);
    last_status_ = steady_clock::now();
  }

  [[nodiscard]] encode::Model model() const {
    encode::Model model = describe_run(task_, params_);
    model.parameters.assign(state_.best.begin(),
                            state_.best.begin() + static_cast<std::ptrdiff_t>(engine_.own_parameters()));
    model.notes["epochs"] = std::to_string(state_.epochs);
    model.notes["best_epoch"] = std::to_string(state_.best_epoch);
    model.notes["validation_accuracy"] = base::format("{:.6f}", state_.best_score.accuracy);
    if (exact_) model.notes["agrees"] = "exactly";
    return model;
  }

  const Task& task_;
  const TrainParams& params_;
  encode::Settings settings_;  // of the current restart
  const TrainingSettings training_;
  Curriculum curriculum_;
  Engine engine_;
  Weights weights_;
  State state_;
  bool resumed_ = false;
  bool exact_ = false;          // agrees with the data exactly: nothing is left to learn
  double exact_retrieval_ = 0;  // the best of what agreed exactly
  bool unfit_ = false;          // given up
  bool judged_ = false;         // whether to give up
  base::Stopwatch watch_;
  steady_clock::time_point last_checkpoint_, last_status_;
  struct {
    double seconds;
    size_t expressions;
  } mark_{};  // at the last validation, for the speed
  double last_accuracy_ = 0, last_loss_ = 0;
  Validator validator_;
  Log log_;
};

// Whether training is to find what the model's numbers are. Who asks for one of its forms knows.
bool is_searched(const encode::Settings& settings) {
  return settings.has("block") && settings.flag("points") && settings.integer("block") == 0 &&
         settings.integer("fractions") == 0 && settings.integer("relations") == 0 && !settings.flag("ordered");
}

// What has no gradients is fitted in one go.
TrainResult fit(const Task& task, const TrainParams& params) {
  const base::Stopwatch watch(params.clock);
  TrainResult result;
  result.ended = Ended::fitted;
  const auto network = models::make_network(params.settings, task.vocabulary, task.dataset->domain);
  encode::Schedule schedule;
  encode::Scheduler(task.dataset->pool, task.vocabulary).schedule(task.training.roots, schedule);
  result.model.settings = params.settings;
  result.model.vocabulary = task.vocabulary;
  result.model.domain = task.dataset->domain->name();
  result.model.definition = task.dataset->domain->definition();
  result.model.notes = {{"dataset", task.dataset->name}, {"data_hash", task.data_hash}};
  // Of the points, where the kind draws any.
  if (params.settings.kind().knows_domain()) result.model.notes["seed"] = std::to_string(params.seed);
  result.model.parameters = params.settings.kind().fit(schedule, task.vocabulary, params.seed);
  result.seconds = watch.seconds();
  if (!params.path.empty()) encode::save_model(params.path, result.model, network->layout());
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
    case Ended::schedule:
      return "schedule";
    case Ended::diverged:
      return "diverged";
    case Ended::exact:
      return "agreement";
    case Ended::unfit:
      return "giving up";
    case Ended::fitted:
      return "fitted";
  }
  return "";
}

TaskParams task_params(const TrainParams& params) {
  TaskParams task;
  if (!params.settings.kind().fitted()) task.hold_out = params.settings.number("hold_out");
  task.seed = params.seed;
  return task;
}

namespace {

TrainResult train_here(const Task& task, const TrainParams& params) {
  const kernels::FlushSubnormals flush;
  std::optional<base::FileLock> lock;
  if (!params.path.empty()) {
    base::AtomicFile probe(params.path);  // throws now rather than after hours
    lock.emplace(params.path, "being trained");
  }
  if (params.settings.kind().fitted()) return fit(task, params);
  const auto once = [&](const TrainParams& all_set) { return Trainer(task, all_set).run(); };
  return is_searched(params.settings) ? train_with_blocks(task, params, once) : once(params);
}

}  // namespace

TrainResult train(const Task& task, const TrainParams& params) {
  TrainResult result = train_here(task, params);
  if (params.ranks != nullptr) order_end(*params.ranks);  // after an error who called ends the job
  return result;
}

}  // namespace eqnet::train
