// All that the page asks the server about an expression, and about a second one to compare it with.

const NEIGHBOURS = 10;
const PLACED_BY = 5; // neighbours that say where on the map it lies

// {first, second, shortest, verdict, vector, neighbours, around, aroundSecond}: each a promise of the server's answer,
// or of null where the server has no model, data or map for it; second, verdict and aroundSecond are null without
// `other`. What cannot be read is asked nothing more about.
export function question(server, text, other, signal) {
  const info = server.info(signal);
  const post = (path, body) => server.post(path, body, signal);
  // In the server's own domain, else in that of both together: `a + b` alone would be a sum.
  const domain = info.then(({ domain: own }) => own ?? together());
  const together = async () =>
    other ? post("v1/equiv", { left: text, right: other }).then((answer) => answer.domain, () => "auto") : "auto";
  const postInDomain = async (path, body) => post(path, { ...body, domain: await domain });
  const nearest = async (expression, options) => (await post("v1/nearest", { expression, ...options })).neighbours;

  const first = postInDomain("v1/parse", { expression: text });
  const second = other ? postInDomain("v1/parse", { expression: other }) : null;
  const ifHas = async (name, ask) => {
    await first;
    return name in (await info) ? ask() : null;
  };
  const parts = {
    first,
    second,
    shortest: first.then(() => postInDomain("v1/simplify", { expression: text })),
    vector: ifHas("model", async () => (await post("v1/embed", { expression: text })).vector),
    neighbours: ifHas("expressions", () => nearest(text, { k: NEIGHBOURS })),
    around: ifHas("on_map", () => nearest(text, { k: PLACED_BY, map: true })),
    verdict: second?.then(() => first).then(() => postInDomain("v1/equiv", { left: text, right: other })) ?? null,
    aroundSecond: second?.then(() => ifHas("on_map", () => nearest(other, { k: PLACED_BY, map: true }))) ?? null,
  };
  for (const part of Object.values(parts)) part?.catch(() => {}); // whoever shows the part hears of it
  return parts;
}
