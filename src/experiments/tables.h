// The numbers of the paper's tables and figures, from the cells of `reproduce`. The summary is written and the page
// drawn from these rows, so both show the same: whoever shows them rounds them and averages nothing.
//
// One rule of averaging: a number of a dataset (or of a pair, of transfer) is the mean over the seeds; a number of
// several datasets is the mean of theirs, so that each counts once however many seeds it has. A score's share of its
// ceiling is a number of a cell, and is averaged as any other.
#pragma once

#include <map>
#include <set>

#include "eqnet/data/generate.h"
#include "experiments/averages.h"

namespace eqnet::experiments {

using Number = std::optional<double>;  // a fraction, not a percentage; nothing where no cell has it

// What the cells are.
struct Origin {
  size_t cells = 0;
  size_t sampled = 0;                               // of them evaluated on a sample of the queries
  std::map<std::string, size_t> revisions;          // cells of each
  std::map<std::string, std::set<uint64_t>> seeds;  // of each model or ablation
  std::set<double> time_limits;                     // of trainings, in seconds
};

// The fourteen datasets of the paper, whether or not there are cells of them.
struct DatasetRow {
  std::string preset, name, domain;  // name: the paper's
  size_t variables = 0;
  std::string operators;  // "And Or Not"
  size_t max_size = 0, expressions = 0, classes = 0;
  Number ceiling_5_unseen, ceiling_5_seen;  // over all models' cells
  double best_since = 0;                    // published since the paper
};

// A row for every dataset of the paper, model and part, also where nothing was run.
struct ScoreRow {
  std::string dataset, model;
  bool seen = false;
  std::vector<uint64_t> seeds;         // in the order of the cells
  std::map<uint64_t, double> by_seed;  // score_5, where the cell has the part
  Number score_5, lowest, highest;     // over the seeds
  Number ceiling_5, share_5, lowest_share_5;
  Number score_15, ceiling_15, share_15;
  Number queries, seconds;  // of training
  Number paper;
};

// Areas averaged over the datasets.
struct AreaRow {
  std::string model;
  bool seen = false;
  Number score_k, precision_recall, roc;
};

// score_k for k = 1..15 of some datasets or pairs.
struct ScoreCurve {
  size_t count = 0;  // datasets or pairs
  data::Curve score{}, ceiling{};
  Number share_5;  // of the ceiling
  Number area;     // under score_k
};

constexpr const char* kMean = "mean";  // in place of a dataset: over all of them

struct ScoreKRow {
  std::string dataset, model;
  bool seen = false;
  ScoreCurve curve;
};

// Precision over recall, or true over false positives, averaged over the datasets place by place.
struct PairCurveRow {
  std::string model;
  bool seen = false;
  std::vector<std::pair<double, double>> points;
  size_t datasets = 0;
};

// Datasets taken together by what makes them hard.
struct CharacteristicRow {
  std::string by, group;  // "variables": "3"; "operators": "And Or Not"
  std::string model;
  bool seen = false;
  ScoreCurve curve;
};

struct TransferRow {
  std::string train, test;  // kMean and nothing: over all pairs
  std::string model;
  bool seen = false;
  ScoreCurve curve;
};

// A variant on a dataset, beside the whole model.
struct AblationRow {
  std::string variant, kind, dataset;
  bool seen = false;
  Number score_auc, whole_auc, score_5, whole_score_5;
  Number ceiling_5;  // over all models' cells
  Number share_5;
};

// A variant over its datasets; also the whole model (variant == kind) where it has variants.
struct AblationMeanRow {
  std::string variant, kind;
  bool seen = false;
  Number score_auc, loss;   // over the datasets that the whole model was run on too; loss: of its area
  Number score_5, share_5;  // over all its datasets
};

// What is asked beyond the paper: random trees of so many nodes, or (0) the unseen classes of a larger space or of
// another algebra.
struct BeyondRow {
  Cell::Group group = Cell::Group::depth;
  std::string dataset;
  size_t random_size = 0;
  Number ceiling_5;  // over all models' cells
  struct Model {
    std::string model;
    Number score_5, ceiling_5, share_5, seconds;
  };
  std::vector<Model> models;  // those that were run
};

// Nearest neighbours of the paper's examples.
struct ExampleRow {
  std::string dataset, model, source;  // source: "paper" or "here", of the first seed
  std::string query, neighbour;        // the paper's neighbour is empty where it has the same meaning
  bool same = false;
};

struct ConfusionRow {
  std::string dataset, model;
  uint64_t seed = 1;
  size_t rank = 1;
  std::string query, neighbour;
};

struct Tables {
  Origin origin;
  std::vector<std::string> models;  // of the grid, those that there are cells of
  std::vector<DatasetRow> datasets;
  std::vector<ScoreRow> scores;
  std::vector<AreaRow> areas;
  std::vector<ScoreKRow> score_k;
  std::vector<PairCurveRow> precision_recall, roc;
  std::vector<CharacteristicRow> characteristics;
  std::vector<TransferRow> transfer;
  std::vector<AblationRow> ablations;
  std::vector<AblationMeanRow> ablation_means;
  std::vector<BeyondRow> beyond;
  std::vector<ExampleRow> examples;
  std::vector<ConfusionRow> confusions;
};

// results: all seeds of all cells that were run.
Tables make_tables(const Results& results);

// ---- its parts, by what they are about ----

// "And Or Not"
std::string operators_of(const data::Space& space);

std::vector<DatasetRow> dataset_rows(const Results& results);
std::vector<ScoreRow> score_rows(const Results& results);
std::vector<AreaRow> area_rows(const Results& results);
std::vector<ScoreKRow> score_k_rows(const Results& results);
std::vector<PairCurveRow> pair_curve_rows(const Results& results, bool roc);
std::vector<CharacteristicRow> characteristic_rows(const Results& results);
std::vector<TransferRow> transfer_rows(const Results& results);
std::vector<AblationRow> ablation_rows(const Results& results);
std::vector<AblationMeanRow> ablation_mean_rows(const Results& results);
std::vector<BeyondRow> beyond_rows(const Results& results);
std::vector<ExampleRow> example_rows(const Results& results);
std::vector<ConfusionRow> confusion_rows(const Results& results);

// Values of a curve (points by ascending x) at the places of a grid, by straight lines; the top where it goes
// straight up or down, before its first point the first's value, after its last the last's.
std::vector<double> at_places(const CellResult::Part::Curve& curve, const std::vector<double>& places);

// Cells of the paper's grid that a model of the results has not, by key without the seed: the fourteen datasets
// (also without SubexpAE, where that was run at all; other ablations are of whatever datasets one likes) and the eleven
// pairs.
std::vector<std::string> missing_cells(const Results& results);

}  // namespace eqnet::experiments
