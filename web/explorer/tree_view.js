// The tree of the selected expression. A node's colour is its subexpression's score; pointing at a node, or moving to
// it with the arrow keys, shows that subexpression and its neighbours below the tree.
import { make, makeSvg, number } from "../common/dom.js";
import { inkOn, scoreColour } from "../common/score_colour.js";
import { factList, neighbourList } from "./facts.js";
import { layoutTree, nodeWidth, NODE_HEIGHT } from "./tree_layout.js";

const MOST_NODES = 400;
const NEIGHBOURS = 5;

// An element with the tree and, below it, the node that is pointed at. `pick(member)` goes to a member.
export function treeView(dataset, root, pick) {
  const layout = layoutTree(dataset, root, MOST_NODES);
  const detail = make(
    "div",
    { class: "tree-detail", "aria-live": "polite" },
    make("p", { class: "faint" }, "Point at a node to see its subexpression and neighbours."),
  );
  const show = (node) => detail.replaceChildren(...nodeDetail(dataset, node, pick));
  const groups = layout.nodes.map((entry, i) => nodeElement(dataset, entry, i === 0));
  const edges = layout.nodes
    .filter(({ parent }) => parent >= 0)
    .map((entry) => edge(layout.nodes[entry.parent], entry));
  const svg = makeSvg(
    "svg",
    {
      class: "tree",
      width: layout.width,
      height: layout.height,
      role: "tree",
      "aria-label": `Tree of ${dataset.text(root)}`,
    },
    makeSvg("g", { class: "edges" }, edges),
    makeSvg("g", {}, groups),
  );
  listen(svg, groups, layout.nodes, show);
  const cut = layout.whole
    ? null
    : make(
        "p",
        { class: "note" },
        `Too large to draw: ${number(dataset.size(root))} nodes. ` +
          `These are its first ${number(layout.nodes.at(-1).depth + 1)} levels.`,
      );
  return make("div", { class: "tree-view" }, cut, make("div", { class: "tree-scroll" }, svg), scaleKey(), detail);
}

function nodeElement(dataset, { node, label, x, y, cut, depth }, isRoot) {
  const score = dataset.score(node);
  const fill = scoreColour(score);
  const width = nodeWidth(label);
  const words = `${dataset.text(node)}, score ${score === null ? "none" : score.toFixed(2)}`;
  return makeSvg(
    "g",
    {
      class: "tree-node",
      role: "treeitem",
      "aria-level": depth + 1,
      "aria-label": words,
      tabindex: isRoot ? 0 : -1,
      transform: `translate(${x} ${y})`,
      "data-node": node,
    },
    makeSvg("rect", { x: -width / 2, y: -NODE_HEIGHT / 2, width, height: NODE_HEIGHT, rx: 7, fill }),
    makeSvg("text", { "text-anchor": "middle", dy: "0.35em", fill: inkOn(fill) }, label),
    cut ? makeSvg("text", { class: "more", "text-anchor": "middle", y: NODE_HEIGHT / 2 + 14 }, "⋯") : null,
  );
}

const edge = (from, to) =>
  makeSvg("path", { d: `M${from.x} ${from.y + NODE_HEIGHT / 2}L${to.x} ${to.y - NODE_HEIGHT / 2}` });

function nodeDetail(dataset, node, pick) {
  const isMember = dataset.isMember(node);
  return [
    make("p", { class: "expression title" }, dataset.text(node)),
    factList(dataset, node),
    isMember ? make("button", { type: "button", onclick: () => pick(node) }, "Go to it") : null,
    neighbourList(dataset, node, { count: NEIGHBOURS, pick }),
  ].filter(Boolean);
}

function listen(svg, groups, nodes, show) {
  let current = 0;
  const point = (i) => {
    groups[current].classList.remove("current");
    groups[current].setAttribute("tabindex", -1);
    current = i;
    groups[i].classList.add("current");
    groups[i].setAttribute("tabindex", 0);
    show(nodes[i].node);
  };
  groups.forEach((group, i) => {
    group.addEventListener("mouseenter", () => point(i));
    group.addEventListener("focus", () => point(i));
    group.addEventListener("click", () => group.focus());
  });
  svg.addEventListener("keydown", (event) => {
    const next = neighbourOnScreen(nodes, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    groups[next].focus();
  });
}

// The node that an arrow key leads to: parent, first child, or the next one of the same level.
function neighbourOnScreen(nodes, i, key) {
  const sameLevel = (j) => (nodes[j]?.depth === nodes[i].depth ? j : undefined);
  if (key === "ArrowUp") return nodes[i].parent >= 0 ? nodes[i].parent : undefined;
  if (key === "ArrowDown") return nodes[i].children[0];
  if (key === "ArrowLeft") return sameLevel(i - 1);
  if (key === "ArrowRight") return sameLevel(i + 1);
  return undefined;
}

function scaleKey() {
  const swatch = (score) => make("span", { class: "swatch", style: `background:${scoreColour(score)}` });
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1].map(swatch);
  return make("p", { class: "scale-key faint" }, "score₅: 0 ", steps, " 1   none ", swatch(null));
}
