// Places for labels beside points: the first of four that is free; a label that finds none is left out.
const letter = 6.7; // of the monospaced 11 px
const line = 13;
const candidates = [
  { dx: 7, dy: 0, anchor: "start" }, { dx: -7, dy: 0, anchor: "end" },
  { dx: 0, dy: -11, anchor: "middle" }, { dx: 0, dy: 11, anchor: "middle" },
];

export function placeLabels(points, x, y, { width, height }) {
  const taken = points.map((point) => box(x(point.x) - 4, y(point.y) - 4, 8, 8));
  const labels = [];
  for (const point of points) {
    const size = letter * point.text.length;
    for (const candidate of candidates) {
      const shift = { start: 0, end: -size, middle: -size / 2 }[candidate.anchor];
      const place = box(x(point.x) + candidate.dx + shift, y(point.y) + candidate.dy - line / 2, size, line);
      if (place.left < 0 || place.right > width || place.top < 0 || place.bottom > height) continue;
      if (taken.some((other) => overlap(place, other))) continue;
      taken.push(place);
      labels.push({ ...point, ...candidate });
      break;
    }
  }
  return labels;
}

const box = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
