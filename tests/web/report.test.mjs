// The page of `eqnet report` in a real browser, made from a small real run. What it should show is worked out here from
// the run's own cells. Run: EQNET_PROGRAM=build/eqnet node --test tests/web/report.test.mjs
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, openPage, PHONE } from "./browser.mjs";

const program = process.env.EQNET_PROGRAM;
if (!program) throw new Error("EQNET_PROGRAM is not set: it names the eqnet binary to test");
const folder = mkdtempSync(join(tmpdir(), "eqnet-report-"));
const results = join(folder, "results");
const run = (...args) => execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const MODELS = ["tfidf", "eqnet", "eqnet-mul", "values"];
const DATASETS = ["boolean5", "simplepoly8", "poly5", "poly8"];
const NAMES = { boolean5: "Bool5", simplepoly8: "SimpPoly8", poly5: "Poly5", poly8: "Poly8" };

let browser;
let page; // of the whole run; tests leave it as they found it
const cells = new Map(); // by file name without .json

const cell = (dataset, model) => cells.get(`${dataset}.${model}.seed1`);
const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
const makeReport = (from, name, ...options) => {
  const file = join(folder, name);
  run("report", from, "-o", file, "-q", "--iterations", "60", ...options); // how well maps are laid out is not seen here
  return file;
};
const open = async (file, options) => {
  const opened = await openPage(browser, file, options);
  await opened.waitForFunction(() => window.eqnet && Object.values(window.eqnet.figures).length > 5);
  await opened.waitForFunction(() => [...document.querySelectorAll(".chart")].every((chart) => chart.querySelector("svg")));
  return opened;
};

before(async () => {
  const reproduce = (...args) => run("reproduce", join(folder, "data"), "-o", results, "--time", "1", "--queries", "60", "-q", ...args);
  reproduce("--models", MODELS.join(), "--datasets", DATASETS.join(), "--only", "models,transfer,depth");
  reproduce("--models", "eqnet-no-autoencoder,eqnet-mul-D8", "--datasets", "boolean5,poly5", "--only", "ablations");
  for (const file of readdirSync(join(results, "cells"))) {
    cells.set(file.slice(0, -".json".length), JSON.parse(readFileSync(join(results, "cells", file), "utf8")));
  }
  browser = await launch();
  page = await open(makeReport(results, "report.html"));
});
after(async () => {
  await page?.finish();
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the page", () => {
  test("has every figure of the paper, each with marks in it", async () => {
    const charts = [
      "shares", "score-k-mean", "score-k-seen", "score-k-unseen", "precision-recall", "roc", "transfer-mean", "transfer-seen",
      "transfer-unseen", "ablations-eqnet", "ablations-eqnet-mul", "variables", "operators", "times",
      ...["boolean5", "poly8"].flatMap((dataset) => ["eqnet", "eqnet-mul"].flatMap((model) =>
        ["trees", "negations"].map((what) => `${what}-${dataset}-${model}`))),
    ];
    const tables = ["scores-unseen", "scores-seen", "areas", "transfer-scores", "ablation-losses-eqnet", "examples", "depth"];
    const marks = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll("[data-figure]")].map((figure) => [
      figure.dataset.figure,
      { shapes: [...figure.querySelectorAll("svg path, svg circle, svg line, svg image")].filter((mark) =>
        mark.tagName !== "path" || mark.getAttribute("d")?.length > 3).length,
        rows: figure.querySelectorAll("tbody tr").length, width: figure.getBoundingClientRect().width },
    ])));
    for (const id of charts) assert.ok(marks[id]?.shapes > 5, `${id}: ${JSON.stringify(marks[id])}`);
    for (const id of ["map-boolean5-eqnet", "map-poly8-eqnet-mul"]) assert.equal(marks[id]?.shapes, 1, "a picture of the points");
    for (const id of tables) assert.ok(marks[id]?.rows > 0, `${id}: ${JSON.stringify(marks[id])}`);
    assert.equal(marks["scores-unseen"].rows, DATASETS.length);
  });

  test("names the cells that were not run", async () => {
    const listed = await page.locator("#missing li code").allTextContents();
    assert.ok(listed.includes("boolean8.eqnet") && listed.includes("boolean5-to-boolean8.tfidf"), listed.join());
    assert.ok(!listed.some((key) => cells.has(`${key}.seed1`)));
  });

  test("is no wider than a phone, and readable in the dark", async () => {
    const phone = await open(join(folder, "report.html"), { viewport: PHONE, colorScheme: "dark" });
    const [width, ink, ground] = await phone.evaluate(() => [document.documentElement.scrollWidth,
      getComputedStyle(document.querySelector("#score-k-mean svg")).color, getComputedStyle(document.body).backgroundColor]);
    assert.ok(width <= PHONE.width, `${width} pixels wide`);
    const light = (colour) => mean(colour.match(/\d+/g).slice(0, 3).map(Number));
    assert.ok(light(ink) - light(ground) > 120, `${ink} on ${ground}`);
    await phone.finish();
  });

  test("prints in black on white without its buttons", async () => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.equal(await page.locator(".take").first().isVisible(), false);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
  });

  test("leads to the explorer beside it", async () => {
    const link = await page.locator("header a.explorer").getAttribute("href");
    assert.equal(link, "explorer.html");
    assert.ok(readFileSync(join(folder, link), "utf8").includes("eqnet-data"));
  });
});

