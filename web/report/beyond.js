// Beyond the paper: larger expressions than those trained on, larger spaces, and what a training takes.
import { percent, present } from "./data.js";
import { figure, section } from "./figure.js";
import { figureNotRun } from "./not_run.js";
import { dotsByDataset, legend, look } from "./plot.js";
import { table } from "./table.js";

export function beyond({ tables, models, name }) {
  const depth = tables.beyond.filter((row) => row.group === "depth");
  const frontier = tables.beyond.filter((row) => row.group === "frontier");
  const scores = (id, title, caption, rows, what) => rows.length === 0 ? figureNotRun(title, { models, only: [id] }) : table({
    id, title, caption,
    columns: ["asked about", "model", "score_5", "ceiling", "of the ceiling"],
    rows: rows.map((row) => [what(row), look(row.model).label, percent(row.score_5), percent(row.ceiling_5), percent(row.share_5)]),
    data: rows,
  });
  return section("beyond", "Beyond the paper", "Larger expressions, larger spaces, and the time that training takes.",
    scores("depth", "Random trees larger than those trained on", "score_5 among random trees over the dataset's symbols, in percent.",
      depth, (row) => `${name(row.dataset)}, trees of ${row.random_size} nodes`),
    scores("frontier", "Larger spaces", "score_5 on UnseenEqClass, in percent.", frontier, (row) => row.dataset),
    times(tables, models, name));
}

function times(tables, all, name) {
  const rows = tables.scores.filter((row) => row.part === "unseen" && row.seconds > 0)
    .map((row) => ({ dataset: name(row.dataset), model: row.model, seconds: row.seconds }));
  if (rows.length === 0) return null;
  const models = present(all, rows, "model");
  const order = tables.datasets.map((dataset) => dataset.name);
  return figure({
    id: "times",
    title: "Seconds of training",
    caption: "One core, means over seeds; many of the slower models end at the limit that the run set.",
    rows,
    draw: (width) => [legend(models, width), dotsByDataset({
      rows, models, datasets: order, x: "seconds", width,
      axis: { type: "log", label: "seconds", tickFormat: (seconds) => `${seconds}`, ticks: 5 },
      tip: (d) => `${look(d.model).label} on ${d.dataset}: ${d.seconds.toFixed(1)} s`,
    })],
  });
}
