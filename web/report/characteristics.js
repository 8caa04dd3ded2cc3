// Scores against what makes a dataset hard: its variables and its operators.
import { distinct, present } from "./data.js";
import { figure, section } from "./figure.js";
import { Plot, legend, look, partFacets, percentAxis, plot } from "./plot.js";

export function characteristics({ tables, models: all, signs = {} }) {
  const operators = (names) => names.split(" ").map((op) => signs[op] ?? op).join(" ");
  const rows = tables.characteristics.filter((row) => row.k === 5);
  if (rows.length === 0) return null;
  const models = present(all, rows, "model");
  return section("characteristics", "What makes a dataset hard",
    "Each point is a mean over the datasets with as many variables, or with these operators.",
    chart("variables", "score_5 against the number of variables", "variables",
      rows.filter((row) => row.by === "variables"), models, (group) => group, (a, b) => a - b),
    chart("operators", "score_5 against the operators", "operators",
      rows.filter((row) => row.by === "operators"), models, operators, undefined));
}

function chart(id, title, label, unordered, models, format, order) {
  const groups = distinct(unordered.map((row) => row.group));
  const domain = order ? groups.sort(order) : groups;
  const rows = domain.flatMap((group) => unordered.filter((row) => row.group === group)); // lines follow the axis
  return figure({
    id, title,
    caption: "The paper plots EqNet on SeenEqClass; here are all models and both parts.",
    rows,
    draw: (width) => {
      const narrow = width < 620;
      const facets = partFacets(narrow, rows);
      return [legend(models, width), plot({
        width, height: narrow ? 560 : 340, marginLeft: 44, marginBottom: 44, insetLeft: 10, insetRight: 10,
        ...facets.options,
        x: { type: "point", domain, label, tickFormat: format, tickRotate: narrow && id === "operators" ? -30 : 0 },
        y: { ...percentAxis, label: "score_5, %", grid: true, ticks: 5 },
        symbol: { type: "identity" },
        marks: [
          Plot.frame({ stroke: "currentColor", strokeOpacity: 0.25 }),
          models.map((model) => Plot.line(rows.filter((row) => row.model === model), { ...facets.channel, x: "group", y: "score", stroke: look(model).colour, strokeWidth: 1.8 })),
          models.map((model) => Plot.dot(rows.filter((row) => row.model === model), { ...facets.channel, x: "group", y: "score", fill: look(model).colour, symbol: look(model).symbol, r: 4, className: `dots-${model}` })),
          Plot.tip(rows, Plot.pointer({ ...facets.channel, x: "group", y: "score",
            title: (d) => `${look(d.model).label}, ${format(d.group)}: ${(100 * d.score).toFixed(1)}\n${d.datasets} datasets, ceiling ${(100 * d.ceiling).toFixed(1)}` })),
        ],
      })];
    },
  });
}
