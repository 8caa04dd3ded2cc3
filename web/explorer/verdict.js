// Whether two expressions mean the same, in words. The answer is the program's exact one (`meaning`), and so are the
// values at the points that witness a difference.
import { NONE } from "./decode.js";
import { variables } from "./variables.js";

const MARKS = { equivalent: "✓", different: "✗", undecided: "?" };

// {answer: "equivalent" | "different" | "undecided", mark, words, witness?}; where the domain proves nothing the words
// speak of classes.
export function verdict(dataset, left, right) {
  const { meaning } = dataset.arrays;
  if (meaning[left] === NONE || meaning[right] === NONE) {
    return inWords("undecided", "undecided");
  }
  const same = meaning[left] === meaning[right];
  if (!dataset.domain.exact) {
    return same ? inWords("equivalent", "same class") : inWords("different", "other class");
  }
  if (same) return inWords("equivalent", "equivalent");
  const witness = findWitness(dataset, left, right);
  // There, what no proof puts together is apart, and only a witness tells that it differs.
  if (!witness && dataset.domain.name === "real") return inWords("undecided", "undecided");
  return { ...inWords("different", describeDifference(witness)), witness };
}

const OF_CLASSES = ["same class", "other class", "not in the data", "no class"]; // methods that prove nothing

// The same of the server's {verdict, method, witness: {name: value} or null, left, right}.
export function serverVerdict({ verdict: answer, method, witness, left, right }) {
  if (OF_CLASSES.includes(method)) return inWords(answer, method);
  if (answer !== "different" || !witness) return inWords(answer, answer);
  return inWords(answer, describeDifference({ assignment: Object.entries(witness), left, right }));
}

const inWords = (answer, words) => ({ answer, mark: MARKS[answer], words });

// {assignment: [[name, value], …], left, right} at the first point where both values are known and differ, or null.
function findWitness(dataset, left, right) {
  const { points, values, meanings } = dataset.header;
  const { meaning, value } = dataset.arrays;
  for (let i = 0; i < points.length; ++i) {
    const a = value[i * meanings + meaning[left]];
    const b = value[i * meanings + meaning[right]];
    if (a === b || values[a] === "" || values[b] === "") continue;
    const assignment = variables(dataset, [left, right]).map((name) => [name, points[i][name] ?? "any"]);
    return { assignment, left: values[a], right: values[b] };
  }
  return null;
}

function describeDifference(witness) {
  if (!witness) return "different";
  const at = witness.assignment.map(([name, value]) => `${name}=${value}`).join(", ");
  return `different${at ? ` at ${at}` : ""}: ${witness.left} and ${witness.right}`;
}
