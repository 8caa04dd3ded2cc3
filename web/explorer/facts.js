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
  return listOfNeighbours(
    dataset.neighbours(node, count).map(({ node: neighbour, distance }) => ({
      item: expressionItem(dataset, neighbour, pick),
      distance,
      verdict: verdict(dataset, node, neighbour),
      member: neighbour,
    })),
  );
}

// neighbours: [{item: element of the expression, distance, verdict: of verdict.js, member?}]
export function listOfNeighbours(neighbours) {
  if (neighbours.length === 0) return make("p", { class: "faint" }, "No neighbours.");
  const items = neighbours.map(({ item, distance, verdict: { answer, mark, words }, member }) =>
    make(
      "li",
      { class: answer, "data-member": member },
      make("span", { class: "mark", "aria-hidden": "true" }, mark),
      item,
      make("span", { class: "distance", title: "1 − cosine similarity" }, distance.toFixed(4)),
      make("span", { class: "verdict" }, words),
    ),
  );
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
  return pick ? expressionButton(text, () => pick(member)) : make("span", { class: "expression" }, text);
}

export const expressionButton = (text, action) =>
  make("button", { type: "button", class: "expression link", "data-list-item": true, onclick: action }, text);
