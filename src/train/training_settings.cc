#include "train/training_settings.h"

namespace eqnet::train {

TrainingSettings::TrainingSettings(const encode::Settings& settings)
    : optimiser{settings.choice("optimiser") == "adam" ? OptimiserParams::Kind::adam : OptimiserParams::Kind::rmsprop,
                settings.number("learning_rate"),
                settings.number("rho"),
                settings.number("momentum"),
                settings.number("epsilon"),
                settings.number("clip")},
      constant(settings.choice("schedule") == "constant"),
      steps(settings.integer("steps")),
      batch(settings.integer("batch")),
      average(settings.number("average")),
      renew(settings.has("renew") ? settings.integer("renew") : 0),
      settle(settings.has("settle") && settings.flag("settle")),
      by_retrieval(settings.choice("selection") == "retrieval"),
      validate_every(settings.integer("validate_every")),
      validate_steps(settings.integer("validate_steps")),
      patience(settings.integer("patience")),
      patience_steps(settings.integer("patience_steps")),
      restart_steps(settings.integer("restart_steps")) {}

}  // namespace eqnet::train
