"""Optuna's default sampler (TPE) on a space of `eqnet tune`. Debian: python3-optuna."""
import optuna


def search(space, score, trials, seed):
    """Scores of the trials in order. space: {setting: [scale, values]} as the TOML of --space has it; score(settings)."""
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    scores = []

    def objective(trial):
        settings = {}
        for name, (scale, values, whole) in space.items():
            if scale == "choice":
                settings[name] = trial.suggest_categorical(name, values)
            elif whole:
                settings[name] = trial.suggest_int(name, values[0], values[1], log=scale == "log")
            else:
                settings[name] = trial.suggest_float(name, values[0], values[1], log=scale == "log")
        scores.append(score(settings))
        return scores[-1]

    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed))
    study.optimize(objective, n_trials=trials)
    return scores
