// A figure: a title, one or more charts that follow the page's width, a caption, and its chart and numbers to take away.
import { make } from "../common/dom.js";
import { csv } from "./csv.js";
import { download } from "./download.js";
import { svgOf } from "./svg.js";

// Every figure of the page by id: {title, rows, plots}; plots are those drawn last.
export const figures = {};

// draw(width) returns the elements of the chart: plots (as Plot makes them) and legends; drawForFile() those for the SVG
// file where they are others. rows are objects, the numbers behind it.
export function figure({ id, title, caption, rows, draw, drawForFile }) {
  const chart = make("div", { class: "chart" });
  const record = { title, rows, plots: [] };
  figures[id] = record;
  const node = make("figure", { id, "data-figure": id },
    make("h3", {}, title), chart,
    make("figcaption", {}, caption),
    make("div", { class: "take" },
      make("button", { type: "button", "data-take": "csv", onclick: () => download(`${id}.csv`, "text/csv", csv(rows)) },
        "Numbers (CSV)"),
      make("button", { type: "button", "data-take": "svg",
        onclick: () => download(`${id}.svg`, "image/svg+xml", svgOf(title, drawForFile?.() ?? record.plots)) }, "Chart (SVG)")));
  let drawn = 0;
  const redraw = (width) => {
    if (!width || Math.abs(width - drawn) < 8) return;
    drawn = width;
    record.plots = draw(width);
    chart.replaceChildren(...record.plots);
  };
  new ResizeObserver(([entry]) => redraw(Math.floor(entry.contentRect.width))).observe(chart);
  return node;
}

// introduction: a text, or an element in its place.
export function section(id, title, introduction, ...children) {
  return make("section", { id, "data-title": title }, make("h2", {}, title),
    introduction instanceof Node ? introduction : make("p", {}, introduction), ...children);
}
