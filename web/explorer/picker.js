// Which points are where: a grid over the map, for pointing at one and for the lasso.
import { Groups } from "./groups.js";

const POINTS_A_CELL = 4;

export class Picker {
  #position;
  #side; // cells along each axis
  #cells;

  // position: x, y of each point in -1 … 1
  constructor(position) {
    const count = position.length / 2;
    this.#position = position;
    this.#side = Math.max(1, Math.min(1024, Math.ceil(Math.sqrt(count / POINTS_A_CELL))));
    const keys = new Uint32Array(count);
    for (let i = 0; i < count; ++i)
      keys[i] = this.#cell(position[2 * i + 1]) * this.#side + this.#cell(position[2 * i]);
    this.#cells = new Groups(keys, this.#side ** 2);
  }

  // The point nearest to (x, y) and less than `radius` away, or -1.
  nearest(x, y, radius) {
    let best = -1;
    let least = radius ** 2;
    this.#within(x - radius, y - radius, x + radius, y + radius, (i, u, v) => {
      const squared = (u - x) ** 2 + (v - y) ** 2;
      if (squared < least) [best, least] = [i, squared];
    });
    return best;
  }

  // The points inside a polygon [[x, y], …], in order: a ray to the left crosses its edges an odd number of times.
  inside(polygon) {
    const xs = polygon.map(([x]) => x);
    const ys = polygon.map(([, y]) => y);
    const found = [];
    this.#within(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), (i, u, v) => {
      let odd = false;
      for (let a = 0, b = polygon.length - 1; a < polygon.length; b = a++) {
        if (ys[a] > v !== ys[b] > v && u > xs[a] + ((v - ys[a]) / (ys[b] - ys[a])) * (xs[b] - xs[a])) odd = !odd;
      }
      if (odd) found.push(i);
    });
    return Uint32Array.from(found).sort();
  }

  #cell(coordinate) {
    return Math.min(this.#side - 1, Math.max(0, Math.floor(((coordinate + 1) / 2) * this.#side)));
  }

  // Calls visit(point, x, y) for the points of a box.
  #within(left, bottom, right, top, visit) {
    for (let row = this.#cell(bottom); row <= this.#cell(top); ++row) {
      for (let column = this.#cell(left); column <= this.#cell(right); ++column) {
        for (const i of this.#cells.of(row * this.#side + column)) {
          const x = this.#position[2 * i];
          const y = this.#position[2 * i + 1];
          if (x >= left && x <= right && y >= bottom && y <= top) visit(i, x, y);
        }
      }
    }
  }
}
