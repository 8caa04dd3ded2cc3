// How the page of `eqnet explore` draws its points, under its own content security policy, and what fingers do on them.
// Run: EQNET_PROGRAM=build/eqnet node --test tests/web/explorer_map.test.mjs
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { after, before, describe, test } from "node:test";
import { launch, openPage, PHONE } from "./browser.mjs";
import { folder, makeExplorer } from "./explorer_program.mjs";

let browser;
let boolean;

const state = (opened) => opened.evaluate(() => window.eqnet.state());
const drawn = (opened) => opened.evaluate(() => window.eqnet.drawn());
const open = async (file, options) => {
  const opened = await openPage(browser, file, options);
  await opened.evaluate(() => window.eqnet.ready);
  return opened;
};
// What lies on the map at these expressions: [red, green, blue, opacity] of each, 0 to 255.
const pixelsAt = (opened, expressions) =>
  opened.evaluate((texts) => {
    const map = document.getElementById("map");
    const box = map.getBoundingClientRect();
    const copy = new OffscreenCanvas(map.width, map.height).getContext("2d");
    window.eqnet.drawn(); // a drawing can be read in the task that made it only
    copy.drawImage(map, 0, 0);
    return texts.map((text) => {
      const [x, y] = window.eqnet.positionOf(text);
      return [...copy.getImageData(Math.floor(x - box.left), Math.floor(y - box.top), 1, 1).data];
    });
  }, expressions);

before(async () => {
  boolean = makeExplorer("boolean5", 20);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the content security policy", () => {
  const collect = (context) =>
    context.addInitScript(() => {
      window.violations = [];
      document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.effectiveDirective));
    });

  test("is kept by all that the page does", async () => {
    const opened = await open(boolean.page, { before: collect });
    assert.ok((await drawn(opened)) > 5000, "almost nothing is drawn");
    await opened.evaluate(() => window.eqnet.select("a & b"));
    await opened.evaluate(() => window.eqnet.search("a"));
    await opened.selectOption("#colour", "size");
    await opened.click("#zoom-in");
    await opened.click("#theme");
    await opened.settle();
    assert.deepEqual(await opened.evaluate(() => window.violations), []);
    await opened.finish();
  });

  test("lets no text be run as code, and nothing be loaded", async () => {
    const context = await browser.newContext();
    await collect(context);
    const opened = await context.newPage();
    await opened.goto(pathToFileURL(boolean.page).href);
    await opened.evaluate(() => window.eqnet.ready);
    const asked = [];
    await context.route(/^https?:/, (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    // From a timer: what a debugger evaluates, as evaluate() does, is excused from the policy.
    const ran = await opened.evaluate(
      () =>
        new Promise((resolve) =>
          setTimeout(() => {
            try {
              resolve(new Function("return 'it ran'")());
            } catch (error) {
              resolve(error.name);
            }
          }),
        ),
    );
    assert.equal(ran, "EvalError");
    await opened.evaluate(() => {
      const add = (tag, attributes) => document.body.append(Object.assign(document.createElement(tag), attributes));
      add("script", { src: "https://example.org/a.js" });
      add("img", { src: "https://example.org/a.png" });
      add("iframe", { src: "https://example.org/" });
      add("link", { rel: "stylesheet", href: "https://example.org/a.css" });
      add("video", { src: "https://example.org/a.mp4" });
      fetch("https://example.org/a.json").catch(() => {});
      try {
        new Worker(URL.createObjectURL(new Blob([""])));
      } catch {
        // refused at once by some browsers, later by others
      }
    });
    const refused = ["script-src", "script-src-elem", "img-src", "frame-src", "style-src-elem", "media-src", "connect-src", "worker-src"];
    await opened.waitForFunction((all) => all.every((one) => window.violations.includes(one)), refused, { timeout: 5000 })
      .catch(async () => assert.deepEqual((await opened.evaluate(() => window.violations)).sort(), refused.sort()));
    assert.deepEqual(asked, []);
    await context.close();
  });
});

