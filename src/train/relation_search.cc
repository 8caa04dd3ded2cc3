#include "train/relation_search.h"

#include <algorithm>
#include <array>

#include "domain/deadline.h"
#include "train/form_choice.h"

namespace eqnet::train {
namespace {

using models::RelationForm;

constexpr size_t kCheckedRelations = 8;     // assignments under which equations must hold
constexpr size_t kRelationTrials = 20'000;  // of a form
constexpr size_t kMostRelationConstants = 2;
// What the relations may be on. Those on more points obey the laws of those on fewer, and not the reverse: so forms are
// tried on the fewest first.
constexpr size_t kRelationPoints[] = {2, 3, 4, 5};

class RelationSearch {
 public:
  RelationSearch(const Task& task, const Equations& equations, const RelationSearchParams& params)
      : task_(task),
        equations_(equations),
        params_(params),
        random_(base::Random::stream(params.seed, uint64_t{12} << 32)),
        deadline_(params.most_seconds > 0 ? params.most_seconds : 1e9),
        steps_(steps_by_operator(equations)),
        values_(equations.terms * kCheckedRelations) {
    for (size_t leaf = 0; leaf < equations.leaves.size(); ++leaf) {
      if (!equations.variable[leaf]) constants_.push_back(leaf);
    }
  }

