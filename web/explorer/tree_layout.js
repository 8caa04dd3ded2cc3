// Places the nodes of an expression's tree. No recursion, so no tree is too deep; trees of more than `most` nodes are
// cut after the last level that fits.

const LEVEL = 54;
const GAP = 10;
export const NODE_HEIGHT = 26;

export const nodeWidth = (label) => Math.max(28, label.length * 8.5 + 14);

// dataset: of dataset.js or asked_tree.js, whose nodes may be cut already.
// {nodes: [{node, label, x, y, parent: index or -1, children: indexes, cut}], width, height, whole}; nodes level by
// level, x and y the middle of a node.
export function layoutTree(dataset, root, most) {
  const nodes = [entry(dataset, root, -1, 0)];
  const whole = growLevels(dataset, nodes, most);
  const width = spreadLeaves(nodes);
  for (let i = nodes.length - 1; i >= 0; --i) {
    const { children } = nodes[i];
    if (children.length > 0) nodes[i].x = (nodes[children[0]].x + nodes[children.at(-1)].x) / 2;
  }
  return {
    nodes,
    width: shiftInside(nodes, width),
    height: (nodes.at(-1).depth + 1) * LEVEL,
    whole: whole && dataset.isWhole !== false,
  };
}

const label = (dataset, node) => dataset.symbol(node).text || dataset.symbol(node).name;

function entry(dataset, node, parent, depth) {
  return {
    node,
    label: label(dataset, node),
    parent,
    depth,
    x: 0,
    y: depth * LEVEL + LEVEL / 2,
    children: [],
    cut: dataset.isCut?.(node) ?? false,
  };
}

// Adds whole levels while they fit; false when some did not.
function growLevels(dataset, nodes, most) {
  let begin = 0;
  while (begin < nodes.length) {
    const end = nodes.length;
    let below = 0;
    for (let i = begin; i < end; ++i) below += dataset.children(nodes[i].node).length;
    if (end + below > most) {
      for (let i = begin; i < end; ++i) nodes[i].cut = dataset.children(nodes[i].node).length > 0;
      return false;
    }
    for (let i = begin; i < end; ++i) {
      for (const child of dataset.children(nodes[i].node)) {
        nodes[i].children.push(nodes.length);
        nodes.push(entry(dataset, child, i, nodes[i].depth + 1));
      }
    }
    begin = end;
  }
  return true;
}

// Leaves side by side, left to right as the expression is written; returns the width.
function spreadLeaves(nodes) {
  let right = 0;
  const stack = [0];
  while (stack.length > 0) {
    const node = nodes[stack.pop()];
    for (let i = node.children.length - 1; i >= 0; --i) stack.push(node.children[i]);
    if (node.children.length > 0) continue;
    const width = nodeWidth(node.label);
    node.x = right + width / 2;
    right += width + GAP;
  }
  return right;
}

// A long label over a narrow leaf reaches out on the left; returns the width that holds all.
function shiftInside(nodes, width) {
  let left = 0;
  let right = width;
  for (const { x, label: text } of nodes) {
    left = Math.min(left, x - nodeWidth(text) / 2);
    right = Math.max(right, x + nodeWidth(text) / 2);
  }
  for (const node of nodes) node.x += 4 - left;
  return right - left + 8;
}
