// The C interface: datasets, training, evaluation.
#include "api/c_guard.h"
#include "eqnet/api/evaluate.h"
#include "eqnet/data/dataset.h"
#include "eqnet/data/generate.h"
#include "eqnet/expr/print.h"

// NOLINTNEXTLINE(readability-identifier-naming): a name of C
struct eqnet_dataset {
  eqnet::data::Dataset dataset;
};

namespace eqnet::api {
namespace {

eqnet_dataset* with_split(data::Dataset dataset, uint64_t seed) {
  data::make_split(dataset, seed);
  return std::make_unique<eqnet_dataset>(eqnet_dataset{std::move(dataset)}).release();
}

// Thrown through the training by whoever wants it to end.
struct Stopped : base::Error {
  Stopped() : base::Error("the training was stopped") {}
};

TrainOptions options_of(const eqnet_training& own) {
  TrainOptions options;
  if (own.kind != nullptr) options.kind = own.kind;
  if (own.recipe != nullptr) options.recipe = own.recipe;
  options.settings = words(own.settings);
  options.seed = own.seed;
  options.threads = std::max<size_t>(1, own.threads);
  options.epochs = own.epochs;
  options.seconds = own.seconds;
  if (own.path != nullptr) options.path = own.path;
  if (own.progress != nullptr) {
    options.progress = [own](const TrainStatus& now) {
      const eqnet_status status{now.epoch,    now.seconds, now.left.value_or(-1), now.loss,
                                now.accuracy, now.best,    now.doing.c_str()};
      if (own.progress(&status, own.data) != 0) throw Stopped();
    };
  }
  return options;
}

void copy(const std::optional<Scores>& from, eqnet_scores& to) {
  static_assert(std::tuple_size_v<data::Curve> == EQNET_SCORES);
  to = {};
  if (!from) return;
  to.queries = from->queries;
  std::ranges::copy(from->score, to.score);
  std::ranges::copy(from->ceiling, to.ceiling);
}

}  // namespace
}  // namespace eqnet::api

using namespace eqnet;       // NOLINT(google-build-using-namespace): the functions of C are in none
using namespace eqnet::api;  // NOLINT(google-build-using-namespace)
using eqnet::base::Error;

extern "C" {

eqnet_dataset* eqnet_dataset_preset(const char* name, unsigned long long seed) {
  return guarded<eqnet_dataset*>(nullptr, {name},
                                 [&] { return with_split(data::generate(data::preset(name), seed), seed); });
}

eqnet_dataset* eqnet_dataset_generate(const char* domain, const char* operators, size_t variables, size_t max_size,
                                      size_t per_class, unsigned long long seed) {
  return guarded<eqnet_dataset*>(nullptr, {domain}, [&] {
    data::Space space;
    space.domain = chosen(domain);
    space.name = std::string(space.domain->name()) + "-v" + std::to_string(variables) + "-n" + std::to_string(max_size);
    space.variables = variables;
    space.operators = operators == nullptr ? space.domain->default_operators() : operators_of(operators, *space.domain);
    space.max_size = max_size;
    space.per_class = per_class;
    return with_split(data::generate(space, seed), seed);
  });
}

eqnet_dataset* eqnet_dataset_make(const char* domain, const char* const* texts, const char* const* classes,
                                  size_t count, unsigned long long seed) {
  return guarded<eqnet_dataset*>(nullptr, {}, [&] {
    const std::vector<std::string> expressions = strings(texts, count);
    const std::vector<std::string> names = strings(classes, count);
    std::string lines;
    for (size_t i = 0; i < count; ++i) {
      if ((names[i] + expressions[i]).find_first_of("\t\n") != std::string::npos) {
        throw Error("text " + std::to_string(i + 1) + " has a tab or a line break in it or in the name of its class");
      }
      if (names[i].empty()) throw Error("text " + std::to_string(i + 1) + " has a class without a name");
      // A sign before each name, taken away again below: "#x" would be a remark, and "{x" the beginning of JSON.
      lines += "=" + names[i] + "\t" + expressions[i] + "\n";
    }
    data::LoadParams params;
    params.domain = chosen(domain);
    data::Dataset dataset = data::load_memory(lines, "the expressions", params);
    for (data::EquivalenceClass& c : dataset.classes) c.name.erase(0, 1);
    dataset.name = "own";
    return with_split(std::move(dataset), seed);
  });
}

eqnet_dataset* eqnet_dataset_open(const char* path, const char* domain) {
  return guarded<eqnet_dataset*>(nullptr, {path}, [&] {
    data::LoadParams params;
    params.domain = chosen(domain);
    return new eqnet_dataset{data::load(path, params)};
  });
}

int eqnet_dataset_save(const eqnet_dataset* dataset, const char* folder, const char* name, int as_text) {
  return guarded(-1, {dataset, folder, name}, [&] {
    if (*name == '\0' || std::string_view(name).find('/') != std::string_view::npos) {
      throw Error("the dataset's name " + base::quoted(name) + " cannot be that of a file");
    }
    data::Dataset named = dataset->dataset;
    named.name = name;
    data::save(named, folder, as_text != 0 ? data::Format::text : data::Format::semvec);
    return 0;
  });
}

void eqnet_dataset_close(eqnet_dataset* dataset) {
  delete dataset;
}

size_t eqnet_dataset_size(const eqnet_dataset* dataset) {
  return dataset == nullptr ? 0 : data::count_expressions(dataset->dataset.classes);
}

size_t eqnet_dataset_class_count(const eqnet_dataset* dataset) {
  return dataset == nullptr ? 0 : dataset->dataset.classes.size();
}

const char* eqnet_dataset_domain(const eqnet_dataset* dataset) {
  return guarded<const char*>(nullptr, {dataset}, [&] { return dataset->dataset.domain->name().data(); });
}

eqnet_texts* eqnet_dataset_texts(const eqnet_dataset* dataset) {
  return guarded<eqnet_texts*>(nullptr, {dataset}, [&] {
    const data::Dataset& own = dataset->dataset;
    const expr::Printer printer(own.pool, own.domain->syntax());
    std::vector<std::string> texts;
    for (const data::EquivalenceClass& one : own.classes) {
      for (const expr::NodeId member : one.members) texts.push_back(printer.text(member));
    }
    return list_of(std::move(texts));
  });
}

eqnet_texts* eqnet_dataset_classes(const eqnet_dataset* dataset) {
  return guarded<eqnet_texts*>(nullptr, {dataset}, [&] {
    std::vector<std::string> names;
    for (const data::EquivalenceClass& one : dataset->dataset.classes) {
      names.insert(names.end(), one.members.size(), one.name);
    }
    return list_of(std::move(names));
  });
}

eqnet_model* eqnet_train(const eqnet_dataset* dataset, const eqnet_training* options) {
  return guarded<eqnet_model*>(nullptr, {dataset}, [&] {
    return new eqnet_model{
        Model::train(dataset->dataset, options_of(options == nullptr ? eqnet_training{} : *options))};
  });
}

int eqnet_evaluate(const eqnet_model* model, const eqnet_dataset* dataset, size_t threads, size_t most_queries,
                   eqnet_scores* seen, eqnet_scores* unseen) {
  return guarded(-1, {model, dataset, seen, unseen}, [&] {
    const Evaluation found = evaluate(model->model, dataset->dataset, {std::max<size_t>(1, threads), most_queries});
    copy(found.seen, *seen);
    copy(found.unseen, *unseen);
    return 0;
  });
}

}  // extern "C"
