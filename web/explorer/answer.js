// What the server answers about an expression, as elements. Each part says "…" until it is there.
import { asked as styles } from "../common/palette.js";
import { counted, make, number } from "../common/dom.js";
import { askedTree } from "./asked_tree.js";
import { expressionButton, listOfNeighbours } from "./facts.js";
import { section } from "./panel.js";
import { Refusal } from "./server.js";
import { treeView } from "./tree_view.js";
import { serverVerdict } from "./verdict.js";

const FIRST_NUMBERS = 4; // of a vector

export const waiting = () => make("p", { class: "faint" }, "…");
export const problem = (text) => make("p", { class: "problem" }, text);

// Fills `region` with the answers of question.js and returns when all of them are there. actions: ask(text), pick(text)
// for a neighbour, copy(text, done). Throws what is no matter of one part: that the first expression cannot be read,
// that the server is gone, or that there is a newer question.
export async function showAnswer(region, parts, signal, actions) {
  region.replaceChildren(waiting());
  const first = await parts.first;
  const second = parts.second && (await parts.second.catch(refused));
  signal.throwIfAborted();
  const pending = [];
  const slot = (promise, show) => {
    const element = make("div", { class: "slot" }, waiting());
    const fill = async () => {
      const value = await promise.catch(refused);
      const shown = value instanceof Refusal ? problem(value.message) : show(value);
      element.replaceChildren(...(shown ? [shown] : []));
    };
    pending.push(fill());
    return element;
  };
  const isCompared = second && !(second instanceof Refusal);
  region.replaceChildren(
    ...[
      ...heading(first, 0),
      slot(parts.shortest, (answer) => shortest(answer, actions.ask)),
      second && section("Compared with", ...(isCompared ? heading(second, 1) : [problem(second.message)])),
      isCompared && slot(parts.verdict, verdict),
      isCompared && slot(parts.aroundSecond, () => null), // for why it is not on the map
      section(isCompared ? "Trees" : "Tree", trees(isCompared ? [first, second] : [first])),
      slot(parts.vector, (numbers) => numbers && vector(numbers, actions.copy)),
      slot(neighboursUnlessRefused(parts), (found) => found && neighbours(found, actions.pick)),
    ].filter(Boolean),
  );
  await Promise.all(pending);
}

// For catch: that one part is refused is shown in its place.
function refused(error) {
  if (error instanceof Refusal) return error;
  throw error;
}

// What the model does not know, it says of the vector already.
async function neighboursUnlessRefused({ vector: own, neighbours: found }) {
  const refusals = await Promise.all([own.catch(refused), found.catch(refused)]);
  const isRepeated = refusals.every((one) => one instanceof Refusal) && refusals[0].message === refusals[1].message;
  return isRepeated ? null : found;
}

// The expression as the program writes it, with the ring that it has on the map.
function heading({ text, size, domain }, i) {
  const { colour, dash } = styles[i];
  const border = `3px ${dash ? "dashed" : "solid"} ${colour}`;
  const ring = make("span", { class: "asked-key", "aria-hidden": "true", style: `border: ${border}` });
  return [
    make("p", { class: "title" }, ring, make("span", { class: "expression asked-expression" }, text)),
    make("p", { class: "faint" }, `${counted(size, "node")} · ${domain}`),
  ];
}

// Of two real functions, of which one has a value at more points.
const whereBothHaveOne = ({ condition }) => (condition ? `, where both have a value: ${condition}` : "");

function shortest(answer, ask) {
  const { result, before, after, minimal } = answer;
  const sizes = after < before ? `${counted(after, "node")} instead of ${number(before)}` : counted(after, "node");
  const known = minimal ? "proved minimal" : "the shortest found";
  return make(
    "p",
    { class: "shortest" },
    "Shortest: ",
    expressionButton(result, () => ask(result)),
    make("span", { class: "faint" }, ` (${sizes}; ${known}${whereBothHaveOne(answer)})`),
  );
}

function verdict(answer) {
  const { answer: kind, mark, words } = serverVerdict(answer);
  const how = [answer.method, answer.note].filter(Boolean).join("; ");
  return make(
    "p",
    { class: `comparison ${kind}` },
    make("span", { class: "mark", "aria-hidden": "true" }, mark),
    " ",
    make("span", { class: "verdict" }, words + whereBothHaveOne(answer)),
    make("span", { class: "faint" }, how ? ` (${how})` : ""),
  );
}

const trees = (all) => make("div", { class: "trees" }, all.map((parsed) => treeView(askedTree(parsed), 0)));

function vector(numbers, copy) {
  const begin = numbers.slice(0, FIRST_NUMBERS).map((value) => value.toFixed(4)).join(", ");
  const more = numbers.length > FIRST_NUMBERS ? ", …" : "";
  const copyAll = () => copy(`[${numbers.join(", ")}]`, "Vector copied");
  return make(
    "p",
    { class: "vector faint" },
    make("span", { class: "numbers" }, `Vector of ${counted(numbers.length, "number")}: ${begin}${more}`),
    make("button", { type: "button", class: "small", "aria-label": "Copy the vector", onclick: copyAll }, "Copy"),
  );
}

function neighbours(found, pick) {
  const rows = found.map((one) => ({
    item: expressionButton(one.expression, () => pick(one.expression)),
    distance: Math.max(0, 1 - one.similarity),
    verdict: serverVerdict(one),
  }));
  return section("Nearest in the original space", listOfNeighbours(rows));
}
