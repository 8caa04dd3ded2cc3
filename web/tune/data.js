// The data of the page: trials with what they tried, settings with what they had to do with the score.
import { objects } from "../report/data.js";

export function readSearch(text) {
  let search;
  try {
    search = JSON.parse(text);
  } catch {
    throw new Error("its data is damaged or was cut off.");
  }
  if (search?.format !== "eqnet-tune-page") throw new Error("its data is no search of eqnet.");
  if (search.version !== 1) throw new Error(`its data is of version ${search.version}, and this page reads version 1.`);
  const trials = objects(search.tables.trials).map((trial) => ({ ...trial, fate: fateOf(trial), values: {} }));
  const byNumber = new Map(trials.map((trial) => [trial.trial, trial]));
  for (const { trial, setting, value } of objects(search.tables.values)) byNumber.get(trial).values[setting] = value;
  return { ...search, trials, settings: objects(search.tables.settings), winner: byNumber.get(search.best) ?? null };
}

// A score after fewer steps is no score of a whole training, so the page tells them apart everywhere.
const fateOf = ({ whole, failed }) => (failed ? "failed" : whole ? "whole" : "stopped");

export const fates = {
  whole: { label: "came to its end", colour: "#0072B2", fill: "#0072B2", symbol: "circle", line: false },
  stopped: { label: "stopped early, score so far", colour: "#8a8f98", fill: "none", symbol: "circle", line: false },
  failed: { label: "failed", colour: "#D55E00", fill: "none", symbol: "times", line: false },
};
export const winnerLook = { label: "the best", colour: "#D55E00", fill: "#D55E00", symbol: "star", line: false };

export const tip = (trial) => [
  `Trial ${trial.trial}: ${(100 * trial.score).toFixed(1)}% ${trial.steps ? `after ${trial.steps} steps` : ""}`,
  trial.failed || fates[trial.fate].label,
  ...Object.entries(trial.values).map(([setting, value]) => `${setting} = ${value}`),
].join("\n");
