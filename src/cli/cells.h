// The cells of `reproduce`: one training and evaluation each, one JSON file each.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eqnet/data/dataset.h"
#include "eqnet/data/stats.h"

namespace eqnet::cli {

// A model of the grid: a kind with some settings changed.
struct Variant {
  std::string name;                   // "eqnet", "eqnet-no-autoencoder", …
  std::string kind;                   // of the model
  std::vector<std::string> settings;  // assignments
  std::string recipe = {};            // instead of the grid's
};
// The paper's six models and eqnet-mul; the ablations of EqNet and eqnet-mul.
const std::vector<Variant>& model_variants();
const std::vector<Variant>& ablation_variants();

struct Cell {
  enum class Group { models, ablations, transfer, depth, frontier };
  Group group = Group::models;
  std::string dataset;     // trained on
  std::string test;        // evaluated on; depth: the dataset's symbols in random trees
  size_t random_size = 0;  // depth: of those trees
  Variant variant;
  uint64_t seed = 1;

  [[nodiscard]] std::string key() const;        // the file's name: "boolean8.eqnet.seed1"
  [[nodiscard]] std::string model_key() const;  // of the trained model: the same without the test set
};
std::string_view name(Cell::Group group);
// Whether the cells of a group take the models of another.
bool reuses_models(Cell::Group group);

struct CellParams {
  std::string folder;       // RESULTS
  std::string recipe;       // of the settings
  double seconds = 240;     // most of a training
  size_t most_queries = 0;  // a part; 0: all
  double budget = 0;        // of the whole grid in minutes, for the record; 0: none
};

using DatasetPtr = std::shared_ptr<const data::Dataset>;

// Trains (or takes the model that is there), evaluates, writes RESULTS/cells/KEY.json.
void run_cell(const Cell& cell, const DatasetPtr& train, const DatasetPtr& test, const CellParams& params);

// What a cell's file says.
struct CellResult {
  Cell cell;
  std::string revision;
  double seconds = 0;
  size_t epochs = 0;
  std::string ended;
  double validation_accuracy = 0;
  struct Part {
    data::Curve score{}, ceiling{};
    double score_auc = 0, pr_auc = 0, roc_auc = 0;
  };
  std::optional<Part> seen, unseen;
  struct Confusion {
    std::string query, neighbour;
    bool same = false;
  };
  std::vector<Confusion> confusions;  // nearest neighbours of another class, the most similar first
  std::vector<Confusion> examples;    // of the paper's table
};

std::string cell_path(const std::string& folder, const Cell& cell);
// Nothing where there is no file. Throws base::Error on a file that is no cell.
std::optional<CellResult> load_cell(const std::string& folder, const Cell& cell);

// The source revision that this program was built from.
std::string_view revision();

}  // namespace eqnet::cli
