// Which classes of a dataset finite algebras tell apart.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "train/finite_tables.h"

namespace eqnet::train {

// Terms that are classes, smallest first, and which of them are told apart.
class Cells {
 public:
  explicit Cells(const Equations& equations) : terms_(equations.class_terms()) {
    std::ranges::sort(terms_);
    terms_.erase(std::unique(terms_.begin(), terms_.end()), terms_.end());
    std::ranges::stable_sort(terms_, {}, [&](uint32_t term) { return equations.size[term]; });
    clear();
  }

  [[nodiscard]] size_t size() const { return terms_.size(); }
  [[nodiscard]] bool all_apart() const { return count_ == terms_.size(); }
  void clear() {
    cell_.assign(terms_.size(), 0);
    count_ = std::min<size_t>(1, terms_.size());
  }
  // By their values under all assignments of the tables.
  void refine(const Equations& equations, const FiniteTables& tables) {
    std::vector<uint8_t> values;
    for (const auto& leaves : tables.assignments) {
      tables.evaluate(equations, leaves, values);
      std::unordered_map<uint64_t, uint32_t> numbers;
      for (size_t i = 0; i < terms_.size(); ++i) {
        const uint64_t key = uint64_t{cell_[i]} << 8 | values[terms_[i]];
        cell_[i] = numbers.emplace(key, static_cast<uint32_t>(numbers.size())).first->second;
      }
      count_ = numbers.size();
    }
  }
  // The smallest terms that are not told apart. require: there are some.
  [[nodiscard]] std::pair<uint32_t, uint32_t> first_pair() const {
    std::unordered_map<uint32_t, uint32_t> seen;
    for (size_t i = 0;; ++i) {
      const auto [entry, is_new] = seen.emplace(cell_[i], terms_[i]);
      if (!is_new) return {entry->second, terms_[i]};
    }
  }

 private:
  std::vector<uint32_t> terms_;
  std::vector<uint32_t> cell_;  // equal where nothing tells them apart
  size_t count_ = 0;
};

}  // namespace eqnet::train
