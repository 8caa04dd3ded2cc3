// The page of `eqnet tune` in a real browser, made from a small real search. What it should show is worked out here from
// trials.jsonl. Run: EQNET_PROGRAM=build/eqnet node --test tests/web/tune.test.mjs
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, openPage, PHONE } from "./browser.mjs";

const program = process.env.EQNET_PROGRAM;
if (!program) throw new Error("EQNET_PROGRAM is not set: it names the eqnet binary to test");
const folder = mkdtempSync(join(tmpdir(), "eqnet-tune-"));
const tuned = join(folder, "tuned");
const run = (...args) => execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const space = `learning_rate = { log = [0.0001, 0.1] }
hidden = { integer = [8, 40] }
rho = { linear = [0.5, 0.99] }
selection = { choice = ["accuracy", "retrieval"] }
`;

let browser;
let page; // tests leave it as they found it
let trials;

const open = async (file, options) => {
  const opened = await openPage(browser, file, options);
  await opened.waitForFunction(() => window.eqnet?.search);
  await opened.waitForFunction(() => [...document.querySelectorAll(".chart")].every((chart) => chart.querySelector("svg")));
  return opened;
};

before(async () => {
  run("generate", "boolean5", "-o", folder, "-q");
  writeFileSync(join(folder, "space.toml"), space);
  run("tune", join(folder, "boolean5.json.gz"), "-m", "treenn2", "-o", tuned, "--method", "random", "--trials", "12", "--steps", "45",
    "--threads", "2", "--space", join(folder, "space.toml"), "--set", "dimension=8", "-q");
  trials = readFileSync(join(tuned, "trials.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  browser = await launch();
  page = await open(join(tuned, "report.html"));
});
after(async () => {
  await page?.finish();
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

// The places of the marks with a class in a plot of a figure, as numbers of its axes.
const marks = (opened, figure, plot, name) => opened.evaluate(([id, at, className]) => {
  const drawn = window.eqnet.figures[id].plots[at];
  const [x, y] = [drawn.scale("x"), drawn.scale("y")];
  const invert = (scale, place) => (scale.invert ? scale.invert(place) : scale.domain.find((value) => Math.abs(scale.apply(value) - place) < 1));
  return [...drawn.querySelectorAll(`.${className} :is(circle, path)`)].map((mark) => {
    const [px, py] = mark.tagName === "circle" ? ["cx", "cy"].map((at) => Number(mark.getAttribute(at)))
      : mark.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    return [invert(x, px), y.invert(py)];
  });
}, [figure, plot, name]);

const close = (a, b, most = 0.003) => assert.ok(Math.abs(a - b) < most, `${a} is not ${b}`);

describe("the page of a search", () => {
  test("says what was searched and what came of it", async () => {
    const best = trials.filter((trial) => trial.whole).reduce((a, b) => (b.score > a.score ? b : a));
    const head = await page.locator("header").innerText();
    assert.ok(head.includes(`${(100 * best.score).toFixed(1)}% of what retrieval on validation could be, by trial ${best.trial}.`), head);
    assert.ok(head.includes(`12: ${trials.filter((trial) => trial.whole).length} came to their end`), head);
    assert.ok(head.includes("treenn2") && head.includes("boolean5"), head);
    assert.equal(await page.locator("#best pre").innerText(), readFileSync(join(tuned, "best.toml"), "utf8"));
    assert.equal(await page.locator("#trials tbody th").first().innerText(), String(best.trial));
  });

  test("has a mark of every trial at its score, and the best so far as a line of steps", async () => {
    for (const [name, of] of [["trials-whole", trials.filter((trial) => trial.whole)], ["trials-stopped", trials.filter((trial) => !trial.whole)]]) {
      const drawn = await marks(page, "progress", 1, name);
      assert.equal(drawn.length, of.length);
      drawn.sort(([a], [b]) => a - b).forEach(([x, y], i) => (close(x, of[i].trial, 0.01), close(y, of[i].score)));
    }
    const line = await page.evaluate(() => {
      const drawn = window.eqnet.figures.progress.plots[1];
      const y = drawn.scale("y");
      return [...drawn.querySelector(".best-so-far path").getAttribute("d").matchAll(/[ML][-\d.]+,([-\d.]+)/g)]
        .map((found) => y.invert(Number(found[1])));
    });
    let most = -1;
    const records = trials.filter((trial) => trial.whole && trial.score > most && (most = trial.score, true));
    const levels = line.filter((level, i) => i === 0 || Math.abs(level - line[i - 1]) > 1e-4);
    assert.equal(levels.length, records.length, `${levels}`);
    levels.forEach((level, i) => close(level, records[i].score));
  });

  test("shows each setting against the score on its own scale", async () => {
    const order = await page.evaluate(() => window.eqnet.search.settings.map((row) => row.setting));
    assert.deepEqual([...order].sort(), ["hidden", "learning_rate", "rho", "selection"]);
    for (const [i, setting] of order.entries()) {
      const drawn = [];
      for (const name of ["trials-whole", "trials-stopped", "winner"]) drawn.push(...await marks(page, "settings", i + 1, name));
      assert.equal(drawn.length, trials.length, setting);
      for (const { settings: values, score } of trials) {
        const value = values[setting];
        const there = drawn.some(([x, y]) => Math.abs(y - score) < 0.003 && (setting === "selection" ? x === value : Math.abs(x / value - 1) < 0.02));
        assert.ok(there, `${setting} = ${value}, ${score}`);
      }
    }
  });

  test("has importance from most to least, between 0 and 1", async () => {
    const rows = await page.evaluate(() => window.eqnet.figures.importance.rows);
    assert.equal(rows.length, 4);
    rows.forEach(({ importance }, i) => assert.ok(importance >= 0 && importance <= (i > 0 ? rows[i - 1].importance : 1)));
    assert.equal(await page.locator("#importance .bars rect").count(), 4);
  });

  test("is no wider than a phone", async () => {
    const phone = await open(join(tuned, "report.html"), { viewport: PHONE, colorScheme: "dark" });
    assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth) <= PHONE.width);
    await phone.finish();
  });

  test("is made by `report` too, the same", () => {
    run("report", tuned, "-o", join(folder, "again.html"));
    assert.equal(readFileSync(join(folder, "again.html"), "utf8"), readFileSync(join(tuned, "report.html"), "utf8"));
  });

  test("of a search that has just begun says so, and what data contain is only text", async () => {
    rmSync(join(tuned, "trials.jsonl"));
    rmSync(join(tuned, "best.toml"));
    const file = join(tuned, "tune.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"datasets":"', '"datasets":"<img src=x onerror=alert(1)>'));
    run("report", tuned, "-o", join(folder, "begun.html"));
    const begun = await open(join(folder, "begun.html"));
    const text = await begun.locator("main").innerText();
    assert.ok(text.includes("No trial has come to its end yet.") && text.includes("<img src=x"), text);
    await begun.finish();
  });
});
