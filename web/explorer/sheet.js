// The panel's pages (expression, list, and questions where there is a server): which are there, and which is in front.
import { byId } from "../common/dom.js";

export class Sheet {
  #pages = [];
  #filled = new Set();
  #isOpen = false;

  constructor() {
    this.add("expression");
    this.add("lasso");
  }

  // Another page, whose tab and panel are in the document.
  add(page) {
    this.#pages.push(page);
    byId(`tab-${page}`).addEventListener("click", () => this.#front(page));
    this.#update();
  }

  get isOpen() {
    return this.#isOpen;
  }

  // Pixels of the element's lower part that the panel lies over, as it does on a phone.
  covers(element) {
    const below = element.getBoundingClientRect();
    const panel = byId("panel").getBoundingClientRect();
    const beside = panel.left >= below.right || !this.isOpen;
    return beside ? 0 : Math.max(0, below.bottom - panel.top);
  }

  // Fills a page and brings it to the front.
  show(page, children) {
    byId(`${page}-panel`).replaceChildren(...children);
    this.open(page);
  }

  // Brings a page to the front as it is.
  open(page) {
    this.#filled.add(page);
    this.#isOpen = true;
    this.#update();
    this.#front(page);
    byId("panel").scrollTop = 0;
  }

  // Empties a page; where it was the last one the panel goes.
  clear(page) {
    const wasInFront = !byId(`${page}-panel`).hidden;
    byId(`${page}-panel`).replaceChildren();
    this.#filled.delete(page);
    const [other] = this.#filled;
    if (!other) this.#isOpen = false;
    this.#update();
    if (other && wasInFront) this.#front(other);
  }

  // Hides the panel; what it holds stays.
  close() {
    this.#isOpen = false;
    this.#update();
  }

  #update() {
    byId("panel").hidden = !this.#isOpen;
    for (const page of this.#pages) byId(`tab-${page}`).hidden = !this.#filled.has(page);
  }

  #front(front) {
    for (const page of this.#pages) {
      byId(`tab-${page}`).setAttribute("aria-selected", String(page === front));
      byId(`${page}-panel`).hidden = page !== front;
    }
  }
}
