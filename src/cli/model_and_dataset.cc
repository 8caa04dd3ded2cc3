#include "cli/model_and_dataset.h"

#include <algorithm>
#include <functional>

#include "base/files.h"
#include "base/format.h"
#include "base/progress.h"
#include "eval/evaluate.h"
#include "models/registry.h"

namespace eqnet::cli {
namespace {

constexpr const char* kValues = "values";

models::Encoder values_for(const data::Dataset& dataset) {
  constexpr uint64_t kSeed = 1;
  encode::Model model;
  model.settings = models::settings(kValues);
  model.vocabulary = encode::Vocabulary::of(dataset.pool, eval::members_of(dataset).expressions);
  model.domain = dataset.domain->name();
  model.definition = dataset.domain->definition();
  model.parameters = model.settings.kind().fit({}, model.vocabulary, kSeed);
  return {std::move(model), kValues};
}

}  // namespace

ModelAndDataset load_both(const std::string& model, const std::string& dataset, const std::string& domain,
                          bool expressions_only) {
  if (model == kValues && !base::is_file(model)) {
    data::LoadParams load;
    load.domain = chosen_domain(domain);
    load.with_split = !expressions_only;
    load.lists = expressions_only;
    data::Dataset loaded = data::load(dataset, load);
    models::Encoder encoder = values_for(loaded);
    return {std::move(encoder), std::move(loaded)};
  }
  models::Encoder encoder = models::Encoder::load(model);
  data::Dataset loaded = load_for(encoder.model(), dataset, domain, expressions_only);
  return {std::move(encoder), std::move(loaded)};
}

void require_same_inputs(base::Ranks* ranks, const ModelAndDataset& both) {
  if (ranks == nullptr) return;
  const auto words = [](const std::string& bytes) { return base::format("{:016x}", std::hash<std::string>()(bytes)); };
  const std::string remedy = "give all machines the same file";
  base::require_same(ranks, "the model", words(encode::model_bytes(both.encoder.model(), both.encoder.layout())),
                     remedy);
  // Nodes have numbers in the order in which a file names them.
  std::string members;
  const auto add = [&](const data::Classes& classes) {
    for (const data::EquivalenceClass& c : classes) {
      members.append(c.name).append(reinterpret_cast<const char*>(c.members.data()), std::span(c.members).size_bytes());
    }
    members += '\n';
  };
  add(both.dataset.classes);
  if (both.dataset.split) std::ranges::for_each(*both.dataset.split, add);
  base::require_same(
      ranks, "dataset " + both.dataset.name,
      base::with_commas(data::count_expressions(both.dataset.classes)) + " expressions, " + words(members), remedy);
}

std::string model_or_values_help() {
  return model_help() + "; or values, without a training";
}

}  // namespace eqnet::cli
