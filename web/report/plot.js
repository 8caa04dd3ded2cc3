// What the charts have in common: one way to call Plot, models with their colour and symbol, small multiples.
import * as Plot from "@observablehq/plot";
import { models } from "../common/palette.js";
import { partNames, percent, present } from "./data.js";

export { Plot };

const unknown = { colour: "#8a8f98", symbol: "circle" };
export const look = (model) => ({ label: model, ...unknown, ...models[model] });

// Those rows of a line of the table of scores that are in bold: the best of the models that learn.
export function best(rows) {
  const learned = rows.filter((row) => row?.score_5 != null && !look(row.model).knows);
  const most = percent(Math.max(...learned.map((row) => row.score_5)));
  return new Set(learned.filter((row) => percent(row.score_5) === most));
}

// The order to draw models in. What knows the semantics lies on the ceiling, so it goes behind what gets there too.
const inDrawingOrder = (names) => [...names.filter((name) => look(name).knows), ...names.filter((name) => !look(name).knows)];

export const percentAxis = { domain: [0, 1], tickFormat: (value) => `${Math.round(100 * value)}` };

export function plot(options) {
  return Plot.plot({
    marginTop: 24,
    style: { background: "none", fontSize: "12px", overflow: "visible" },
    ...options,
  });
}

// The parts that the rows have side by side, or on a narrow page one above the other: the plot's option and the marks'
// channel.
export function partFacets(narrow, rows) {
  const facet = narrow ? "fy" : "fx";
  return {
    channel: { [facet]: "part" },
    options: {
      marginRight: narrow ? 112 : 20, // the names stand there
      [facet]: { domain: present(["seen", "unseen"], rows, "part"), label: null, padding: 0.1, tickFormat: (part) => partNames[part] },
    },
  };
}

// Filled marks of models, a line for each of the datasets that has any. rows: {dataset, model, [x]}; tip(row): what the
// pointer shows.
export function dotsByDataset({ rows, models: names, datasets: all, x, axis, width, tip, before = [], marginLeft = 96 }) {
  const datasets = present(all, rows, "dataset");
  return plot({
    width, height: 28 * datasets.length + 60, marginLeft, marginBottom: 40,
    x: { grid: true, ...axis }, y: { domain: datasets, label: null }, symbol: { type: "identity" },
    marks: [
      before,
      inDrawingOrder(names).map((model) => Plot.dot(rows.filter((row) => row.model === model), {
        x, y: "dataset", fill: look(model).colour, symbol: look(model).symbol, r: 4.5, className: `dots-${model}`,
      })),
      Plot.tip(rows, Plot.pointer({ x, y: "dataset", title: tip })),
    ],
  });
}

// A legend of models as a drawing, so that it goes into the SVG file too.
export function legend(names, width) {
  return keys(names.map((name) => look(name)), width);
}

// Entries {label, colour, symbol, dashed}, in as many rows as they need.
export function keys(entries, width) {
  const places = [];
  let x = 8;
  let row = 0;
  for (const entry of entries) {
    const length = 34 + 7.4 * entry.label.length;
    if (x + length > width && x > 8) {
      x = 8;
      ++row;
    }
    places.push({ ...entry, x, row });
    x += length;
  }
  return Plot.plot({
    width, height: 22 * (row + 1), margin: 0, axis: null, className: "keys",
    style: { background: "none", fontSize: "12px", overflow: "visible" },
    x: { domain: [0, width], range: [0, width] },
    y: { domain: [0, row + 1], range: [0, 22 * (row + 1)] },
    symbol: { type: "identity" },
    marks: [
      [false, true].map((dashed) => Plot.link(places.filter((d) => d.line !== false && Boolean(d.dashed) === dashed), {
        x1: (d) => d.x, x2: (d) => d.x + 20, y1: (d) => d.row + 0.5, y2: (d) => d.row + 0.5, stroke: (d) => d.colour,
        strokeWidth: 2, strokeDasharray: dashed ? "5,4" : null,
      })),
      Plot.dot(places.filter((entry) => entry.symbol), {
        x: (d) => d.x + 10, y: (d) => d.row + 0.5, fill: (d) => d.fill ?? d.colour, stroke: (d) => d.colour,
        symbol: (d) => d.symbol, r: 4,
      }),
      Plot.text(places, { x: (d) => d.x + 25, y: (d) => d.row + 0.5, text: "label", textAnchor: "start" }),
    ],
  });
}

// Columns of small charts that fit a width, and each panel's place among them.
export function grid(panels, width, least = 190) {
  const columns = Math.max(1, Math.min(panels.length, Math.floor(width / least)));
  const place = new Map(panels.map((panel, i) => [panel, [i % columns, Math.floor(i / columns)]]));
  return {
    columns,
    rows: Math.ceil(panels.length / columns),
    fx: (panel) => place.get(panel)[0],
    fy: (panel) => place.get(panel)[1],
  };
}

// Lines of models over x, in those of the panels that have any. rows: {panel, model, x, y}; reference: dashed
// {panel, x, y}; name(panel): what stands above it.
export function modelLines({ rows, reference = [], panels: all, name, width, x, y, every = 3, height = 170, least = 190, modelNames }) {
  const panels = present(all, rows, "panel");
  const at = grid(panels, width, least);
  const facet = { fx: (d) => at.fx(d.panel), fy: (d) => at.fy(d.panel) };
  return plot({
    width,
    height: at.rows * height + 50,
    marginLeft: 44,
    marginBottom: 40,
    fx: { axis: null, padding: 0.12 },
    fy: { axis: null, padding: at.rows > 1 ? 0.2 : 0 },
    x: { ...x, grid: false },
    y: { ...percentAxis, grid: true, ticks: 5, ...y },
    symbol: { type: "identity" },
    marks: [
      Plot.frame({ stroke: "currentColor", strokeOpacity: 0.25 }),
      Plot.text(panels.map((panel) => ({ panel })), {
        ...facet, frameAnchor: "top", lineAnchor: "bottom", dy: -5, text: (d) => name(d.panel), fontWeight: 600,
      }),
      Plot.line(reference, { ...facet, x: "x", y: "y", z: "panel", stroke: "currentColor", strokeOpacity: 0.55, strokeDasharray: "5,4" }),
      inDrawingOrder(modelNames).map((model) => Plot.line(rows.filter((d) => d.model === model), {
        ...facet, x: "x", y: "y", z: "panel", stroke: look(model).colour, strokeWidth: 1.8, className: `line-${model}`,
      })),
      inDrawingOrder(modelNames).map((model, i) => Plot.dot(rows.filter((d) => d.model === model && (d.i + i) % every === 0), {
        ...facet, x: "x", y: "y", fill: look(model).colour, symbol: look(model).symbol, r: 3.2, className: `markers-${model}`,
      })),
      Plot.tip(rows, Plot.pointer({
        ...facet, x: "x", y: "y", maxRadius: 30, title: (d) => `${look(d.model).label}\n${x.label ?? "x"} ${d.x}: ${(100 * d.y).toFixed(1)}`,
      })),
    ],
  });
}
