#include "train/block_search.h"

#include <algorithm>
#include <optional>

#include "base/files.h"
#include "base/format.h"
#include "base/profile.h"
#include "encode/safetensors.h"
#include "models/points.h"
#include "models/registry.h"
#include "train/engine.h"
#include "train/form_search.h"
#include "train/fraction_search.h"
#include "train/known_tables.h"
#include "train/log.h"
#include "train/ordered_search.h"
#include "train/paraphrases.h"
#include "train/real_search.h"
#include "train/realise.h"
#include "train/relation_search.h"
#include "train/table_search.h"
#include "train/tabulate.h"

namespace eqnet::train {
namespace {

// Retrieval (1 is the ceiling) half way through, below which points are given up.
constexpr double kPromising = 0.995;
// Of the time that there is: for points, so that there is some left for what comes after them.
constexpr double kForPoints = 0.6;

// Retrieval that blocks may lack half way through beside the best before them.
constexpr double kBehind = 0.02;
// Of the time that is left: for each size of blocks.
constexpr double kShare = 0.75;
// Steps of blocks, beside those of points: their operators take longer to be right in deep trees.
constexpr size_t kSteps = 2;

// Effort of the search for finite algebras (TableSearchParams).
constexpr size_t kLittle = 2000;
constexpr size_t kThorough = 50000;
constexpr double kLearned = 0.95;  // retrieval above which functions count as learned
constexpr size_t kHarmonics = 8;   // of functions of fractions that are learned
constexpr double kSlower = 0.25;   // their learning rate, beside that of points: high harmonics turn fast
constexpr double kRoomy = 0.995;   // retrieval below which vectors may be too short for what agrees with the data
constexpr size_t kStarts = 30;     // of the search for algebras of vectors, for each size

struct Blocks {
  size_t size, algebras;
};
// Where there is no exact algebra, blocks of many numbers come nearest to one, each with operators of its own. Where
// there is one, it is found sooner where many blocks share a few sets of coefficients.
constexpr Blocks kTried[] = {{6, 0}, {4, 4}, {2, 0}};

class Search {
 public:
  Search(const Task& task, const TrainParams& params, const TrainOnce& train_once)
      : task_(task), params_(params), train_once_(train_once) {}

  TrainResult run() {
    TrainResult result = chosen();
    if (!saved_) save_model(result);
    result.seconds = seconds_;
    result.resumed = resumed_;
    return result;
  }

 private:
  TrainResult chosen() {
    if (with_fractions_before()) (void)fractions();
    if (partly_) return best_with_functions();
    const auto unfinished = blocks_of_checkpoint();
    if (unfinished && unfinished->size > 1) return train(with(*unfinished));
    if (!unfinished) {
      TableSearchParams search;
      search.most_values = 3;
      search.effort = kLittle;
      search.several = false;
      if (auto few = tables(search)) return saved(std::move(*few), "");
      if (auto found = forms()) return saved(std::move(*found), "");
      if (auto found = ordered()) return saved(std::move(*found), "");
      if (auto found = known_tables()) return saved(std::move(*found), "");
      if (auto found = fractions()) return saved(std::move(*found), "");
      if (auto found = partly_ ? std::nullopt : relations()) return saved(std::move(*found), "");
    }
    return partly_ ? best_with_functions() : without_forms();
  }
  // Functions of fractions, and where these are not quite learned, whatever does best.
  TrainResult best_with_functions() {
    std::vector<Validation> log;
    TrainResult functions = with_learned_functions(log);
    if (functions.best_retrieval < kLearned && !out_of_time()) {
      least_ = functions.best_retrieval - kBehind;
      TrainResult other = without_forms();
      if (other.ended != Ended::unfit && score(other) > score(functions)) {
        other.blocks += "; " + functions.blocks;
        write(other, log_);
        return other;
      }
      functions.blocks += "; " + other.blocks;
    }
    write(functions, log);
    return functions;
  }
  // Where no forms of operators agree with the equations.
  TrainResult without_forms() {
    TrainParams params = with({1, 0});
    params.least_retrieval = kPromising;
    params.most_seconds *= kForPoints;
    params.save = false;  // a file would look like the end of the search
    // A checkpoint of points would say that there are no functions to be compared with.
    if (partly_) keep_log(params, log_);
    TrainResult points = train(params);
    points.blocks = "points: " + found(points);
    if (points.ended == Ended::exact) return points;
    const std::string instead = "; " + points.blocks;
    // What takes little time first.
    TableSearchParams search;
    search.effort = kLittle;
    if (auto few = tables(search)) return saved(std::move(*few), instead);
    std::optional<TrainResult> behind;  // exact, but points tell more apart
    for (const size_t size : {2, 3, 4}) {
      auto real = vectors(size);
      if (!real) continue;
      if (real->best_retrieval >= std::min(points.best_retrieval, kNothingLeft))
        return saved(std::move(*real), instead);
      if (!behind || real->best_retrieval > behind->best_retrieval) behind = std::move(real);
    }
    search.effort = kThorough;
    if (auto few = tables(search)) return saved(std::move(*few), instead);
    // Points that are exact but tell too little apart are a part of the algebra, not all of it.
    const bool enough = points.best_retrieval >= kNothingLeft && points.exact_retrieval >= kNearlyAll;
    if (points.ended != Ended::unfit && (enough || out_of_time())) {
      points.blocks += ended();
      return points;
    }
    TrainResult trained = with_blocks(std::move(points));
    if (!behind || trained.ended == Ended::exact || score(trained) >= score(*behind)) return trained;
    return saved(std::move(*behind), "; " + trained.blocks);
  }

