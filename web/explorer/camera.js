// Where the map is looked at: {x, y, distance} with the point in the middle and half the height that is seen, all in
// the data's units (positions lie in -1 … 1).

const MARGIN = 1.08;
export const NEAREST = 5e-4; // closer, 32-bit positions would jump
export const FARTHEST = 8;

// The camera that sees the whole square on a stage of that size.
export function fitAll({ width, height }) {
  return { x: 0, y: 0, distance: MARGIN * Math.max(1, height / width) };
}

// The camera that sees these positions [[x, y], …], never closer than a tenth of the whole.
export function fitPoints(positions, stage) {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of positions) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  const half = Math.max((top - bottom) / 2, ((right - left) / 2) * (stage.height / stage.width));
  const whole = fitAll(stage).distance;
  return { x: (left + right) / 2, y: (bottom + top) / 2, distance: Math.min(whole, Math.max(half * 1.25, whole / 10)) };
}

export function toScreen(camera, stage, [x, y]) {
  const scale = stage.height / 2 / camera.distance;
  return [stage.width / 2 + (x - camera.x) * scale, stage.height / 2 - (y - camera.y) * scale];
}

export function fromScreen(camera, stage, [px, py]) {
  const scale = stage.height / 2 / camera.distance;
  return [camera.x + (px - stage.width / 2) / scale, camera.y - (py - stage.height / 2) / scale];
}

// The camera after zooming by `factor` (2: twice as close) with the position at `anchor` (pixels) staying where it is.
export function zoomed(camera, stage, factor, anchor = [stage.width / 2, stage.height / 2]) {
  const distance = Math.min(FARTHEST, Math.max(NEAREST, camera.distance / factor));
  const [x, y] = fromScreen(camera, stage, anchor);
  const share = distance / camera.distance;
  return { x: x + (camera.x - x) * share, y: y + (camera.y - y) * share, distance };
}
