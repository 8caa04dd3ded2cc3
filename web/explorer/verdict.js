// Whether two expressions mean the same, in words. The answer is the program's exact one (`meaning`); the witness of a
// difference is found here, by evaluating both.
import { NONE } from "./decode.js";
import { booleanWitness } from "./witness_boolean.js";
import { polynomialWitness } from "./witness_polynomial.js";

const WITNESSES = { boolean: booleanWitness, polynomial: polynomialWitness };

// {answer: "equivalent" | "different" | "undecided", mark, words, witness?}; nothing is proved in the open domain, so
// there the words speak of classes.
export function verdict(dataset, left, right) {
  const { meaning } = dataset.arrays;
  if (meaning[left] === NONE || meaning[right] === NONE) {
    return { answer: "undecided", mark: "?", words: "undecided" };
  }
  const same = meaning[left] === meaning[right];
  if (dataset.domain === "open") {
    return same
      ? { answer: "equivalent", mark: "✓", words: "same class" }
      : { answer: "different", mark: "✗", words: "other class" };
  }
  if (same) return { answer: "equivalent", mark: "✓", words: "equivalent" };
  const witness = WITNESSES[dataset.domain]?.(dataset, left, right) ?? null;
  return { answer: "different", mark: "✗", words: describeDifference(witness), witness };
}

function describeDifference(witness) {
  if (!witness) return "different";
  const at = witness.assignment.map(([name, value]) => `${name}=${value}`).join(", ");
  return `different${at ? ` at ${at}` : ""}: ${witness.left} and ${witness.right}`;
}