  [[nodiscard]] TrainParams with(const Blocks& blocks) const {
    TrainParams params = params_;
    params.settings.set("block", std::to_string(blocks.size));
    params.settings.set("algebras", std::to_string(blocks.algebras));
    params.most_seconds = left();
    if (params_.on_status) {
      params.on_status = [this, doing = name(blocks), before = seconds_](TrainStatus status) {
        status.doing = doing;
        status.seconds += before;
        params_.on_status(status);
      };
    }
    return params;
  }
  // What is looked for now, without steps.
  void tell(std::string doing) const {
    if (!params_.on_status) return;
    TrainStatus status;
    status.doing = "looking for " + std::move(doing);
    status.seconds = seconds_;
    params_.on_status(status);
  }

  // A training without files, whose validations are kept here. Where it is killed, the search goes on from the last
  // training that had a checkpoint.
  void keep_log(TrainParams& params, std::vector<Validation>& log) const {
    log.clear();
    params.path.clear();
    params.on_validation = [this, &log](const Validation& validation) {
      log.push_back(validation);
      if (params_.on_validation) params_.on_validation(validation);
    };
  }

  TrainResult train(const TrainParams& params) {
    TrainResult result = train_once_(params);
    seconds_ += result.seconds;
    resumed_ = resumed_ || result.resumed;
    return result;
  }

