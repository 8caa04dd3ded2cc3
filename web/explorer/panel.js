// The panel of the selected expression.
import { links as linkKinds } from "../common/palette.js";
import { counted, make, makeSvg } from "../common/dom.js";
import { expressionItem, factList, memberList, neighbourList } from "./facts.js";
import { MOST_EQUIVALENT_LINES } from "./link_lines.js";
import { countEquivalents, equivalents, negation, shortestFirst } from "./relations.js";
import { treeView } from "./tree_view.js";

const LISTED_EQUIVALENTS = 20;
const NODE_NEIGHBOURS = 5;

// Children of the panel for a member. actions: pick(member), toggleLink(kind, on), copy(text)
export function expressionPanel(dataset, member, links, actions) {
  return [
    make("p", { class: "expression title", id: "selected-expression" }, dataset.text(member)),
    make(
      "button",
      { type: "button", class: "small", onclick: () => actions.copy(dataset.text(member), "Expression copied") },
      "Copy",
    ),
    factList(dataset, member),
    section("Nearest in the original space", neighbourList(dataset, member, { pick: actions.pick })),
    section("Lines on the map", linkToggles(links, actions.toggleLink)),
    section("Tree", treeView(dataset, member, (node) => nodeDetail(dataset, node, actions.pick))),
    section(...equivalentsPart(dataset, member, actions.pick)),
    dataset.domain.negation ? section(...negationPart(dataset, member, actions.pick)) : null,
  ].filter(Boolean);
}

// Of a node of the tree.
function nodeDetail(dataset, node, pick) {
  const isMember = dataset.isMember(node);
  return [
    make("p", { class: "expression title" }, dataset.text(node)),
    factList(dataset, node),
    isMember ? make("button", { type: "button", onclick: () => pick(node) }, "Go to it") : null,
    neighbourList(dataset, node, { count: NODE_NEIGHBOURS, pick }),
  ].filter(Boolean);
}

export const section = (title, ...content) => make("section", {}, make("h3", {}, title), content);

function linkToggles(links, toggle) {
  const boxes = Object.entries(linkKinds).map(([kind, { label, colour, dash }]) => {
    const sample = makeSvg(
      "svg",
      { width: 34, height: 10, "aria-hidden": "true" },
      makeSvg("line", {
        x1: 1,
        x2: 33,
        y1: 5,
        y2: 5,
        stroke: colour,
        "stroke-width": 2.5,
        "stroke-dasharray": dash || "none",
      }),
    );
    const box = make("input", {
      type: "checkbox",
      name: `link-${kind}`,
      checked: links.includes(kind),
      onchange: (event) => toggle(kind, event.target.checked),
    });
    return make("label", {}, box, sample, ` ${label}`);
  });
  return make("div", { class: "link-toggles" }, boxes);
}

// Ticks the boxes for the kinds that are on, as when the reader goes back.
export function showLinkToggles(links) {
  for (const kind of Object.keys(linkKinds)) {
    const box = document.querySelector(`[name=link-${kind}]`);
    if (box) box.checked = links.includes(kind);
  }
}

function equivalentsPart(dataset, member, pick) {
  const count = countEquivalents(dataset, member);
  const word = dataset.domain.exact ? "Equivalent" : "In the same class";
  if (count <= 0) return [`${word}: none in the dataset`];
  const listed = shortestFirst(dataset, equivalents(dataset, member), LISTED_EQUIVALENTS);
  const notes = [];
  if (count > listed.length) notes.push(`the ${listed.length} shortest are listed`);
  if (count > MOST_EQUIVALENT_LINES) notes.push(`lines go to the ${MOST_EQUIVALENT_LINES} nearest on the map`);
  return [
    `${word}: ${counted(count, "expression")}`,
    notes.length > 0 ? make("p", { class: "faint note" }, notes.join("; ")) : null,
    memberList(dataset, listed, pick),
  ];
}

function negationPart(dataset, member, pick) {
  const found = negation(dataset, member);
  const name = dataset.domain.negation.word;
  const word = name[0].toUpperCase() + name.slice(1);
  if (!found) return [`${word}: none in the dataset`];
  const how = found.syntactic ? "the expression with its sign turned" : "the nearest on the map with that meaning";
  return [
    `${word}: ${counted(found.count, "expression")}`,
    make(
      "p",
      { class: "note", id: "negation" },
      expressionItem(dataset, found.member, pick),
      make("span", { class: "faint" }, ` ${how}`),
    ),
  ];
}