describe("numbers", () => {
  test("of the main table are the cells' and the paper's", async () => {
    const rows = await page.locator("#scores-unseen tbody tr").evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.innerText.split("\n").map((line) => line.trim()))));
    for (const dataset of DATASETS) {
      const row = rows.find(([[name]]) => name === NAMES[dataset]);
      assert.ok(Math.abs(Number(row[3][0]) - 100 * cell(dataset, "tfidf").unseen.ceiling[4]) < 0.0501, `${dataset}: ${row[3][0]}`);
      // Half a tenth may be rounded either way: the program's reader is good to a few bits.
      MODELS.forEach((model, i) => assert.ok(Math.abs(Number(row[4 + i][0]) - 100 * cell(dataset, model).unseen.score[4]) < 0.0501, `${dataset} ${model}: ${row[4 + i][0]}`));
    }
    const bool5 = rows.find(([[name]]) => name === "Bool5");
    assert.equal(bool5[4][1], "(34.9)");
    assert.equal(bool5[5][1], "(65.8)");
    assert.equal(bool5[4 + MODELS.length][0], "73.7");
  });

  test("of the lines of score_k are the mean over the datasets' cells", async () => {
    for (const [panel, part] of ["seen", "unseen"].entries()) {
      for (const model of MODELS) {
        const drawn = await lineOf(page, "score-k-mean", model, panel);
        const expected = Array.from({ length: 15 }, (_, k) => [k + 1, mean(DATASETS.map((dataset) => cell(dataset, model)[part].score[k]))]);
        assertClose(drawn, expected);
      }
    }
  });

  test("of transfer are the cells' of the pair", async () => {
    const pairs = await page.evaluate(() => window.eqnet.report.tables.transfer_published.map((row) => `${row.train}-to-${row.test}`));
    // Only pairs that were run have a panel.
    const panel = pairs.filter((pair) => cells.has(`${pair}.eqnet.seed1`)).indexOf("poly5-to-poly8");
    const expected = cells.get("poly5-to-poly8.eqnet.seed1").unseen.score.map((score, k) => [k + 1, score]);
    assertClose(await lineOf(page, "transfer-unseen", "eqnet", panel), expected);
  });

  test("of the precision-recall curves start and end where the cells' do", async () => {
    const drawn = await lineOf(page, "precision-recall", "eqnet", 1);
    const at = (points, x) => { // straight lines between the points, the top of a vertical step
      const same = points.filter(([px]) => px === x).map(([, y]) => y);
      if (same.length) return Math.max(...same);
      const next = points.findIndex(([px]) => px > x);
      if (next <= 0) return next === 0 ? points[0][1] : points.at(-1)[1];
      const [[x0, y0], [x1, y1]] = [points[next - 1], points[next]];
      return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
    };
    for (const x of [0, 0.25, 0.5, 1]) {
      const expected = mean(DATASETS.map((dataset) => at(cell(dataset, "eqnet").unseen.precision_recall, x)));
      const [, y] = drawn.find(([px]) => Math.abs(px - x) < 1e-3);
      assert.ok(Math.abs(y - expected) < 0.004, `at ${x}: ${y}, not ${expected}`);
    }
  });

  test("of ablations and of random trees are shares of the cells' own", async () => {
    const share = ({ score, ceiling }) => score[4] / ceiling[4];
    const shown = (id, first) => page.locator(`#${id} tbody tr`, { hasText: first }).first()
      .evaluate((row) => [...row.children].map((cell) => Number.parseFloat(cell.innerText)));
    const close = (text, fraction) => assert.ok(Math.abs(text - 100 * fraction) < 0.0501, `${text} is not ${100 * fraction}`);
    const ablated = ["boolean5", "poly5"].map((dataset) => [cell(dataset, "eqnet-no-autoencoder"), cell(dataset, "eqnet")]);
    const [, , seen, unseen, ceiling] = await shown("ablation-losses-eqnet", "no autoencoder");
    close(seen, mean(ablated.map(([own, whole]) => 1 - own.seen.score_auc / whole.seen.score_auc)));
    close(unseen, mean(ablated.map(([own, whole]) => 1 - own.unseen.score_auc / whole.unseen.score_auc)));
    close(ceiling, mean(ablated.map(([own]) => share(own.unseen))));
    close((await shown("depth", "eqnet-mul")).at(-1), share(cells.get("poly8-to-random21.eqnet-mul.seed1").unseen));
  });

  test("are in the CSV file of a figure, whole", async () => {
    const text = await download(page, "#shares [data-take=csv]");
    const [header, ...lines] = text.trim().split("\r\n");
    assert.equal(header, "dataset,model,share,paper_share");
    assert.equal(lines.length, DATASETS.length * MODELS.length);
    for (const line of lines) {
      const [name, model, share] = line.split(",");
      const dataset = DATASETS.find((one) => NAMES[one] === name);
      const { score, ceiling } = cell(dataset, model).unseen;
      assert.ok(Math.abs(Number(share) - score[4] / ceiling[4]) < 1e-5, line);
    }
  });

  test("are in the LaTeX table", async () => {
    const text = await download(page, "#scores-unseen [data-take=latex]");
    const line = text.split("\n").find((one) => one.startsWith("Bool5 &"));
    const shown = Number(line.match(/([\d.]+) \(34\.9\)/)?.[1]);
    assert.ok(Math.abs(shown - 100 * cell("boolean5", "tfidf").unseen.score[4]) < 0.0501, line);
    assert.equal(text.split("\n").filter((one) => one.endsWith("\\\\")).length, 1 + DATASETS.length);
    assert.equal(line.split("&").length, MODELS.length + 3);
  });

  test("are in bold where they are the best of those that learn", async () => {
    const headers = await page.locator("#scores-unseen thead th").allTextContents();
    const column = headers.indexOf("values (knows the semantics)");
    assert.ok(column > 0, headers.join());
    const bold = await page.evaluate(() => [...document.querySelectorAll("#scores-unseen tbody tr")].map((row) =>
      [...row.children].flatMap((cell, i) => (cell.querySelector("strong") ? [i] : []))));
    assert.equal(bold.length, DATASETS.length);
    for (const columns of bold) assert.ok(columns.length > 0 && !columns.includes(column), `${columns} of ${headers}`);
    const text = await download(page, "#scores-unseen [data-take=latex]");
    for (const line of text.split("\n").filter((one) => /^(Bool|Poly|Simp)/.test(one))) {
      assert.ok(line.includes("\\textbf"), line);
      assert.ok(!line.split("&").at(-2).includes("\\textbf"), line);
    }
  });

  test("show beside the pointer", async () => {
    const dots = page.locator("#shares .dots-eqnet-mul path, #shares .dots-eqnet-mul circle");
    await dots.first().scrollIntoViewIfNeeded();
    const box = await dots.first().boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForFunction(() => /eqnet-mul on|EqNet on|values .* on/.test(document.querySelector("#shares [aria-label=tip]")?.textContent ?? ""));
    await page.mouse.move(0, 0);
  });
});

