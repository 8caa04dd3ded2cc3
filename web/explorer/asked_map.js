// The map as far as questions are concerned.
import { AskedMarks } from "./asked_marks.js";
import { toast } from "./toast.js";

export class AskedMap {
  #dataset;
  #plot;
  #marks;
  #covered;
  #places = [];

  // covered(): pixels of the stage, from below, that lie under a sheet
  constructor(svg, plot, dataset, covered) {
    this.#dataset = dataset;
    this.#plot = plot;
    this.#marks = new AskedMarks(svg, plot);
    this.#covered = covered;
  }

  // The member that is written so, or undefined.
  find(text) {
    return this.#dataset.find(text);
  }

  positionOf(member) {
    return this.#dataset.position(member);
  }

  // Those of the server's neighbours that are on this map, which may be older than the server.
  known(neighbours) {
    const { members } = this.#dataset;
    const own = neighbours.filter(({ row, expression }) => row < members && this.#dataset.text(row) === expression);
    if (own.length < neighbours.length) toast("The server has other data than this map: load the page again");
    return own;
  }

  // marks: of asked_marks.js
  show(marks) {
    this.#places = marks.filter(Boolean).map(({ position }) => position);
    this.#marks.show(marks);
  }

  // For each drawn frame.
  place() {
    this.#marks.place();
  }

  bringIntoView() {
    if (this.#places.length > 0) this.#plot.bringIntoView(this.#places, this.#covered());
  }
}
