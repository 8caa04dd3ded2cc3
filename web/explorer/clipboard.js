// Copying and saving from a page that may be a file: the clipboard's interface is refused on some of them, so a
// hidden text field is the second way.
import { make } from "../common/dom.js";

// True when the text is on the clipboard.
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { class: "offscreen", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  }
}

export function saveText(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/tab-separated-values" }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000); // a busy browser may start to read it late
}
