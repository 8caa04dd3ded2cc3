// The page of `eqnet explore` in a real browser. What it should show is asked of the program (nearest, equiv), not of
// the page. Run: EQNET_PROGRAM=build/eqnet node --test tests/web/explorer.test.mjs
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { scoreStops } from "../../web/common/palette.js";
import { DESKTOP, launch, openPage, PHONE } from "./browser.mjs";
import { equivalence, folder, makeExplorer } from "./explorer_program.mjs";

const K = 10;
const QUANTUM = 1 / 32767; // of a distance in the page

let browser;
let boolean;
let page; // of `boolean`, shared by tests that leave it as they found it

const ready = (opened) => opened.evaluate(() => window.eqnet.ready);
const state = (opened) => opened.evaluate(() => window.eqnet.state());
const open = async (file, options) => {
  const opened = await openPage(browser, file, options);
  await ready(opened);
  return opened;
};
// An expression with exactly so many equivalents besides itself, the longest text first.
const withEquivalents = (count) => {
  const classes = new Map();
  for (const [text, className] of boolean.expressions)
    classes.set(className, [...(classes.get(className) ?? []), text]);
  const members = [...classes.values()].find((list) => list.length === count + 1);
  return members.sort((a, b) => b.length - a.length)[0];
};
// Neighbours as elements show them.
const shownNeighbours = (opened, within) =>
  opened.locator(`${within} .neighbours li`).evaluateAll((items) =>
    items.map((item) => ({
      expression: item.querySelector(".expression").textContent,
      distance: Number(item.querySelector(".distance").textContent),
      verdict: item.querySelector(".verdict").textContent,
      mark: item.querySelector(".mark").textContent,
    })),
  );

// The shown ones are the nearest: none that is surely nearer is missing, and none is farther than the last.
function assertNearest(shown, expected, count) {
  assert.equal(shown.length, count);
  const last = expected[count - 1].distance;
  const tolerance = 2 * QUANTUM + 5e-5; // and the four decimals that are shown
  const names = new Set(shown.map(({ expression }) => expression));
  for (const { expression, distance } of expected) {
    if (distance < last - tolerance) assert.ok(names.has(expression), `${expression} at ${distance} is missing`);
  }
  const distances = new Map(expected.map(({ expression, distance }) => [expression, distance]));
  for (const { expression, distance } of shown) {
    assert.ok(
      Math.abs(distances.get(expression) - distance) <= tolerance,
      `${expression}: ${distance}, not ${distances.get(expression)}`,
    );
  }
}

function assertVerdict(domain, expression, { expression: other, verdict, mark }) {
  const truth = equivalence(domain, expression, other);
  assert.ok(verdict.startsWith(truth.verdict), `${expression} and ${other}: ${verdict}`);
  assert.equal(mark, truth.verdict === "equivalent" ? "✓" : "✗");
  return truth;
}

before(async () => {
  boolean = makeExplorer("boolean5", 20);
  browser = await launch();
  page = await open(boolean.page);
});
after(async () => {
  await page?.finish();
  await browser?.close();
  rmSync(folder, { recursive: true });
});