  std::optional<RelationAlgebra> run() {
    const auto possible = [](size_t arity) { return arity <= models::kMostFormChildren; };
    if (constants_.size() > kMostRelationConstants || !std::ranges::all_of(equations_.arity, possible)) {
      return std::nullopt;
    }
    using enum RelationLetters;
    for (const RelationLetters letters : {any, symmetric, functions, injections, permutations}) {
      operators_.letters = letters;
      size_t choices = 1;
      for (size_t i = 0; i < constants_.size(); ++i) choices *= kLeafRelations;
      for (size_t choice = 0; choice < choices; ++choice) {
        set_leaves(choice);
        draw(SmallRelations(kRelationPoints[0]));
        if (choose()) return std::move(found_);
        if (given_up()) return std::nullopt;
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr size_t kLeafRelations = 4;

  bool given_up() { return tried_ >= kRelationTrials || deadline_.terminate(); }

  // Constants by the number of the choice.
  void set_leaves(size_t choice) {
    using enum LeafRelation;
    constexpr std::array<LeafRelation, kLeafRelations> kConstants = {none, identity, all, drawn};
    operators_.leaves.assign(equations_.leaves.size(), drawn);
    for (const size_t leaf : constants_) {
      operators_.leaves[leaf] = kConstants[choice % kLeafRelations];
      choice /= kLeafRelations;
    }
  }

  bool choose() {
    std::vector<size_t> counts;
    for (const size_t arity : equations_.arity) counts.push_back(models::relation_forms(arity).size());
    const SmallRelations relations(kRelationPoints[0]);
    return choose_forms(
        counts, chosen_,
        [&] {
          ++tried_;
          return holds(relations, chosen_.size() - 1);
        },
        [&] { return has_composition() && tells_apart(); }, [&] { return given_up(); });
  }
  [[nodiscard]] RelationForm form(size_t op) const { return models::relation_forms(equations_.arity[op])[chosen_[op]]; }
  [[nodiscard]] bool has_composition() const {
    for (size_t op = 0; op < chosen_.size(); ++op) {
      if (form(op) == RelationForm::compose || form(op) == RelationForm::compose_backwards) return true;
    }
    return false;
  }

  // Assignments of relations to the leaves, into values_.
  void draw(const SmallRelations& relations) {
    for (size_t p = 0; p < kCheckedRelations; ++p) {
      for (size_t leaf = 0; leaf < equations_.leaves.size(); ++leaf) {
        values_[equations_.leaves[leaf] * kCheckedRelations + p] =
            relations.draw(operators_.leaves[leaf], operators_.letters, random_);
      }
    }
  }

  // Whether the equations hold between what the operators up to this one can make of the leaves; values of its results.
  bool holds(const SmallRelations& relations, size_t op) {
    std::array<RelationBits, models::kMostFormChildren> children{};
    for (const Step& step : steps_[op]) {
      const auto terms = equations_.children_of(*step.application);
      const RelationForm own = form(step.application->op);
      RelationBits* const result = values_.data() + size_t{step.application->result} * kCheckedRelations;
      for (size_t p = 0; p < kCheckedRelations; ++p) {
        for (size_t c = 0; c < terms.size(); ++c) children[c] = values_[size_t{terms[c]} * kCheckedRelations + p];
        const RelationBits value = relations.apply(own, {children.data(), terms.size()});
        if (step.check && result[p] != value) return false;
        result[p] = value;
      }
    }
    return true;
  }

  // Whether the equations hold in every block. A law that relations seldom break may have held under all assignments
  // that forms were tried with.
  bool agrees(const RelationChoice& choice) {
    const SmallRelations relations(choice.points);
    for (size_t first = 0; first < choice.leaves.size(); first += kCheckedRelations) {
      for (size_t p = 0; p < kCheckedRelations; ++p) {
        const auto& leaves = choice.leaves[std::min(first + p, choice.leaves.size() - 1)];
        for (size_t leaf = 0; leaf < leaves.size(); ++leaf) {
          values_[equations_.leaves[leaf] * kCheckedRelations + p] = leaves[leaf];
        }
      }
      for (size_t op = 0; op < chosen_.size(); ++op) {
        if (!holds(relations, op)) return false;
      }
    }
    return true;
  }

  // With relations on as many points as they agree with the equations on.
  bool tells_apart() {
    std::vector<size_t> points;
    for (const size_t count : kRelationPoints) {
      const SmallRelations relations(count);
      if (count != kRelationPoints[0]) draw(relations);
      bool all = true;
      for (size_t op = 0; all && op < chosen_.size(); ++op) all = holds(relations, op);
      if (all) points.push_back(count);
    }
    std::ranges::reverse(points);
    operators_.forms.clear();
    for (size_t op = 0; op < chosen_.size(); ++op) operators_.forms.push_back(form(op));
    if (!things_) things_.emplace(task_, params_.seed);
    std::optional<RelationChoice> choice;
    while (!points.empty()) {
      choice = choose_relations(*things_, operators_, params_.room, points, params_.seed,
                                [&] { return deadline_.terminate(); });
      if (!choice || agrees(*choice)) break;
      std::erase(points, choice->points);
      choice.reset();
    }
    if (!choice) {  // the search goes on: with values on the fewest points again
      const SmallRelations fewest(kRelationPoints[0]);
      draw(fewest);
      for (size_t op = 0; op < chosen_.size(); ++op) (void)holds(fewest, op);
      return false;
    }
    found_ = {operators_.forms, std::move(*choice)};
    return true;
  }

  const Task& task_;
  const Equations& equations_;
  const RelationSearchParams& params_;
  base::Random random_;
  domain::Deadline deadline_;
  std::vector<std::vector<Step>> steps_;  // by operator
  std::vector<size_t> constants_;         // leaves
  std::vector<RelationBits> values_;      // by term, kCheckedRelations each
  std::vector<size_t> chosen_;            // by operator, as far as it has come
  RelationOperators operators_;
  size_t tried_ = 0;
  std::optional<RelationThings> things_;  // made when first asked for
  RelationAlgebra found_;
};

}  // namespace

std::vector<std::vector<double>> shares_of(const RelationAlgebra& algebra, const encode::Vocabulary& vocabulary) {
  std::vector<std::vector<double>> shares;
  for (size_t op = 0; op < algebra.forms.size(); ++op) {
    std::vector<double>& own = shares.emplace_back();
    for (const RelationForm form : models::relation_forms(vocabulary.operators()[op].arity)) {
      own.push_back(form == algebra.forms[op] ? 1 : 0);
    }
  }
  return shares;
}

std::vector<std::vector<double>> leaves_of(const RelationAlgebra& algebra) {
  const size_t pairs = algebra.choice.points * algebra.choice.points;
  std::vector<std::vector<double>> blocks;
  for (const std::vector<RelationBits>& leaves : algebra.choice.leaves) {
    std::vector<double>& own = blocks.emplace_back();
    for (const RelationBits leaf : leaves) {
      for (size_t pair = 0; pair < pairs; ++pair) own.push_back(leaf >> pair & 1);
    }
  }
  return blocks;
}

std::optional<RelationAlgebra> find_relations(const Task& task, const Equations& equations,
                                              const RelationSearchParams& params) {
  return RelationSearch(task, equations, params).run();
}

}  // namespace eqnet::train
