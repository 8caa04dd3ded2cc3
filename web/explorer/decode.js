// From the text that the program wrote into the page to a checked header and typed arrays.
//
// The text is base64 of a gzip stream; its bytes are a u32 length (little-endian), a JSON header of that length, and
// arrays at the offsets that the header names. Everything that later code uses as an index is checked here once, so
// that damaged data is reported here and nowhere shows as a half-working page.
import { PageError } from "./failure.js";

export const NONE = 0xffffffff;
export const NO_SCORE = 255;
export const NO_PART = 255;

const VERSION = 2;
const REMEDY = "Make the page again with `eqnet explore`.";
const damaged = (what) => new PageError(`The data in this page is damaged: ${what}. ${REMEDY}`);

function fromBase64(text) {
  try {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    throw damaged("it is not base64");
  }
}

async function inflate(bytes) {
  if (typeof DecompressionStream === "undefined") {
    throw new PageError(
      "This browser cannot unpack the data: it has no DecompressionStream. " +
        "Firefox 113, Chrome 80, Safari 16.4 and later have it.",
    );
  }
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return await new Response(stream).arrayBuffer();
  } catch {
    throw damaged("it cannot be unpacked, perhaps the file was cut off");
  }
}

function readHeader(buffer) {
  if (buffer.byteLength < 4) throw damaged("it has no header");
  const length = new DataView(buffer).getUint32(0, true);
  if (4 + length > buffer.byteLength) throw damaged("its header is cut off");
  let header;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(buffer, 4, length)));
  } catch {
    throw damaged("its header cannot be read");
  }
  if (header?.format !== "eqnet-explorer") throw new PageError(`The data in this page is not an explorer's. ${REMEDY}`);
  if (header.version !== VERSION) {
    throw new PageError(`The data has version ${header.version}, this page reads version ${VERSION}. ${REMEDY}`);
  }
  return header;
}

const TYPES = { f32: Float32Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array, utf8: Uint8Array };

function readArrays(buffer, header) {
  const { members: n, nodes: N, meanings: M, k } = header;
  const arity = header.symbols.map((symbol) => symbol.arity);
  const wanted = {
    symbol: ["u16 u32", N],
    position: ["f32", 2 * n],
    class: ["u32", n],
    meaning: ["u32", N],
    negation: ["u32", M],
    value: ["u32", header.points.length * M],
    part: ["u8", n],
    neighbour: ["u32", N * k],
    distance: ["u16", N * k],
    score: ["u8", N],
    children: ["u32", null],
    text: ["utf8", null], // their lengths follow from symbol and from N, checked below
  };
  const arrays = {};
  for (const [name, [types, length]] of Object.entries(wanted)) {
    const entry = header.arrays?.[name];
    if (!entry) throw damaged(`array "${name}" is missing`);
    if (!types.split(" ").includes(entry.type)) throw damaged(`array "${name}" is of type ${entry.type}`);
    if (length !== null && entry.length !== length) throw damaged(`array "${name}" has the wrong length`);
    const Type = TYPES[entry.type];
    if (entry.offset + entry.length * Type.BYTES_PER_ELEMENT > buffer.byteLength)
      throw damaged(`array "${name}" is cut off`);
    arrays[name] = new Type(buffer, entry.offset, entry.length);
  }
  checkIndexes(arrays, header);
  arrays.childBegin = childBegins(arrays, arity);
  arrays.textBegin = textBegins(arrays.text, N);
  return arrays;
}

function checkIndexes(arrays, header) {
  const inside = (name, limit, extra) => {
    const array = arrays[name];
    for (let i = 0; i < array.length; ++i) {
      if (array[i] >= limit && array[i] !== extra) throw damaged(`array "${name}" names something that is not there`);
    }
  };
  inside("symbol", header.symbols.length);
  inside("children", header.nodes);
  inside("class", header.classes.length);
  inside("meaning", header.meanings, NONE);
  inside("negation", header.meanings, NONE);
  inside("value", header.values.length);
  inside("part", header.parts.length, NO_PART);
  inside("neighbour", header.members, NONE);
  if (arrays.position.some(Number.isNaN)) throw damaged("a position is not a number");
}

// Where each node's children begin, and after the last node their end.
function childBegins({ symbol, children }, arity) {
  const begin = new Uint32Array(symbol.length + 1);
  for (let i = 0; i < symbol.length; ++i) begin[i + 1] = begin[i] + arity[symbol[i]];
  if (begin[symbol.length] !== children.length) throw damaged("the children do not fit the symbols");
  return begin;
}

// Where each node's text begins; text i ends one byte before text i + 1 begins.
function textBegins(text, count) {
  const begin = new Uint32Array(count + 1);
  let line = 0;
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) {
    if (++line > count) throw damaged("there are more texts than nodes");
    begin[line] = at + 1;
  }
  if (count > 0 && line + 1 !== count) throw damaged("there are fewer texts than nodes");
  begin[count] = text.length + 1;
  return begin;
}

// Whether the program has put anything in.
export const holdsData = (text) => text.trim() !== "" && !text.trim().startsWith("<!");

// {header, arrays}; arrays also has childBegin and textBegin (N + 1 each). Throws PageError for whatever is wrong.
// `progress(text)` is awaited between the steps, for the page to show it.
export async function decode(text, progress) {
  if (!holdsData(text)) {
    throw new PageError("This page holds no data. `eqnet explore MODEL DATASET -o page.html` makes one that does.");
  }
  await progress("Reading the data …");
  const bytes = fromBase64(text.trim());
  await progress("Unpacking the data …");
  const buffer = await inflate(bytes);
  const header = readHeader(buffer);
  await progress(`Checking ${header.members?.toLocaleString("en")} expressions …`);
  try {
    return { header, arrays: readArrays(buffer, header) };
  } catch (error) {
    // A header that lacks a field, or an offset that is no multiple of an element's size.
    throw error instanceof PageError ? error : damaged(error.message);
  }
}