describe("the map", () => {
  test("draws the points and says what they are", async () => {
    assert.equal(boolean.expressions.size, 1239);
    assert.match(await page.textContent("#about"), /^boolean5: 1,239 expressions, 95 classes/);
    assert.match(await page.title(), /boolean5/);
    assert.ok((await page.evaluate(() => window.eqnet.drawn())) > 5000, "almost nothing is drawn");
    assert.equal(await page.isVisible("#warning"), false);
  });

  test("shows the point under the mouse with its nearest neighbours and true verdicts", async () => {
    const expression = withEquivalents(1);
    await page.evaluate((text) => window.eqnet.select(text), expression);
    await page.settle();
    for (let i = 0; i < 6; ++i) await page.click("#zoom-in");
    await page.locator("#expression-panel .neighbours .link").first().click(); // away, and back to it in the middle
    await page.evaluate((text) => window.eqnet.select(text), expression);
    await page.settle();
    const [x, y] = await page.evaluate((text) => window.eqnet.positionOf(text), expression);
    await page.mouse.move(x, y, { steps: 2 });
    assert.equal(await page.textContent("#card .title"), expression);
    assert.match(
      await page.textContent("#card .facts"),
      new RegExp(`^class${escape(boolean.expressions.get(expression))}size\\d nodes`),
    );
    assertNearest(await shownNeighbours(page, "#card"), boolean.nearest(expression, 100), 5);
    const inPanel = await shownNeighbours(page, "#expression-panel > section");
    assertNearest(inPanel, boolean.nearest(expression, 100), K);
    for (const neighbour of inPanel) {
      const truth = assertVerdict("boolean", expression, neighbour);
      if (truth.verdict === "equivalent") continue;
      const at = Object.entries(truth.witness)
        .map(([name, value]) => `${name}=${value}`)
        .join(", ");
      assert.equal(neighbour.verdict, `different at ${at}: ${truth.left} and ${truth.right}`);
    }
    await page.click("#close-panel");
    await page.click("#zoom-home");
    await page.settle();
  });

  test("selects what is clicked, and follows a neighbour that is clicked", async () => {
    const [x, y] = await page.evaluate(() => window.eqnet.positionOf("a"));
    await page.mouse.click(x, y);
    const clicked = await page.textContent("#selected-expression");
    assert.equal((await state(page)).selected, clicked);
    const next = page.locator("#expression-panel .neighbours .link").first();
    const text = await next.textContent();
    await next.click();
    assert.equal((await state(page)).selected, text);
    await page.goBack();
    assert.equal((await state(page)).selected, clicked);
    await page.keyboard.press("Escape");
    assert.equal((await state(page)).selected, null);
  });

  test("zooms by wheel and button, and pans by dragging", async () => {
    const start = (await state(page)).camera;
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, -300);
    await page.settle();
    const closer = (await state(page)).camera;
    assert.ok(closer.distance < start.distance);
    await page.mouse.down();
    await page.mouse.move(800, 500, { steps: 4 });
    await page.mouse.up();
    await page.settle();
    assert.ok((await state(page)).camera.x < closer.x);
    await page.click("#zoom-home");
    await page.settle();
    assert.ok(Math.abs((await state(page)).camera.distance - start.distance) < 1e-4);
  });

  test("colours points in every way, with a legend that counts all of them", async () => {
    for (const way of ["size", "root", "score", "part"]) {
      await page.selectOption("#colour", way);
      const counts = await page.locator("#legend .count").allTextContents();
      assert.equal(
        counts.reduce((sum, count) => sum + Number(count.replaceAll(",", "")), 0),
        1239,
        way,
      );
    }
    await page.selectOption("#colour", "class");
    assert.match(await page.textContent("#legend-note"), /95 classes.*repeat/);
  });

  test("changes between light and dark", async () => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.click("#theme");
    assert.notEqual(await ground(), light);
    await page.click("#theme");
    assert.equal(await ground(), light);
  });
});

describe("the layout", () => {
  // How far the points are from the edges of the stage, after a check that nothing lies over any of them.
  const gaps = async () => {
    const found = await page.evaluate((texts) => {
      const map = document.getElementById("map");
      const places = texts.map((text) => window.eqnet.positionOf(text));
      const covered = texts.filter((_, i) => document.elementFromPoint(...places[i]) !== map);
      const box = map.getBoundingClientRect();
      const xs = places.map(([x]) => x);
      const ys = places.map(([, y]) => y);
      return {
        covered,
        left: Math.min(...xs) - box.left,
        right: box.right - Math.max(...xs),
        top: Math.min(...ys) - box.top,
        bottom: box.bottom - Math.max(...ys),
      };
    }, [...boolean.expressions.keys()]);
    assert.deepEqual(found.covered, []);
    return found;
  };
  const assertHome = async () => {
    const { left, right, top, bottom } = await gaps();
    assert.ok(Math.abs(left - right) < 2 && Math.abs(top - bottom) < 2, `not centred: ${[left, right, top, bottom]}`);
    const margin = Math.min(left, top);
    assert.ok(margin > 15 && margin < 40, `the points keep ${margin} pixels away from the edges`);
  };

  test("keeps all points in sight, centred and as large as they can be, whatever is open beside them", async () => {
    await assertHome();
    await page.evaluate(() => window.eqnet.select("a & b"));
    await page.settle();
    await assertHome();
    await page.click("#legend summary");
    await page.settle();
    await assertHome();
    assert.ok((await page.locator("#legend").boundingBox()).width < 40);
    await page.click("#close-panel");
    await page.settle();
    await assertHome();
    await page.click("#legend summary");
    await page.setViewportSize({ width: 900, height: 700 });
    await page.settle();
    await assertHome();
    await page.setViewportSize(DESKTOP);
    await page.settle();
  });

  test("keeps the middle of a view that is not home", async () => {
    await page.click("#zoom-in");
    await page.focus("#map");
    await page.keyboard.press("ArrowRight");
    const { camera } = await state(page);
    await page.click("#legend summary");
    await page.settle();
    assert.deepEqual((await state(page)).camera, camera);
    await page.click("#legend summary");
    await page.click("#zoom-home");
    await page.settle();
    await assertHome();
    assert.ok(!page.url().includes("v="));
  });
});