  // Finite algebras, looked for without gradients. Nothing where none is exact, here and below.
  std::optional<TrainResult> tables(TableSearchParams search) {
    const base::Timed timed("search for tables");
    tell(base::format("algebras of up to {} values", search.most_values));
    search.seed = params_.seed;
    search.most_seconds = left() / 6;
    return exact([&] { return tabulate(task_, *equations_, params_, find_tables(*equations_, search)); });
  }
  // Finite algebras, by trying forms.
  std::optional<TrainResult> known_tables() {
    const base::Timed timed("search for known tables");
    tell("known tables");
    KnownTablesParams search;
    search.seed = params_.seed;
    search.most_seconds = left() / 8;
    return exact([&]() -> std::optional<TrainResult> {
      const auto known = find_known_tables(*equations_, search);
      if (!known) return std::nullopt;
      auto result = tabulate(task_, *equations_, params_, {known->tables});
      if (!result) return std::nullopt;
      result->blocks += " (" + meanings([&](size_t op) { return known->operators[op]; }) + ")";
      return result;
    });
  }
  // Algebras of vectors, the same.
  std::optional<TrainResult> vectors(size_t size) {
    const base::Timed timed("search for vectors");
    if (!possible({size, 1}) || out_of_time()) return std::nullopt;
    tell(base::format("algebras of vectors of {} numbers", size));
    RealSearchParams search;
    search.size = size;
    search.starts = kStarts;
    search.assignments = (params_.settings.integer("dimension") - 1) / size;
    search.seed = params_.seed;
    search.most_seconds = left() / 8;
    return exact([&] {
      return realised(find_real(*equations_, search), base::format("an algebra of {} numbers in the equations", size));
    });
  }
  // Algebras of quaternions or matrices, by trying forms.
  std::optional<TrainResult> forms() {
    const base::Timed timed("search for forms");
    tell("algebras of quaternions and matrices");
    std::optional<TrainResult> best;
    for (const Ring ring : {Ring::quaternions, Ring::matrices}) {
      FormSearchParams search;
      search.ring = ring;
      if (!possible({numbers_of(ring), 1}) || out_of_time()) break;
      search.assignments = (params_.settings.integer("dimension") - 1) / numbers_of(ring);
      search.seed = params_.seed;
      search.most_seconds = left() / 8;
      const std::string what = ring == Ring::quaternions ? "quaternions" : "matrices of 3 rows";
      auto found =
          exact([&] { return realised(find_forms(*equations_, search), what + " that agree with the equations"); });
      if (found && (!best || found->best_retrieval > best->best_retrieval)) best = std::move(found);
      if (best && best->best_retrieval >= kNothingLeft) break;
    }
    return best;
  }
  // "Add is the sum, Max is the maximum".
  template <class Name>
  [[nodiscard]] std::string meanings(const Name& name_of_operator) const {
    std::string text;
    for (size_t op = 0; op < task_.vocabulary.operators().size(); ++op) {
      text +=
          base::format("{}{} is {}", op == 0 ? "" : ", ", task_.vocabulary.operators()[op].name, name_of_operator(op));
    }
    return text;
  }
  // Numbers that are added and compared, the same.
  std::optional<TrainResult> ordered() {
    const base::Timed timed("search for ordered numbers");
    if (params_.settings.integer("dimension") < 2) return std::nullopt;
    tell("numbers that are compared");
    OrderedSearchParams search;
    search.points = params_.settings.integer("dimension") - 1;
    search.seed = params_.seed;
    search.most_seconds = left() / 8;
    return exact([&]() -> std::optional<TrainResult> {
      const auto algebra = find_ordered(*equations_, search);
      if (!algebra) return std::nullopt;
      TrainParams own = with({1, 0});
      own.settings.set("ordered", "1");
      Engine engine(task_, own.settings, params_.threads);
      const auto parameters = engine.network().of_coefficients(algebra->operators, algebra->leaves);
      TrainResult result = result_of(task_, own, engine, *parameters);
      result.blocks = "numbers that are added and compared agree with the equations";
      result.model.notes["learned"] =
          "numbers at points: " + meanings([&](size_t op) { return name_of(algebra->forms[op]); });
      return result;
    });
  }
  // Fractions, by trying forms.
  std::optional<TrainResult> fractions() {
    const base::Timed timed("search for fractions");
    if (params_.settings.integer("dimension") < 2) return std::nullopt;
    tell("fractions");
    FractionSearchParams search;
    search.points = params_.settings.integer("dimension") / 2;
    search.seed = params_.seed;
    search.most_seconds = left() / 8;
    return exact([&]() -> std::optional<TrainResult> {
      auto algebra = find_fractions(*equations_, search);
      if (!algebra) return std::nullopt;
      if (!algebra->complete) {
        partly_ = std::move(algebra);
        return std::nullopt;
      }
      const TrainParams own = with_fractions(1);
      Engine engine(task_, own.settings, params_.threads);
      const auto parameters = engine.network().of_coefficients(algebra->operators, algebra->leaves);
      TrainResult result = result_of(task_, own, engine, *parameters);
      result.blocks = "fractions that agree with the equations";
      return result;
    });
  }
  // Relations on a few points, the same.
  std::optional<TrainResult> relations() {
    const base::Timed timed("search for relations");
    tell("relations");
    const size_t numbers = params_.settings.integer("dimension"), most = params_.settings.integer("widest");
    return exact([&] {
      auto found = relations_in({numbers, most}, left() / 3);
      // Held-out classes may say what random trees did not: that there is too little room.
      const bool too_little = found && found->best_retrieval < kRoomy &&
                              found->model.settings.integer("dimension") < most && !out_of_time();
      if (!too_little) return found;
      auto wider = relations_in({most, most}, left() / 6);
      return wider && wider->best_retrieval > found->best_retrieval ? std::move(wider) : std::move(found);
    });
  }
  std::optional<TrainResult> relations_in(const RelationRoom& room, double most_seconds) {
    const auto algebra =
        find_relations(task_, *equations_, {.room = room, .seed = params_.seed, .most_seconds = most_seconds});
    if (!algebra) return std::nullopt;
    const RelationChoice& choice = algebra->choice;
    TrainParams own = with({1, 0});
    own.settings.set("relations", std::to_string(choice.points));
    own.settings.set("dimension", std::to_string(choice.numbers));
    Engine engine(task_, own.settings, params_.threads);
    const auto parameters =
        engine.network().of_coefficients(shares_of(*algebra, task_.vocabulary), leaves_of(*algebra));
    TrainResult result = result_of(task_, own, engine, *parameters);
    result.blocks = base::format("relations on {} points that agree with the equations", choice.points);
    if (choice.numbers > params_.settings.integer("dimension"))
      result.blocks += base::format(", vectors of {} numbers", choice.numbers);
    result.model.notes["learned"] = base::format("relations on {} points: {}", choice.points,
                                                 meanings([&](size_t op) { return name_of(algebra->forms[op]); }));
    return result;
  }
  [[nodiscard]] TrainParams with_fractions(size_t harmonics) const {
    TrainParams params = with({2, 1});
    params.settings.set("fractions", std::to_string(harmonics));
    return params;
  }
  // Fractions, on which some operators are functions that training has to find. From some starts it does not. log: none
  // where it is that of the first start, which training has written.
  TrainResult with_learned_functions(std::vector<Validation>& log) {
    constexpr size_t kMostStarts = 3;
    TrainResult best;
    for (size_t start = 0; start < kMostStarts; ++start) {
      std::vector<Validation> own;
      TrainParams params = from_start(start);
      if (start > 0) keep_log(params, own);  // a checkpoint would be taken for one of the first start
      TrainResult result = train(params);
      if (start == 0 || result.best_retrieval > best.best_retrieval) {
        best = std::move(result);
        log = std::move(own);
      }
      if (best.best_retrieval >= kLearned || out_of_time()) break;
    }
    best.blocks = base::format("fractions, with functions that were learned: {}", found(best));
    return best;
  }
  [[nodiscard]] TrainParams from_start(size_t number) const {
    TrainParams params = with_fractions(kHarmonics);
    params.settings.set("learning_rate", base::format("{}", kSlower * params.settings.number("learning_rate")));
    params.save = false;  // the best start is saved in the end
    // What is left to training starts as nearly what its child is, each a little otherwise: operators one within
    // another must not be chaos at the start.
    base::Random random = base::Random::stream(params_.seed, (uint64_t{12} << 32) + number);
    constexpr double kOtherwise = 0.3;
    FractionAlgebra start = *partly_;
    for (std::vector<double>& own : start.operators) {
      if (!own.empty()) continue;
      for (size_t result = 0; result < 2; ++result) {
        for (size_t term = 0; term < 2 * kHarmonics; ++term) {
          const double harmonic = static_cast<double>(term / 2 + 1);
          own.push_back((term == result ? 1 : 0) + kOtherwise * random.gaussian() / (harmonic * harmonic));
        }
      }
    }
    const Engine engine(task_, params.settings, params_.threads);
    params.start = *engine.network().of_coefficients(start.operators, start.leaves);
    return params;
  }
  std::optional<TrainResult> realised(const std::optional<VectorAlgebra>& algebra, const std::string& what) {
    if (!algebra) return std::nullopt;
    auto result = realise(task_, params_, *algebra, left() / 8);
    if (result) result->blocks = what;
    return result;
  }
  template <class Find>
  std::optional<TrainResult> exact(const Find& find) {
    const base::Stopwatch watch(params_.clock);
    if (!equations_) equations_.emplace(task_);
    std::optional<TrainResult> result = find();
    seconds_ += watch.seconds();
    return result && result->ended == Ended::exact ? std::move(result) : std::nullopt;
  }
  // What was found without steps is saved with a log of one line.
  TrainResult saved(TrainResult result, const std::string& instead) {
    Validation validation;
    validation.seconds = seconds_;
    validation.accuracy = result.best_accuracy;
    validation.retrieval = result.best_retrieval;
    validation.best = true;
    if (params_.on_validation) params_.on_validation(validation);
    save(result, {validation});
    result.blocks += ": " + found(result) + instead;
    return result;
  }

