// The server's tree of an asked expression in the form in which tree_view.js draws those of the dataset.

// parsed: of /v1/parse
export function askedTree({ text, size, nodes, whole }) {
  return {
    text: (node) => (node === 0 ? text : nodes[node].label),
    size: () => size,
    symbol: (node) => ({ text: nodes[node].label }),
    children: (node) => nodes[node].children,
    isCut: (node) => nodes[node].cut === true,
    isWhole: whole !== false,
  };
}
