// The search box and its list of hits.
import { counted, make } from "../common/dom.js";
import { firstHits } from "./search.js";

const LISTED = 50;

export class SearchBox {
  #dataset;
  #input;
  #list;
  #status;
  #shown = []; // members in the list
  #active = -1;
  #nothing = false; // there are no hits for what could be an expression

  // elements: {input, list, status, results, zoom, clear}; actions: query(text), pick(member), zoom(), and ask(text)
  // where there is a server, for a text that no expression has
  constructor(elements, dataset, actions) {
    this.#dataset = dataset;
    Object.assign(this, { elements, actions });
    this.#input = elements.input;
    this.#list = elements.list;
    this.#status = elements.status;
    this.#input.addEventListener("input", () => actions.query(this.#input.value));
    this.#input.addEventListener("focus", () => this.#open(this.#shown.length > 0));
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    elements.zoom.addEventListener("click", actions.zoom);
    elements.clear.addEventListener("click", () => this.clear());
    document.addEventListener("pointerdown", (event) => {
      if (!elements.results.contains(event.target) && event.target !== this.#input) this.#open(false);
    });
  }

  focus() {
    this.#input.focus();
    this.#input.select();
  }
  clear() {
    this.#input.value = "";
    this.actions.query("");
    this.#open(false);
  }
  get isOpen() {
    return !this.elements.results.hidden;
  }

  // Shows the result of a search; `open`: with its list, as when somebody types.
  show(query, result, open) {
    if (this.#input.value !== query) this.#input.value = query;
    this.elements.clear.hidden = query === "";
    this.#shown = result.empty ? [] : firstHits(this.#dataset, result, LISTED);
    this.#active = -1;
    this.#nothing = !result.empty && !result.problem && this.#shown.length === 0;
    const hint = this.#nothing && this.actions.ask ? "; Enter asks the server" : "";
    this.#status.textContent = describe(result, this.#shown.length) + hint;
    this.elements.zoom.hidden = result.hits.length === 0;
    this.#list.replaceChildren(
      ...this.#shown.map((member, i) =>
        make(
          "li",
          {
            role: "option",
            id: `hit-${i}`,
            "aria-selected": "false",
            class: "expression",
            onclick: () => this.#pick(i),
          },
          this.#dataset.text(member),
        ),
      ),
    );
    this.#list.scrollTop = 0;
    this.#open(open && this.#shown.length > 0);
  }

  #open(open) {
    this.elements.results.hidden = !open;
    this.#input.setAttribute("aria-expanded", String(open));
  }

  #pick(i) {
    this.#open(false);
    this.actions.pick(this.#shown[i]);
  }

  #key(event) {
    const last = this.#shown.length - 1;
    if (event.key === "ArrowDown") this.#activate(Math.min(last, this.#active + 1));
    else if (event.key === "ArrowUp") this.#activate(Math.max(0, this.#active - 1));
    else if (event.key === "Enter" && last >= 0) this.#pick(Math.max(0, this.#active));
    else if (event.key === "Enter" && this.#nothing) this.actions.ask?.(this.#input.value);
    else if (event.key === "Escape" && this.isOpen) this.#open(false);
    else if (event.key === "Escape" && this.#input.value !== "") this.clear();
    else if (event.key === "Escape") this.#input.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #activate(i) {
    if (i < 0) return;
    this.#open(true);
    this.#list.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = i;
    const item = this.#list.children[i];
    item.setAttribute("aria-selected", "true");
    item.scrollIntoView({ block: "nearest" });
    this.#input.setAttribute("aria-activedescendant", item.id);
  }
}

function describe({ hits, problem, empty }, listed) {
  if (problem) return problem;
  if (empty) return "";
  if (hits.length === 0) return "No hits among the expressions of this dataset";
  return counted(hits.length, "hit") + (hits.length > listed ? `, the first ${listed} listed` : "");
}
