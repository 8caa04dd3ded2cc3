// The main table: score_5 on the classes that training has not seen, ours beside the published values.
import { make } from "../common/dom.js";
import { percent, present } from "./data.js";
import { download } from "./download.js";
import { figure, section } from "./figure.js";
import { latex } from "./latex.js";
import { notRun } from "./not_run.js";
import { Plot, best, dotsByDataset, keys, look } from "./plot.js";
import { table } from "./table.js";

const missing = () => make("span", { class: "missing" }, "not run");

const title = "Scores";

export function scores({ tables, models: all, name }) {
  const measured = tables.scores.filter((row) => row.score_5 != null);
  if (measured.length === 0) return section("scores", title, notRun({ models: all, only: ["models"] }));
  const models = present(all, measured, "model");
  const find = (dataset, model, part) =>
    tables.scores.find((row) => row.dataset === dataset && row.model === model && row.part === part);
  return section("scores", title,
    "score_5: of the five nearest neighbours of an expression, how many are equivalent to it, in percent of those that could be counted.",
    scoreTable({ tables, models, find, part: "unseen" }),
    shares({ tables, models, name }),
    scoreTable({ tables, models, find, part: "seen" }),
    areas(tables, models));
}

function scoreTable({ tables, models, find, part }) {
  const unseen = part === "unseen";
  const measured = tables.scores.filter((row) => row.part === part && row.score_5 != null);
  if (measured.length === 0) return null;
  const datasets = new Set(measured.map((row) => row.dataset));
  const rows = tables.datasets.filter(({ preset }) => datasets.has(preset)).map((dataset) => {
    const found = models.map((model) => find(dataset.preset, model, part));
    const bold = best(found);
    return [dataset.name, dataset.expressions.toLocaleString("en"), dataset.classes.toLocaleString("en"),
      percent(dataset[`ceiling_5_${part}`]),
      ...found.map((row) => cell(row, bold.has(row))),
      ...(unseen ? [percent(dataset.best_since)] : [])];
  });
  const caption = unseen
    ? "In percent, means over seeds (hover for their range). In parentheses: the paper. The ceiling is what a perfect encoder scores, as a mean over the cells of the row; where some of them asked only a sample of the expressions, a score may be a tenth above it. It depends on the split: a generated dataset has another than the published file. The last column is the best published system since the paper."
    : "In percent, means over seeds. The paper has no such table.";
  return table({
    id: `scores-${part}`,
    title: `score_5 on ${unseen ? "UnseenEqClass: equivalences between expressions of classes that training has not seen" : "SeenEqClass: new expressions of classes that training has seen"}`,
    caption,
    columns: ["dataset", "expressions", "classes", "ceiling", ...models.map((model) => look(model).label), ...(unseen ? ["best since"] : [])],
    rows,
    data: tables.scores.filter((row) => row.part === part && datasets.has(row.dataset)),
    more: unseen ? [make("button", { type: "button", "data-take": "latex",
      onclick: () => download("scores.tex", "text/x-tex", latex(tables, models)) }, "Table (LaTeX)")] : [],
  });
}

function cell(row, bold) {
  if (row?.score_5 == null) return missing();
  const ours = percent(row.score_5);
  const range = row.seeds > 1 ? `${row.seeds} seeds: ${percent(row.lowest)} to ${percent(row.highest)}` : "one seed";
  return make("span", { title: range },
    bold ? make("strong", {}, ours) : ours,
    row.paper == null ? null : make("small", { class: "paper" }, `(${percent(row.paper)})`));
}

// The same as a picture: shares of the ceiling, ours filled, the paper's hollow.
function shares({ tables, models, name }) {
  const rows = tables.scores.filter((row) => row.part === "unseen" && row.score_5 != null).map((row) => ({
    dataset: name(row.dataset), model: row.model, share: row.share_5,
    paper_share: row.paper == null ? null : Math.min(1, row.paper / row.ceiling_5),
  }));
  if (rows.length === 0) return null;
  const order = tables.datasets.map((dataset) => dataset.name);
  return figure({
    id: "shares",
    title: "score_5 on UnseenEqClass as a share of the ceiling",
    caption: "Filled: measured here. Hollow: the paper.",
    rows,
    draw: (width) => [
      keys(models.map((model) => ({ ...look(model), line: false })), width),
      dotsByDataset({
        rows, models, datasets: order, x: "share", width,
        axis: { domain: [0, 1], label: "share of the ceiling, %", tickFormat: (v) => `${Math.round(100 * v)}` },
        before: models.map((model) => Plot.dot(rows.filter((row) => row.model === model && row.paper_share != null), {
          x: "paper_share", y: "dataset", stroke: look(model).colour, symbol: look(model).symbol, r: 4.5, className: `paper-${model}`,
        })),
        tip: (d) => `${look(d.model).label} on ${d.dataset}: ${percent(d.share)}% of the ceiling` +
          (d.paper_share == null ? "" : ` (paper ${percent(d.paper_share)})`),
      }),
    ],
  });
}

function areas({ areas: rows }, models) {
  const find = (model, part) => rows.find((row) => row.model === model && row.part === part);
  return table({
    id: "areas",
    title: "Areas under the curves, averaged over the datasets",
    caption: "In percent: under score_k (its mean over k), precision-recall and ROC.",
    columns: ["model", "score_k seen", "score_k unseen", "PR seen", "PR unseen", "ROC seen", "ROC unseen"],
    rows: models.map((model) => [look(model).label, ...["score_k", "precision_recall", "roc"].flatMap((area) =>
      ["seen", "unseen"].map((part) => percent(find(model, part)?.[area])))]),
    data: rows,
  });
}
