// A search for settings (eqnet tune): its trials, which settings mattered, and what came of it.
import { make } from "../common/dom.js";
import { figures } from "../report/figure.js";
import { table } from "../report/table.js";
import { fates, readSearch } from "./data.js";
import { importance } from "./importance.js";
import { progress } from "./progress.js";
import { settings } from "./settings.js";

const page = document.getElementById("page");

const percent = (score) => `${(100 * score).toFixed(1)}%`;

function header({ search, trials, winner, workers, program, revision }) {
  const count = (fate) => trials.filter((trial) => trial.fate === fate).length;
  const facts = {
    trials: `${trials.length}: ${count("whole")} came to their end, ${count("stopped")} were stopped early, ${count("failed")} failed`,
    datasets: search.datasets.replace(/;\s*$/, ""),  // each ends in one
    proposed: `${search.method}, seed ${search.seed}, ${workers} at once`,
    trained: `${Number(search.steps) > 0 ? `${search.steps} steps in the end` : "in one go"}, ${search.seeds} per dataset and trial`,
  };
  return make("header", {},
    make("h1", {}, `A search for settings of ${search.model}`),
    make("p", {}, winner ? [make("strong", {}, percent(winner.score)), ` of what retrieval on validation could be, by trial ${winner.trial}. Test parts had no say.`]
      : "No trial has come to its end yet."),
    make("dl", { class: "facts" }, Object.entries(facts).flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)])),
    make("p", { class: "faint" }, `Drawn by ${program}, revision ${revision}.`));
}

function config({ config: text, search }) {
  if (!text) return null;
  return make("figure", { id: "best" }, make("h3", {}, "The settings of the best trial: best.toml"),
    make("div", { class: "config" }, make("pre", { tabindex: 0 }, text)),
    make("figcaption", {}, "To train with them: ", make("code", {}, `eqnet train DATASET -m ${search.model} --config best.toml -o MODEL`)));
}

function best({ trials, settings: all }) {
  const order = { whole: 0, stopped: 1, failed: 2 };
  const ahead = trials.toSorted((a, b) => order[a.fate] - order[b.fate] || b.score - a.score || a.trial - b.trial).slice(0, 10);
  return table({
    id: "trials", title: "The ten best trials", caption: "Those that came to their end first.",
    columns: ["trial", "score", "steps", "fate", ...all.map((row) => row.setting)],
    rows: ahead.map((trial) => [String(trial.trial), percent(trial.score), String(trial.steps), fates[trial.fate].label.split(",")[0],
      ...all.map((row) => trial.values[row.setting])]),
  });
}

function show(search) {
  page.replaceChildren(header(search), ...(search.trials.length
    ? [progress, importance, settings, best, config].map((part) => part(search)).filter(Boolean)
    : [make("p", {}, "It has no trials yet.")]));
  window.eqnet = { search, figures }; // for tests and scripts
}

try {
  show(readSearch(document.getElementById("eqnet-data").textContent));
} catch (error) {
  page.replaceChildren(make("div", { class: "error", role: "alert" },
    make("p", {}, `This page cannot be shown: ${error.message}`),
    make("p", {}, "Make it again with: eqnet report FOLDER -o report.html")));
  throw error;
}
