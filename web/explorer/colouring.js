// Ways to colour the points. A way gives each member a number, and each number a colour and a line of the legend.
import { many, scoreOnMap, sizeStops } from "../common/palette.js";
import { NO_PART, NO_SCORE } from "./decode.js";
import { ramp } from "../common/ramp.js";

export const WAYS = [
  { id: "class", label: "class" },
  { id: "size", label: "size" },
  { id: "root", label: "root symbol" },
  { id: "score", label: "score₅" },
  { id: "part", label: "part of the split" },
];

const MOST_LEGEND_LINES = 12;
const NOTHING = "#8a8f98";

// {values: number of each member, colours: a colour a number, legend: [{colour, label, count?, query?}], note}
export function colouring(dataset, id) {
  return MAKERS[id](dataset);
}

const MAKERS = {
  class(dataset) {
    const count = dataset.header.classes.length;
    // Colours go to the largest classes first, so that those of the legend all differ.
    const ranked = Array.from({ length: count }, (_, i) => i).sort(
      (a, b) => dataset.byClass.size(b) - dataset.byClass.size(a) || a - b,
    );
    const colour = new Uint32Array(count);
    ranked.forEach((value, rank) => (colour[value] = rank % many.length));
    const notes = [];
    if (count > MOST_LEGEND_LINES)
      notes.push(`the ${MOST_LEGEND_LINES} largest of ${count.toLocaleString("en")} classes`);
    if (count > many.length)
      notes.push(`there are ${many.length} colours, so they repeat: the same colour need not be the same class`);
    return {
      values: dataset.arrays.class.map((value) => colour[value]),
      colours: many,
      legend: ranked.slice(0, MOST_LEGEND_LINES).map((value) => ({
        colour: many[colour[value]],
        label: dataset.header.classes[value],
        count: dataset.byClass.size(value),
        query: `class:${dataset.header.classes[value]}`,
      })),
      note: notes.join("; "),
    };
  },

  size(dataset) {
    const sizes = dataset.sizes.subarray(0, dataset.members);
    const bounds = sizeBounds(sizes);
    const bin = (size) => bounds.findLastIndex(([least]) => size >= least);
    const known = new Map();
    const values = Uint32Array.from(sizes, (size) => {
      if (!known.has(size)) known.set(size, bin(size));
      return known.get(size);
    });
    const colours = bounds.map((_, i) => ramp(sizeStops, bounds.length === 1 ? 0.5 : i / (bounds.length - 1)));
    const label = ([least, most]) => (least === most ? `${least}` : `${least}–${most}`);
    return listed(
      values,
      colours,
      bounds.map((bound) => `${label(bound)} ${bound[1] === 1 ? "node" : "nodes"}`),
      bounds.map(([least, most]) => `size:${least}-${most}`),
    );
  },

  root(dataset) {
    const { symbols } = dataset.header;
    // Operators each have a colour; variables and constants, which only single-node expressions have at the root, one.
    const operators = symbols.map((symbol, i) => ({ symbol, i })).filter(({ symbol }) => symbol.kind === "op");
    const number = new Uint32Array(symbols.length).fill(operators.length);
    operators.forEach(({ i }, place) => (number[i] = place));
    const colours = operators.map((_, place) => many[place % many.length]).concat(NOTHING);
    const labels = operators.map(({ symbol }) => `${symbol.text}  ${symbol.name}`).concat("variable or constant");
    const result = listed(
      dataset.arrays.symbol.subarray(0, dataset.members).map((symbol) => number[symbol]),
      colours,
      labels,
      operators.map(({ symbol }) => `root:${symbol.name}`).concat("size:1"),
    );
    if (operators.length > many.length) result.note = "colours repeat";
    return result;
  },

  score(dataset) {
    const STEPS = 10;
    const values = dataset.arrays.score
      .subarray(0, dataset.members)
      .map((score) => (score === NO_SCORE ? STEPS + 1 : Math.round((score * STEPS) / 60)));
    const colours = Array.from({ length: STEPS + 1 }, (_, i) => ramp(scoreOnMap, i / STEPS)).concat(NOTHING);
    const labels = colours.map((_, i) => (i > STEPS ? "none: alone in its class" : (i / STEPS).toFixed(1)));
    const result = listed(values, colours, labels, []);
    result.note =
      "of the 5 nearest neighbours, those of the same class, over min(5, size of the class); to the nearest tenth";
    return result;
  },

  part(dataset) {
    const { parts } = dataset.header;
    const values = dataset.arrays.part.map((part) => (part === NO_PART ? parts.length : part));
    const colours = parts.map((_, i) => many[[4, 0, 2, 6][i % 4]]).concat(NOTHING);
    return listed(
      values,
      colours,
      parts.concat("none"),
      parts.map((part) => `part:${part}`),
    );
  },
};

// A legend of every number that occurs, with its count.
function listed(values, colours, labels, queries) {
  const counts = new Uint32Array(colours.length);
  for (const value of values) ++counts[value];
  const legend = colours.map((colour, i) => ({ colour, label: labels[i], count: counts[i], query: queries[i] }));
  return { values, colours, legend: legend.filter(({ count }) => count > 0), note: "" };
}

// Ranges of sizes, one a colour: each size its own where they are few, else of equal ratio.
function sizeBounds(sizes) {
  const distinct = [...new Set(sizes)].sort((a, b) => a - b);
  if (distinct.length <= MOST_LEGEND_LINES) return distinct.map((size) => [size, size]);
  const least = distinct[0];
  const most = distinct.at(-1);
  const starts = new Set();
  for (let i = 0; i < MOST_LEGEND_LINES; ++i) starts.add(Math.round(least * (most / least) ** (i / MOST_LEGEND_LINES)));
  const sorted = [...starts];
  return sorted.map((start, i) => [start, i + 1 < sorted.length ? sorted[i + 1] - 1 : most]);
}
