// The map: which points are drawn how, from where they are looked at, and which is where on the screen.
import { fitAll, fitPoints, fromScreen, toScreen, zoomed, FARTHEST, NEAREST } from "./camera.js";
import { Flight } from "./flight.js";
import { Motion } from "./motion.js";
import { Picker } from "./picker.js";
import { Points } from "./points.js";
import { NO_MEMBERS } from "./state.js";

const EDGE = 20; // pixels around a point that have to be free for it to count as seen
const REACH = 8; // pixels between the mouse and a point that it points at

// Fewer points can be larger and denser.
const pointSize = (count) => Math.min(7, Math.max(2, 22 / count ** 0.2));
const opacity = (count) => (count > 50000 ? 0.6 : 0.85);
const dimmed = (count) => (count > 50000 ? 0.03 : 0.12); // many faint points on one place are no longer faint

export class Plot {
  #dataset;
  #canvas;
  #handlers;
  #points;
  #picker;
  #motion;
  #flight = new Flight((camera) => this.#look(camera));
  #camera;
  #hovered = -1;
  #lassoing = false;
  #highlighted = NO_MEMBERS;
  #sample = null; // the only points that are drawn, while the map moves on a slow device
  #layersAreNew = false; // what is to be drawn has changed since it was last handed to the device
  #cameraIsNew = false;
  #frame = 0; // that the browser was asked for

  // handlers: hover(member or -1), frame() after each drawn frame, view() after a change of the camera, lost() when the
  // graphics context is.
  constructor(canvas, dataset, handlers) {
    this.#canvas = canvas;
    this.#dataset = dataset;
    this.#handlers = handlers;
    this.#picker = new Picker(dataset.arrays.position);
    this.#points = new Points(canvas, dataset.arrays.position);
    this.#camera = fitAll(this.stage);
    this.#motion = new Motion(dataset.members, {
      thin: (sample) => this.#draw({ sample }),
      restore: () => this.#draw({ sample: null }),
    });
    canvas.addEventListener("webglcontextlost", () => handlers.lost());
    new ResizeObserver(() => {
      this.hover(-1);
      this.#ask();
    }).observe(canvas);
  }

  get stage() {
    return { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
  }
  // The member at a place of the stage in pixels, or -1.
  memberAt(place) {
    const [x, y] = fromScreen(this.camera, this.stage, place);
    return this.#picker.nearest(x, y, (REACH * 2 * this.camera.distance) / this.stage.height);
  }
  // The members in a polygon [[x, y], …] in the data's units.
  inside(polygon) {
    return this.#picker.inside(polygon);
  }
  hover(member) {
    if (member === this.#hovered) return;
    this.#hovered = member;
    this.#handlers.hover(member);
  }

  // Draws all points in a colouring's colours.
  draw({ values, colours }) {
    this.#points.colour(values, colours);
    this.#draw({});
  }
  // Shows these members as they are and all others dimmed; none: all as they are.
  highlight(members) {
    this.#highlighted = members;
    this.#draw({});
  }
  // Draws now what the next frame would.
  flush() {
    this.#render();
  }

  get camera() {
    return this.#camera;
  }
  lookAt(camera, { animate = true } = {}) {
    const goal = { ...camera, distance: Math.min(FARTHEST, Math.max(NEAREST, camera.distance)) };
    const still = !animate || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#flight.go(this.#camera, goal, still);
  }
  home() {
    this.lookAt(fitAll(this.stage));
  }
  zoomBy(factor) {
    this.lookAt(zoomed(this.camera, this.stage, factor));
  }
  panBy(dx, dy) {
    const { x, y, distance } = this.camera;
    this.lookAt({ x: x + dx * distance, y: y + dy * distance, distance }, { animate: false });
  }
  zoomToMembers(members) {
    if (members.length === 0) return;
    const positions = Array.from(members, (member) => this.#dataset.position(member));
    this.lookAt(fitPoints(positions, this.stage));
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
    if (isSeen) return;
    const [x, y] = this.#dataset.position(member);
    const { distance } = this.camera;
    this.lookAt({ x, y: y - (covered / height) * distance, distance });
  }
  screenPosition(member) {
    return toScreen(this.camera, this.stage, this.#dataset.position(member));
  }

  get lassoing() {
    return this.#lassoing;
  }
  set lassoing(on) {
    this.#lassoing = on;
    this.#canvas.classList.toggle("lassoing", on);
  }

  #look(camera) {
    this.#camera = camera;
    this.#cameraIsNew = true;
    this.#ask();
  }

  #draw({ sample = this.#sample }) {
    this.#sample = sample;
    this.#layersAreNew = true;
    this.#ask();
  }

  // All points; or all dimmed, and those that are highlighted in full on top of them.
  #layers() {
    const count = this.#dataset.members;
    const size = pointSize(count);
    const sample = this.#sample;
    if (this.#highlighted.length === 0) return [{ members: sample, size, opacity: opacity(count) }];
    return [
      { members: sample, size, opacity: dimmed(count) },
      { members: sample ? few(this.#highlighted, sample.length) : this.#highlighted, size: size + 1, opacity: 1 },
    ];
  }

  #ask() {
    this.#frame ||= requestAnimationFrame(() => this.#render());
  }

  #render() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#layersAreNew) this.#points.show(this.#layers());
    this.#layersAreNew = false;
    this.#points.draw(this.#camera, this.stage);
    this.#handlers.frame();
    if (!this.#cameraIsNew) return;
    this.#cameraIsNew = false;
    this.#motion.moved();
    this.hover(-1);
    this.#handlers.view();
  }
}

// At most so many of the members, evenly spread.
function few(members, most) {
  const step = Math.ceil(members.length / most);
  return step > 1 ? members.filter((_, i) => i % step === 0) : members;
}
