// The page of `eqnet serve` in a real browser: one asks about any expression. What it should show is asked of the program
// (nearest, equiv, simplify, embed), not of the page.
// Run: EQNET_PROGRAM=build/eqnet node --test tests/web/live.test.mjs
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, openPage, PHONE } from "./browser.mjs";
import { equivalence, folder, makeExplorer, run } from "./explorer_program.mjs";
import { startServer } from "./server.mjs";

const STATUS_400 = /status of 400/; // a browser logs it
const NEW = "(a | b) & ~(c & a)"; // too long for the dataset

let browser;
let boolean; // with a model that makes mistakes
let server;
let page;

const open = async (address, options) => {
  const opened = await openPage(browser, address, options);
  await opened.evaluate(() => window.eqnet.ready);
  return opened;
};
const ask = (opened, ...texts) => opened.evaluate((all) => window.eqnet.ask(...all), texts);
const asked = (opened) => opened.evaluate(() => window.eqnet.asked());
const answered = (opened) => opened.waitForSelector("#answer[aria-busy=false]");
const answer = (opened) => opened.textContent("#answer");
const shownNeighbours = (opened) =>
  opened.locator("#answer .neighbours li").evaluateAll((items) =>
    items.map((item) => ({
      expression: item.querySelector(".expression").textContent,
      distance: item.querySelector(".distance").textContent,
      words: item.querySelector(".verdict").textContent,
      mark: item.querySelector(".mark").textContent,
    })),
  );
const labels = (tree) => tree.locator(".tree-node text").allTextContents();

// A verdict of the program in the words of the page.
function inWords({ verdict, witness, left, right }) {
  if (verdict !== "different") return verdict;
  const at = Object.entries(witness).map(([name, value]) => `${name}=${value}`);
  return `different at ${at.join(", ")}: ${left} and ${right}`;
}
const MARKS = { equivalent: "✓", different: "✗", undecided: "?" };

