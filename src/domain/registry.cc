#include "domain/registry.h"

#include <algorithm>
#include <mutex>

#include "eqnet/base/error.h"

namespace eqnet::domain {
namespace {

// Made on first use and never destroyed: what was handed out stays.
struct Registry {
  std::mutex mutex;
  std::vector<std::unique_ptr<const Domain>> all;

  Registry() {
    all.push_back(make_boolean());
    all.push_back(make_polynomial());
    all.push_back(make_real());  // behind polynomials: sums and products of data are theirs
    all.push_back(make_open());
  }
};

Registry& registry() {
  static auto* const only = new Registry;
  return *only;
}

}  // namespace

std::vector<const Domain*> domains() {
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  std::vector<const Domain*> all;
  for (const auto& domain : known.all) all.push_back(domain.get());
  return all;
}

std::string domain_names() {
  const std::vector<const Domain*> all = domains();
  std::string names;
  for (size_t i = 0; i < all.size(); ++i) {
    names.append(i == 0 ? "" : i + 1 == all.size() ? " or " : ", ").append(all[i]->name());
  }
  return names;
}

namespace {

const Domain* find(std::string_view name) {
  for (const Domain* domain : domains()) {
    if (domain->name() == name) return domain;
  }
  return nullptr;
}

[[noreturn]] void unknown(std::string_view name) {
  throw base::Error("domain " + base::quoted(name) + " is not known; choose " + domain_names());
}

}  // namespace

const Domain& domain_of(std::string_view name_or_path) {
  if (const Domain* known = find(name_or_path)) return *known;
  if (name_or_path.ends_with(".toml")) return domain_from_file(std::string(name_or_path));
  unknown(name_or_path);
}

const Domain& domain_of(std::string_view name, std::string_view definition) {
  if (!definition.empty()) return domain_from_toml(definition, "the definition of " + base::quoted(name));
  if (const Domain* known = find(name)) return *known;
  unknown(name);
}

const Domain& add_domain(std::unique_ptr<const Domain> domain) {
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  for (const auto& other : known.all) {
    if (other->name() == domain->name()) {
      throw base::Error("there is a domain " + base::quoted(domain->name()) + " already; choose another name");
    }
  }
  known.all.push_back(std::move(domain));
  return *known.all.back();
}

const Domain& boolean() {
  return domain_of("boolean");
}
const Domain& polynomial() {
  return domain_of("polynomial");
}
const Domain& real() {
  return domain_of("real");
}
const Domain& open() {
  return domain_of("open");
}

const Domain* guess(std::string_view text) {
  for (const Domain* domain : domains()) {
    if (domain->recognises(text)) return domain;
  }
  return nullptr;
}

const Domain& choose(std::string_view text, std::string_view assumptions) {
  if (!assumptions.empty()) {
    const std::vector<const Domain*> all = domains();
    const auto takes = std::ranges::find_if(all, &Domain::takes_assumptions);
    if (takes != all.end()) return **takes;
  }
  const Domain* guessed = guess(text);
  return guessed != nullptr ? *guessed : default_domain();
}

const Domain& default_domain() {
  return polynomial();
}

}  // namespace eqnet::domain
