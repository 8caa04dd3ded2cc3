// The map: points drawn by regl-scatterplot, and what the mouse does on them.
//
// The library's notion of "selected" points is used for what is highlighted (hits of a search, the lasso's points); the
// one expression that the page speaks about is drawn by the overlay. The library would draw all points anew for each
// one that the mouse passes, so it is given an empty index to look them up in; pointing and clicking are done here.
import createScatterplot, { createSpatialIndex } from "regl-scatterplot";
import { fitAll, fitPoints, fromScreen, toScreen, zoomed, FARTHEST, NEAREST } from "./camera.js";
import { PageError } from "./failure.js";
import { Groups } from "./groups.js";
import { Motion } from "./motion.js";
import { Picker } from "./picker.js";

const CLICK_SLACK = 4; // pixels that a click may move
const EDGE = 20; // pixels around a point that have to be free for it to count as seen
const REACH = 8; // pixels between the mouse and a point that it points at

// Throws PageError where the browser has no WebGL that can hold the points.
export function requireWebGL() {
  const gl = document.createElement("canvas").getContext("webgl");
  if (!gl) throw new PageError("This page needs WebGL, which this browser does not have or has switched off.");
  if (!gl.getExtension("OES_texture_float"))
    throw new PageError("This page needs WebGL with float textures (OES_texture_float), which this device lacks.");
  gl.getExtension("WEBGL_lose_context")?.loseContext(); // contexts are few; give this one back at once
}

// Fewer points can be larger and denser.
const pointSize = (count) => Math.min(7, Math.max(2, 22 / count ** 0.2));
const opacity = (count) => (count > 50000 ? 0.6 : 0.85);
const dimmed = (count) => (count > 50000 ? 0.03 : 0.12); // many faint points on one place are no longer faint

// The points in the order to draw them: those of rare colours last, on top of the others.
function rareLast(values, count) {
  const groups = new Groups(values, count);
  const colours = Array.from({ length: count }, (_, i) => i).sort((a, b) => groups.size(b) - groups.size(a));
  return colours.flatMap((colour) => Array.from(groups.of(colour)));
}

export class Plot {
  #dataset;
  #canvas;
  #scatter;
  #rows; // [x, y, colour's number] a member: what the library takes; kept so that a new colouring changes one column
  #picker;
  #hovered = -1;
  #lassoing = false;
  #queue = Promise.resolve();
  #highlighted = [];
  #motion;

