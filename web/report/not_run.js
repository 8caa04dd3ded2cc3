// One line in place of a table, figure or section that the results have nothing for: the command that would fill it.
import { make } from "../common/dom.js";
import { words } from "./table.js";

// Lists for the options of `eqnet reproduce`; an empty one is left out.
export function notRun({ models = [], datasets = [], only }) {
  const option = (name, values) => (values.length ? ` --${name} ${values.join()}` : "");
  const options = option("models", models) + option("datasets", datasets) + option("only", only);
  return make("p", { class: "not-run" }, "Not run. To fill this in, with the data and results folders of this run: ",
    make("code", {}, words(`eqnet reproduce data -o results${options}`)));
}

// The same under the title of the table or figure.
export const figureNotRun = (title, options) => make("div", {}, make("h3", {}, title), notRun(options));
