// Ablations: what a model loses when a part of it is left out.
import { distinct, percent } from "./data.js";
import { figure, section } from "./figure.js";
import { figureNotRun, notRun } from "./not_run.js";
import { Plot, look, partFacets, plot } from "./plot.js";
import { table } from "./table.js";

// The paper says in its text how much area under score_k is lost without SubexpAE.
const published = { "eqnet-no-autoencoder": { seen: 0.168, unseen: 0.197 } };

const short = (variant, kind) => variant.slice(kind.length + 1).replaceAll("-", " ");

const title = "What each part is good for";

export function ablations({ tables, name }) {
  const rows = tables.ablations;
  if (rows.length === 0) return section("ablations", title, command(tables));
  return section("ablations", title, "Variants of the models with a part left out or changed, trained alike.",
    ...distinct(rows.map((row) => row.kind)).flatMap((kind) => {
      const own = rows.filter((row) => row.kind === kind);
      const means = tables.ablation_means.filter((row) => row.kind === kind && row.variant !== kind);
      return own.some((row) => row.whole_auc > 0) ? [chart(kind, own, means, name), losses(kind, own, means)] : [withoutWhole(kind, own)];
    }));
}

// A variant is compared with the whole model on the same dataset, so that model is run too where it was not.
function command({ scores }) {
  const whole = scores.filter((row) => row.seeds > 0 && ["eqnet", "eqnet-mul"].includes(row.model));
  if (whole.length === 0) return notRun({ models: ["eqnet"], only: ["models", "ablations"] });
  const values = (column) => distinct(whole.map((row) => row[column]));
  return notRun({ models: values("model"), datasets: values("dataset"), only: ["ablations"] });
}

// Relative to the whole model on the same dataset, so that variants that were run on different datasets can be compared.
function chart(kind, all, averaged, name) {
  const rows = all.filter((row) => row.whole_auc > 0)
    .map((row) => ({ variant: short(row.variant, kind), part: row.part, dataset: name(row.dataset), area: row.score_auc, whole: row.whole_auc, share: row.score_auc / row.whole_auc }));
  const variants = distinct(rows.map((row) => row.variant));
  const means = averaged.filter((row) => row.loss != null)
    .map((row) => ({ variant: short(row.variant, kind), part: row.part, share: 1 - row.loss }));
  const most = Math.max(1, ...rows.map((row) => row.share));
  return figure({
    id: `ablations-${kind}`,
    title: `Area under score_k of variants of ${look(kind).label}, in percent of the whole model's`,
    caption: "A small mark is a dataset, a bar the mean of a variant's datasets; dashed: the whole model.",
    rows,
    draw: (width) => {
      const narrow = width < 560;
      const facets = partFacets(narrow, rows);
      return [plot({
        width, height: variants.length * 26 * (narrow ? 2 : 1) + 90, marginLeft: 150, marginBottom: 40,
        x: { domain: [0, most], label: "of the whole model's area, %", tickFormat: (v) => `${Math.round(100 * v)}`, grid: true, ticks: 5 },
        y: { domain: variants, label: null },
        ...facets.options,
        marks: [
          Plot.ruleX([1], { stroke: "currentColor", strokeDasharray: "5,4", strokeOpacity: 0.7 }),
          Plot.dot(rows, { ...facets.channel, x: "share", y: "variant", stroke: look(kind).colour, r: 3, className: "datasets" }),
          Plot.tickX(means, { ...facets.channel, x: "share", y: "variant", strokeWidth: 3, className: "means" }),
          Plot.tip(rows, Plot.pointer({ ...facets.channel, x: "share", y: "variant",
            title: (d) => `${d.variant}, ${d.dataset}: ${percent(d.area)} of ${percent(d.whole)}` })),
        ],
      })];
    },
  });
}

const lossTitle = (kind) => `Loss against the whole ${look(kind).label}`;

// Variants alone say nothing about what was lost.
const withoutWhole = (kind, rows) =>
  figureNotRun(lossTitle(kind), { models: [kind], datasets: distinct(rows.map((row) => row.dataset)), only: ["models"] });

function losses(kind, rows, means) {
  const variants = distinct(rows.map((row) => row.variant));
  const count = (variant) => rows.filter((row) => row.variant === variant && row.part === "unseen").length;
  const mean = (variant, part) => means.find((row) => row.variant === variant && row.part === part);
  const lost = (variant, part) => {
    const paper = published[variant]?.[part];
    return percent(mean(variant, part)?.loss) + (paper == null ? "" : ` (paper ${percent(paper)})`);
  };
  return table({
    id: `ablation-losses-${kind}`,
    title: lossTitle(kind),
    caption: "In percent of the area under score_k, averaged over the datasets; and score_5 as a share of the ceiling.",
    columns: ["variant", "datasets", "loss seen", "loss unseen", "score_5 of the ceiling, unseen"],
    rows: variants.map((variant) => [short(variant, kind), String(count(variant)), lost(variant, "seen"), lost(variant, "unseen"),
      percent(mean(variant, "unseen")?.share_5)]),
  });
}