describe("points", () => {
  test("have the colour of the legend, and a search leaves only its hits strong", async () => {
    const opened = await open(boolean.page);
    const legend = await opened.locator("#legend .legend-line").evaluateAll((lines) =>
      Object.fromEntries(lines.map((line) => [line.querySelector(".legend-label").textContent,
        getComputedStyle(line.querySelector(".swatch")).backgroundColor.match(/\d+/g).map(Number)])),
    );
    const single = ["a", "b", "c"];
    const others = [...boolean.expressions.keys()].filter((text) => !single.includes(text));
    const strong = (pixels) => pixels.filter(([, , , opacity]) => opacity > 128).length;
    assert.ok(strong(await pixelsAt(opened, others)) > 0.95 * others.length);
    await opened.evaluate(() => window.eqnet.search("size:1"));
    await opened.settle();
    assert.deepEqual(await pixelsAt(opened, single), single.map((text) => [...legend[text], 255]));
    assert.ok(strong(await pixelsAt(opened, others)) < 0.3 * others.length, "the rest is not dimmed");
    await opened.finish();
  });

  test("are fewer while the map is dragged on a slow device, and all again when it rests", async () => {
    const { page } = makeExplorer("largeBoolean5", 1, "--method", "pca");
    const opened = await open(page);
    const all = await drawn(opened);
    await opened.evaluate(() => {
      window.slow = setInterval(() => {
        const end = performance.now() + 100;
        while (performance.now() < end);
      }, 110);
    });
    await opened.mouse.move(600, 400);
    await opened.mouse.down();
    let fewest = all;
    for (let i = 0; i < 60 && fewest > 0.8 * all; ++i) {
      await opened.mouse.move(600 + (i % 2), 400);
      fewest = Math.min(fewest, await drawn(opened));
    }
    assert.ok(fewest <= 0.8 * all, `${fewest} of ${all} pixels`);
    await opened.mouse.move(600, 400);
    await opened.mouse.up();
    await opened.evaluate(() => clearInterval(window.slow));
    await opened.waitForFunction((pixels) => window.eqnet.drawn() > 0.98 * pixels, all);
    await opened.finish();
  });
});

describe("fingers", () => {
  let phone;
  let touch;
  const send = (type, ...points) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  before(async () => {
    phone = await open(boolean.page, { viewport: PHONE });
    touch = await phone.context().newCDPSession(phone);
  });
  after(() => phone?.finish());

  test("drag the map with them, and zoom it where two of them are", async () => {
    const { camera: start } = await state(phone);
    const height = await phone.evaluate(() => document.getElementById("map").clientHeight);
    await send("touchStart", [100, 400]);
    for (const x of [120, 160, 200]) await send("touchMove", [x, 400]);
    await send("touchEnd");
    await phone.settle();
    const { camera: dragged } = await state(phone);
    assert.ok(Math.abs(start.x - dragged.x - (100 * 2 * start.distance) / height) < 1e-6, `${start.x} to ${dragged.x}`);
    await send("touchStart", [150, 400], [250, 400]);
    for (const spread of [70, 90, 100]) await send("touchMove", [200 - spread, 400], [200 + spread, 400]);
    await send("touchEnd");
    await phone.settle();
    const { camera: closer, selected } = await state(phone);
    assert.ok(Math.abs(dragged.distance / closer.distance - 2) < 1e-3, `${dragged.distance} to ${closer.distance}`);
    assert.equal(selected, null, "a drag is no tap");
    await phone.click("#zoom-home");
    await phone.settle();
  });

  test("draw the lasso, which a second finger gives up", async () => {
    const corners = [[20, 250], [370, 250], [370, 650], [20, 650]];
    await phone.click("#lasso");
    await send("touchStart", corners[0]);
    for (const corner of corners.slice(1)) await send("touchMove", corner);
    assert.ok((await phone.getAttribute("#overlay .lasso", "d")).length > 10);
    await send("touchStart", corners.at(-1), [200, 300]);
    await send("touchEnd");
    assert.equal(await phone.getAttribute("#overlay .lasso", "d"), "");
    assert.equal((await state(phone)).lasso, 0);
    await send("touchStart", corners[0]);
    for (const corner of corners.slice(1)) await send("touchMove", corner);
    await send("touchEnd");
    await phone.settle();
    assert.ok((await state(phone)).lasso > 500);
  });
});
