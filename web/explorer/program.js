// Expressions made straight: the nodes of some roots, each once, children before parents, so that evaluating them is
// one loop and no depth can be too deep.

// {steps: [{symbol, children: places}], roots: places, variables: names in order}
export function straighten(dataset, roots) {
  const place = new Map();
  const steps = [];
  const stack = [...roots].reverse();
  while (stack.length > 0) {
    const node = stack[stack.length - 1];
    const children = [...dataset.children(node)];
    const missing = place.has(node) ? [] : children.filter((child) => !place.has(child));
    if (missing.length > 0) {
      stack.push(...missing);
      continue;
    }
    stack.pop();
    if (place.has(node)) continue;
    place.set(node, steps.length);
    steps.push({ symbol: dataset.symbol(node), children: children.map((child) => place.get(child)) });
  }
  const variables = steps.filter(({ symbol }) => symbol.kind === "variable").map(({ symbol }) => symbol.name);
  return { steps, roots: [...roots].map((root) => place.get(root)), variables: variables.sort() };
}
