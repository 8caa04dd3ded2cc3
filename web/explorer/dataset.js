// The expressions: what a node is, its text, its size, and indexes over all of them that are made when first asked for.
//
// Nodes 0 … members-1 are the dataset's expressions ("members", the points of the map); the nodes after them are
// subexpressions that are not in the dataset themselves.
import { NONE, NO_PART, NO_SCORE } from "./decode.js";
import { Groups } from "./groups.js";
import { TextLines } from "./text_lines.js";
import { treeSizes } from "./tree_sizes.js";

const SCORE_STEPS = 60; // score_5 is stored as a multiple of 1/60, exact for every denominator up to 5
const DISTANCE_STEPS = 32767;

// A property that is computed once, at its first use.
function lazily(object, name, compute) {
  Object.defineProperty(object, name, {
    configurable: true,
    get() {
      const value = compute();
      Object.defineProperty(object, name, { value });
      return value;
    },
  });
}

export class Dataset {
  #decoder = new TextDecoder();

  constructor({ header, arrays }) {
    this.header = header;
    this.arrays = arrays;
    this.members = header.members;
    this.nodes = header.nodes;
    this.k = header.k;
    this.domain = header.dataset.domain; // {name, exact, negation: {operator, word} | null}
    this.sizes = treeSizes(arrays);
    lazily(this, "byMeaning", () => new Groups(arrays.meaning, header.meanings, header.members));
    lazily(this, "byClass", () => new Groups(arrays.class, header.classes.length));
    lazily(this, "lines", () => new TextLines(this.#memberTexts(), header.members));
  }

  isMember(node) {
    return node < this.members;
  }
  text(node) {
    const { text, textBegin } = this.arrays;
    return this.#decoder.decode(text.subarray(textBegin[node], textBegin[node + 1] - 1));
  }
  symbol(node) {
    return this.header.symbols[this.arrays.symbol[node]];
  }
  children(node) {
    const { children, childBegin } = this.arrays;
    return children.subarray(childBegin[node], childBegin[node + 1]);
  }
  size(node) {
    return this.sizes[node];
  }
  className(member) {
    return this.header.classes[this.arrays.class[member]];
  }
  // Name of the split's part that a member is in, or null.
  part(member) {
    const part = this.arrays.part[member];
    return part === NO_PART ? null : this.header.parts[part];
  }
  // score_5 in 0 … 1, or null.
  score(node) {
    const score = this.arrays.score[node];
    return score === NO_SCORE ? null : score / SCORE_STEPS;
  }
  position(member) {
    return [this.arrays.position[2 * member], this.arrays.position[2 * member + 1]];
  }
  // [{node, distance}, …], nearest first, at most k.
  neighbours(node, count = this.k) {
    const { neighbour, distance } = this.arrays;
    const found = [];
    for (let i = node * this.k; i < node * this.k + Math.min(count, this.k); ++i) {
      if (neighbour[i] !== NONE) found.push({ node: neighbour[i], distance: distance[i] / DISTANCE_STEPS });
    }
    return found;
  }
  // The member that is written so, spaces aside; undefined when there is none.
  find(text) {
    return this.lines.exactly(text);
  }

  #memberTexts() {
    const { text, textBegin } = this.arrays;
    return text.subarray(0, Math.max(0, textBegin[this.members] - 1));
  }
}
