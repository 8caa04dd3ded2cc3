// The program as the tests use it: it makes their pages, and it is the judge of what the pages say.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

const program = process.env.EQNET_PROGRAM;
if (!program) throw new Error("EQNET_PROGRAM is not set: it names the eqnet binary to test");

export const folder = mkdtempSync(join(tmpdir(), "eqnet-explorer-"));
export const run = (...args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });

// A dataset, a model, and their page: {page, data, model, expressions: Map of text to class, nearest(text, k)}. options: of
// `eqnet explore`. The model is one of points that is trained for a moment only, so that it makes mistakes to look at:
// in an exact one, which training would find, equivalent expressions lie on one pixel.
export function makeExplorer(preset, epochs, ...options) {
  run("generate", preset, "-o", folder, "-q");
  const data = join(folder, `${preset}.json.gz`);
  const model = join(folder, `${preset}.eqnet`);
  const page = join(folder, `${preset}.html`);
  run("train", data, "-o", model, "--epochs", String(epochs), "--set", "block=1", "--set", "settle=0", "-q");
  run("explore", model, data, "-o", page, "-q", ...options);
  const nearest = (text, k) => JSON.parse(run("nearest", model, data, text, "-k", String(k), "--json")).neighbours;
  // "a" is in every dataset; it and all its neighbours are all expressions there are, in the program's spelling.
  const expressions = new Map([["a", "a"], ...nearest("a", 100000).map((found) => [found.expression, found.class])]);
  return { page, data, model, expressions, nearest };
}

// `eqnet equiv --json`: {verdict, witness?, left?, right?}
export function equivalence(domain, left, right) {
  return JSON.parse(
    spawnSync(program, ["equiv", "--domain", domain, "--json", left, right], { encoding: "utf8" }).stdout,
  );
}

const MARK = '<script id="eqnet-data" type="text/plain">';

// A copy of a page whose data was changed: change(text) gets and returns what stands in the page.
export function withData(page, name, change) {
  const html = readFileSync(page, "utf8");
  const begin = html.indexOf(MARK) + MARK.length;
  const end = html.indexOf("</script>", begin);
  const file = join(folder, name);
  writeFileSync(file, html.slice(0, begin) + change(html.slice(begin, end)) + html.slice(end));
  return file;
}

// For withData: changes the header and, by name, arrays (Buffers) of the data.
export function repacked(change) {
  return (text) => {
    const blob = gunzipSync(Buffer.from(text, "base64"));
    const header = JSON.parse(blob.subarray(4, 4 + blob.readUInt32LE(0)));
    const BYTES = { f32: 4, u32: 4, u16: 2, u8: 1, utf8: 1 };
    const arrays = {};
    for (const [name, { type, offset, length }] of Object.entries(header.arrays)) {
      arrays[name] = Buffer.from(blob.subarray(offset, offset + length * BYTES[type]));
    }
    change(header, arrays);
    const ROOM = 1 << 20; // more than any header here
    let end = ROOM + 8;
    for (const [name, entry] of Object.entries(header.arrays)) {
      Object.assign(entry, { offset: end, length: arrays[name].length / BYTES[entry.type] });
      end += Math.ceil(arrays[name].length / 8) * 8;
    }
    const packed = Buffer.alloc(end, " ");
    packed.writeUInt32LE(ROOM + 4, 0);
    packed.write(JSON.stringify(header), 4);
    for (const [name, { offset }] of Object.entries(header.arrays)) arrays[name].copy(packed, offset);
    return gzipSync(packed).toString("base64");
  };
}
