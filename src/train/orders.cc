#include "train/orders.h"

#include <array>
#include <cstring>

#include "base/packet.h"
#include "kernels/subnormals.h"
#include "models/registry.h"
#include "train/training_settings.h"
#include "train/validate.h"

namespace eqnet::train {
namespace {

enum class Kind : uint8_t { engine, step, score, end };

// An order of usual length, with the batch of a thousand expressions in it, takes one message: its length goes before
// it. Only what is longer takes a second one.
constexpr size_t kFirst = 4608;

void give(base::Ranks& ranks, std::string order) {
  std::array<char, kFirst> first{};
  const size_t size = order.size();
  std::memcpy(first.data(), &size, sizeof size);
  const size_t fits = std::min(size, kFirst - sizeof size);
  std::memcpy(first.data() + sizeof size, order.data(), fits);
  ranks.broadcast(first.data(), kFirst);
  if (fits < size) ranks.broadcast(order.data() + fits, size - fits);
}

base::PacketReader take(base::Ranks& ranks) {
  std::array<char, kFirst> first{};
  ranks.broadcast(first.data(), kFirst);
  size_t size = 0;
  std::memcpy(&size, first.data(), sizeof size);
  std::string order(size, ' ');
  const size_t fits = std::min(size, kFirst - sizeof size);
  std::memcpy(order.data(), first.data() + sizeof size, fits);
  if (fits < size) ranks.broadcast(order.data() + fits, size - fits);
  return base::PacketReader(std::move(order));
}

base::PacketWriter order(Kind kind) {
  base::PacketWriter packet;
  packet.add(static_cast<uint8_t>(kind));
  return packet;
}

void add(base::PacketWriter& packet, const encode::Settings& settings) {
  const auto values = settings.values();
  packet.add(settings.kind().name).add(values.size());
  for (const auto& [name, value] : values) packet.add(name).add(value);
}

encode::Settings settings_in(base::PacketReader& packet) {
  encode::Settings settings = models::settings(packet.text());
  for (auto count = packet.number<size_t>(); count > 0; --count) {
    const std::string name = packet.text();
    settings.set(name, packet.text());
  }
  return settings;
}

// What a rank other than 0 has: what rank 0's trainer has, but for the trainer.
class Follower {
 public:
  Follower(const Task& task, size_t threads, base::Ranks& ranks) : task_(task), threads_(threads), ranks_(ranks) {}

  void run() {
    for (;;) {
      base::PacketReader packet = take(ranks_);
      switch (static_cast<Kind>(packet.number<uint8_t>())) {
        case Kind::engine:
          validator_.reset();
          engine_.emplace(task_, settings_in(packet), threads_, &ranks_);
          break;
        case Kind::step:
          step(packet);
          break;
        case Kind::score:
          score(packet);
          break;
        case Kind::end:
          return;
      }
    }
  }

 private:
  void step(base::PacketReader& packet) {
    if (packet.number<uint8_t>() != 0) {
      const encode::Settings settings = settings_in(packet);
      engine_->set(settings);
      weights_.optimiser.params = TrainingSettings(settings).optimiser;
      for (std::vector<float>* numbers :
           {&weights_.parameters, &weights_.average, &weights_.optimiser.mean_square, &weights_.optimiser.velocity}) {
        packet.numbers(*numbers);
      }
      weights_.optimiser.steps = packet.number<size_t>();
    }
    packet.numbers(batch_);
    if (batch_.empty()) std::swap(batch_, next_);
    packet.numbers(next_);
    StepParams params;
    params.seed = packet.number<uint64_t>();
    params.step = packet.number<size_t>();
    for (double* number : {&params.mu, &params.keep, &params.noise, &params.next_noise}) {
      *number = packet.number<double>();
    }
    weights_.optimiser.params.learning_rate = packet.number<double>();
    engine_->step(batch_, next_, params, weights_);
  }

  void score(base::PacketReader& packet) {
    const bool deep = packet.number<uint8_t>() != 0;
    std::vector<float> parameters;
    packet.numbers(parameters);
    if (!validator_) validator_.emplace(task_, engine_->network(), threads_, deep, &ranks_);
    (void)validator_->score(parameters, engine_->objective());  // rank 0 has the same
  }

  const Task& task_;
  size_t threads_;
  base::Ranks& ranks_;
  std::optional<Engine> engine_;
  std::optional<Validator> validator_;
  Weights weights_;
  std::vector<uint32_t> batch_, next_;
};

}  // namespace

void order_engine(base::Ranks& ranks, const encode::Settings& settings) {
  base::PacketWriter packet = order(Kind::engine);
  add(packet, settings);
  give(ranks, std::move(packet).take());
}

void order_step(base::Ranks& ranks, const StepOrder& what) {
  base::PacketWriter packet = order(Kind::step);
  packet.add(static_cast<uint8_t>(what.changed ? 1 : 0));
  if (what.changed) {
    const Weights& weights = *what.changed->weights;
    add(packet, *what.changed->settings);
    for (const std::vector<float>* numbers :
         {&weights.parameters, &weights.average, &weights.optimiser.mean_square, &weights.optimiser.velocity}) {
      packet.add(std::span(*numbers));
    }
    packet.add(weights.optimiser.steps);
  }
  packet.add(what.batch).add(what.next).add(what.params.seed).add(what.params.step);
  for (const double number : {what.params.mu, what.params.keep, what.params.noise, what.params.next_noise}) {
    packet.add(number);
  }
  packet.add(what.learning_rate);
  give(ranks, std::move(packet).take());
}

void order_score(base::Ranks& ranks, const std::vector<float>& parameters, bool deep) {
  base::PacketWriter packet = order(Kind::score);
  packet.add(static_cast<uint8_t>(deep ? 1 : 0)).add(std::span(parameters));
  give(ranks, std::move(packet).take());
}

void order_end(base::Ranks& ranks) {
  give(ranks, std::move(order(Kind::end)).take());
}

void follow(const Task& task, size_t threads, base::Ranks& ranks) {
  const kernels::FlushSubnormals flush;  // as rank 0 does
  Follower(task, threads, ranks).run();
}

}  // namespace eqnet::train
