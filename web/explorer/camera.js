// Where the map is looked at: {x, y, distance} with the point in the middle and half the height that is seen, all in
// the data's units (positions lie in -1 … 1).

const MARGIN = 24; // pixels around the points at home; more than a point needs to count as seen
const LEAST = 0.05; // half the height of what is looked at, where all points lie on one place
export const NEAREST = 5e-4; // closer, 32-bit positions would jump
export const FARTHEST = 8;

// The box around points: position holds x, y of each.
export function boundsOf(position) {
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (let i = 0; i < position.length; i += 2) {
    box.left = Math.min(box.left, position[i]);
    box.right = Math.max(box.right, position[i]);
    box.bottom = Math.min(box.bottom, position[i + 1]);
    box.top = Math.max(box.top, position[i + 1]);
  }
  return position.length > 0 ? box : { left: -1, right: 1, bottom: -1, top: 1 };
}

// The camera that sees the box in the middle of the stage, as large as the margin lets it be.
export function fitBox({ left, right, bottom, top }, { width, height }) {
  const margin = Math.min(MARGIN, width / 8, height / 8);
  const across = Math.max(LEAST, (right - left) / 2) / (width / 2 - margin);
  const up = Math.max(LEAST, (top - bottom) / 2) / (height / 2 - margin);
  return { x: (left + right) / 2, y: (bottom + top) / 2, distance: (height / 2) * Math.max(across, up) };
}

// The camera that sees these positions [[x, y], …] with some room, never closer than a tenth of `whole` nor farther.
export function fitPoints(positions, stage, whole) {
  const { x, y, distance } = fitBox(boundsOf(positions.flat()), stage);
  return { x, y, distance: Math.min(whole, Math.max(distance * 1.2, whole / 10)) };
}

// Whether two cameras see the same, up to such a share of what is seen.
export function sameView(a, b, share) {
  return Math.hypot(a.x - b.x, a.y - b.y) < share * b.distance && Math.abs(a.distance / b.distance - 1) < share;
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