describe("search", () => {
  test("finds a text with its spaces aside, the exact one first", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("a&b");
    const expected = [...boolean.expressions.keys()].filter((text) => text.replaceAll(" ", "").includes("a&b"));
    assert.equal((await state(page)).hits, expected.length);
    assert.match(await page.textContent("#hit-count"), new RegExp(`^${expected.length} hits`));
    assert.equal(await page.locator("#hits li").first().textContent(), "a & b");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.equal((await state(page)).selected, "a & b");
    await page.keyboard.press("Escape");
    await page.click("#close-panel");
    assert.equal((await state(page)).query, "");
  });

  test("finds an expression in whatever spelling and parentheses it is written", async () => {
    const exact = (query) => page.evaluate((text) => window.eqnet.search(text).exact, query);
    for (const [typed, written] of [["(a -> b)", "a >> b"], ["not a", "~a"], ["(a and b) or c", "a & b | c"],
      ["a => (b => c)", "a >> b >> c"], ["((a xor (b)))", "a ^ b"], ["!a∧¬b", "~a & ~b"], ["a->b->c", "a >> b >> c"]]) {
      assert.equal(await exact(typed), written, typed);
      assert.equal(equivalence("boolean", typed, written).verdict, "equivalent");
    }
    for (const none of ["a &", "(a", "a $ b", "x & y", "a & b & c & a & b", ""]) assert.equal(await exact(none), undefined, none);
    await page.evaluate(() => window.eqnet.search(""));
  });

  test("finds classes, sizes, and nothing", async () => {
    const hits = (query) => page.evaluate((text) => window.eqnet.search(text).hits, query);
    const ofClass = (name) => [...boolean.expressions.values()].filter((own) => own === name).length;
    assert.equal(await hits("class:Or(a, b)"), ofClass("Or(a, b)"));
    assert.equal(await hits("class:a"), ofClass("a"));
    assert.equal(await hits("size:1"), 3);
    assert.equal(await hits("size:1-2"), 6);
    assert.equal(await hits("no such thing"), 0);
    assert.match(await page.textContent("#hit-count"), /^No hits/);
    await hits("size:many");
    assert.match(await page.textContent("#hit-count"), /not understood/);
    await hits("");
  });
});

