// Colours between colours.
export const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

// The colour at `t` in 0 … 1 along evenly spaced stops (#rrggbb).
export function ramp(stops, t) {
  const place = Math.min(1, Math.max(0, t)) * (stops.length - 1);
  const below = Math.min(stops.length - 2, Math.floor(place));
  const from = channels(stops[below]);
  const to = channels(stops[below + 1]);
  const mixed = from.map((value, i) => Math.round(value + (to[i] - value) * (place - below)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
