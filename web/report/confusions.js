// Nearest neighbours that do not mean the same: the paper's examples, and the most confident mistakes of each model.
import { make } from "../common/dom.js";
import { distinct, present } from "./data.js";
import { section } from "./figure.js";
import { figureNotRun } from "./not_run.js";
import { look } from "./plot.js";
import { table } from "./table.js";

const expression = (text) => make("code", {}, text);

export function confusions(report) {
  return section("confusions", "Confusions", "What a model takes for equivalent says what it looks at.",
    examplesOf(report), mistakesOf(report));
}

// Of the paper's examples those of datasets that were run.
function examplesOf({ tables, models, name }) {
  const title = "Nearest neighbours of the paper's examples";
  const measured = tables.examples.filter((row) => row.source === "here");
  if (measured.length === 0) {
    const datasets = distinct(tables.examples.map((row) => row.dataset));
    return figureNotRun(title, { models, datasets, only: ["models"] });
  }
  const queries = distinct(measured.map((row) => row.query));
  const examples = tables.examples.filter((row) => queries.includes(row.query));
  const asked = present(models, measured, "model");
  const find = (query, model, source) =>
    examples.find((row) => row.query === query && row.model === model && row.source === source);
  const answer = (row) => (row.same ? make("span", { class: "same" }, "✓") : expression(row.neighbour));
  return table({
    id: "examples",
    title,
    caption: "✓: the nearest neighbour means the same. Small: the neighbour that the paper prints.",
    columns: ["expression", "dataset", ...asked.map((model) => look(model).label)],
    rows: queries.map((query) => [expression(query), name(examples.find((row) => row.query === query).dataset),
      ...asked.map((model) => {
        const here = find(query, model, "here");
        const paper = find(query, model, "paper");
        return make("span", {}, here ? answer(here) : make("span", { class: "missing" }, "not run"),
          paper ? make("small", { class: "paper" }, "paper ", answer(paper)) : null);
      })]),
    data: examples,
  });
}

function mistakesOf({ tables, models, name }) {
  const datasets = tables.datasets.map((dataset) => dataset.preset);
  // The first seed that has any; two a dataset and model are enough to see.
  const shown = datasets.flatMap((dataset) => models.map((model) => {
    const own = tables.confusions.filter((row) => row.dataset === dataset && row.model === model);
    return own.filter((row) => row.seed === own[0].seed && row.rank <= 2);
  })).flat();
  if (shown.length === 0) return null;
  return make("details", {}, make("summary", {}, "The most confident mistakes of every model"), table({
    id: "mistakes",
    title: "Unseen expressions whose nearest neighbour means something else",
    caption: "The two most similar ones of each dataset and model; the file has ten.",
    columns: ["dataset", "model", "expression", "nearest, and different"],
    rows: shown.map((row) => [name(row.dataset), look(row.model).label, expression(row.query), expression(row.neighbour)]),
    data: tables.confusions,
  }));
}
