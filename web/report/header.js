// The head of the page: what it is made of, what is missing, and where to go.
import { make } from "../common/dom.js";
import { look } from "./plot.js";

const list = (items) => make("ul", {}, items.map((item) => make("li", {}, item)));

const either = (items) => (items.length > 1 ? `${items.slice(0, -1).join(", ")} or ${items.at(-1)}` : String(items[0]));

export function header(report, sections) {
  const revisions = Object.entries(report.revisions).map(([revision, cells]) => `${revision} (${cells} cells)`);
  const seeds = report.models.map((model) => `${look(model).label} ${report.seeds[model]}`); // none where only variants were run
  return make("header", {},
    make("h1", {}, "EqNet: learned vectors for symbolic expressions"),
    make("p", {}, "Every table and figure of the paper Learning Continuous Semantic Representations of Symbolic Expressions (Allamanis et al., ICML 2017), drawn from results of ",
      make("code", {}, "eqnet reproduce"), "; published values stand beside those measured."),
    make("p", { class: "faint" }, `${report.cells} trainings and evaluations, made by revision ${revisions.join(", ")}. `,
      seeds.length ? `Seeds: ${seeds.join(", ")}. ` : "",
      report.sampled_cells > 0 ? `${report.sampled_cells} of the cells were evaluated on a sample of their expressions. ` : "",
      report.time_limits.length ? `A training was given at most ${either(report.time_limits.map((limit) => Number(limit.toPrecision(2))))} seconds, which the slower models use up. ` : "",
      `Drawn by ${report.program}, revision ${report.revision}.`),
    report.explorer ? make("p", {}, make("a", { href: report.explorer, class: "explorer" }, "Explore the space of meanings →")) : null,
    gaps(report),
    make("nav", { "aria-label": "Sections" }, sections.map((section) => make("a", { href: `#${section.id}` }, section.dataset.title))));
}

// What could not be drawn, in sight; what was not run, in a list that can be long.
function gaps({ missing, unreadable, notes }) {
  const problems = [...notes, ...unreadable.map(({ cell, reason }) => `${cell} could not be read: ${reason}`)];
  return [
    problems.length ? make("div", { id: "notes", role: "note" }, list(problems)) : null,
    missing.length ? make("details", { id: "missing", open: missing.length <= 20 },
      make("summary", {}, `${missing.length} cells of the paper's grid were not run`),
      make("p", {}, "Datasets of which nothing was run are left out of tables and figures; other gaps say “not run”. ", make("code", {}, "eqnet reproduce"), " into the same folder runs what is not there."),
      list(missing.map((cell) => make("code", {}, cell)))) : null,
  ];
}
