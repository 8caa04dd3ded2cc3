// The names of the variables that occur in some expressions, sorted.
export function variables(dataset, roots) {
  const seen = new Set(roots);
  const stack = [...roots];
  const names = new Set();
  while (stack.length > 0) {
    const node = stack.pop();
    const symbol = dataset.symbol(node);
    if (symbol.kind === "variable") names.add(symbol.name);
    for (const child of dataset.children(node)) {
      if (seen.has(child)) continue;
      seen.add(child);
      stack.push(child);
    }
  }
  return [...names].sort();
}
