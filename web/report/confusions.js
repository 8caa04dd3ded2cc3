// Nearest neighbours that do not mean the same: the paper's examples, and the most confident mistakes of each model.
import { make } from "../common/dom.js";
import { distinct } from "./data.js";
import { section } from "./figure.js";
import { look } from "./plot.js";
import { table } from "./table.js";

const expression = (text) => make("code", {}, text);

export function confusions({ tables, models, name }) {
  const examples = tables.examples;
  const queries = distinct(examples.map((row) => row.query));
  const asked = models.filter((model) => examples.some((row) => row.model === model));
  const find = (query, model, source) =>
    examples.find((row) => row.query === query && row.model === model && row.source === source);
  const answer = (row) => (row.same ? make("span", { class: "same" }, "✓") : expression(row.neighbour));
  const first = table({
    id: "examples",
    title: "Nearest neighbours of the paper's examples",
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
  const datasets = tables.datasets.map((dataset) => dataset.preset);
  // The first seed that has any; two a dataset and model are enough to see.
  const shown = datasets.flatMap((dataset) => models.map((model) => {
    const own = tables.confusions.filter((row) => row.dataset === dataset && row.model === model);
    return own.filter((row) => row.seed === own[0].seed && row.rank <= 2);
  })).flat();
  const second = shown.length === 0 ? null : make("details", {}, make("summary", {}, "The most confident mistakes of every model"), table({
    id: "mistakes",
    title: "Unseen expressions whose nearest neighbour means something else",
    caption: "The two most similar ones of each dataset and model; the file has ten.",
    columns: ["dataset", "model", "expression", "nearest, and different"],
    rows: shown.map((row) => [name(row.dataset), look(row.model).label, expression(row.query), expression(row.neighbour)]),
    data: tables.confusions,
  }));
  return section("confusions", "Confusions", "What a model takes for equivalent says what it looks at.", first, second);
}
