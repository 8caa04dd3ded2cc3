// What a search text asks for. Words with a colon narrow the search; what remains is text of the expression:
//   size:5   size:3-5   part:unseen   root:&   score:<1   class:NAME (to the end of the line: names have spaces)

// {text, size?: [least, most], part?, root?, score?: [least, most], className?}; a word that cannot be read (size:x)
// comes back as `problem`.
export function parseQuery(query) {
  const wanted = { text: "" };
  let rest = query.trim();
  for (let match; (match = rest.match(/^(size|part|root|score|class):\s*/));) {
    rest = rest.slice(match[0].length);
    if (match[1] === "class") {
      wanted.className = rest;
      return wanted;
    }
    const [word] = rest.match(/^\S*/);
    rest = rest.slice(word.length).trimStart();
    if (word === "") continue; // still being typed
    if (!READERS[match[1]](word, wanted)) wanted.problem = `${match[1]}:${word} is not understood`;
  }
  wanted.text = rest;
  return wanted;
}

const READERS = {
  size(word, wanted) {
    const match = word.match(/^(\d+)(?:-(\d+)?)?$/);
    if (match) wanted.size = [Number(match[1]), word.includes("-") ? Number(match[2] ?? Infinity) : Number(match[1])];
    return Boolean(match);
  },
  part(word, wanted) {
    wanted.part = word;
    return true;
  },
  root(word, wanted) {
    wanted.root = word;
    return true;
  },
  score(word, wanted) {
    const match = word.match(/^(<)?([01](?:\.\d+)?)$/);
    if (match)
      wanted.score = match[1] ? [0, Number(match[2]) - 1e-9] : [Number(match[2]) - 1e-9, Number(match[2]) + 1e-9];
    return Boolean(match);
  },
};
