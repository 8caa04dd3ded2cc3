// Reads an expression that somebody typed, in any spelling and with any parentheses that the program would take, and
// finds the node that is the same expression: (a -> b) for a >> b.

// header.operators: {name, arity, precedence, right, spellings}, from the program's own table.
export class Reading {
  #dataset;
  #infix = new Map(); // by spelling
  #prefix = new Map();
  #calls = new Map(); // of more than two children
  #symbols = new Map(); // number by "name arity"
  #token;
  #nodes = null; // node by "symbol child child", made at the first use

  constructor(dataset) {
    this.#dataset = dataset;
    const { operators = [], symbols } = dataset.header;
    for (const operator of operators) {
      const place = [null, this.#prefix, this.#infix][operator.arity] ?? this.#calls;
      for (const spelling of operator.spellings) place.set(spelling, operator);
    }
    symbols.forEach(({ name, arity }, number) => this.#symbols.set(`${name} ${arity}`, number));
    const signs = [...this.#infix.keys(), ...this.#prefix.keys()].filter((sign) => !/\p{L}/u.test(sign));
    const escaped = signs.sort((a, b) => b.length - a.length).map((sign) => sign.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.#token = new RegExp(`\\s*(${[...escaped, "[(),]", "[\\p{L}_][\\p{L}\\p{N}_]*", "\\p{N}+"].join("|")})`, "uy");
  }

  // The node of that expression, or undefined where the text is none or the page has no such node.
  find(text) {
    const tokens = this.#tokens(text);
    if (!tokens) return undefined;
    try {
      const node = this.#expression(tokens, 0);
      return tokens.length === 0 ? node : undefined;
    } catch (error) {
      if (error instanceof NotFound || error instanceof RangeError) return undefined; // or nested too deep to be typed
      throw error;
    }
  }

  // In reverse, so that the next is the last; null where a sign is not known.
  #tokens(text) {
    const tokens = [];
    this.#token.lastIndex = 0;
    for (let end = 0; text.slice(end).trim() !== ""; end = this.#token.lastIndex) {
      const match = this.#token.exec(text);
      if (!match) return null;
      tokens.push(match[1]);
    }
    return tokens.reverse();
  }

  #expression(tokens, least) {
    let left = this.#operand(tokens);
    for (let operator; (operator = this.#infix.get(tokens.at(-1))) && operator.precedence >= least;) {
      tokens.pop();
      const right = this.#expression(tokens, operator.precedence + (operator.right ? 0 : 1));
      left = this.#node(operator.name, left, right);
    }
    return left;
  }

  #operand(tokens) {
    const token = tokens.pop();
    if (token === "(") {
      const inner = this.#expression(tokens, 0);
      if (tokens.pop() !== ")") throw new NotFound();
      return inner;
    }
    const operator = this.#prefix.get(token);
    if (operator) return this.#node(operator.name, this.#expression(tokens, operator.precedence));
    const call = this.#calls.get(token);
    if (call && tokens.at(-1) === "(") return this.#node(call.name, ...this.#arguments(tokens));
    return this.#node(token);
  }

  #arguments(tokens) {
    const found = [];
    do {
      tokens.pop(); // "(" or ","
      found.push(this.#expression(tokens, 0));
    } while (tokens.at(-1) === ",");
    if (tokens.pop() !== ")") throw new NotFound();
    return found;
  }

  #node(name, ...children) {
    const symbol = this.#symbols.get(`${name} ${children.length}`);
    this.#nodes ??= this.#index();
    const node = this.#nodes.get([symbol, ...children].join(" "));
    if (symbol === undefined || node === undefined) throw new NotFound();
    return node;
  }

  #index() {
    const nodes = new Map();
    for (let node = 0; node < this.#dataset.nodes; ++node) {
      nodes.set([this.#dataset.arrays.symbol[node], ...this.#dataset.children(node)].join(" "), node);
    }
    return nodes;
  }
}

class NotFound extends Error {}
