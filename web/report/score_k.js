// score_k for k = 1..15: averaged over the datasets, and on each.
import { distinct, partNames, present } from "./data.js";
import { figure, section } from "./figure.js";
import { keys, look, modelLines } from "./plot.js";

export const ceilingKey = { label: "ceiling", colour: "currentColor", dashed: true };

// Rows of a table over k as lines: panel(row) says where each belongs.
export function overK(rows, panel) {
  return rows.map((row) => ({ panel: panel(row), model: row.model, x: row.k, y: row.score, i: row.k - 1 }));
}

// The ceiling is the encoder's that errs never; it is the same for all models of a panel, up to which cells there are.
export function ceilings(rows, panel) {
  const byPlace = new Map();
  for (const row of rows) {
    const key = `${panel(row)} ${row.k}`;
    const known = byPlace.get(key);
    if (!known || row.ceiling > known.y) byPlace.set(key, { panel: panel(row), x: row.k, y: row.ceiling });
  }
  return [...byPlace.values()];
}

export const kAxis = { label: "k", ticks: [1, 5, 10, 15], domain: [1, 15] };

export function scoreK({ tables, models: known, name }) {
  const all = tables.score_k;
  if (all.length === 0) return null;
  const models = present(known, all, "model");
  const average = all.filter((row) => row.dataset === "mean");
  const counts = distinct(average.map((row) => row.datasets));
  const partial = counts.length > 1 ? " The models were not run on the same datasets, so their means are not quite comparable." : "";
  const chart = (rows, panel, options) => (width) => [
    keys([...models.map(look), ceilingKey], width),
    modelLines({ rows: overK(rows, panel), reference: ceilings(rows, panel), width, x: kAxis,
      y: { label: "score_k, %" }, modelNames: models, ...options }),
  ];
  const byDataset = (part) => {
    const rows = all.filter((row) => row.dataset !== "mean" && row.part === part);
    if (rows.length === 0) return null;
    return figure({
      id: `score-k-${part}`,
      title: `score_k on the ${partNames[part]} part of each dataset`,
      caption: "Markers every five k. Dashed: the ceiling, what a perfect encoder scores.",
      rows,
      draw: chart(rows, (row) => row.dataset, { panels: tables.datasets.map((d) => d.preset), name, every: 5 }),
    });
  };
  return section("score-k", "Neighbours that mean the same",
    "score_k is the share of an expression's k nearest neighbours that are equivalent to it, of those that could be.",
    figure({
      id: "score-k-mean",
      title: "score_k averaged over the datasets",
      caption: `Mean over ${counts.join(" or ")} datasets.${partial} Dashed: the ceiling.`,
      rows: average,
      draw: chart(average, (row) => row.part, { panels: ["seen", "unseen"], name: (part) => partNames[part], height: 300, least: 300 }),
    }),
    byDataset("seen"), byDataset("unseen"));
}
