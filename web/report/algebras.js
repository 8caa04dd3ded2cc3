// Other algebras: what the models make of those that are not the paper's, as shares of the ceiling, and in how long.
import { make } from "../common/dom.js";
import { distinct, percent, present } from "./data.js";
import { figure, section } from "./figure.js";
import { notRun } from "./not_run.js";
import { Plot, best, dotsByDataset, keys, look } from "./plot.js";
import { table, words } from "./table.js";

const title = "Other algebras";

export function algebras({ tables, models: all }) {
  const rows = tables.beyond.filter((row) => row.group === "algebras");
  if (rows.length === 0) {
    return section("algebras", title, make("div", {}, notRun({ only: ["algebras"] }),
      make("p", { class: "not-run" }, "The datasets of it are made by ",
        make("code", {}, words("examples/algebras/datasets eqnet data")))));
  }
  const models = present(all, rows, "model");
  const datasets = distinct(rows.map((row) => row.dataset));
  const sizes = distinct(rows.map((row) => row.random_size)).sort((a, b) => a - b); // 0: the unseen classes
  const find = (dataset, model, size) =>
    rows.find((row) => row.dataset === dataset && row.model === model && row.random_size === size);
  const shown = { rows, models, datasets, sizes, find };
  return section("algebras", title,
    "Algebras of a few values that tables define, and others of which nothing is known but classes: each model trained on each.",
    chart(shown), shares(shown), scores(shown));
}

const asked = (size) => (size === 0 ? "unseen" : `${size} nodes`);

// The best of the models that learn, by what is shown.
const bold = (rows) => best(rows.map((row) => row && { ...row, score_5: row.share_5 }));

function shares({ rows, models, datasets, sizes, find }) {
  const columns = (model) => [...sizes.map(asked), ...(look(model).knows ? [] : ["s"])]; // nothing is trained of one that knows
  const cells = (dataset) => {
    const strong = sizes.map((size) => new Set([...bold(models.map((model) => find(dataset, model, size)))].map((row) => row.model)));
    return models.flatMap((model) => [
      ...sizes.map((size, i) => share(find(dataset, model, size), strong[i].has(model))),
      ...(look(model).knows ? [] : [seconds(find(dataset, model, 0))]),
    ]);
  };
  return table({
    id: "algebras-shares",
    title: "score_5 as a share of the ceiling, and seconds of training",
    caption: "In percent of what a perfect encoder scores, means over seeds (point at a number for the score itself): on UnseenEqClass and among random trees larger than those trained on. A dash: not run; values needs the algebra's tables, which open data has not.",
    groups: [["", 1], ...models.map((model) => [look(model).label, columns(model).length])],
    columns: ["algebra", ...models.flatMap(columns)],
    rows: datasets.map((dataset) => [dataset, ...cells(dataset)]),
    data: rows,
  });
}

function share(row, strong) {
  const text = percent(row?.share_5);
  if (row?.share_5 == null) return text;
  return make("span", { title: `score_5 ${percent(row.score_5)} of ${percent(row.ceiling_5)}` },
    strong ? make("strong", {}, text) : text);
}

const seconds = (row) => make("span", { class: "faint" }, row?.seconds == null ? "–" : row.seconds.toFixed(0));

function scores({ rows, models, datasets, sizes, find }) {
  const lines = datasets.flatMap((dataset) => sizes.map((size) => ({ dataset, size, found: models.map((model) => find(dataset, model, size)) })))
    .filter(({ found }) => found.some(Boolean));
  return table({
    id: "algebras-scores",
    title: "The scores themselves",
    caption: "score_5 in percent, means over seeds, on UnseenEqClass and, where nodes are named, among random trees. The ceiling is a mean over the cells of the row.",
    columns: ["asked about", "ceiling", ...models.map((model) => look(model).label)],
    rows: lines.map(({ dataset, size, found }) => [
      size === 0 ? dataset : `${dataset}, ${asked(size)}`,
      percent(found.find(Boolean).row_ceiling_5), ...found.map((row) => percent(row?.score_5))]),
    data: rows,
  });
}

function chart({ rows: all, models, datasets, sizes }) {
  const rows = all.filter((row) => row.random_size === 0 && row.share_5 != null)
    .map(({ dataset, model, share_5 }) => ({ dataset, model, share: share_5 }));
  const random = all.filter((row) => row.random_size > 0 && row.share_5 != null)
    .map(({ dataset, model, random_size, share_5 }) => ({ dataset, model, random_size, share: share_5 }));
  return figure({
    id: "algebras-chart",
    title: "score_5 as a share of the ceiling",
    caption: `Filled: on UnseenEqClass.${random.length ? ` Hollow: among random trees of ${sizes.filter(Boolean).join(" or ")} nodes.` : ""}`,
    rows: [...rows, ...random],
    draw: (width) => [
      keys(models.map((model) => ({ ...look(model), line: false })), width),
      dotsByDataset({
        rows, models, datasets, x: "share", width, marginLeft: 140,
        axis: { domain: [0, 1], label: "share of the ceiling, %", tickFormat: (v) => `${Math.round(100 * v)}` },
        before: models.map((model) => Plot.dot(random.filter((row) => row.model === model), {
          x: "share", y: "dataset", stroke: look(model).colour, symbol: look(model).symbol, r: 4.5, className: `random-${model}`,
        })),
        tip: (d) => `${look(d.model).label} on ${d.dataset}: ${percent(d.share)}% of the ceiling`,
      }),
    ],
  });
}
