// The page's state in the address's fragment: #e=expression&c=colour&q=search&l=links&v=x,y,zoom, and of a page with
// a server &a=asked&b=compared. Expressions are kept as text, so that a link still works after the page was made anew.
import { links as linkKinds } from "../common/palette.js";
import { WAYS } from "./colouring.js";

export const DEFAULT_COLOUR = "class";

// {expression, colour, query, links, view, question, compared}; what is missing or unknown takes its default, view is null.
export function readAddress(fragment) {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  const view = values.get("v")?.split(",").map(Number);
  return {
    expression: values.get("e") ?? "",
    colour: WAYS.some(({ id }) => id === values.get("c")) ? values.get("c") : DEFAULT_COLOUR,
    query: values.get("q") ?? "",
    question: values.get("a") ?? "",
    compared: values.get("b") ?? "",
    links: (values.get("l") ?? "").split(",").filter((kind) => kind in linkKinds),
    view:
      view?.length === 3 && view.every(Number.isFinite) && view[2] > 0
        ? { x: view[0], y: view[1], zoom: view[2] }
        : null,
  };
}

export function writeAddress({ expression, colour, query, links, view, question, compared }) {
  const values = new URLSearchParams();
  if (expression) values.set("e", expression);
  if (colour !== DEFAULT_COLOUR) values.set("c", colour);
  if (query) values.set("q", query);
  if (links.length > 0) values.set("l", links.join(","));
  if (question) values.set("a", question);
  if (compared) values.set("b", compared);
  if (view) values.set("v", viewText(view));
  return `#${values}`;
}

// The closer the view, the more digits of its middle count.
function viewText({ x, y, zoom }) {
  const digits = 4 + Math.max(0, Math.ceil(Math.log10(zoom)));
  return [x.toFixed(digits), y.toFixed(digits), zoom.toPrecision(4)].join(",");
}
