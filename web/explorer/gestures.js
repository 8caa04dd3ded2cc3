// The mouse and fingers on the map. One of them drags it, two zoom it, the wheel zooms it; while the lasso is on, or
// with Shift held, one draws the lasso.
import { fromScreen, zoomed } from "./camera.js";

const CLICK_SLACK = 4; // pixels that a click may move
const LASSO_STEP = 3; // pixels between two corners of the lasso
const LINE = 12; // pixels that a wheel's line counts for

// handlers: click(member or -1), outline(corners of the lasso so far, [] when it is done), lasso(members in it)
export function listenToGestures(canvas, plot, handlers) {
  const pressed = new Map(); // pointer id: [x, y] in pixels of the canvas
  let moved = 0; // how far the first one got from where it was pressed; a lasso may end where it began and is no click
  let start = [0, 0];
  let lasso = null; // its corners in pixels while it is drawn

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const corners = () => (lasso ?? []).map((corner) => fromScreen(plot.camera, plot.stage, corner));
  const showLasso = () => handlers.outline(corners());
  const endLasso = () => {
    const polygon = corners();
    lasso = null;
    showLasso();
    return polygon;
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    pressed.set(event.pointerId, place(event));
    if (pressed.size > 1) {
      endLasso(); // a second finger wants to zoom
      return;
    }
    start = place(event);
    moved = 0;
    if (plot.lassoing || event.shiftKey) lasso = [start];
  });

  canvas.addEventListener("pointermove", (event) => {
    const now = place(event);
    const before = pressed.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") plot.hover(plot.memberAt(now));
      return;
    }
    moved = Math.max(moved, between(start, now));
    if (lasso) {
      if (between(lasso.at(-1), now) < LASSO_STEP) return;
      lasso.push(now);
      showLasso();
      return;
    }
    pressed.set(event.pointerId, now);
    const [other] = [...pressed].filter(([id]) => id !== event.pointerId).map(([, position]) => position);
    plot.lookAt(other ? pinched(plot, before, now, other) : dragged(plot, before, now), { animate: false });
  });

  for (const type of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(type, (event) => {
      if (!pressed.delete(event.pointerId) || !lasso) return;
      const polygon = endLasso();
      if (type === "pointerup" && polygon.length > 2) handlers.lasso(plot.inside(polygon));
    });
  }
  canvas.addEventListener("pointerleave", () => plot.hover(-1));
  canvas.addEventListener("click", (event) => {
    if (moved < CLICK_SLACK && !event.shiftKey) handlers.click(plot.memberAt(place(event)));
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault(); // the page itself does not scroll
      if (lasso) return;
      const turned = (event.deltaY || event.deltaX) * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
      const factor = Math.exp(-turned / plot.stage.height);
      plot.lookAt(zoomed(plot.camera, plot.stage, factor, place(event)), { animate: false });
    },
    { passive: false },
  );
}

const between = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function dragged(plot, before, now) {
  const { camera, stage } = plot;
  const from = fromScreen(camera, stage, before);
  const to = fromScreen(camera, stage, now);
  return { ...camera, x: camera.x + from[0] - to[0], y: camera.y + from[1] - to[1] };
}

function pinched(plot, before, now, other) {
  const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
  const factor = Math.max(1, between(now, other)) / Math.max(1, between(before, other));
  return zoomed(plot.camera, plot.stage, factor, middle);
}