  TrainResult with_blocks(TrainResult points) {
    const auto report = [&](const TrainResult& result) {
      return base::format("{}, {:.1f}% of larger ones", found(result), 100 * larger(result));
    };
    const std::string of_points = report(points);
    TrainResult best = std::move(points);
    double best_score = score(best);
    Blocks chosen{1, 0};
    std::vector<Validation> log;
    for (const Blocks& blocks : kTried) {
      if (out_of_time() || !possible(blocks) || best_score >= 2 * kNothingLeft) continue;
      std::vector<Validation> own;
      TrainParams params = with(blocks);
      params.path.clear();
      params.settings.set("steps", std::to_string(kSteps * params.settings.integer("steps")));
      params.most_seconds = kShare * left();
      params.least_retrieval = std::max(least_, best.best_retrieval - kBehind);
      params.on_validation = [&](const Validation& validation) { own.push_back(validation); };
      TrainResult result = train(params);
      const double own_score = score(result);
      if (result.ended != Ended::exact && own_score <= best_score) continue;
      chosen = blocks;
      best = std::move(result);
      best_score = own_score;
      log = std::move(own);
      if (best.ended == Ended::exact) break;
    }
    if (chosen.size > 1) {
      best.blocks = name(chosen) + ": " + report(best) + "; points: " + of_points + ended();
      save(best, log);
      return best;
    }
    // Points that were given up half way are trained to the end now, unless there is something better.
    const bool unfinished = best.ended == Ended::unfit && best.best_retrieval >= least_;
    TrainParams params = with(chosen);
    if (unfinished && partly_) keep_log(params, log_);
    TrainResult result = unfinished ? train(params) : std::move(best);
    result.blocks = "points: " + report(result) + "; no blocks did better" + ended();
    return result;
  }