before(async () => {
  boolean = makeExplorer("boolean5", 20, "--method", "pca");
  [server, browser] = await Promise.all([
    startServer("--model", boolean.model, "--data", boolean.data),
    launch(),
  ]);
  page = await open(server.address, { expected: STATUS_400 });
});
after(async () => {
  await page?.finish();
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a question", () => {
  test("is typed, and answered with the neighbours and verdicts that the program gives", async () => {
    await page.keyboard.press("a");
    await page.keyboard.type("((a | b)) and not (c & a)");
    await page.keyboard.press("Enter");
    await answered(page);
    assert.equal(await page.textContent("#answer .asked-expression"), NEW);
    assert.match(await answer(page), /8 nodes · boolean/);
    const expected = boolean.nearest(NEW, 10);
    const shown = await shownNeighbours(page);
    assert.deepEqual(
      shown,
      expected.map((one) => ({
        expression: one.expression,
        distance: Math.max(0, one.distance).toFixed(4),
        words: inWords(one),
        mark: MARKS[one.verdict],
      })),
    );
    for (const { expression, words } of shown) assert.equal(words, inWords(equivalence("boolean", NEW, expression)));
    assert.match(await page.textContent("#answer .vector"), /^Vector of 64 numbers: /);
    const first = Number((await page.textContent("#answer .vector")).match(/: (\S+),/)[1]);
    assert.ok(Math.abs(first - JSON.parse(run("embed", boolean.model, NEW, "--json")).vector[0]) < 6e-5);
  });

  test("puts a ring among its neighbours on the map, which can be seen", async () => {
    const { text, position, other } = await asked(page);
    assert.equal(text, "((a | b)) and not (c & a)");
    assert.equal(other, null);
    const rings = page.locator("#overlay .asked-ring");
    assert.equal(await rings.count(), 1);
    assert.equal(await rings.locator("text").textContent(), "((a | b)) and not (c & a…"); // 24 characters
    assert.ok(await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.id === "map", position));
    const nearest = boolean.nearest(NEW, 5).map((one) => one.expression);
    const places = await page.evaluate((texts) => texts.map((one) => window.eqnet.positionOf(one)), nearest);
    const away = places.map(([x, y]) => Math.hypot(x - position[0], y - position[1]));
    assert.ok(Math.min(...away) < 60, `${away} pixels from its neighbours`);
  });

  test("leads on: to a neighbour on the map, and to its shortest form", async () => {
    const [first] = await shownNeighbours(page);
    await page.locator("#answer .neighbours .link").first().click();
    assert.equal((await page.evaluate(() => window.eqnet.state())).selected, first.expression);
    await page.keyboard.press("Escape");
    assert.ok(await page.isVisible("#ask-panel"), "the question is still there");

    const expected = JSON.parse(run("simplify", "--domain", "boolean", "--json", NEW));
    assert.equal(
      await page.textContent("#answer .shortest"),
      `Shortest: ${expected.result} (${expected.after} nodes instead of 8; proved minimal)`,
    );
    await page.click("#answer .shortest .link");
    await answered(page);
    assert.equal(await page.inputValue("#ask-text"), expected.result);
    assert.equal(await page.textContent("#answer .asked-expression"), expected.result);
    await page.goBack();
    await answered(page);
    assert.equal(await page.textContent("#answer .asked-expression"), NEW);
  });

  test("compares two, with a witness and both trees side by side", async () => {
    await page.fill("#ask-text", "a -> b");
    await page.fill("#ask-other", "b -> a");
    await page.click("#ask-button");
    await answered(page);
    const truth = equivalence("boolean", "a -> b", "b -> a");
    assert.equal(truth.verdict, "different");
    assert.equal(await page.textContent("#answer .comparison .verdict"), inWords(truth));
    assert.equal(await page.textContent("#answer .comparison .mark"), "✗");
    const trees = page.locator("#answer .tree");
    assert.equal(await trees.count(), 2);
    assert.deepEqual(await labels(trees.nth(0)), [">>", "a", "b"]);
    assert.deepEqual(await labels(trees.nth(1)), [">>", "b", "a"]);
    const [left, right] = await Promise.all([0, 1].map((i) => page.locator(".tree-view").nth(i).boundingBox()));
    assert.ok(Math.abs(left.y - right.y) < 1 && left.x + left.width <= right.x);
    assert.equal(await page.locator(".tree-detail, .scale-key").count(), 0, "there are no scores of asked trees");
    const { position, other } = await asked(page);
    const places = await page.evaluate(() => ["a >> b", "b >> a"].map((text) => window.eqnet.positionOf(text)));
    assert.deepEqual([position, other.position], places, "both are on the map themselves");
    assert.equal(await page.locator("#overlay .asked-ring").count(), 2);
    await page.locator("#answer .tree-node").first().focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "a");

    await ask(page, "a -> b", "~b -> ~a");
    assert.equal(await page.textContent("#answer .comparison .verdict"), "equivalent");
  });

  test("gives way to a newer one", async () => {
    await page.evaluate(() => Promise.all([window.eqnet.ask("a & b & c & a"), window.eqnet.ask("c ^ c ^ c ^ c")]));
    assert.equal(await page.textContent("#answer .asked-expression"), "c ^ c ^ c ^ c");
    assert.equal((await asked(page)).text, "c ^ c ^ c ^ c");
  });

  test("is asked from the search box, where there are no hits", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("a & b & c & b & a");
    assert.match(await page.textContent("#hit-count"), /^No hits.*Enter asks/);
    await page.keyboard.press("Enter");
    await answered(page);
    assert.equal(await page.textContent("#answer .asked-expression"), "a & b & c & b & a");
    await page.click("#clear-query");
  });

  test("is in the address, and restored from it", async () => {
    await ask(page, "a & ~c & a", "c >> b");
    await page.click("#zoom-in");
    await page.waitForURL(/v=/); // the view comes last, after a pause
    const copy = await open(server.address, { fragment: new URL(page.url()).hash });
    await answered(copy);
    const [x, y] = (await asked(page)).position;
    const [u, v] = (await asked(copy)).position;
    assert.ok(Math.hypot(x - u, y - v) < 2, `the view is another: ${[x, y]} and ${[u, v]}`);
    await page.click("#zoom-home");
    assert.equal(await copy.inputValue("#ask-other"), "c >> b");
    assert.equal(await answer(copy), await answer(page));
    await copy.goto(`${server.address}/#a=${encodeURIComponent("b & b & b & b")}`); // as if edited
    await copy.waitForFunction(() => document.querySelector(".asked-expression")?.textContent === "b & b & b & b");
    await answered(copy);
    await copy.goBack();
    await copy.waitForFunction(() => document.querySelector(".asked-expression")?.textContent === "a & ~c & a");
    await answered(copy);
    await copy.click("#ask-clear");
    assert.equal(await answer(copy), "");
    assert.equal(await copy.locator("#overlay .asked-ring").count(), 0);
    assert.equal(await asked(copy), null);
    assert.ok(!/[#&][ab]=/.test(copy.url()), copy.url());
    await copy.finish();
  });

  test("can be closed and opened again by keys alone", async () => {
    await page.focus("#map");
    await page.keyboard.press("Escape");
    assert.equal(await page.isVisible("#panel"), false);
    await page.keyboard.press("a");
    assert.equal(await page.evaluate(() => document.activeElement.id), "ask-text");
    await page.click("#close-panel");
    await page.click("#open-ask");
    assert.ok(await page.isVisible("#ask-panel"));
  });
});

