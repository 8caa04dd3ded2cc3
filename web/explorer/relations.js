// How an expression is related to members of the dataset: its equivalents, its negation, its parts.
import { NONE } from "./decode.js";

// Members that mean the same, itself left out, in the dataset's order.
export function equivalents(dataset, node) {
  return Array.from(dataset.byMeaning.of(dataset.arrays.meaning[node])).filter((member) => member !== node);
}

export const countEquivalents = (dataset, node) =>
  dataset.byMeaning.size(dataset.arrays.meaning[node]) -
  (dataset.isMember(node) && dataset.arrays.meaning[node] !== NONE ? 1 : 0);

export function shortestFirst(dataset, members, count) {
  return Array.from(members)
    .sort((a, b) => dataset.size(a) - dataset.size(b) || a - b)
    .slice(0, count);
}

// The `count` of the members that are nearest to `from` in the plane.
export function nearestInPlane(dataset, from, members, count) {
  const [x, y] = dataset.position(from);
  const squared = (member) => {
    const [u, v] = dataset.position(member);
    return (u - x) ** 2 + (v - y) ** 2;
  };
  const ranked = Array.from(members, (member) => ({ member, squared: squared(member) }));
  ranked.sort((a, b) => a.squared - b.squared || a.member - b.member);
  return ranked.slice(0, count).map(({ member }) => member);
}

// The member that is `member` with its negation sign put before it or taken away, or undefined.
function syntacticNegation(dataset, member) {
  const negator = dataset.domain.negation.operator;
  const isNegation = (node) => dataset.symbol(node).name === negator && dataset.symbol(node).arity === 1;
  if (isNegation(member) && dataset.isMember(dataset.children(member)[0])) return dataset.children(member)[0];
  for (const candidate of dataset.byMeaning.of(dataset.arrays.negation[dataset.arrays.meaning[member]])) {
    if (isNegation(candidate) && dataset.children(candidate)[0] === member) return candidate;
  }
  return undefined;
}

// {member, syntactic, count}: the negation of a member that is in the dataset, whether it is so by its form alone, and
// how many members have that meaning. Null when there is none.
export function negation(dataset, member) {
  const meaning = dataset.arrays.meaning[member];
  if (!dataset.domain.negation || meaning === NONE) return null;
  const members = dataset.byMeaning.of(dataset.arrays.negation[meaning]);
  if (members.length === 0) return null;
  const syntactic = syntacticNegation(dataset, member);
  return {
    member: syntactic ?? nearestInPlane(dataset, member, members, 1)[0],
    syntactic: syntactic !== undefined,
    count: members.length,
  };
}

// Members that occur in the expression as proper subexpressions, each once.
export function subexpressions(dataset, node) {
  const seen = new Set([node]);
  const stack = [node];
  while (stack.length > 0) {
    for (const child of dataset.children(stack.pop())) {
      if (!seen.has(child)) {
        seen.add(child);
        stack.push(child);
      }
    }
  }
  seen.delete(node);
  return [...seen].filter((part) => dataset.isMember(part));
}
