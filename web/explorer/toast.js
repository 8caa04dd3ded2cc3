// A line that says what has happened, and goes away.
import { byId } from "../common/dom.js";

const SECONDS = 4;
let timer = 0;

export function toast(text) {
  const element = byId("toast");
  element.textContent = text;
  element.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (element.hidden = true), SECONDS * 1000);
}
