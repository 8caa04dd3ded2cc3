// An assignment under which two boolean expressions differ. 32 assignments at a time, one a bit; assignment number i
// gives the variable of index v the bit v of i, so that the first difference is the one that `eqnet equiv` names.
import { straighten } from "./program.js";

const MOST_TABLE_VARIABLES = 16;
const RANDOM_WORDS = 2048; // as many assignments as a table of 16 variables has

// Bit j of the word is bit `variable` of the assignment number 32 * word + j.
const LOW_PATTERNS = [0xaaaaaaaa | 0, 0xcccccccc | 0, 0xf0f0f0f0 | 0, 0xff00ff00 | 0, 0xffff0000 | 0];
const tableWord = (variable, word) =>
  variable < LOW_PATTERNS.length ? LOW_PATTERNS[variable] : -((word >>> (variable - LOW_PATTERNS.length)) & 1);

const GATES = {
  Not: (a) => ~a,
  And: (a, b) => a & b,
  Or: (a, b) => a | b,
  Xor: (a, b) => a ^ b,
  Implies: (a, b) => ~a | b,
};

function evaluate(program, inputs) {
  const values = new Int32Array(program.steps.length);
  program.steps.forEach(({ symbol, children }, i) => {
    if (symbol.kind === "variable") values[i] = inputs.get(symbol.name);
    else if (symbol.kind === "constant") values[i] = symbol.name === "true" ? -1 : 0;
    else values[i] = GATES[symbol.name](values[children[0]], values[children[1]]);
  });
  return values;
}

// {assignment: [[name, value], …], left, right} with values "0" and "1", or null when none was found.
export function booleanWitness(dataset, left, right) {
  const program = straighten(dataset, [left, right]);
  const count = program.variables.length;
  const exhaustive = count <= MOST_TABLE_VARIABLES;
  const words = exhaustive ? Math.max(1, 2 ** count / 32) : RANDOM_WORDS;
  for (let word = 0; word < words; ++word) {
    const input = (variable) => (exhaustive ? tableWord(variable, word) : (Math.random() * 2 ** 32) | 0);
    const inputs = new Map(program.variables.map((name, variable) => [name, input(variable)]));
    const values = evaluate(program, inputs);
    const [a, b] = program.roots.map((root) => values[root]);
    if (a === b) continue;
    const bit = 31 - Math.clz32((a ^ b) & -(a ^ b)); // the lowest
    const digit = (value) => String((value >>> bit) & 1);
    return { assignment: [...inputs].map(([name, value]) => [name, digit(value)]), left: digit(a), right: digit(b) };
  }
  return null;
}
