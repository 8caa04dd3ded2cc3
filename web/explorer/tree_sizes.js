// Nodes of each node's tree, shared parts counted as often as they occur.
//
// Children may have larger or smaller numbers than their parent, so a stack holds the nodes that wait for theirs. This
// is also where children that lead back to their own parent are noticed: the stack then outgrows what a tree can need.
import { PageError } from "./failure.js";

export function treeSizes({ symbol, children, childBegin }) {
  const sizes = new Float64Array(symbol.length); // not 32 bits: a shared part can double at every level
  const stack = [];
  for (let root = 0; root < symbol.length; ++root) {
    if (sizes[root] === 0) stack.push(root);
    while (stack.length > 0) {
      const node = stack[stack.length - 1];
      let size = 1;
      for (let i = childBegin[node]; i < childBegin[node + 1]; ++i) {
        if (sizes[children[i]] === 0) {
          stack.push(children[i]);
          size = 0;
        } else if (size > 0) {
          size += sizes[children[i]];
        }
      }
      if (size > 0) {
        sizes[node] = size;
        stack.pop();
      } else if (stack.length > children.length + 1) {
        throw new PageError(
          "The data in this page is damaged: an expression contains itself. Make the page again with `eqnet explore`.",
        );
      }
    }
  }
  return sizes;
}