describe("the panel", () => {
  test("counts and lists equivalents, shortest first, and names the negation", async () => {
    await page.evaluate(() => window.eqnet.select("a & b"));
    const own = boolean.expressions.get("a & b");
    const count = [...boolean.expressions.values()].filter((name) => name === own).length - 1;
    assert.ok((await page.textContent("#expression-panel")).includes(`Equivalent: ${count} expressions`));
    const listed = await page.locator("#expression-panel .members .link").allTextContents();
    assert.equal(listed.length, Math.min(20, count));
    assert.equal(listed[0], "b & a");
    for (const text of listed) assert.equal(equivalence("boolean", "a & b", text).verdict, "equivalent");
    assert.equal(await page.locator("#negation .link").textContent(), "~(a & b)");
  });

  test("draws a line for each relation that is switched on", async () => {
    await page.click("#zoom-home");
    await page.evaluate(() => window.eqnet.select("~(a & b)"));
    const lines = async (kind) => ((await page.getAttribute(`.link.${kind}`, "d")) ?? "").split("M").length - 1;
    assert.deepEqual([await lines("equivalents"), await lines("negation"), await lines("subexpressions")], [0, 0, 0]);
    for (const kind of ["equivalents", "negation", "subexpressions"]) await page.check(`[name=link-${kind}]`);
    await page.settle();
    const own = boolean.expressions.get("~(a & b)");
    const equivalents = [...boolean.expressions.values()].filter((name) => name === own).length - 1;
    assert.deepEqual(
      [await lines("equivalents"), await lines("negation"), await lines("subexpressions")],
      [equivalents, 1, 3],
    );
    const before = await page.getAttribute(".link.negation", "d");
    await page.click("#zoom-in");
    await page.settle();
    assert.notEqual(await page.getAttribute(".link.negation", "d"), before);
  });

  test("an address restores selection, colour, search, links and view", async () => {
    await page.evaluate(() => window.eqnet.search("c"));
    await page.selectOption("#colour", "size");
    await page.waitForURL(/v=/); // the view comes last, after a pause
    const wanted = await state(page);
    const copy = await open(boolean.page, { fragment: new URL(page.url()).hash });
    const got = await state(copy);
    for (const key of ["x", "y", "distance"]) assert.ok(Math.abs(got.camera[key] - wanted.camera[key]) < 2e-3, key);
    assert.deepEqual({ ...got, camera: null }, { ...wanted, camera: null });
    assert.equal(got.selected, "~(a & b)");
    assert.equal(await copy.textContent("#selected-expression"), "~(a & b)");
    await copy.finish();
    await page.evaluate(() => window.eqnet.search(""));
    await page.selectOption("#colour", "class");
    await page.click("#close-panel");
    await page.click("#zoom-home");
    await page.settle();
  });
});

describe("the tree", () => {
  // Linear between evenly spaced stops; written apart from the page's.
  const expectedFill = (score) => {
    const at = score * (scoreStops.length - 1);
    const low = Math.min(Math.floor(at), scoreStops.length - 2);
    const channel = (hex, i) => parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16);
    return [0, 1, 2].map(
      (i) => channel(scoreStops[low], i) + (channel(scoreStops[low + 1], i) - channel(scoreStops[low], i)) * (at - low),
    );
  };

  test("has a node for each of the expression's, coloured by score_5 as the program's neighbours give it", async () => {
    await page.evaluate(() => window.eqnet.select("a & b | c"));
    const nodes = await page.locator(".tree-node").evaluateAll((groups) =>
      groups.map((group) => ({
        label: group.getAttribute("aria-label"),
        symbol: group.querySelector("text").textContent,
        fill: group.querySelector("rect").getAttribute("fill"),
      })),
    );
    assert.deepEqual(nodes.map(({ symbol }) => symbol).sort(), ["&", "a", "b", "c", "|"].sort());
    for (const { label, fill } of nodes) {
      const [, text, shown] = label.match(/^(.*), score (.*)$/);
      const nearest = boolean.nearest(text, 6);
      if (nearest[5].distance - nearest[4].distance < 2 * QUANTUM) continue; // a tie: either may count
      const own = boolean.expressions.get(text);
      const size = [...boolean.expressions.values()].filter((name) => name === own).length;
      const score = nearest.slice(0, 5).filter((found) => found.class === own).length / Math.min(5, size);
      assert.ok(Math.abs(Number(shown) - score) < 0.006, `${text}: ${shown}, not ${score}`);
      const channels = [1, 3, 5].map((at) => parseInt(fill.slice(at, at + 2), 16));
      expectedFill(score).forEach((value, i) => assert.ok(Math.abs(value - channels[i]) <= 1, `${text}: ${fill}`));
    }
  });

  test("shows the subexpression of a node with its neighbours, by mouse and by keys", async () => {
    await page.hover(".tree-node:has-text('&')");
    assert.equal(await page.textContent(".tree-detail .title"), "a & b");
    const shown = await shownNeighbours(page, ".tree-detail");
    assertNearest(shown, boolean.nearest("a & b", 100), 5);
    for (const neighbour of shown) assertVerdict("boolean", "a & b", neighbour);
    await page.focus(".tree-node");
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.textContent(".tree-detail .title"), "a & b");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.textContent(".tree-detail .title"), "c");
    await page.click("#close-panel");
  });
});

