// What the page says of its data: title, headline, warning, and the choices that depend on the data.
import { byId, make, number } from "../common/dom.js";
import { WAYS } from "./colouring.js";

export function describeData({ dataset, model, projection, members, classes, wrong_labels: wrong }) {
  document.title = `${dataset.name} by ${model.kind} – EqNet explorer`;
  const note = projection.note ? ` (${projection.note})` : "";
  byId("about").textContent = [
    `${dataset.name}: ${number(members)} expressions, ${number(classes.length)} classes`,
    `${model.name}, ${model.dimension} dimensions`,
    `${projection.method}${note}`,
  ].join(" · ");
  byId("about").title = byId("about").textContent;
  byId("map").setAttribute("aria-label", `Map of ${number(members)} expressions of ${dataset.name}`);
  byId("warning").hidden = !wrong;
  byId("warning").textContent = wrong
    ? `⚠ ${number(wrong)} class labels are wrong: exact semantics contradicts them`
    : "";
  byId("colour").append(...WAYS.map(({ id, label }) => make("option", { value: id }, label)));
  if (matchMedia("(max-width: 64rem)").matches) byId("legend").open = false; // the map needs the room
}
