// Expression trees, each node coloured by how well its own neighbours are found.
import { hierarchy, tree } from "d3-hierarchy";
import { scoreColour, inkOn } from "../common/score_colour.js";
import { objects, percent } from "./data.js";
import { figure, section } from "./figure.js";
import { Plot, look, plot } from "./plot.js";

export function trees({ trees: pictures, name }) {
  if (pictures.length === 0) return null;
  return section("trees", "Inside an expression",
    "Expressions of classes that training has not seen. A node is white where its five nearest neighbours all mean the same, dark red where none does, grey where the dataset has nothing to find.",
    ...pictures.map((picture) => chart(picture, name)));
}

function chart({ dataset, model, trees: list }, name) {
  const parsed = list.map(({ expression, nodes }) => ({ expression, nodes: objects(nodes) }));
  const rows = parsed.flatMap(({ expression, nodes }) => nodes.map((node, i) => ({ tree: expression, node: i, ...node })));
  return figure({
    id: `trees-${dataset}-${model}`,
    title: `score_5 of every node: ${name(dataset)}, ${look(model).label}`,
    caption: "Hover over a node for its subexpression and score. A class of n expressions, n up to five, can score (n - 1)/n at most.",
    rows,
    draw: (width) => parsed.map((one) => drawTree(one, Math.min(width, 250))),
  });
}

function drawTree({ expression, nodes }, width) {
  const children = nodes.map(() => []);
  nodes.forEach((node, i) => { if (node.parent != null) children[node.parent].push(i); });
  const root = hierarchy(0, (i) => children[i]);
  const across = 34;
  const down = 44;
  tree().nodeSize([across, down])(root);
  const placed = root.descendants().map((d) => ({ ...nodes[d.data], x: d.x, y: d.y, parentX: d.parent?.x, parentY: d.parent?.y }));
  const [left, right] = [Math.min(...placed.map((d) => d.x)) - across, Math.max(...placed.map((d) => d.x)) + across];
  const span = Math.max(width, right - left);
  const low = (left + right - span) / 2;
  const height = (root.height + 1) * down + 40;
  return plot({
    width: span, height, margin: 0, marginTop: 30, axis: null, className: "tree",
    x: { domain: [low, low + span], range: [0, span] },
    y: { domain: [-down / 2, height - 30 - down / 2], range: [30, height] },
    color: { type: "identity" },
    marks: [
      Plot.text([expression], { frameAnchor: "top", dy: -22, fontFamily: "monospace", text: (d) => d, lineWidth: span / 8, textOverflow: "ellipsis" }),
      Plot.link(placed.filter((d) => d.parentX != null), { x1: "parentX", y1: "parentY", x2: "x", y2: "y", stroke: "currentColor", strokeOpacity: 0.5 }),
      Plot.dot(placed, { x: "x", y: "y", r: 14, fill: (d) => scoreColour(d.score_5), stroke: "currentColor", strokeOpacity: 0.7, className: "nodes" }),
      Plot.text(placed, { x: "x", y: "y", text: "label", fill: (d) => inkOn(scoreColour(d.score_5)), fontSize: 13, fontWeight: 600 }),
      Plot.tip(placed, Plot.pointer({ x: "x", y: "y", title: (d) => `${d.expression}\n${d.score_5 == null ? "nothing to find" : `score_5 ${percent(d.score_5)}`}` })),
    ],
  });
}