describe("the lasso", () => {
  const drag = async (corners) => {
    await page.mouse.move(...corners[0]);
    await page.mouse.down();
    for (const corner of [...corners.slice(1), corners[0]]) await page.mouse.move(...corner, { steps: 4 });
    await page.mouse.up();
    await page.settle();
  };

  test("lists what is inside, and saves it with the program's classes", async () => {
    const texts = [...boolean.expressions.keys()];
    const places = await page.evaluate((all) => all.map((text) => window.eqnet.positionOf(text)), texts);
    const box = { left: 460, top: 180, right: 860, bottom: 620 };
    const inside = (margin) =>
      places.filter(
        ([x, y]) => x > box.left + margin && x < box.right - margin && y > box.top + margin && y < box.bottom - margin,
      ).length;
    await page.click("#lasso");
    await drag([
      [box.left, box.top],
      [box.right, box.top],
      [box.right, box.bottom],
      [box.left, box.bottom],
    ]);
    const { lasso } = await state(page);
    assert.ok(lasso >= inside(6) && lasso <= inside(-6) && lasso > 0, `${lasso} of ${inside(0)}`);
    assert.match(await page.textContent("#lasso-count"), new RegExp(`^${lasso} expression`));
    assert.equal(await page.locator("#lasso-panel .members li").count(), Math.min(200, lasso));
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save list")]);
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\n");
    assert.equal(lines.length, lasso);
    for (const line of lines) {
      const [className, text] = line.split("\t");
      assert.equal(boolean.expressions.get(text), className);
    }
    await page.click("#lasso-panel >> text=Clear");
    assert.equal((await state(page)).lasso, 0);
  });

  test("is also drawn by dragging with Shift held", async () => {
    await page.keyboard.down("Shift");
    await drag([
      [300, 150],
      [1000, 150],
      [1000, 780],
      [300, 780],
    ]);
    await page.keyboard.up("Shift");
    assert.ok((await state(page)).lasso > 100);
    await page.keyboard.press("Escape");
    assert.equal((await state(page)).lasso, 0);
  });
});

test("polynomials that differ are shown with integers at which they do", async () => {
  const polynomial = makeExplorer("poly5", 20);
  const opened = await open(polynomial.page);
  await opened.evaluate(() => window.eqnet.select("a * b"));
  const shown = await shownNeighbours(opened, "#expression-panel > section");
  assertNearest(shown, polynomial.nearest("a * b", 100), K);
  let different = 0;
  for (const neighbour of shown) {
    if (assertVerdict("polynomial", "a * b", neighbour).verdict === "equivalent") continue;
    const [, at, left, right] = neighbour.verdict.match(/^different at (.*): (.*) and (.*)$/);
    const point = {
      a: 0,
      b: 0,
      c: 0,
      ...Object.fromEntries(
        at
          .split(", ")
          .map((part) => part.split("="))
          .map(([name, value]) => [name, Number(value)]),
      ),
    };
    const value = (text) => new Function("a", "b", "c", `return ${text}`)(point.a, point.b, point.c);
    assert.equal(value("a * b"), Number(left));
    assert.equal(value(neighbour.expression), Number(right));
    assert.notEqual(left, right);
    ++different;
  }
  assert.ok(different > 0);
  await opened.finish();
});

test("on a phone nothing is wider than the screen, and a tap opens the sheet", async () => {
  const phone = await open(boolean.page, { viewport: PHONE, colorScheme: "dark" });
  const fits = () =>
    phone.evaluate(
      () =>
        document.documentElement.scrollWidth <= innerWidth &&
        document.getElementById("panel").scrollWidth <= innerWidth,
    );
  assert.ok(await fits());
  const [x, y] = await phone.evaluate(() => window.eqnet.positionOf("a"));
  await phone.touchscreen.tap(x, y);
  await phone.settle();
  const { selected } = await state(phone);
  assert.ok(boolean.expressions.has(selected));
  assert.ok(await fits());
  const place = await phone.evaluate((text) => window.eqnet.positionOf(text), selected);
  const sheet = await phone.locator("#panel").boundingBox();
  assert.ok(place[1] < sheet.y, "the selected point is under the sheet");
  await phone.finish();
});

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
