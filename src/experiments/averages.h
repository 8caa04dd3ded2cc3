// Numbers of many cells taken together: what tables and figures are made of.
#pragma once

#include <functional>

#include "experiments/cell.h"

namespace eqnet::experiments {

constexpr size_t kFive = 4;      // score_5's place in a curve
constexpr size_t kFifteen = 14;  // score_15's

using Results = std::vector<CellResult>;
using Filter = std::function<bool(const CellResult&)>;
using Value = std::function<std::optional<double>(const CellResult&)>;

// The mean over the cells that pass a filter and have the value: over seeds, where the filter is of one dataset.
// Nothing where no cell has it.
std::optional<double> mean(const Results& results, const Filter& filter, const Value& value);

// The mean of those that are there, nothing where none is: over datasets, where each number is a dataset's mean.
std::optional<double> mean_of(const std::vector<std::optional<double>>& numbers);

// Both over the fourteen datasets: each counts once however many seeds it has.
std::optional<double> mean_over_datasets(const Results& results, Cell::Group group, const std::string& variant,
                                         const Value& value);

// Cells of a group, a dataset that was trained on (empty: all) and a variant.
Filter of(Cell::Group group, const std::string& dataset, const std::string& variant);

const std::optional<CellResult::Part>& part(const CellResult& result, bool seen);
std::optional<double> unseen_5(const CellResult& result);
std::optional<double> seen_5(const CellResult& result);
std::optional<double> unseen_auc(const CellResult& result);
std::optional<double> seen_auc(const CellResult& result);
// An area of a part: under score_k, or under one of the curves over pairs where the cell has them.
Value area_of(double CellResult::Part::*which, bool seen);
// A score as a share of its ceiling; k counts from 0.
Value share_of_ceiling(bool seen, size_t k);

// Those of the grid's models (model_variants) that there are cells of, in their order.
std::vector<std::string> model_names(const Results& results);
bool has_published(const std::string& model);

}  // namespace eqnet::experiments
