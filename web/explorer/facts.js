// What is known of an expression, as elements: used by the hover card, the panel and the tree view alike.
import { counted, make } from "../common/dom.js";
import { verdict } from "./verdict.js";

// Class, size, part and score of a node; a subexpression that is not in the dataset has no class and no part.
export function factList(dataset, node) {
  const score = dataset.score(node);
  const rows = [["size", counted(dataset.size(node), "node")]];
  if (dataset.isMember(node)) {
    rows.unshift(["class", make("span", { class: "expression" }, dataset.className(node))]);
    rows.push(["part", dataset.part(node) ?? "none"]);
  } else {
    rows.unshift(["class", "not in the dataset itself"]);
  }
  rows.push(["score₅", score === null ? "none" : score.toFixed(2)]);
  return make(
    "dl",
    { class: "facts" },
    rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
  );
}

// The nearest neighbours in the original space, each with its distance and the exact verdict. With `pick`, each is a
// button that calls it with the neighbour.
export function neighbourList(dataset, node, { count, pick } = {}) {
  const items = dataset.neighbours(node, count).map(({ node: neighbour, distance }) => {
    const { answer, mark, words } = verdict(dataset, node, neighbour);
    return make(
      "li",
      { class: answer, "data-member": neighbour },
      make("span", { class: "mark", "aria-hidden": "true" }, mark),
      expressionItem(dataset, neighbour, pick),
      make("span", { class: "distance", title: "1 − cosine similarity" }, distance.toFixed(4)),
      make("span", { class: "verdict" }, words),
    );
  });
  if (items.length === 0) return make("p", { class: "faint" }, "No neighbours.");
  return make("ol", { class: "neighbours" }, items);
}

// A list of members that can be clicked.
export const memberList = (dataset, members, pick) =>
  make(
    "ul",
    { class: "members" },
    members.map((member) => make("li", {}, expressionItem(dataset, member, pick))),
  );

export function expressionItem(dataset, member, pick) {
  const text = dataset.text(member);
  if (!pick) return make("span", { class: "expression" }, text);
  return make(
    "button",
    { type: "button", class: "expression link", "data-list-item": true, onclick: () => pick(member) },
    text,
  );
}
