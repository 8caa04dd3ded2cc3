// Fingers on the map: one drags it, two zoom it. The scatter library knows mice only; while the lasso is on, one finger
// is handed to it as a mouse.
import { fromScreen, zoomed } from "./camera.js";

export function listenToTouch(canvas, plot) {
  const fingers = new Map(); // pointer id: [x, y] in pixels of the canvas

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const asMouse = (type, event, target) =>
    target.dispatchEvent(
      new MouseEvent(type, {
        clientX: event.clientX,
        clientY: event.clientY,
        buttons: type === "mouseup" ? 0 : 1,
        bubbles: true,
      }),
    );

  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place(event));
    if (plot.lassoing) asMouse("mousedown", event, canvas);
  });

  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    if (plot.lassoing) {
      asMouse("mousemove", event, window);
      return;
    }
    const now = place(event);
    const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, position]) => position);
    fingers.set(event.pointerId, now);
    plot.lookAt(others.length === 0 ? dragged(plot, before, now) : pinched(plot, before, now, others[0]), {
      animate: false,
    });
  });

  for (const type of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(type, (event) => {
      if (fingers.delete(event.pointerId) && plot.lassoing) asMouse("mouseup", event, window);
    });
  }
}

function dragged(plot, before, now) {
  const { camera, stage } = plot;
  const from = fromScreen(camera, stage, before);
  const to = fromScreen(camera, stage, now);
  return { ...camera, x: camera.x + from[0] - to[0], y: camera.y + from[1] - to[1] };
}

function pinched(plot, before, now, other) {
  const distance = (a, b) => Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]));
  const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
  return zoomed(plot.camera, plot.stage, distance(now, other) / distance(before, other), middle);
}
