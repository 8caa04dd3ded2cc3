// Keeps the map moving on devices that cannot draw all points in time: after a few slow frames only a sample is drawn
// while the view moves, and all of them as soon as it rests.
const SLOW = 90; // milliseconds between two frames of a movement
const PAUSE = 500; // longer than this is no movement but two
const PATIENCE = 2; // slow frames in a row before fewer points are drawn
const REST = 500; // milliseconds without a change of the view; longer than the slowest frame, or the two would take turns
const SAMPLE = 15000;

export class Motion {
  #sample;
  #actions;
  #last = -Infinity;
  #slow = 0;
  #thinned = false;
  #timer = 0;

  // actions: thin(members) draws only these, restore() all again.
  constructor(count, actions) {
    this.#actions = actions;
    const step = count / SAMPLE;
    this.#sample = step > 2 ? Array.from({ length: SAMPLE }, (_, i) => Math.floor(i * step)) : null;
  }

  // Called for every change of the view.
  moved() {
    if (!this.#sample) return;
    const now = performance.now();
    const gap = now - this.#last;
    this.#last = now;
    if (gap < PAUSE && !this.#thinned) this.#slow = gap > SLOW ? this.#slow + 1 : 0;
    if (this.#slow >= PATIENCE && !this.#thinned) {
      this.#thinned = true;
      this.#actions.thin(this.#sample);
    }
    if (!this.#thinned) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#thinned = false;
      this.#actions.restore();
    }, REST);
  }
}
