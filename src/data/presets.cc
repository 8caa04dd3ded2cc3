#include "base/suggest.h"
#include "eqnet/base/error.h"
#include "eqnet/data/generate.h"

namespace eqnet::data {
namespace {

using Operators = std::vector<std::string>;

Operators simple_boolean() {
  return {"And", "Or", "Not"};
}
Operators boolean() {
  return {"And", "Or", "Not", "Xor", "Implies"};
}
Operators linear() {
  return {"Add", "Subtract"};
}
Operators polynomial() {
  return {"Add", "Subtract", "Multiply"};
}
Operators rational() {
  return {"Add", "Subtract", "Multiply", "Divide"};
}
Operators elementary() {
  return {"Add", "Subtract", "Multiply", "Divide", "Sqrt", "Exp", "Log", "Sin", "Cos"};
}
Operators without_angles() {
  return {"Add", "Subtract", "Multiply", "Divide", "Sqrt", "Exp", "Log"};
}

Space real_space(const char* name, size_t variables, Operators operators, size_t max_size, size_t per_class) {
  return {name, "", &domain::real(), variables, std::move(operators), max_size, per_class, {"1", "2"}};
}

}  // namespace

const std::vector<Space>& presets() {
  static const std::vector<Space> all = {
      {"simpleBoolean8", "SimpBool8", &domain::boolean(), 3, simple_boolean(), 8, 0},
      {"simpleBoolean10", "SimpBool10", &domain::boolean(), 3, simple_boolean(), 10, 200},
      {"boolean5", "Bool5", &domain::boolean(), 3, boolean(), 5, 0},
      {"boolean8", "Bool8", &domain::boolean(), 3, boolean(), 8, 0},
      {"boolean10", "Bool10", &domain::boolean(), 3, boolean(), 10, 200},
      {"largeSimpleBoolean5", "SimpBoolL5", &domain::boolean(), 10, simple_boolean(), 5, 0},
      {"largeBoolean5", "BoolL5", &domain::boolean(), 10, boolean(), 5, 0},
      {"simplepoly5", "SimpPoly5", &domain::polynomial(), 3, linear(), 5, 0},
      {"simplepoly8", "SimpPoly8", &domain::polynomial(), 3, linear(), 8, 0},
      {"simplepoly10", "SimpPoly10", &domain::polynomial(), 3, linear(), 10, 0},
      {"oneVarPoly10", "oneV-Poly10", &domain::polynomial(), 1, polynomial(), 10, 0},
      {"oneVarPoly13", "oneV-Poly13", &domain::polynomial(), 1, polynomial(), 13, 0},
      {"poly5", "Poly5", &domain::polynomial(), 3, polynomial(), 5, 0},
      {"poly8", "Poly8", &domain::polynomial(), 3, polynomial(), 8, 0},
      {"mediumBoolean7", "", &domain::boolean(), 4, boolean(), 7, 500},
  };
  return all;
}

const std::vector<Space>& frontier_presets() {
  static const std::vector<Space> all = {
      {"frontierBoolean4", "", &domain::boolean(), 4, boolean(), 10, 10},
      {"frontierBoolean5", "", &domain::boolean(), 5, boolean(), 8, 10},
      {"frontierBoolean6", "", &domain::boolean(), 6, boolean(), 7, 10},
      {"frontierPoly3", "", &domain::polynomial(), 3, polynomial(), 11, 10},
  };
  return all;
}

const std::vector<Space>& real_presets() {
  static const std::vector<Space> all = {
      real_space("rational5", 3, rational(), 5, 0),
      real_space("rational7", 2, rational(), 7, 8),
      real_space("elementary5", 2, elementary(), 5, 0),
      {"elementary7", "", &domain::real(), 1, without_angles(), 7, 0},
  };
  return all;
}

const Space* find_preset(std::string_view name) {
  for (const std::vector<Space>* presets_of : {&presets(), &frontier_presets(), &real_presets()}) {
    for (const Space& space : *presets_of) {
      if (space.name == name || (!space.paper.empty() && space.paper == name)) return &space;
    }
  }
  return nullptr;
}

const Space& preset(std::string_view name) {
  if (const Space* found = find_preset(name)) return *found;
  std::vector<std::string> names;
  std::string list;
  for (const std::vector<Space>* presets_of : {&presets(), &frontier_presets(), &real_presets()}) {
    for (const Space& space : *presets_of) {
      names.push_back(space.name);
      if (!space.paper.empty()) names.push_back(space.paper);
      list += (list.empty() ? "" : ", ") + space.name;
    }
  }
  throw base::Error("preset " + base::quoted(name) + " is not known; " +
                    base::did_you_mean(name, names, "choose from " + list));
}

}  // namespace eqnet::data