describe("what cannot be answered is said", () => {
  test("where the expression cannot be read", async () => {
    await ask(page, "a & & b");
    assert.match(await answer(page), /column 5: found '&'/);
    assert.equal(await page.locator("#overlay .asked-ring").count(), 0);
    await ask(page, "a | b", "a b");
    assert.equal(await page.textContent("#answer .asked-expression"), "a | b");
    assert.match(await answer(page), /column 3: found 'b'/);
    assert.equal((await shownNeighbours(page)).length, 10);
  });

  test("where the model does not know a variable: the rest is answered", async () => {
    await ask(page, "x & x", "x");
    assert.equal(await page.textContent("#answer .comparison .verdict"), "equivalent");
    assert.match(await page.textContent("#answer .shortest"), /^Shortest: x \(1 node instead of 3/);
    assert.equal(await page.locator("#answer .problem").count(), 2, "once of each expression");
    assert.match(await page.locator("#answer .problem").first().textContent(), /has not learned variable 'x'/);
    assert.deepEqual((await asked(page)).position, null);
  });

  test("and no text is run: <img onerror> is shown", async () => {
    const hostile = "<img src=x onerror=alert(1)>";
    await ask(page, hostile, hostile);
    assert.match(await answer(page), /found/);
    assert.equal(await page.locator("#app img").count(), 0);
    const restored = await open(server.address, { expected: STATUS_400, fragment: `#a=${encodeURIComponent(hostile)}` });
    await answered(restored);
    assert.equal(await restored.inputValue("#ask-text"), hostile);
    assert.equal(await restored.locator("#app img").count(), 0);
    await restored.finish();
  });
});

test("an exact model puts an expression on a member that is equivalent", async () => {
  const model = join(folder, "exact.eqnet");
  run("train", boolean.data, "-o", model, "-q");
  const exact = await startServer("--model", model, "--data", boolean.data);
  const opened = await open(exact.address);
  await opened.click("#zoom-in");
  for (const text of ["~~(b & a) | a & b & (b | b)", "(a ^ b) ^ (c ^ a)", "c | ~c | a & b"]) {
    await ask(opened, text);
    const [{ expression }] = await shownNeighbours(opened);
    assert.equal(equivalence("boolean", text, expression).verdict, "equivalent");
    const { position } = await asked(opened);
    assert.deepEqual(position, await opened.evaluate((member) => window.eqnet.positionOf(member), expression));
    assert.ok(await opened.evaluate(([x, y]) => document.elementFromPoint(x, y)?.id === "map", position), text);
  }
  await opened.finish();
  await exact.stop();
});

test("without data there is no map, and when the server is gone the page says so", async () => {
  const bare = await startServer();
  const opened = await open(bare.address, { expected: /ERR_CONNECTION_REFUSED/ });
  for (const part of ["#map", "#legend", "#tools"]) assert.equal(await opened.locator(part).count(), 0, part);
  await opened.waitForSelector("text=Start the server with --data to have a map and neighbours.");
  await opened.fill("#ask-text", "x*x - y*y");
  await opened.fill("#ask-other", "(x + y)*(x - y) + 12345678901234567890");
  await opened.keyboard.press("Enter");
  await answered(opened);
  assert.match(await opened.textContent("#answer .comparison"), /^✗ different at .* and 1234567890123456\d\d\d\d /);
  assert.equal(await opened.locator("#answer .tree").count(), 2);
  assert.equal(await opened.locator("#answer .vector, #answer .neighbours").count(), 0);
  assert.match(opened.url(), /#a=.*&b=/);
  await ask(opened, "(x^2 - 1)/(x - 1)", "x + 1");
  assert.equal(
    await opened.textContent("#answer .comparison .verdict"),
    "equivalent, where both have a value: the first has no value where x = 1",
  );
  const { condition } = JSON.parse(run("simplify", "--json", "(x^2 - 1)/(x - 1)"));
  assert.ok((await opened.textContent("#answer .shortest")).includes(`, where both have a value: ${condition})`));
  await bare.stop();
  await ask(opened, "x");
  assert.equal(await answer(opened), "The server does not answer.");
  await opened.finish();
});

test("on a phone the trees are stacked, nothing is too wide, and the ring is above the sheet", async () => {
  const phone = await open(server.address, { viewport: PHONE });
  await ask(phone, NEW, "a ^ b");
  await phone.settle();
  const widths = await phone.evaluate(() =>
    [document.documentElement, document.getElementById("panel")].map((element) => element.scrollWidth),
  );
  assert.ok(Math.max(...widths) <= PHONE.width, `${widths}`);
  const [upper, lower] = await Promise.all([0, 1].map((i) => phone.locator(".tree-view").nth(i).boundingBox()));
  assert.ok(upper.y + upper.height <= lower.y && Math.abs(upper.x - lower.x) < 1);
  const sheet = await phone.locator("#panel").boundingBox();
  const map = await phone.locator("#map").boundingBox();
  const { position, other } = await asked(phone);
  for (const [x, y] of [position, other.position]) assert.ok(x > 0 && x < 390 && y > map.y && y < sheet.y, `${x}, ${y}`);
  await phone.finish();
});
