// The list of what the lasso holds.
import { counted, make, number } from "../common/dom.js";
import { memberList } from "./facts.js";

const LISTED = 200;
const LISTED_CLASSES = 8;

// Lines of class<TAB>expression, the text format that `eqnet` reads.
export function asTable(dataset, members) {
  return Array.from(members, (member) => `${dataset.className(member)}\t${dataset.text(member)}\n`).join("");
}

// Children of the panel. actions: pick(member), copy(text, message), save(text, name), clear()
export function lassoPanel(dataset, members, actions) {
  const button = (label, action) => make("button", { type: "button", class: "small", onclick: action }, label);
  const classes = countClasses(dataset, members);
  return [
    make(
      "h3",
      { id: "lasso-count" },
      `${counted(members.length, "expression")} of ${number(classes.length)} class${classes.length === 1 ? "" : "es"}`,
    ),
    make(
      "p",
      { class: "buttons" },
      button("Copy list", () => actions.copy(asTable(dataset, members), `${counted(members.length, "line")} copied`)),
      button("Save list", () =>
        actions.save(asTable(dataset, members), `${dataset.header.dataset.name}-selection.tsv`),
      ),
      button("Clear", actions.clear),
    ),
    make(
      "table",
      { class: "class-counts" },
      make(
        "tbody",
        {},
        classes
          .slice(0, LISTED_CLASSES)
          .map(([name, count]) =>
            make("tr", {}, make("td", { class: "expression" }, name), make("td", {}, number(count))),
          ),
      ),
    ),
    classes.length > LISTED_CLASSES
      ? make("p", { class: "faint note" }, `and ${number(classes.length - LISTED_CLASSES)} more`)
      : null,
    make("h3", {}, members.length > LISTED ? `The first ${LISTED}` : "Expressions"),
    memberList(dataset, Array.from(members.subarray(0, LISTED)), actions.pick),
  ].filter(Boolean);
}

// [[name, count], …], the most frequent first.
function countClasses(dataset, members) {
  const counts = new Map();
  for (const member of members) {
    const own = dataset.arrays.class[member];
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .map(([own, count]) => [dataset.header.classes[own], count]);
}
