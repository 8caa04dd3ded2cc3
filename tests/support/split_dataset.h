// Datasets with a split: a generated one, and tiny ones written out in a test.
#pragma once

#include <sstream>
#include <string>

#include "eqnet/data/dataset.h"
#include "eqnet/data/generate.h"
#include "eqnet/expr/parse.h"

namespace eqnet::testing {

inline data::Dataset generated(const std::string& preset, uint64_t seed = 1) {
  data::Dataset dataset = data::generate(data::preset(preset), seed);
  data::make_split(dataset, seed);
  return dataset;
}

// From lines "part<TAB>class<TAB>expression"; the parts are train, validation, seen and unseen.
inline data::Dataset split_dataset(const std::string& lines, const data::LoadParams& params = {}) {
  const auto for_lines = [&](const auto& visit) {
    std::istringstream stream(lines);
    for (std::string part, name, text;
         std::getline(stream, part, '\t') && std::getline(stream, name, '\t') && std::getline(stream, text);) {
      visit(part, name, text);
    }
  };
  std::string main;
  for_lines(
      [&](const std::string&, const std::string& name, const std::string& text) { main += name + "\t" + text + "\n"; });
  data::Dataset dataset = data::load_memory(main, "FILE", params);
  dataset.name = "tiny";
  dataset.split.emplace();
  for_lines([&](const std::string& part, const std::string& name, const std::string& text) {
    constexpr std::array kNames = {"train", "validation", "seen", "unseen"};
    size_t number = 0;
    while (part != kNames.at(number)) ++number;
    data::Classes& classes = (*dataset.split)[number];
    if (classes.empty() || classes.back().name != name) classes.push_back({name, {}});
    classes.back().members.push_back(expr::parse(text, dataset.domain->syntax(), dataset.pool));
  });
  return dataset;
}

}  // namespace eqnet::testing
