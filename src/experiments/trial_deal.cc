#include "experiments/trial_deal.h"

#include "base/packet.h"

namespace eqnet::experiments {
namespace {

// What a rank is told of a trial, and what comes back. An empty message is the end.
std::string question(const Trial& trial, const std::vector<std::vector<double>>& before) {
  base::PacketWriter packet;
  packet.add(trial.number).add(trial.settings.size());
  for (const auto& [name, value] : trial.settings) packet.add(name).add(value);
  packet.add(before.size());
  for (const std::vector<double>& scores : before) packet.add(std::span(scores));
  return std::move(packet).take();
}

Trial trial_in(base::PacketReader& packet) {
  Trial trial;
  trial.number = packet.number<size_t>();
  for (auto count = packet.number<size_t>(); count > 0; --count) {
    const std::string name = packet.text();
    trial.settings[name] = packet.text();
  }
  return trial;
}

std::string answer(const Trial& trial) {
  base::PacketWriter packet;
  packet.add(std::span(trial.scores)).add(trial.steps).add(static_cast<uint8_t>(trial.whole ? 1 : 0));
  return std::move(packet.add(trial.seconds).add(trial.failed)).take();
}

void fill_in(Trial& trial, std::string bytes) {
  base::PacketReader packet(std::move(bytes));
  packet.numbers(trial.scores);
  trial.steps = packet.number<size_t>();
  trial.whole = packet.number<uint8_t>() != 0;
  trial.seconds = packet.number<double>();
  trial.failed = packet.text();
}

}  // namespace

void deal_trials(base::Ranks& ranks, const std::vector<Trial*>& trials, const std::vector<std::vector<double>>& before,
                 const std::function<void(const Trial&)>& finished) {
  std::vector<Trial*> of_rank(ranks.size());
  size_t next = 0;
  for (size_t rank = 1; rank < ranks.size() && next < trials.size(); ++rank, ++next) {
    of_rank[rank] = trials[next];
    ranks.send(question(*trials[next], before), rank);
  }
  for (size_t done = 0; done < trials.size(); ++done) {
    auto [rank, bytes] = ranks.receive();
    Trial& trial = *of_rank[rank];
    fill_in(trial, std::move(bytes));
    if (next < trials.size()) {
      of_rank[rank] = trials[next++];
      ranks.send(question(*of_rank[rank], before), rank);
    }
    finished(trial);
  }
}

void deal_no_more(base::Ranks& ranks) {
  for (size_t rank = 1; rank < ranks.size(); ++rank) ranks.send("", rank);
}

void run_dealt_trials(base::Ranks& ranks, const TrialRunner& runner) {
  for (;;) {
    std::string bytes = ranks.receive().second;
    if (bytes.empty()) return;
    base::PacketReader packet(std::move(bytes));
    Trial trial = trial_in(packet);
    std::vector<std::vector<double>> before(packet.number<size_t>());
    for (std::vector<double>& scores : before) packet.numbers(scores);
    runner.run(trial, before);
    ranks.send(answer(trial), 0);
  }
}

}  // namespace eqnet::experiments
