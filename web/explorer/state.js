// What the page shows now, and who wants to know when it changes.

export const NO_MEMBERS = new Uint32Array();

export class State {
  #values;
  #listeners = [];

  constructor(values) {
    this.#values = values;
    for (const name of Object.keys(values)) Object.defineProperty(this, name, { get: () => this.#values[name] });
  }

  // Calls `listener(state, cause)` after each change of one of the names.
  on(names, listener) {
    this.#listeners.push({ names, listener });
  }

  // Changes values; names whose value stays the same are not told. `cause` goes to the listeners.
  set(changes, cause = "user") {
    const changed = Object.keys(changes).filter((name) => this.#values[name] !== changes[name]);
    Object.assign(this.#values, changes);
    for (const { names, listener } of this.#listeners) {
      if (names.some((name) => changed.includes(name))) listener(this, cause);
    }
  }
}

// Nothing chosen, nothing asked.
export const emptyState = (colour) =>
  new State({
    selected: -1,
    colour,
    query: "",
    links: [],
    result: { hits: NO_MEMBERS, empty: true },
    lasso: NO_MEMBERS,
    question: "", // to the server, on pages that have one
    compared: "",
  });
