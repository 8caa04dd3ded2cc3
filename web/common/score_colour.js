// Scores as colours: white for 1, dark red for 0, grey for none.
import { scoreStops } from "./palette.js";

const none = "#9aa1ab";
const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

export function scoreColour(score) {
  if (score == null) return none;
  const at = Math.min(Math.max(score, 0), 1) * (scoreStops.length - 1);
  const low = Math.min(Math.floor(at), scoreStops.length - 2);
  const [from, to] = [parts(scoreStops[low]), parts(scoreStops[low + 1])];
  return "#" + from.map((value, i) => Math.round(value + (at - low) * (to[i] - value)).toString(16).padStart(2, "0")).join("");
}

// Black or white, whichever can be read on a colour.
export function inkOn(hex) {
  const [red, green, blue] = parts(hex);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#111111" : "#ffffff";
}
