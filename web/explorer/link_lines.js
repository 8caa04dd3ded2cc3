// Which lines go out from the selected expression.
import { equivalents, nearestInPlane, negation, subexpressions } from "./relations.js";

export const MOST_EQUIVALENT_LINES = 500;

// [{kind, to: member, label?}] for the kinds that are on.
export function linkLines(dataset, member, kinds) {
  if (member < 0) return [];
  return kinds.flatMap((kind) => MAKERS[kind](dataset, member));
}

const MAKERS = {
  equivalents: (dataset, member) =>
    nearestInPlane(dataset, member, equivalents(dataset, member), MOST_EQUIVALENT_LINES).map((to) => ({
      kind: "equivalents",
      to,
    })),
  negation(dataset, member) {
    const found = negation(dataset, member);
    return found ? [{ kind: "negation", to: found.member, label: dataset.text(found.member) }] : [];
  },
  subexpressions: (dataset, member) =>
    subexpressions(dataset, member).map((to) => ({ kind: "subexpressions", to, label: dataset.text(to) })),
};
