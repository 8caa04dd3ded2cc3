// All members' texts without their spaces in one string, one a line. The engine's indexOf goes through it at about a
// gigabyte a second, so 257,784 expressions take a few milliseconds and need no index.

export const withoutSpaces = (text) => text.replaceAll(" ", "");

export class TextLines {
  #all; // "\n", lines joined by "\n", "\n"
  #begin; // of each line, and after the last one the end of all

  // `bytes`: UTF-8 texts of `count` lines.
  constructor(bytes, count) {
    const packed = new Uint8Array(bytes.length);
    let length = 0;
    for (let i = 0; i < bytes.length; ++i) {
      packed[length] = bytes[i];
      if (bytes[i] !== 0x20) ++length;
    }
    this.#all = `\n${new TextDecoder().decode(packed.subarray(0, length))}\n`;
    this.#begin = new Uint32Array(count + 1);
    for (let line = 0, at = 0; line < count; ++line) {
      this.#begin[line] = at + 1;
      at = this.#all.indexOf("\n", at + 1);
    }
    this.#begin[count] = this.#all.length;
  }

  // The first line that is this text, spaces aside, or undefined.
  exactly(text) {
    const at = this.#all.indexOf(`\n${withoutSpaces(text)}\n`);
    return at < 0 ? undefined : this.#lineAt(at + 1);
  }

  // All lines that contain the text, spaces aside, in order.
  containing(text) {
    const wanted = withoutSpaces(text);
    const count = this.#begin.length - 1;
    const found = new Uint32Array(count);
    let length = 0;
    let line = 0;
    for (let at = this.#all.indexOf(wanted); at >= 0; at = this.#all.indexOf(wanted, this.#begin[line])) {
      while (this.#begin[line + 1] <= at) ++line;
      found[length++] = line++;
      if (line === count) break;
    }
    return found.slice(0, length);
  }

  // The last line that begins at `at` or before, by halving.
  #lineAt(at) {
    let low = 0;
    let high = this.#begin.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#begin[middle + 1] > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
