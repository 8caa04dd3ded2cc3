// The page of `eqnet explore` with data that is odd or broken, and in browsers that cannot show it.
// Run: EQNET_PROGRAM=build/eqnet node --test tests/web/explorer_odd.test.mjs
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { launch, openPage } from "./browser.mjs";
import { folder, makeExplorer, repacked, withData } from "./explorer_program.mjs";

let browser;
let boolean;

const open = async (file) => {
  const opened = await openPage(browser, file);
  await opened.evaluate(() => window.eqnet.ready);
  return opened;
};

before(async () => {
  boolean = makeExplorer("boolean5", 20);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("names are text: a variable called <script> is shown, not run", async () => {
  const name = "<script>alert(1)</script>";
  const file = withData(
    boolean.page,
    "script.html",
    repacked((header, arrays) => {
      header.symbols.find((symbol) => symbol.name === "a").name = name;
      header.symbols.find((symbol) => symbol.name === name).text = name;
      header.classes = header.classes.map((text) => text.replaceAll("a", name));
      arrays.text = Buffer.from(arrays.text.toString().replaceAll("a", name));
    }),
  );
  const opened = await open(file);
  await opened.evaluate((text) => window.eqnet.select(`${text} & b`), name);
  assert.equal(await opened.textContent("#selected-expression"), `${name} & b`);
  assert.ok((await opened.locator(".tree-node text").allTextContents()).includes(name));
  assert.equal(await opened.locator("#app script").count(), 0);
  await opened.finish();
});

test("an expression of 10,001 nodes shows its first levels", async () => {
  // ~~…~a as further nodes of the pool, on top of which the first member becomes the whole.
  const file = withData(
    boolean.page,
    "deep.html",
    repacked((header, arrays) => {
      const depth = 10000;
      const not = header.symbols.findIndex((symbol) => symbol.name === "Not");
      const u32 = (values) => Buffer.from(Uint32Array.from(values).buffer);
      const wide = header.arrays.symbol.type === "u32" ? u32 : (values) => Buffer.from(Uint16Array.from(values).buffer);
      const first = header.nodes;
      header.nodes += depth;
      arrays.symbol = Buffer.concat([arrays.symbol, wide(Array(depth).fill(not))]);
      arrays.children = Buffer.concat([
        arrays.children,
        u32(Array.from({ length: depth }, (_, i) => (i === 0 ? 0 : first + i - 1))),
      ]);
      arrays.meaning = Buffer.concat([arrays.meaning, u32(Array(depth).fill(0))]);
      arrays.neighbour = Buffer.concat([arrays.neighbour, u32(Array(depth * header.k).fill(0xffffffff))]);
      arrays.distance = Buffer.concat([arrays.distance, Buffer.alloc(depth * header.k * 2)]);
      arrays.score = Buffer.concat([arrays.score, Buffer.alloc(depth, 255)]);
      arrays.text = Buffer.concat([arrays.text, Buffer.from(Array.from({ length: depth }, () => "\n~…").join(""))]);
      // The last member, of two or more nodes, gets the chain as its first child.
      const arity = (i) =>
        header.symbols[
          header.arrays.symbol.type === "u32" ? arrays.symbol.readUInt32LE(4 * i) : arrays.symbol.readUInt16LE(2 * i)
        ].arity;
      let begin = 0;
      for (let i = 0; i < header.members - 1; ++i) begin += arity(i);
      arrays.children.writeUInt32LE(header.nodes - 1, 4 * begin);
      const lines = arrays.text.toString().split("\n");
      lines[header.members - 1] = "deep";
      arrays.text = Buffer.from(lines.join("\n"));
    }),
  );
  const opened = await open(file);
  await opened.evaluate(() => window.eqnet.select("deep"));
  assert.match(await opened.textContent(".tree-view .note"), /Too large to draw: 10,0\d\d nodes/);
  const drawn = await opened.locator(".tree-node").count();
  assert.ok(drawn > 100 && drawn <= 400);
  await opened.finish();
});

describe("a page that cannot work says why", () => {
  const says = async (opened, expected) => {
    await opened.waitForSelector(".error h1");
    assert.match(await opened.textContent("body"), expected);
    assert.equal(await opened.locator("#app").count(), 0);
  };
  const selfContaining = ({ members }, { children }) => {
    for (let at = 0; at < children.length; at += 4) children.writeUInt32LE(members - 1, at);
  };
  const changed = (name, change) => withData(boolean.page, name, change);

  test("when data is missing, cut off, changed or of another version", async () => {
    const cases = [
      [changed("empty.html", () => "<!-- data -->"), /holds no data/],
      [changed("cut.html", (text) => text.slice(0, 4 * Math.floor(text.length / 8))), /damaged.*unpacked/],
      [
        changed("flipped.html", (text) => text.slice(0, 20000) + (text[20000] === "A" ? "B" : "A") + text.slice(20001)),
        /damaged/,
      ],
      [changed("letters.html", () => "what is *this*?"), /damaged.*base64/],
      [
        changed(
          "version.html",
          repacked((header) => (header.version = 3)),
        ),
        /version 3.*reads version 2/,
      ],
      [
        changed(
          "format.html",
          repacked((header) => (header.format = "other")),
        ),
        /not an explorer's/,
      ],
      [
        changed(
          "index.html",
          repacked((_, arrays) => arrays.class.writeUInt32LE(4000, 0)),
        ),
        /damaged.*class/,
      ],
      [changed("cycle.html", repacked(selfContaining)), /damaged.*contains itself/],
    ];
    const opened = await openPage(browser, cases[0][0]);
    for (const [file, expected] of cases) {
      await opened.visit(file);
      await says(opened, expected);
    }
    await opened.finish();
  });

  test("when the browser has no WebGL or cannot unpack", async () => {
    for (const [script, expected] of [
      ["HTMLCanvasElement.prototype.getContext = () => null", /needs WebGL/],
      ["delete window.DecompressionStream", /no DecompressionStream/],
    ]) {
      const opened = await openPage(browser, boolean.page, { before: (context) => context.addInitScript(script) });
      await says(opened, expected);
      await opened.finish();
    }
  });
});
