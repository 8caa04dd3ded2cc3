// Asks the server and shows what it answers, in the panel and on the map. A newer question ends the older one.
import { showAnswer } from "./answer.js";
import { place } from "./place.js";
import { question } from "./question.js";
import { Refusal, ServerGone } from "./server.js";

export class Asking {
  #server;
  #panel;
  #map;
  #actions;
  #current = new AbortController();
  #asked = null;

  // panel: of ask_panel.js; map: of asked_map.js, or null; actions: of showAnswer()
  constructor(server, panel, map, actions) {
    this.#server = server;
    this.#panel = panel;
    this.#map = map;
    this.#actions = actions;
  }

  // {text, position, other: {text, position} or null}, positions in the data's units or null; null: nothing is asked.
  get asked() {
    return this.#asked;
  }

  // Returns when the answer is shown, or is no longer wanted. `move`: whether the map may move to show the place.
  async ask(text, other, { move = true } = {}) {
    this.#current.abort();
    this.#current = new AbortController();
    const { signal } = this.#current;
    this.#asked = text ? { text, position: null, other: other ? { text: other, position: null } : null } : null;
    this.#panel.show(text, other);
    this.#map?.show([]);
    this.#panel.answer.replaceChildren();
    this.#panel.isBusy = text !== "";
    if (!text) return;
    try {
      const parts = question(this.#server, text, other, signal);
      await Promise.all([
        showAnswer(this.#panel.answer, parts, signal, this.#actions),
        this.#map && this.#showPlaces(parts, signal),
      ]);
      if (move) this.#map?.bringIntoView();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refusal || error instanceof ServerGone)) throw error;
      this.#current.abort(); // of what is still on its way nothing is shown
      this.#panel.showProblem(error.message);
    } finally {
      if (this.#current.signal === signal) this.#panel.isBusy = false;
    }
  }

  async #showPlaces({ first, around, second, aroundSecond }, signal) {
    const places = await Promise.all([this.#place(first, around), second && this.#place(second, aroundSecond)]);
    signal.throwIfAborted();
    const texts = [this.#asked.text, this.#asked.other?.text];
    this.#map.show(places.map((found, i) => found && { text: texts[i], ...found }));
    this.#asked.position = places[0]?.position ?? null;
    if (this.#asked.other) this.#asked.other.position = places[1]?.position ?? null;
  }

  // Its own place where it is on the map (it is not among its neighbours), else one among them. Null where there is none:
  // the panel says why.
  async #place(parsed, around) {
    try {
      const member = this.#map.find((await parsed).text);
      if (member !== undefined) return { position: this.#map.positionOf(member), from: [] };
      const neighbours = await around;
      return neighbours && place(this.#map.known(neighbours), (row) => this.#map.positionOf(row));
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }
}
