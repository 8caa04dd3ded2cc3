// Precision-recall and ROC: all pairs of expressions, called equivalent when their vectors are close.
import { partNames, present } from "./data.js";
import { figure, section } from "./figure.js";
import { legend, modelLines, percentAxis } from "./plot.js";

// Markers stand at whole percents; near 0 the curve has more points.
const tick = (x) => (Math.abs(100 * x - Math.round(100 * x)) < 1e-6 ? Math.round(100 * x) : NaN);

export function pairCurves({ tables, models: all }) {
  const models = present(all, [...tables.precision_recall, ...tables.roc], "model");
  const curve = (id, title, rows, x, y, labels, caption) => rows.length === 0 ? null : figure({
    id, title, caption, rows,
    draw: (width) => [
      legend(models, width),
      modelLines({
        rows: rows.map((row) => ({ panel: row.part, model: row.model, x: row[x], y: row[y], i: tick(row[x]) })),
        panels: ["seen", "unseen"], name: (part) => partNames[part], width, height: 320, least: 300, every: 12,
        x: { ...percentAxis, label: labels[0] }, y: { label: labels[1] }, modelNames: models,
      }),
    ],
  });
  const precision = curve("precision-recall", "Precision and recall, averaged over the datasets", tables.precision_recall,
    "recall", "precision", ["recall, %", "precision, %"],
    "For every similarity as a threshold: how many of the equivalent pairs are closer, and how many of the closer pairs are equivalent.");
  const roc = curve("roc", "Receiver operating characteristic, averaged over the datasets", tables.roc,
    "false_positives", "true_positives", ["false positives, %", "true positives, %"],
    "The same thresholds: equivalent pairs found against other pairs let through.");
  if (!precision && !roc) return null;
  return section("curves", "All pairs", "Each pair of a query and another expression of the dataset, ranked by the similarity of their vectors.", precision, roc);
}
