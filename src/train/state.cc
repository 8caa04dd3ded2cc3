#include "train/state.h"

#include <cstdlib>

#include "base/format.h"
#include "eqnet/base/error.h"

namespace eqnet::train {
namespace {

constexpr std::string_view kFormat = "eqnet-checkpoint";
constexpr std::string_view kStatePrefix = "state.";

// Calls visit(name, field) for every number of a state, so that writing and reading cannot differ.
template <class AnyState, class Visit>
void for_each_number(AnyState& state, const Visit& visit) {
  visit("epoch", state.epoch);
  visit("epochs", state.epochs);
  visit("batch", state.batch);
  visit("steps", state.steps);
  visit("restarts", state.restarts);
  visit("restart_step", state.restart_step);
  visit("renewals", state.renewals);
  visit("own_best_accuracy", state.own_best.accuracy);
  visit("own_best_retrieval", state.own_best.retrieval);
  visit("own_best_deep", state.own_best.deep);
  visit("loss", state.loss);
  visit("losses", state.losses);
  visit("validations", state.validations);
  visit("since_best", state.since_best);
  visit("best_epoch", state.best_epoch);
  visit("best_step", state.best_step);
  visit("best_accuracy", state.best_score.accuracy);
  visit("best_retrieval", state.best_score.retrieval);
  visit("best_deep", state.best_score.deep);
  visit("seconds", state.seconds);
  visit("expressions", state.expressions);
}

template <class AnyState, class Visit>
void for_each_array(AnyState& state, const Visit& visit) {
  visit("parameters", state.parameters);
  visit("best", state.best);
  visit("average", state.average);
  visit("mean_square", state.mean_square);
  visit("velocity", state.velocity);
}

std::string text_of(size_t number) {
  return std::to_string(number);
}
std::string text_of(double number) {  // hexadecimal: every bit comes back
  return base::format("{:a}", number);
}

void read_number(const std::string& text, size_t& number) {
  number = std::strtoull(text.c_str(), nullptr, 10);
}
void read_number(const std::string& text, double& number) {
  number = std::strtod(text.c_str(), nullptr);
}

}  // namespace

void save_checkpoint(const std::string& path, const State& state, const encode::Metadata& run) {
  encode::TensorFile file{run, {}};
  file.metadata["format"] = kFormat;
  for_each_number(state, [&](const char* name, const auto& number) {
    file.metadata[std::string(kStatePrefix) + name] = text_of(number);
  });
  for_each_array(state, [&](const char* name, const std::vector<float>& array) {
    file.tensors.push_back({name, {array.size()}, array});
  });
  encode::write_tensors(path, file);
}

State load_checkpoint(const std::string& path, const encode::Metadata& run) {
  const encode::TensorFile file = encode::read_tensors(path);
  const std::string remedy = "delete it to start anew, or write the model to another file";
  for (const auto& [key, value] : run) {
    if (key == "format") continue;
    const auto found = file.metadata.find(key);
    if (found != file.metadata.end() && found->second == value) continue;
    const std::string other = found == file.metadata.end() ? "nothing" : base::quoted(found->second);
    std::string what = "is the checkpoint of another run: its ";
    what.append(key).append(" is ").append(other).append(", here it is ").append(base::quoted(value));
    throw base::Error(path, what, remedy);
  }
  State state;
  for_each_number(state, [&](const char* name, auto& number) {
    const auto found = file.metadata.find(std::string(kStatePrefix) + name);
    if (found == file.metadata.end()) throw base::Error(path, std::string("lacks ") + name, remedy);
    read_number(found->second, number);
  });
  for_each_array(state, [&](const char* name, std::vector<float>& array) { array = file.tensor(name).values; });
  return state;
}

}  // namespace eqnet::train
