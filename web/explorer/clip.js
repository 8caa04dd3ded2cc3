// The part of a segment that lies on the stage (with a small margin), as [from, to], or null when none does. Liang and
// Barsky's way: each edge narrows the range of t in from + t (to - from).
const MARGIN = 20;

export function clipSegment(from, to, { width, height }) {
  const delta = [to[0] - from[0], to[1] - from[1]];
  const limits = [
    [-MARGIN, width + MARGIN],
    [-MARGIN, height + MARGIN],
  ];
  let [enter, leave] = [0, 1];
  for (const axis of [0, 1]) {
    const [low, high] = limits[axis];
    if (delta[axis] === 0) {
      if (from[axis] < low || from[axis] > high) return null;
      continue;
    }
    const times = [(low - from[axis]) / delta[axis], (high - from[axis]) / delta[axis]].sort((a, b) => a - b);
    enter = Math.max(enter, times[0]);
    leave = Math.min(leave, times[1]);
  }
  if (enter > leave) return null;
  const at = (t) => [from[0] + t * delta[0], from[1] + t * delta[1]];
  return [at(enter), at(leave)];
}
