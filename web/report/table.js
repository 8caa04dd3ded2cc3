// A table of the page with its numbers to take away. Cells are texts or elements.
import { make } from "../common/dom.js";
import { csv } from "./csv.js";
import { download } from "./download.js";
import { figures } from "./figure.js";

const textOf = (cell) => (cell instanceof Node ? cell.textContent : cell);

// A heading or a command may break between words, not at the hyphen of a name.
export const words = (text) => text.split(" ").flatMap((word, i) => [i > 0 ? " " : null, make("span", { class: "word" }, word)]);

// data: rows for the CSV where they are not simply the cells; more: further buttons; groups: [text, how many columns it
// stands over], for a line above the columns.
export function table({ id, title, caption, columns, rows, data, groups = [], more = [] }) {
  const numbers = data ?? rows.map((row) => Object.fromEntries(columns.map((column, i) => [textOf(column), textOf(row[i])])));
  figures[id] = { title, rows: numbers, plots: [] };
  return make("figure", { id, "data-figure": id },
    make("h3", {}, title),
    make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title },
      make("table", {},
        make("thead", {},
          groups.length ? make("tr", { class: "groups" }, groups.map(([text, span]) => make("th", { scope: "colgroup", colspan: span }, words(text)))) : null,
          make("tr", {}, columns.map((column) => make("th", { scope: "col" }, words(column))))),
        make("tbody", {}, rows.map((row) => make("tr", {},
          row.map((cell, i) => make(i === 0 ? "th" : "td", i === 0 ? { scope: "row" } : {}, cell))))))),
    make("figcaption", {}, caption),
    make("div", { class: "take" },
      make("button", { type: "button", "data-take": "csv", onclick: () => download(`${id}.csv`, "text/csv", csv(numbers)) },
        "Numbers (CSV)"), ...more));
}
