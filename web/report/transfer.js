// Transfer: trained on the simpler dataset, asked about the other.
import { distinct, partNames, percent, present } from "./data.js";
import { make } from "../common/dom.js";
import { figure, section } from "./figure.js";
import { notRun } from "./not_run.js";
import { keys, look, modelLines } from "./plot.js";
import { ceilingKey, ceilings, kAxis, overK } from "./score_k.js";
import { table } from "./table.js";

const title = "Transfer to harder datasets";
const pair = (row) => `${row.train}→${row.test}`;

export function transfer({ tables, models: all, name }) {
  if (tables.transfer.length === 0) return section("transfer", title, notRun({ models: all, only: ["transfer"] }));
  const models = present(all, tables.transfer, "model");
  const average = tables.transfer.filter((row) => row.train === "mean");
  const pairs = tables.transfer_published.map(pair);
  const label = (panel) => panel.split("→").map(name).join(" → ");
  const draw = (rows, panel, options) => (width) => [
    keys([...models.map(look), ceilingKey], width),
    modelLines({ rows: overK(rows, panel), reference: ceilings(rows, panel), width, x: kAxis,
      y: { label: "score_k, %" }, modelNames: models, ...options }),
  ];
  const byPair = (part) => {
    const rows = tables.transfer.filter((row) => row.train !== "mean" && row.part === part);
    return rows.length === 0 ? null : figure({
      id: `transfer-${part}`,
      title: `Transfer by pair, ${partNames[part]} of the second dataset`,
      caption: "Above each panel: trained on → asked about.",
      rows,
      draw: draw(rows, pair, { panels: pairs, name: label, every: 5, least: 230 }),
    });
  };
  return section("transfer", title,
    "Models trained on a simpler dataset and asked about a harder one that they have never seen.",
    figure({
      id: "transfer-mean",
      title: "Transfer, averaged over the pairs",
      caption: `Mean over ${distinct(average.map((row) => row.pairs)).join(" or ")} pairs.`,
      rows: average,
      draw: draw(average, (row) => row.part, { panels: ["seen", "unseen"], name: (part) => partNames[part], height: 300, least: 300 }),
    }),
    byPair("seen"), byPair("unseen"), scoreTable(tables, models, name));
}

function scoreTable({ transfer: rows, transfer_published: published }, models, name) {
  const asked = new Set(rows.map(pair));
  const score = ({ train, test }, model) =>
    rows.find((row) => row.train === train && row.test === test && row.model === model && row.part === "unseen" && row.k === 5);
  return table({
    id: "transfer-scores",
    title: "Transfer: score_5 on the second dataset's UnseenEqClass",
    caption: "In percent. The last column is a published transformer.",
    columns: ["trained on", "asked about", "ceiling", ...models.map((model) => look(model).label), "transformer"],
    rows: published.filter((row) => asked.has(pair(row))).map((row) => [name(row.train), name(row.test),
      percent(models.map((model) => score(row, model)?.ceiling).find((ceiling) => ceiling != null)),
      ...models.map((model) => {
        const found = score(row, model);
        return found ? percent(found.score) : make("span", { class: "missing" }, "not run");
      }),
      percent(row.transformer)]),
  });
}
