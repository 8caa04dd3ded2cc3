#include "models/registry.h"

#include <stdexcept>

#include "base/suggest.h"
#include "eqnet/base/error.h"
#include "models/kinds.h"

namespace eqnet::models {

std::span<const encode::ModelKind* const> kinds() {
  static const encode::ModelKind* const all[] = {
      &eqnet(), &eqnet_mul(), &treenn1(), &treenn2(), &gru(), &stackrnn(), &tfidf(), &values(),
  };
  return all;
}

const std::vector<std::string>& kind_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    for (const encode::ModelKind* kind : kinds()) made.push_back(kind->name);
    return made;
  }();
  return names;
}

const encode::ModelKind* find_kind(std::string_view name) {
  for (const encode::ModelKind* kind : kinds()) {
    if (kind->name == name) return kind;
  }
  return nullptr;
}

const encode::ModelKind& kind(std::string_view name) {
  if (const encode::ModelKind* found = find_kind(name)) return *found;
  std::string known;
  for (const std::string& other : kind_names()) known += (known.empty() ? "" : ", ") + other;
  throw base::Error("there is no model " + base::quoted(name) + "; " +
                    base::did_you_mean(name, kind_names(), "choose one of " + known));
}

encode::Settings settings(std::string_view kind_name, std::string_view recipe) {
  return encode::Settings(kind(kind_name), recipe);
}

std::unique_ptr<encode::Network<float>> make_network(const encode::Settings& settings,
                                                     const encode::Vocabulary& vocabulary,
                                                     const domain::Domain* domain) {
  const encode::ModelKind& kind = settings.kind();
  if (!kind.knows_domain()) return kind.make(settings, vocabulary);
  if (domain == nullptr) throw std::logic_error("model " + kind.name + " needs a domain");
  return kind.make_in_domain(settings, vocabulary, *domain);
}

}  // namespace eqnet::models
