// The cells of `reproduce`: one training and evaluation each, kept as one JSON file each (docs/formats.md). What they
// are called, where they lie, and what their files say; who runs them is run_cell.h.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "eqnet/data/stats.h"

namespace eqnet::experiments {

constexpr std::string_view kCellFormat = "eqnet-cell";
constexpr size_t kCellVersion = 1;

// A model of the grid: a kind with some settings changed.
struct Variant {
  std::string name;                   // "eqnet", "eqnet-no-autoencoder", …
  std::string kind;                   // of the model
  std::vector<std::string> settings;  // assignments
  std::string recipe = {};            // instead of the grid's
};
// The paper's six models, eqnet-mul, and values, which learns nothing; the ablations of EqNet and eqnet-mul.
const std::vector<Variant>& model_variants();
const std::vector<Variant>& ablation_variants();

struct Cell {
  enum class Group { models, ablations, transfer, depth, frontier, algebras };
  Group group = Group::models;
  std::string dataset;     // trained on
  std::string test;        // evaluated on; where it is the dataset and trees are random: its symbols in such trees
  size_t random_size = 0;  // nodes of the random trees that are asked about; 0: they are not random
  Variant variant;
  uint64_t seed = 1;

  [[nodiscard]] std::string key() const;        // the file's name: "boolean8.eqnet.seed1"
  [[nodiscard]] std::string model_key() const;  // of the trained model: the same without the test set
};
inline constexpr std::array kGroups = {Cell::Group::models, Cell::Group::ablations, Cell::Group::transfer,
                                       Cell::Group::depth,  Cell::Group::frontier,  Cell::Group::algebras};
std::string_view name(Cell::Group group);
// Whether a cell takes the model of another, which was trained on the same dataset.
bool reuses_model(const Cell& cell);

// Where results folders keep a cell and its model.
std::string cell_path(const std::string& folder, const Cell& cell);
std::string model_path(const std::string& folder, const Cell& cell);
// Beside the model: a cell without scores, which says what it was trained with.
std::string training_path(const std::string& folder, const Cell& cell);

// What a cell's file says.
struct CellResult {
  Cell cell;
  std::string revision;
  std::string data;  // file of the dataset that was evaluated on; empty where the cell does not say
  // Of the bytes of the datasets' files, splits included (GridDatasets::hash); empty where the cell does not say.
  std::string dataset_hash, test_hash;
  std::string recipe;  // empty where the cell does not say
  double seconds = 0;
  size_t epochs = 0;
  std::string ended;
  double validation_accuracy = 0;
  double time_limit = 0;      // of the training in seconds; 0 where the cell does not say
  double budget_minutes = 0;  // for the whole grid; 0: none
  size_t most_queries = 0;    // asked of a part; 0: all
  struct Part {
    size_t queries = 0;
    data::Curve score{}, ceiling{};
    double score_auc = 0, pr_auc = 0, roc_auc = 0;
    using Curve = std::vector<std::pair<double, double>>;
    Curve precision_recall, roc;  // as eval::PartScores has them; empty where they were not asked for
  };
  std::optional<Part> seen, unseen;
  struct Confusion {
    std::string query, neighbour;
    bool same = false;
    double similarity = 0;  // of confusions; for people, as below
  };
  std::vector<Confusion> confusions;  // nearest neighbours of another class, the most similar first
  std::vector<Confusion> examples;    // of the paper's table
  // For people: written, not read again.
  size_t best_epoch = 0, parameters = 0;
};

// Writes the file of a cell; add_cell of cell_json.h says what.
void write_cell(const std::string& path, const CellResult& result);

// A cell from memory; `source` names it in errors. What the fuzz target calls. Throws base::Error on a text that is no
// cell, one of another version, and scores outside [0, 1].
CellResult parse_cell(std::string_view text, const std::string& source);

// Nothing where there is no file. Throws base::Error as parse_cell does.
std::optional<CellResult> load_cell(const std::string& folder, const Cell& cell);
// Those of the cells that there are files of.
std::vector<CellResult> load_cells(const std::string& folder, const std::vector<Cell>& cells);

// All cells of a results folder, in order of their names; those that cannot be read are named with the reason.
struct CellResults {
  std::vector<CellResult> cells;
  struct Unreadable {
    std::string key, reason;
  };
  std::vector<Unreadable> unreadable;
};
// Throws base::Error where the folder is none of results, or none of its cells can be read.
CellResults load_cells(const std::string& folder);

}  // namespace eqnet::experiments
