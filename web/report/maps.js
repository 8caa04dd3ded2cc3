// Whole datasets in the plane, a point an expression, coloured by class.
import { many } from "../common/palette.js";
import { make, makeSvg } from "../common/dom.js";
import { unpack } from "./data.js";
import { figure, section } from "./figure.js";
import { Plot, look, plot } from "./plot.js";

export function maps({ maps: pictures, explorer, name }) {
  if (pictures.length === 0) return null;
  const link = explorer
    ? make("p", {}, make("a", { href: explorer }, "Open the explorer"), " to move about in such a map, search it, and see every expression's neighbours.")
    : null;
  return section("maps", "A whole dataset",
    "Every expression of the dataset as a point, laid out so that neighbours among the vectors stay neighbours. Equivalent expressions have the same colour; colours repeat, as there are far more classes than colours that can be told apart.",
    link, make("div", { class: "pairs" }, pictures.map((picture) => chart(picture, name))));
}

function chart({ dataset, model, method, note, points, classes, x, y, class: packed }, name) {
  const [xs, ys, labels] = [unpack(x), unpack(y), unpack(packed)];
  const rows = Array.from(xs, (value, i) => ({ x: value, y: ys[i], class: labels[i] }));
  return figure({
    id: `map-${dataset}-${model}`,
    title: `${method} of ${name(dataset)}, ${look(model).label}`,
    caption: `${points.toLocaleString("en")} expressions of ${classes.toLocaleString("en")} classes; ${note}.`,
    rows,
    draw: (width) => [map(rows, Math.min(width, 720), picture)],
    drawForFile: () => [map(rows, 720, dots)],
  });
}

const map = (rows, side, points) => plot({
  width: side, height: side, margin: 4, marginTop: 4, axis: null,
  x: { domain: [0, 65534] }, y: { domain: [0, 65534] },
  marks: [Plot.frame({ stroke: "currentColor", strokeOpacity: 0.25 }), (index, { x, y }) => points(rows, x, y, side)],
});

const opacity = 0.7;
const pointSize = (rows, side) => Math.max(1.6, Math.min(5, side / Math.sqrt(rows.length) / 1.2));

// On the page a picture of the points: browsers take seconds to paint tens of thousands of shapes.
function picture(rows, x, y, side) {
  const fineness = 2;
  const canvas = make("canvas", { width: side * fineness, height: side * fineness });
  const context = canvas.getContext("2d");
  const size = pointSize(rows, side) * fineness;
  context.globalAlpha = opacity;
  many.forEach((colour, i) => {
    context.fillStyle = colour;
    for (const row of rows) {
      if (row.class % many.length !== i) continue;
      context.beginPath();
      context.arc(x(row.x) * fineness, y(row.y) * fineness, size / 2, 0, 2 * Math.PI);
      context.fill();
    }
  });
  return makeSvg("image", { "aria-label": "points", "data-points": rows.length, width: side, height: side, href: canvas.toDataURL() });
}

// In the file shapes: one path a colour, every point a line of no length with a round end: tens of thousands of points stay a small drawing.
function dots(rows, x, y, side) {
  const paths = many.map(() => []);
  for (const row of rows) paths[row.class % many.length].push(`M${x(row.x).toFixed(1)},${y(row.y).toFixed(1)}h0`);
  const size = pointSize(rows, side);
  return makeSvg("g", { "aria-label": "points", fill: "none", "stroke-linecap": "round", "stroke-width": size, "stroke-opacity": opacity },
    ...paths.map((path, i) => makeSvg("path", { d: path.join(""), stroke: many[i] })));
}
