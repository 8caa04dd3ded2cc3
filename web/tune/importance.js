// What each setting had to do with the scores.
import { figure } from "../report/figure.js";
import { Plot, percentAxis, plot } from "../report/plot.js";

export function importance({ settings }) {
  const rows = settings.filter((row) => row.importance != null).map(({ setting, importance: share }) => ({ setting, importance: share }));
  if (rows.length === 0) return null;
  return figure({
    id: "importance",
    title: "Importance: the share of the differences between trials that a setting explains by itself, in percent",
    caption: "How well a parabola through a setting's values foretells the rank of a trial after its first stretch of steps, which all trials have; for a choice, how well its values' means do; less what chance would explain. Settings that were changed together share what they explain, so the bars need not add up to 100. Where the search goes after what is good, all settings follow it: --method random says more with as many trials.",
    rows,
    draw: (width) => [plot({
      width: Math.min(width, 720), height: 26 * rows.length + 50, marginLeft: 150, marginRight: 50, marginBottom: 36, marginTop: 8,
      x: { ...percentAxis, domain: [0, Math.max(0.1, ...rows.map((row) => row.importance))], label: "explained, %", grid: true, ticks: 5 },
      y: { domain: rows.map((row) => row.setting), label: null },
      marks: [
        Plot.barX(rows, { x: "importance", y: "setting", fill: "#0072B2", className: "bars", insetTop: 3, insetBottom: 3 }),
        Plot.text(rows, { x: "importance", y: "setting", text: (row) => (100 * row.importance).toFixed(0), textAnchor: "start", dx: 5 }),
        Plot.ruleX([0], { stroke: "currentColor" }),
      ],
    })],
  });
}