  // handlers: hover(member or -1), click(member or -1), lasso(members), frame() after each drawn frame, view() after a
  // change of the camera, lost() when the graphics context is.
  constructor(canvas, dataset, handlers) {
    this.#canvas = canvas;
    this.#dataset = dataset;
    this.#picker = new Picker(dataset.arrays.position);
    this.#scatter = createScatterplot({
      canvas,
      syncEvents: true,
      pointSize: pointSize(dataset.members),
      opacity: opacity(dataset.members),
      opacityInactiveMax: dimmed(dataset.members),
      pointSizeSelected: 1,
      pointOutlineWidth: 0,
      colorBy: "valueA",
      actionKeyMap: { lasso: "shift" },
      deselectOnDblClick: false,
      deselectOnEscape: false,
      lassoMinDelay: 8,
    });
    const { x, y, distance } = fitAll(this.stage);
    this.#scatter.get("camera").lookAt([x, y], distance);
    this.#scatter.get("camera").setScaleBounds([1 / FARTHEST, 1 / NEAREST]);
    this.#motion = new Motion(dataset.members, {
      thin: (sample) => this.#scatter.filter(sample, { preventEvent: true }),
      restore: () => {
        this.#scatter.unfilter({ preventEvent: true });
        this.highlight(this.#highlighted);
      },
    });
    this.#listen(handlers);
  }

  get stage() {
    return { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
  }
  // The member at a place of the window, or -1.
  memberAt({ clientX, clientY }) {
    const box = this.#canvas.getBoundingClientRect();
    const [x, y] = fromScreen(this.camera, this.stage, [clientX - box.left, clientY - box.top]);
    return this.#picker.nearest(x, y, (REACH * 2 * this.camera.distance) / this.stage.height);
  }

  // Draws all points in a colouring's colours.
  draw({ values, colours }) {
    this.#queue = this.#queue.then(async () => {
      if (this.#rows) {
        for (let i = 0; i < values.length; ++i) this.#rows[i][2] = values[i];
      } else {
        this.#rows = Array.from(values, (value, i) => [...this.#dataset.position(i), value]);
      }
      this.#scatter.set({
        pointColor: colours,
        pointColorActive: colours,
        pointColorHover: colours,
        pointOrder: rareLast(values, colours.length),
      });
      await this.#scatter.draw(this.#rows, { spatialIndex: await createSpatialIndex([]), zDataType: "categorical" });
    });
    return this.#queue;
  }

  // Resolves when all that was asked for so far is drawn.
  settled() {
    return this.#queue;
  }

  setTheme({ ground, accent }) {
    return this.#scatter.set({ backgroundColor: ground, lassoColor: accent });
  }

  // Shows these members as they are and all others dimmed; none: all as they are.
  highlight(members) {
    this.#highlighted = members;
    this.#queue = this.#queue.then(() => {
      if (members.length > 0) this.#scatter.select(Array.from(members), { preventEvent: true });
      else this.#scatter.deselect({ preventEvent: true });
    });
    return this.#queue;
  }

  get camera() {
    const [x, y] = this.#scatter.get("cameraTarget");
    return { x, y, distance: this.#scatter.get("cameraDistance") };
  }
  lookAt({ x, y, distance }, { animate = true } = {}) {
    const still = !animate || matchMedia("(prefers-reduced-motion: reduce)").matches;
    return this.#scatter.zoomToLocation([x, y], distance, { transition: !still, transitionDuration: 350 });
  }
  home(options) {
    return this.lookAt(fitAll(this.stage), options);
  }
  zoomBy(factor, options) {
    return this.lookAt(zoomed(this.camera, this.stage, factor), options);
  }
  panBy(dx, dy) {
    const { x, y, distance } = this.camera;
    return this.lookAt({ x: x + dx * distance, y: y + dy * distance, distance }, { animate: false });
  }
  zoomToMembers(members) {
    if (members.length === 0) return Promise.resolve();
    return this.lookAt(
      fitPoints(
        Array.from(members, (member) => this.#dataset.position(member)),
        this.stage,
      ),
    );
  }
  // Moves to the member unless it can be seen. `covered`: pixels of the stage, from below, that lie under a sheet.
  bringIntoView(member, covered = 0) {
    const { height } = this.stage;
    const box = this.#canvas.getBoundingClientRect();
    const [px, py] = this.screenPosition(member);
    // Nothing is there outside the window, and under the legend or a sheet it is another element.
    const isSeen = [-EDGE, EDGE].every(
      (d) => document.elementFromPoint(box.left + px + d, box.top + py + d) === this.#canvas,
    );
    if (isSeen) return Promise.resolve();
    const [x, y] = this.#dataset.position(member);
    const { distance } = this.camera;
    return this.lookAt({ x, y: y - (covered / height) * distance, distance });
  }
  screenPosition(member) {
    return toScreen(this.camera, this.stage, this.#dataset.position(member));
  }

  get lassoing() {
    return this.#lassoing;
  }
  set lassoing(on) {
    this.#lassoing = on;
    this.#scatter.set({ mouseMode: on ? "lasso" : "panZoom" });
    this.#canvas.classList.toggle("lassoing", on);
  }

  #listen(handlers) {
    const scatter = this.#scatter;
    scatter.subscribe("lassoEnd", ({ coordinates }) => handlers.lasso(this.#picker.inside(coordinates)));
    scatter.subscribe("drawing", () => handlers.frame());
    scatter.subscribe("view", () => {
      this.#motion.moved();
      this.#hover(-1, handlers);
      handlers.view();
    });
    scatter.get("renderer").canvas.addEventListener("webglcontextlost", () => handlers.lost());

    const canvas = this.#canvas;
    let down = [0, 0];
    let moved = 0; // how far the mouse got from there; a lasso may end where it began and is still no click
    canvas.addEventListener("mousedown", (event) => {
      down = [event.clientX, event.clientY];
      moved = 0;
    });
    canvas.addEventListener("mousemove", (event) => {
      if (event.buttons === 0) this.#hover(this.memberAt(event), handlers);
      else moved = Math.max(moved, Math.hypot(event.clientX - down[0], event.clientY - down[1]));
    });
    canvas.addEventListener("mouseleave", () => this.#hover(-1, handlers));
    canvas.addEventListener("click", (event) => {
      if (moved < CLICK_SLACK && !event.shiftKey) handlers.click(this.memberAt(event));
    });
    new ResizeObserver(() => this.#hover(-1, handlers)).observe(canvas);
  }

  #hover(member, handlers) {
    if (member === this.#hovered) return;
    this.#hovered = member;
    handlers.hover(member);
  }
}
