// Scores as colours: white for 1, dark red for 0, grey for none.
import { scoreStops } from "./palette.js";
import { channels, ramp } from "./ramp.js";

const none = "#9aa1ab";

export const scoreColour = (score) => (score == null ? none : ramp(scoreStops, score));

// Black or white, whichever can be read on a colour.
export function inkOn(hex) {
  const [red, green, blue] = channels(hex);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#111111" : "#ffffff";
}
