// The main table as LaTeX (booktabs): ours, the paper's in parentheses, the best of a row that learns in bold.
import { percent } from "./data.js";
import { best, look } from "./plot.js";

const special = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" };
const escape = (text) => text.replace(/[\\~^&%$#_{}]/g, (c) => special[c] ?? `\\${c}`);

export function latex({ datasets, scores }, models) {
  const find = (dataset, model) =>
    scores.find((row) => row.dataset === dataset && row.model === model && row.part === "unseen" && row.score_5 != null);
  const asked = datasets.filter(({ preset }) => models.some((model) => find(preset, model)));
  const lines = asked.map((dataset) => {
    const found = models.map((model) => find(dataset.preset, model));
    const bold = best(found);
    const cells = found.map((row) => {
      if (!row) return "--";
      const ours = bold.has(row) ? `\\textbf{${percent(row.score_5)}}` : percent(row.score_5);
      return row.paper == null ? ours : `${ours} (${percent(row.paper)})`;
    });
    const ceiling = dataset.ceiling_5_unseen == null ? "--" : percent(dataset.ceiling_5_unseen);
    return [escape(dataset.name), ceiling, ...cells, percent(dataset.best_since)].join(" & ") + " \\\\";
  });
  return [
    "% score_5 on UnseenEqClass, in percent; in parentheses the values of Allamanis et al. (2017). Needs \\usepackage{booktabs}.",
    `\\begin{tabular}{l${"r".repeat(models.length + 2)}}`,
    "\\toprule",
    ["Dataset", "Ceiling", ...models.map((model) => escape(look(model).label)), "Best since"].join(" & ") + " \\\\",
    "\\midrule",
    ...lines,
    "\\bottomrule",
    "\\end{tabular}",
    "",
  ].join("\n");
}
