// Finds members by what is written in the search box.
import { parseQuery } from "./query.js";
import { Reading } from "./reading.js";
import { withoutSpaces } from "./text_lines.js";

export class Search {
  #dataset;
  #reading;

  constructor(dataset) {
    this.#dataset = dataset;
    this.#reading = new Reading(dataset);
  }

  // {hits: members in the dataset's order, exact: the member that is this expression or undefined, problem?}
  find(query) {
    const wanted = parseQuery(query);
    const tests = this.#tests(wanted);
    if (wanted.problem) return { hits: new Uint32Array(), problem: wanted.problem };
    if (wanted.text === "" && tests.length === 0) return { hits: new Uint32Array(), empty: true };
    const passes = (member) => tests.every((test) => test(member));
    if (wanted.text === "") return { hits: this.#all(passes) };
    const { lines } = this.#dataset;
    const hits = lines.containing(wanted.text).filter(passes);
    const written = lines.exactly(wanted.text) ?? this.#reading.find(wanted.text);
    const exact = written < this.#dataset.members && passes(written) ? written : undefined;
    return exact === undefined || hits.includes(exact) ? { hits, exact } : { hits: Uint32Array.of(exact, ...hits), exact };
  }

  #all(passes) {
    const hits = [];
    for (let member = 0; member < this.#dataset.members; ++member) if (passes(member)) hits.push(member);
    return Uint32Array.from(hits);
  }

  // Conditions other than text; parts and roots that do not exist are a problem to tell, not an empty result.
  #tests(wanted) {
    const { arrays, header } = this.#dataset;
    const tests = [];
    if (wanted.size) {
      const [least, most] = wanted.size;
      tests.push((member) => this.#dataset.size(member) >= least && this.#dataset.size(member) <= most);
    }
    if (wanted.score) {
      const [least, most] = wanted.score;
      tests.push((member) => {
        const score = this.#dataset.score(member);
        return score !== null && score >= least && score <= most;
      });
    }
    if (wanted.part !== undefined) {
      const part = header.parts.indexOf(wanted.part);
      if (part < 0) wanted.problem = `no part "${wanted.part}"; there are ${header.parts.join(", ")}`;
      tests.push((member) => arrays.part[member] === part);
    }
    if (wanted.root !== undefined) {
      const isRoot = header.symbols.map(({ name, text }) => name === wanted.root || text === wanted.root);
      if (!isRoot.includes(true)) wanted.problem = `no symbol "${wanted.root}"`;
      tests.push((member) => isRoot[arrays.symbol[member]]);
    }
    if (wanted.className !== undefined) {
      const isWanted = classesNamed(header.classes, wanted.className);
      tests.push((member) => isWanted[arrays.class[member]] === 1);
    }
    return tests;
  }
}

// 1 for each class of that name; where there is none, for each whose name contains it.
function classesNamed(classes, name) {
  const wanted = withoutSpaces(name);
  const names = classes.map(withoutSpaces);
  const exact = names.includes(wanted);
  return Uint8Array.from(names, (own) => ((exact ? own === wanted : own.includes(wanted)) ? 1 : 0));
}

// The hits to list: the exact one, then the shortest expressions.
export function firstHits(dataset, { hits, exact }, count) {
  const listed = exact === undefined ? [] : [exact];
  const bySize = new Map(); // the first `count` of each size are enough
  for (const hit of hits) {
    if (hit === exact) continue;
    const size = dataset.size(hit);
    const list = bySize.get(size);
    if (!list) bySize.set(size, [hit]);
    else if (list.length < count) list.push(hit);
  }
  for (const size of [...bySize.keys()].sort((a, b) => a - b)) {
    if (listed.length >= count) break;
    listed.push(...bySize.get(size));
  }
  return listed.slice(0, count);
}
