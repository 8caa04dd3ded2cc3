// An assignment of small integers under which two polynomials differ: points in growing boxes around 0, so that a
// simple one is found first. Different polynomials of degree d agree on at most a share d / width of a box.
import { straighten } from "./program.js";

const MOST_POINTS = 2000;
const MOST_BITS = 20000; // of a value; beyond it a witness is no longer one that a person can check

class TooLarge extends Error {}

function power(base, exponent) {
  if (exponent < 0n) throw new TooLarge();
  const bits = BigInt(base.toString(2).length) * exponent;
  if (base !== 0n && base !== 1n && base !== -1n && bits > BigInt(MOST_BITS)) throw new TooLarge();
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n; // ** refuses exponents past its limits even for these
  if (base === 1n || exponent === 0n) return 1n;
  return base === 0n ? 0n : base ** exponent;
}

function multiply(a, b) {
  const product = a * b;
  if (product >> BigInt(MOST_BITS) > 0n || -product >> BigInt(MOST_BITS) > 0n) throw new TooLarge();
  return product;
}

const STEPS = {
  Add: (a, b) => a + b,
  Subtract: (a, b) => a - b,
  Negate: (a) => -a,
  Multiply: multiply,
  Power: power,
};

function evaluate(program, inputs) {
  const values = [];
  for (const { symbol, children } of program.steps) {
    if (symbol.kind === "variable") values.push(inputs.get(symbol.name));
    else if (symbol.kind === "constant") values.push(BigInt(symbol.name));
    else values.push(STEPS[symbol.name](values[children[0]], values[children[1]]));
  }
  return program.roots.map((root) => values[root]);
}

// Points of a few variables: the whole box of -r … r in each, for r = 0, 1, 2, …; of many: random points of it.
function* points(count) {
  let seed = 1;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  let given = 0;
  for (let radius = 0; given < MOST_POINTS; ++radius) {
    const width = 2 * radius + 1;
    const whole = width ** count <= MOST_POINTS;
    for (let i = 0; i < (whole ? width ** count : 64); ++i, ++given) {
      // 0, 1, -1, 2, -2, …: the digits of i, or a random one
      const digit = (variable) => (whole ? Math.floor(i / width ** variable) % width : random(width));
      yield Array.from({ length: count }, (_, variable) => {
        const d = digit(variable);
        return BigInt(d % 2 === 1 ? (d + 1) / 2 : -d / 2);
      });
    }
  }
}

// {assignment: [[name, value], …], left, right} as texts, or null when none was found.
export function polynomialWitness(dataset, left, right) {
  const program = straighten(dataset, [left, right]);
  for (const point of points(program.variables.length)) {
    const inputs = new Map(program.variables.map((name, i) => [name, point[i]]));
    try {
      const [a, b] = evaluate(program, inputs);
      if (a !== b)
        return {
          assignment: [...inputs].map(([name, value]) => [name, String(value)]),
          left: String(a),
          right: String(b),
        };
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
    }
  }
  return null;
}
