// Where on the map an expression belongs that is not on it: among the members that its vector is nearest to.

const SAME = 1e-6; // the most that 1 - similarity is of equal vectors, whose numbers are rounded
const STEEPNESS = 4; // twice as far counts a sixteenth
const REACH = 0.1; // on the map, whose positions lie in -1 … 1

// neighbours: [{row, similarity}, …], nearest first; positionOf(row): [x, y]. {position, from: the rows that it is the
// mean of}, or null where there are none.
//
// The map may show two neighbours far apart, and between them lies what neither is like; so only those near the best
// one count.
export function place(neighbours, positionOf) {
  if (neighbours.length === 0) return null;
  const [best] = neighbours;
  const home = positionOf(best.row);
  const least = 1 - best.similarity;
  if (least <= SAME) return { position: home, from: [best.row] };
  const near = neighbours.filter(({ row }) => {
    const [x, y] = positionOf(row);
    return Math.hypot(x - home[0], y - home[1]) <= REACH;
  });
  const weights = near.map(({ similarity }) => (least / (1 - similarity)) ** STEEPNESS);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = (axis) => near.reduce((sum, { row }, i) => sum + weights[i] * positionOf(row)[axis], 0) / whole;
  return { position: [mean(0), mean(1)], from: near.map(({ row }) => row) };
}
