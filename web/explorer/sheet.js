// The panel's two pages, expression and list: which are there, and which is in front.
import { byId } from "../common/dom.js";

const PAGES = ["expression", "lasso"];

export class Sheet {
  #filled = new Set();

  constructor() {
    for (const page of PAGES) byId(`tab-${page}`).addEventListener("click", () => this.#front(page));
    this.#update();
  }

  get isOpen() {
    return this.#filled.size > 0;
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
    this.#filled.add(page);
    this.#update();
    this.#front(page);
    byId("panel").scrollTop = 0;
  }

  clear(page) {
    byId(`${page}-panel`).replaceChildren();
    this.#filled.delete(page);
    this.#update();
    const [other] = this.#filled;
    if (other) this.#front(other);
  }

  #update() {
    byId("panel").hidden = !this.isOpen;
    for (const page of PAGES) byId(`tab-${page}`).hidden = !this.#filled.has(page);
  }

  #front(front) {
    for (const page of PAGES) {
      byId(`tab-${page}`).setAttribute("aria-selected", String(page === front));
      byId(`${page}-panel`).hidden = page !== front;
    }
  }
}
