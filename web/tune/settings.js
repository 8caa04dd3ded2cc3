// Each setting against the score, on the scale that it is searched on.
import { figure } from "../report/figure.js";
import { Plot, keys, percentAxis, plot } from "../report/plot.js";
import { fates, tip, winnerLook } from "./data.js";

const least = 250;

// Powers of ten, or the ends where there is none between them.
function powersOfTen(low, high) {
  const powers = [];
  for (let power = Math.ceil(Math.log10(low) - 1e-9); power <= Math.log10(high) + 1e-9; ++power) powers.push(10 ** power);
  return powers.length > 1 ? powers : [low, high];
}
const short = (value) => (value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e4) ? value.toExponential(0) : String(Number(value.toPrecision(3))));

function axis({ scale, setting, low, high }, choices) {
  if (scale === "choice") return { type: "point", domain: choices[setting] };
  const domain = [low, high];
  if (scale === "log") return { type: "log", domain, ticks: powersOfTen(low, high), tickFormat: short };
  return { domain, ticks: 4, tickFormat: short };
}

export function settings({ settings: all, trials, choices, winner }) {
  const most = Math.max(0.01, ...trials.map((trial) => trial.score)) * 1.05;
  const shown = Object.keys(fates).filter((fate) => trials.some((trial) => trial.fate === fate));
  const panel = (row, width) => {
    const value = row.scale === "choice" ? (trial) => trial.values[row.setting] : (trial) => Number(trial.values[row.setting]);
    const dots = (of, look, className, r) => Plot.dot(of, {
      x: value, y: "score", fill: look.fill, stroke: look.colour, symbol: look.symbol, r, className,
    });
    return plot({
      width, height: 190, marginLeft: 36, marginBottom: 34, marginTop: 26, className: `setting-${row.setting}`,
      x: { ...axis(row, choices), label: null, inset: 6 },
      y: { ...percentAxis, domain: [0, most], label: null, grid: true, ticks: 4 },
      symbol: { type: "identity" },
      marks: [
        Plot.frame({ stroke: "currentColor", strokeOpacity: 0.25 }),
        Plot.text([row.setting], { frameAnchor: "top-left", lineAnchor: "bottom", dy: -8, text: (name) => name, fontWeight: 600 }),
        shown.toReversed().map((fate) => dots(trials.filter((trial) => trial.fate === fate && trial !== winner), fates[fate], `trials-${fate}`, 2.8)),
        winner ? dots([winner], winnerLook, "winner", 5.5) : null,
        Plot.tip(trials, Plot.pointer({ x: value, y: "score", title: tip, maxRadius: 30 })),
      ],
    });
  };
  return figure({
    id: "settings",
    title: "Each setting against the score, those of most importance first",
    caption: "Values from left to right as they are searched: evenly, by logarithms, or one by one. In percent, as above. A best value at the end of its range asks for a wider one.",
    rows: trials.map(({ trial, score, whole, values }) => ({ trial, score, whole, ...values })),
    draw: (width) => {
      const columns = Math.max(1, Math.min(all.length, 4, Math.floor((width + 16) / (least + 16))));
      const own = Math.floor((width - 16 * (columns - 1)) / columns);
      return [keys([...(winner ? [winnerLook] : []), ...shown.map((fate) => fates[fate])], width), ...all.map((row) => panel(row, own))];
    },
  });
}
