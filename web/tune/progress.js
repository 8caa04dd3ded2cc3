// Every trial in the order of proposal, and the best so far.
import { figure } from "../report/figure.js";
import { Plot, keys, percentAxis, plot } from "../report/plot.js";
import { fates, tip, winnerLook } from "./data.js";

const bestSoFar = { label: "best so far", colour: winnerLook.colour };

export function progress({ trials }) {
  const shown = Object.keys(fates).filter((fate) => trials.some((trial) => trial.fate === fate));
  return figure({
    id: "progress",
    title: "Score of every trial, and the best so far",
    caption: "In percent of what retrieval on validation could be. A trial that is stopped early has the score of its last stretch, which is after fewer steps than that of a whole training.",
    rows: trials.map(({ trial, score, steps, whole, failed, seconds, best }) => ({ trial, score, steps, whole, failed, seconds, best })),
    draw: (width) => [
      keys([bestSoFar, ...shown.map((fate) => fates[fate])], width),
      plot({
        width, height: Math.min(380, 160 + width / 3), marginLeft: 44, marginBottom: 40,
        x: { label: "trial", domain: [0.5, trials.length + 0.5], ticks: Math.min(trials.length, 10), tickFormat: (t) => (Number.isInteger(t) ? String(t) : "") },
        y: { ...percentAxis, domain: [0, Math.max(0.01, ...trials.map((trial) => trial.score)) * 1.05], label: "score, %", grid: true, ticks: 5 },
        symbol: { type: "identity" },
        marks: [
          Plot.frame({ stroke: "currentColor", strokeOpacity: 0.25 }),
          shown.map((fate) => Plot.dot(trials.filter((trial) => trial.fate === fate), {
            x: "trial", y: "score", fill: fates[fate].fill, stroke: fates[fate].colour, symbol: fates[fate].symbol, r: 3.2, className: `trials-${fate}`,
          })),
          Plot.line(trials.filter((trial) => trial.best != null), {
            x: "trial", y: "best", curve: "step-after", stroke: bestSoFar.colour, strokeWidth: 2, className: "best-so-far",
          }),
          Plot.tip(trials, Plot.pointer({ x: "trial", y: "score", title: tip, maxRadius: 30 })),
        ],
      }),
    ],
  });
}
