// The card beside the point under the mouse.
import { make } from "../common/dom.js";
import { factList, neighbourList } from "./facts.js";

const NEIGHBOURS = 5;
const GAP = 16;

export class Card {
  #element;
  #dataset;
  #plot;

  constructor(element, plot, dataset) {
    this.#element = element;
    this.#plot = plot;
    this.#dataset = dataset;
  }

  // Shows a member; -1 hides the card.
  show(member) {
    this.#element.hidden = member < 0;
    if (member < 0) return;
    this.#element.replaceChildren(
      make("p", { class: "expression title" }, this.#dataset.text(member)),
      factList(this.#dataset, member),
      make("h3", {}, "Nearest in the original space"),
      neighbourList(this.#dataset, member, { count: NEIGHBOURS }),
    );
    this.#place(member);
  }

  // Right of the point, else left of it; never out of the stage.
  #place(member) {
    const { width, height } = this.#plot.stage;
    const [x, y] = this.#plot.screenPosition(member);
    const card = this.#element.getBoundingClientRect();
    const left = x + GAP + card.width <= width ? x + GAP : Math.max(0, x - GAP - card.width);
    const top = Math.min(Math.max(8, y - card.height / 3), Math.max(8, height - card.height - 8));
    this.#element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }
}
