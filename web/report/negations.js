// Expressions and their negations in the plane of their two principal components.
import { objects, percent } from "./data.js";
import { figure, section } from "./figure.js";
import { placeLabels } from "./labels.js";
import { Plot, keys, look, plot } from "./plot.js";

const red = "#D55E00";

export function negations({ negations: pictures, name }) {
  const drawn = pictures.map((picture) => ({ ...picture, rows: objects(picture.pairs) })).filter((picture) => picture.rows.length > 0);
  if (drawn.length === 0) return null;
  return section("negations", "Negation",
    "The simplest expressions of the dataset, no two equivalent, each joined to its negation or negative. PCA of their vectors.",
    ...drawn.map((picture) => chart(picture, name)));
}

function chart({ dataset, model, word, shares, rows }, name) {
  return figure({
    id: `negations-${dataset}-${model}`,
    title: `Expressions and their ${word}s: ${name(dataset)}, ${look(model).label}`,
    caption: `The axes hold ${percent(shares[0])}% and ${percent(shares[1])}% of the variance. Labels that would lie on one another are left out; hover shows them.`,
    rows,
    draw: (width) => {
      const height = Math.min(560, Math.max(340, width * 0.62));
      const points = rows.flatMap((d) => [
        { x: d.x, y: d.y, text: d.expression, other: d.negation, negated: false },
        { x: d.negation_x, y: d.negation_y, text: d.negation, other: d.expression, negated: true },
      ]);
      const drawing = (labels) => plot({
        width, height, margin: 30, marginLeft: 44, marginBottom: 36, inset: 24,
        x: { label: "first component", ticks: 4 }, y: { label: "second component", ticks: 4 },
        symbol: { type: "identity" },
        marks: [
          Plot.frame({ stroke: "currentColor", strokeOpacity: 0.25 }),
          Plot.link(rows, { x1: "x", y1: "y", x2: "negation_x", y2: "negation_y", stroke: "currentColor", strokeOpacity: 0.3, className: "pairs" }),
          Plot.dot(points.filter((d) => !d.negated), { x: "x", y: "y", symbol: "square", fill: "currentColor", r: 4, className: "expressions" }),
          Plot.dot(points.filter((d) => d.negated), { x: "x", y: "y", symbol: "circle", fill: red, r: 4, className: "negations" }),
          labels.map((d) => Plot.text([d], { x: "x", y: "y", text: "text", dx: d.dx, dy: d.dy, textAnchor: d.anchor, fontFamily: "monospace", fontSize: 11, fill: d.negated ? red : "currentColor" })),
          Plot.tip(points, Plot.pointer({ x: "x", y: "y", title: (d) => `${d.text}\n${word}: ${d.other}` })),
        ],
      });
      const bare = drawing([]); // for its scales
      const labels = placeLabels(points, bare.scale("x").apply, bare.scale("y").apply, { width, height });
      return [keys([
        { label: "expression", colour: "currentColor", symbol: "square", line: false },
        { label: word, colour: red, symbol: "circle", line: false },
      ], width), drawing(labels)];
    },
  });
}