describe("figures", () => {
  test("come as SVG files that stand alone, with their points as shapes", async () => {
    for (const [id, least] of [["score-k-mean", 20], ["trees-poly8-eqnet", 20], ["map-boolean5-eqnet", 1239]]) {
      const text = await download(page, `#${id} [data-take=svg]`);
      const shapes = await page.evaluate((svg) => {
        const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
        if (root.tagName !== "svg") return -1; // a parser error
        return [...root.querySelectorAll("path, circle")].reduce((sum, shape) => sum + ((shape.getAttribute("d") ?? "M").match(/M/g) ?? []).length, 0);
      }, text);
      assert.ok(shapes >= least, `${id}: ${shapes}`);
      assert.ok(!text.includes("<image"), id);
    }
  });

  test("of trees colour every node by its score, white for 1 and dark red for 0", async () => {
    const nodes = await page.evaluate(() => window.eqnet.figures["trees-poly8-eqnet"].rows);
    const drawn = await page.locator("#trees-poly8-eqnet .nodes circle").evaluateAll((all) => all.map((node) => node.getAttribute("fill")));
    assert.equal(drawn.length, nodes.length);
    assert.deepEqual(nodes.filter((node) => node.parent == null).length, 4);
    const ends = { 0: "#67000d", 1: "#ffffff" };
    const trees = [...new Set(nodes.map((node) => node.tree))];
    for (const colour of drawn) assert.match(colour, /^#[0-9a-f]{6}$/);
    // Within a tree the drawing goes level by level, the rows depth first: compare how often each colour occurs.
    for (const score of [0, 1]) {
      assert.equal(drawn.filter((colour) => colour === ends[score]).length, nodes.filter((node) => node.score_5 === score).length, trees.join());
    }
  });

  test("of negations join expressions that are each other's negation", async () => {
    const pairs = await page.evaluate(() => window.eqnet.figures["negations-boolean5-eqnet-mul"].rows);
    assert.ok(pairs.length >= 10);
    for (const { expression, negation } of pairs.slice(0, 6)) {
      assert.match(run("equiv", "--domain", "boolean", `~(${expression})`, negation), /^equivalent/);
    }
    assert.equal(await page.locator("#negations-boolean5-eqnet-mul .pairs path, #negations-boolean5-eqnet-mul .pairs line").count(), pairs.length);
  });

  test("of maps have a point for every expression", async () => {
    assert.equal(await page.getAttribute("#map-boolean5-eqnet-mul image", "data-points"), "1239");
    const classes = await page.evaluate(() => new Set(window.eqnet.figures["map-boolean5-eqnet-mul"].rows.map((row) => row.class)).size);
    assert.equal(classes, 95);
  });
});

describe("of other algebras", () => {
  const own = join(folder, "algebras");
  const found = new Map();
  let shown;
  before(async () => {
    const data = join(folder, "algebra-data");
    const tables = new URL("../../examples/algebras/mod3.toml", import.meta.url).pathname;
    run("generate", "--domain", tables, "--name", "three", "--vars", "2", "--max-size", "5", "-o", data, "-q");
    // Open data: classes by the word that a tree spells.
    const trees = { 1: ["x", "y"] };
    for (let leaves = 2; leaves <= 5; ++leaves) {
      trees[leaves] = Array.from({ length: leaves - 1 }, (_, i) => i + 1).flatMap((left) =>
        trees[left].flatMap((a) => trees[leaves - left].map((b) => `(then ${a} ${b})`)));
    }
    const spelt = (tree) => `${tree.replace(/then|[^xy]/g, "")}\t${tree}\n`;
    mkdirSync(join(data, "split"), { recursive: true });
    writeFileSync(join(data, "words.txt"), Object.values(trees).flat().map(spelt).join(""));
    run("split", join(data, "words.txt"), "--domain", "open", "-o", data, "-q");
    run("reproduce", data, "-o", own, "--only", "algebras", "--models", "tfidf,eqnet-mul,values", "--time", "0.5", "--seeds", "2", "-q");
    for (const file of readdirSync(join(own, "cells"))) {
      found.set(file.slice(0, -".json".length), JSON.parse(readFileSync(join(own, "cells", file), "utf8")));
    }
    shown = await openPage(browser, makeReport(own, "algebras.html", "--no-explorer"));
    await shown.waitForSelector("#algebras-chart svg");
  });
  after(() => shown?.finish());

  const share = (key) => mean([1, 2].map((seed) => {
    const { score, ceiling } = found.get(`${key}.seed${seed}`).unseen;
    return score[4] / ceiling[4];
  }));
  const close = (text, fraction) => assert.ok(Math.abs(Number(text) - 100 * fraction) < 0.0501, `${text} is not ${100 * fraction}`);

  test("the table has a line for each, and of each model shares of the ceiling and seconds", async () => {
    const groups = await shown.locator("#algebras-shares .groups th").evaluateAll((all) => all.map((th) => [th.textContent, th.colSpan]));
    assert.deepEqual(groups, [["", 1], ["tf-idf", 3], ["eqnet-mul", 3], ["values (knows the semantics)", 2]]);
    assert.deepEqual(await shown.locator("#algebras-shares thead tr:last-child th").allTextContents(),
      ["algebra", "unseen", "21 nodes", "s", "unseen", "21 nodes", "s", "unseen", "21 nodes"]);
    const rows = await shown.locator("#algebras-shares tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.deepEqual(rows.map(([name]) => name), ["three", "words"]);
    const [three, words] = rows;
    ["tfidf", "eqnet-mul", "values"].forEach((model, i) => {
      close(three[1 + 3 * i], share(`three.${model}`));
      close(three[2 + 3 * i], share(`three-to-random21.${model}`));
    });
    close(words[4], share("words.eqnet-mul"));
    assert.equal(words[5], "–", "nobody made random trees of words");
    assert.equal(words[7], "–", "nobody knows what they mean");
    assert.equal(Number(words[6]), Math.round(mean([1, 2].map((seed) => found.get(`words.eqnet-mul.seed${seed}`).training.seconds))));
  });

  test("the scores are beside their ceilings, and in the CSV file", async () => {
    const rows = await shown.locator("#algebras-scores tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.deepEqual(rows.map(([name]) => name), ["three", "three, 21 nodes", "words"]);
    const of = (what, k) => mean([1, 2].map((seed) => found.get(`words.eqnet-mul.seed${seed}`).unseen[what][k]));
    close(rows[2][1], of("ceiling", 4));
    close(rows[2][3], of("score", 4));
    const text = await download(shown, "#algebras-shares [data-take=csv]");
    assert.equal(text.trim().split("\r\n").length, 1 + 3 + 3 + 2);
  });

  test("the chart has a filled and a hollow mark of each model", async () => {
    const marks = (name) => shown.locator(`#algebras-chart .${name} path, #algebras-chart .${name} circle`).count();
    assert.deepEqual(await Promise.all(["dots-eqnet-mul", "random-eqnet-mul", "dots-values", "random-values"].map(marks)), [2, 1, 1, 1]);
  });

  test("a page without them says how to make them", async () => {
    const commands = await page.locator("#algebras .not-run code").allTextContents();
    assert.deepEqual(commands, ["eqnet reproduce data -o results --only algebras", "examples/algebras/datasets eqnet data"]);
  });
});

describe("of two models on two datasets the page", () => {
  const part = join(folder, "part");
  let shown;
  before(async () => {
    mkdirSync(join(part, "cells"), { recursive: true });
    for (const dataset of ["boolean5", "simplepoly8"]) {
      for (const model of ["tfidf", "eqnet-mul"]) {
        const file = join("cells", `${dataset}.${model}.seed1.json`);
        cpSync(join(results, file), join(part, file));
      }
    }
    shown = await open(makeReport(part, "part.html", "--no-explorer"), { viewport: PHONE });
  });
  after(() => shown?.finish());

  test("has panels, lines and rows of these two only", async () => {
    const named = await shown.evaluate(() => {
      const names = new Set(window.eqnet.report.tables.datasets.map((dataset) => dataset.name));
      const texts = (id) => [...document.querySelectorAll(`#${id} svg text, #${id} tbody th`)].map((text) => text.textContent);
      return Object.fromEntries(["score-k-seen", "score-k-unseen", "shares", "times", "scores-seen", "scores-unseen"].map((id) =>
        [id, texts(id).filter((text) => names.has(text))]));
    });
    for (const [id, datasets] of Object.entries(named)) assert.deepEqual(datasets, ["Bool5", "SimpPoly8"], id);
    assert.equal(await shown.locator(".missing").count(), 0, "no table says where it is empty");
    const text = await download(shown, "#scores-unseen [data-take=latex]");
    assert.equal(text.split("\n").filter((one) => one.endsWith("\\\\")).length, 1 + 2);
  });

  test("still lists the cells that were not run", async () => {
    const listed = await shown.locator("#missing li code").allTextContents();
    assert.equal(listed.length, (14 - 2) * 2);
    assert.ok(listed.includes("boolean8.tfidf") && listed.includes("poly8.eqnet-mul"), listed.join());
  });

  test("has a command in place of what is empty, which would run something, and nothing that is there", async () => {
    for (const [place, expected] of [["#transfer", 1], ["#ablations", 1], ["#confusions", 1], ["#beyond", 2]]) {
      const commands = await shown.locator(`${place} .not-run code`).allTextContents();
      assert.equal(commands.length, expected, place);
      assert.equal(await shown.locator(`${place} figure[data-figure]:not([data-figure=times], [data-figure=mistakes])`).count(), 0, place);
      for (const command of commands) {
        const [verb, , , , ...options] = command.replace(/^eqnet /, "").split(" ");
        assert.ok(command.startsWith("eqnet reproduce data -o results --"), command);
        const { stderr } = spawnSync(program, [verb, join(folder, "data"), "-o", part, ...options, "--no-run"], { encoding: "utf8" });
        assert.match(stderr, /has none of the cells asked for/, command);
      }
    }
    assert.ok(await shown.evaluate(() => document.documentElement.scrollWidth) <= PHONE.width);
  });

  test("asks for the whole model where only a variant of it was run", async () => {
    const variant = join(folder, "variant");
    const file = join("cells", "boolean5.eqnet-no-autoencoder.seed1.json");
    mkdirSync(join(variant, "cells"), { recursive: true });
    cpSync(join(results, file), join(variant, file));
    const opened = await openPage(browser, makeReport(variant, "variant.html", "--no-explorer"));
    assert.equal(await opened.locator("[data-figure]").count(), 0);
    assert.match(await opened.textContent("#ablations .not-run code"), /--models eqnet --datasets boolean5 --only models$/);
    await opened.finish();
  });
});

describe("bad input", () => {
  test("leaves a page that says what is missing", async () => {
    const other = join(folder, "other");
    cpSync(results, other, { recursive: true });
    const path = (key) => join(other, "cells", `${key}.json`);
    rmSync(path("poly5.eqnet.seed1"));
    writeFileSync(path("poly5.tfidf.seed1"), JSON.stringify({ ...cell("poly5", "tfidf"), version: 7 }));
    writeFileSync(path("simplepoly8.tfidf.seed1"), "{");
    const evil = structuredClone(cell("boolean5", "eqnet"));
    evil.confusions = [{ query: "<script>alert(1)</script> & b", neighbour: "<img src=x onerror=alert(2)>", similarity: 1 }];
    writeFileSync(path("boolean5.eqnet.seed1"), JSON.stringify(evil));
    rmSync(join(other, "models", "poly8.eqnet.seed1.eqnet"));
    rmSync(join(other, "models", "poly8.eqnet-mul.seed1.eqnet"));
    for (const one of ["boolean5", "simplepoly8"]) rmSync(join(folder, "data", `${one}.json.gz`));
    const shown = await open(makeReport(other, "other.html", "--no-explorer"));
    const text = await shown.locator("#notes").innerText();
    assert.ok((await shown.locator("#missing code").allTextContents()).includes("poly5.eqnet"));
    assert.match(text, /version 7/);
    assert.match(text, /simplepoly8\.tfidf\.seed1 could not be read: .*is no result/);
    assert.match(text, /boolean5 is not at .*data\/boolean5\.json\.gz/);
    assert.equal(await shown.locator("figure[id^=map-boolean]").count(), 0);
    assert.ok((await shown.locator("#scores-unseen tbody tr").filter({ hasText: "Poly5" }).first().innerText()).includes("not run"));
    await shown.locator("#confusions summary").click();
    assert.ok((await shown.locator("#confusions").innerText()).includes("<script>alert(1)</script> & b"));
    assert.equal(await shown.locator("header a.explorer").count(), 0);
    await shown.finish();
  });

  test("of a page that was cut off is said in the page", async () => {
    const html = readFileSync(join(folder, "report.html"), "utf8");
    const begin = html.indexOf('type="application/json">') + 'type="application/json">'.length;
    for (const [name, data, message] of [["cut", html.slice(begin, begin + 5000), /damaged or was cut off/],
      ["later", '{"format":"eqnet-report","version":2}', /version 2/]]) {
      const file = join(folder, `${name}.html`);
      writeFileSync(file, html.slice(0, begin) + data + html.slice(html.indexOf("</script>", begin)));
      const opened = await browser.newPage();
      await opened.goto(`file://${file}`);
      assert.match(await opened.locator("[role=alert]").innerText(), message);
      await opened.close();
    }
  });
});

// The points of a model's line in a panel, as numbers of the axes.
function lineOf(opened, id, model, panel) {
  return opened.evaluate(([figure, name, place]) => {
    const plot = window.eqnet.figures[figure].plots.at(-1);
    const [fx, fy] = [plot.scale("fx"), plot.scale("fy")];
    const columns = fx.domain.length;
    const origin = [fx.apply(place % columns), fy.apply(Math.floor(place / columns))];
    const [x, y] = [plot.scale("x"), plot.scale("y")];
    const shift = (node) => {
      const found = node.getAttribute("transform")?.match(/translate\(([-\d.]+),([-\d.]+)\)/);
      return found ? [Number(found[1]), Number(found[2])] : [0, 0];
    };
    for (const path of plot.querySelectorAll(`.line-${CSS.escape(name)} path`)) {
      let [dx, dy] = [0, 0];
      for (let node = path.parentElement; node !== plot; node = node.parentElement) dx += shift(node)[0], dy += shift(node)[1];
      // A facet is moved by its own place less the first facet's.
      if (Math.hypot(dx - (origin[0] - fx.apply(0)), dy - (origin[1] - fy.apply(0))) > 5) continue; // rounded to pixels
      return path.getAttribute("d").slice(1).split("L").map((pair) => pair.split(",").map(Number)).map(([px, py]) => [x.invert(px), y.invert(py)]);
    }
    return null;
  }, [id, model, panel]);
}

function assertClose(drawn, expected) {
  assert.equal(drawn?.length, expected.length);
  expected.forEach(([x, y], i) => {
    assert.ok(Math.abs(drawn[i][0] - x) < 0.05 && Math.abs(drawn[i][1] - y) < 0.004, `${drawn[i]} is not ${[x, y]}`);
  });
}

async function download(opened, button) {
  const [file] = await Promise.all([opened.waitForEvent("download"), opened.locator(button).click()]);
  return readFileSync(await file.path(), "utf8");
}
