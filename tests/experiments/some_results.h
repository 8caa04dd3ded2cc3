// Results of `reproduce` as they might be, and their means by plain loops.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>

#include "base/random.h"
#include "experiments/averages.h"
#include "experiments/published.h"

namespace eqnet::experiments {

using Group = Cell::Group;

inline CellResult result(Group group, const std::string& dataset, const std::string& model, uint64_t seed = 1,
                         const std::string& test = "", size_t random_size = 0) {
  CellResult r;
  r.cell.group = group;
  r.cell.dataset = dataset;
  r.cell.test = test.empty() ? dataset : test;
  r.cell.variant = {model, model, {}};
  r.cell.seed = seed;
  r.cell.random_size = random_size;
  return r;
}

inline CellResult::Part part_with(double score, double ceiling = 1) {
  CellResult::Part part;
  part.queries = 10;
  part.score.fill(score);
  part.ceiling.fill(ceiling);
  part.score_auc = score;
  return part;
}

inline CellResult::Part random_part(base::Random& random, bool curves) {
  CellResult::Part part;
  part.queries = 1 + random.below(1000);
  for (double& value : part.score) value = random.uniform();
  for (double& value : part.ceiling) value = random.uniform();
  part.score_auc = random.uniform();
  if (!curves) return part;
  part.pr_auc = random.uniform();
  part.roc_auc = random.uniform();
  for (auto* points : {&part.precision_recall, &part.roc}) {
    double x = 0.02 * static_cast<double>(random.below(2));
    for (size_t i = 2 + random.below(30); i > 0; --i) {
      points->emplace_back(std::min(1.0, x), random.uniform());
      x += 0.02 * static_cast<double>(random.below(5));  // often straight up or down, often at a place of the grid
    }
  }
  return part;
}

// Some datasets and pairs with different numbers of seeds, some parts and curves missing.
inline Results random_results(uint64_t seed) {
  base::Random random(seed);
  Results results;
  const auto add = [&](CellResult r) {
    r.seconds = random.uniform();
    if (random.below(5) > 0) r.seen = random_part(random, random.below(4) > 0);
    if (random.below(5) > 0) r.unseen = random_part(random, random.below(4) > 0);
    results.push_back(std::move(r));
  };
  for (const char* model : {"tfidf", "eqnet", "eqnet-mul"}) {
    for (const char* dataset : {"boolean5", "boolean8", "simpleBoolean8", "poly5", "simplepoly8", "oneVarPoly10"}) {
      for (uint64_t s = random.below(4); s > 0; --s) add(result(Group::models, dataset, model, s));
    }
    for (const TransferPair& pair : transfer_pairs()) {
      for (uint64_t s = random.below(3); s > 0; --s) {
        add(result(Group::transfer, std::string(pair.train), model, s, std::string(pair.test)));
      }
    }
    for (const size_t size : {21, 51}) {
      for (uint64_t s = random.below(3); s > 0; --s) add(result(Group::depth, "poly8", model, s, "", size));
    }
    add(result(Group::frontier, "boolean13", model));
    for (const char* dataset : {"ring", "words"}) {
      for (uint64_t s = random.below(4); s > 0; --s) add(result(Group::algebras, dataset, model, s));
      for (uint64_t s = random.below(4); s > 0; --s) add(result(Group::algebras, dataset, model, s, "", 21));
    }
  }
  for (const char* variant : {"eqnet-no-residual", "eqnet-mul-D8"}) {
    for (uint64_t s = 1; s <= 2; ++s) add(result(Group::ablations, "boolean5", variant, s));
    add(result(Group::ablations, "poly5", variant));
  }
  return results;
}

using Numbers = std::vector<double>;
inline double mean_of(const Numbers& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum / static_cast<double>(numbers.size());
}

// The parts of the cells that are meant, one a seed.
inline std::vector<CellResult::Part> parts(const Results& results, Group group, const std::string& dataset,
                                           const std::string& test, const std::string& model, const std::string& part) {
  std::vector<CellResult::Part> found;
  for (const CellResult& r : results) {
    if (r.cell.group != group || r.cell.dataset != dataset || r.cell.test != test || r.cell.variant.name != model) {
      continue;
    }
    const auto& which = part == "seen" ? r.seen : r.unseen;
    if (which) found.push_back(*which);
  }
  return found;
}

// A number of each part, averaged; adds nothing where no part has it.
using Get = std::function<std::optional<double>(const CellResult::Part&)>;
inline void add_mean(Numbers& numbers, const std::vector<CellResult::Part>& parts, const Get& get) {
  Numbers own;
  for (const CellResult::Part& part : parts) {
    if (const auto number = get(part)) own.push_back(*number);
  }
  if (!own.empty()) numbers.push_back(mean_of(own));
}
inline Get score_at(size_t k) {
  return [k](const CellResult::Part& part) { return std::optional(part.score[k - 1]); };
}
inline Get ceiling_at(size_t k) {
  return [k](const CellResult::Part& part) { return std::optional(part.ceiling[k - 1]); };
}

// By looking for the two points around x from the left.
inline double by_scanning(const CellResult::Part::Curve& curve, double x) {
  double top = -1;
  for (const auto& [at, value] : curve) {
    if (at == x) top = std::max(top, value);
  }
  if (top >= 0) return top;
  if (x < curve.front().first) return curve.front().second;
  if (x > curve.back().first) return curve.back().second;
  size_t i = 0;
  while (curve[i + 1].first < x) ++i;
  const auto [x0, y0] = curve[i];
  const auto [x1, y1] = curve[i + 1];
  return (y0 * (x1 - x) + y1 * (x - x0)) / (x1 - x0);
}

constexpr double kNear = 1e-9;

inline const std::vector<std::string> kDatasets = [] {
  std::vector<std::string> names;
  for (const PublishedRow& row : published_scores()) names.emplace_back(row.preset);
  return names;
}();

}  // namespace eqnet::experiments
