// Takes the camera from one place to another: at once, or in a glide.
const DURATION = 350; // milliseconds

const eased = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - 4 * (1 - t) ** 3); // slow at both ends

export class Flight {
  #look;
  #frame = 0;

  // look(camera) is called for each step.
  constructor(look) {
    this.#look = look;
  }

  // Ends the flight before it, wherever that is. `goal()` is the camera to get to; it may change on the way.
  go(from, goal, atOnce) {
    cancelAnimationFrame(this.#frame);
    if (atOnce) {
      this.#look(goal());
      return;
    }
    const begin = performance.now();
    const step = () => {
      const share = Math.min(1, (performance.now() - begin) / DURATION);
      if (share < 1) this.#frame = requestAnimationFrame(step);
      this.#look(share < 1 ? between(from, goal(), eased(share)) : goal());
    };
    step();
  }
}

// Distances in equal ratios: a zoom looks even then, as it would not in equal steps.
function between(from, to, share) {
  const mix = (a, b) => a + (b - a) * share;
  const distance = from.distance * (to.distance / from.distance) ** share;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), distance };
}