  // Retrieval of larger expressions whose classes are known.
  double larger(const TrainResult& result) {
    if (!paraphrases_) paraphrases_.emplace(task_);
    const auto network = models::make_network(result.model.settings, task_.vocabulary, task_.dataset->domain);
    return paraphrases_->retrieval(*network, result.model.parameters, params_.threads);
  }
  // Held-out classes and larger expressions count the same.
  double score(const TrainResult& result) { return result.best_retrieval + larger(result); }

  [[nodiscard]] bool possible(const Blocks& blocks) const {
    if (params_.settings.integer("dimension") <= blocks.size) return false;
    return std::ranges::all_of(task_.vocabulary.operators(), [&](const expr::Symbol& op) {
      return models::enough_coefficients(blocks.size, op.arity);
    });
  }

  static std::string name(const Blocks& blocks) {
    if (blocks.size == 1) return "points";
    return base::format("blocks of {}{}", blocks.size,
                        blocks.algebras == 0 ? "" : base::format(", {} algebras", blocks.algebras));
  }
  static std::string found(const TrainResult& result) {
    return base::format("{}{:.1f}% of the ceiling on what training did not see",
                        result.ended == Ended::exact ? "exact, " : "", 100 * result.best_retrieval);
  }

  [[nodiscard]] double left() const {
    return params_.most_seconds == 0 ? 0 : std::max(0.1, params_.most_seconds - seconds_);
  }
  [[nodiscard]] const char* ended() const { return out_of_time() ? "; the search ended with its time" : ""; }
  [[nodiscard]] bool out_of_time() const { return params_.most_seconds > 0 && seconds_ >= 0.9 * params_.most_seconds; }

  // A run that was killed while the chosen blocks were trained goes on with them.
  [[nodiscard]] std::optional<Blocks> blocks_of_checkpoint() const {
    const std::string path = params_.path + ".checkpoint";
    if (params_.path.empty() || !base::file_exists(path)) return std::nullopt;
    const encode::Metadata metadata = encode::read_tensors(path).metadata;
    const auto number = [&](const char* setting) {
      const auto entry = metadata.find(std::string("setting.") + setting);
      return entry == metadata.end() ? size_t{1}
                                     : static_cast<size_t>(std::strtoul(entry->second.c_str(), nullptr, 10));
    };
    return Blocks{number("block"), number("algebras")};
  }

  // The same with functions of fractions.
  [[nodiscard]] bool with_fractions_before() const {
    const std::string path = params_.path + ".checkpoint";
    if (params_.path.empty() || !base::file_exists(path)) return false;
    return encode::read_tensors(path).metadata.contains("setting.fractions");
  }

  void save_model(const TrainResult& result) const {
    if (params_.path.empty()) return;
    const auto network = models::make_network(result.model.settings, task_.vocabulary, task_.dataset->domain);
    encode::save_model(params_.path, result.model, network->layout());
  }
  void save(const TrainResult& result, const std::vector<Validation>& log) {
    log_ = log;
    if (!partly_) write(result, log);  // else it is still to be compared with functions
  }
  void write(const TrainResult& result, const std::vector<Validation>& log) {
    if (params_.path.empty()) return;
    save_model(result);
    saved_ = true;
    if (log.empty()) return;
    Log file(params_.path + ".log.jsonl");
    file.keep(0);
    for (const Validation& validation : log) file.add(validation);
  }

  const Task& task_;
  const TrainParams& params_;
  const TrainOnce& train_once_;
  std::optional<Equations> equations_;
  std::optional<FractionAlgebra> partly_;   // where some operators are left to training
  std::optional<Paraphrases> paraphrases_;  // made when first asked for
  double least_ = 0;                        // retrieval below which blocks are given up half way
  double seconds_ = 0;                      // of all trainings so far
  std::vector<Validation> log_;             // of what is saved, or has yet to be
  bool resumed_ = false;
  bool saved_ = false;  // the model and its log
};

}  // namespace

TrainResult train_with_blocks(const Task& task, const TrainParams& params, const TrainOnce& train_once) {
  return Search(task, params, train_once).run();
}

}  // namespace eqnet::train
