// The tree of an expression. Pointing at a node, or moving to it with the arrow keys, shows what is known of it below
// the tree; a node's colour is then its subexpression's score.
import { make, makeSvg, number } from "../common/dom.js";
import { inkOn, scoreColour } from "../common/score_colour.js";
import { layoutTree, nodeWidth, NODE_HEIGHT } from "./tree_layout.js";

const MOST_NODES = 400;

// An element with the tree. dataset: of dataset.js or asked_tree.js. `detail(node)`: elements for the node that is
// pointed at; without it nothing is known of the nodes, and the tree stands alone.
export function treeView(dataset, root, detail) {
  const layout = layoutTree(dataset, root, MOST_NODES);
  const look = detail ? scored : plain;
  const groups = layout.nodes.map((entry, i) => nodeElement(entry, look(dataset, entry.node), i === 0));
  const edges = layout.nodes
    .filter(({ parent }) => parent >= 0)
    .map((entry) => edge(layout.nodes[entry.parent], entry));
  const svg = makeSvg(
    "svg",
    {
      class: "tree",
      width: layout.width,
      height: layout.height,
      viewBox: `0 0 ${layout.width} ${layout.height}`,
      style: `--width: ${layout.width}px`, // for a style that makes it narrower
      role: "tree",
      "aria-label": `Tree of ${dataset.text(root)}`,
    },
    makeSvg("g", { class: "edges" }, edges),
    makeSvg("g", {}, groups),
  );
  const below = detail
    ? make(
        "div",
        { class: "tree-detail", "aria-live": "polite" },
        make("p", { class: "faint" }, "Point at a node to see its subexpression and neighbours."),
      )
    : null;
  const scroll = make("div", { class: "tree-scroll" }, svg);
  requestAnimationFrame(() => showRoot(scroll, svg, layout)); // when it is on the page
  listen(svg, groups, layout.nodes, (node) => below?.replaceChildren(...detail(node)));
  return make(
    "div",
    { class: "tree-view" },
    layout.whole ? null : cutNote(dataset.size(root), layout.nodes),
    scroll,
    detail ? scaleKey() : null,
    below,
  );
}

// Of a wide tree the left end may be empty.
function showRoot(scroll, svg, { nodes, width }) {
  scroll.scrollLeft = nodes[0].x * (svg.getBoundingClientRect().width / width) - scroll.clientWidth / 2;
}

function cutNote(size, nodes) {
  const levels = number(nodes.at(-1).depth + 1);
  return make("p", { class: "note" }, `Too large to draw: ${number(size)} nodes. These are its first ${levels} levels.`);
}

// How a node looks, and what it is called: {fill, ink, words}
function scored(dataset, node) {
  const score = dataset.score(node);
  const fill = scoreColour(score);
  return { fill, ink: inkOn(fill), words: `${dataset.text(node)}, score ${score === null ? "none" : score.toFixed(2)}` };
}
const plain = (dataset, node) => ({ fill: "var(--ground)", ink: "var(--ink)", words: dataset.text(node) });

function nodeElement({ node, label, x, y, cut, depth }, { fill, ink, words }, isRoot) {
  const width = nodeWidth(label);
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
    makeSvg("text", { "text-anchor": "middle", dy: "0.35em", fill: ink }, label),
    cut ? makeSvg("text", { class: "more", "text-anchor": "middle", y: NODE_HEIGHT / 2 + 14 }, "⋯") : null,
  );
}

const edge = (from, to) =>
  makeSvg("path", { d: `M${from.x} ${from.y + NODE_HEIGHT / 2}L${to.x} ${to.y - NODE_HEIGHT / 2}` });

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
