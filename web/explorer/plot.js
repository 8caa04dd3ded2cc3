// The map: which points are drawn how, from where they are looked at, and which is where on the screen.
import { boundsOf, fitBox, fitPoints, fromScreen, sameView, toScreen, zoomed, FARTHEST, NEAREST } from "./camera.js";
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
  #bounds; // of all points
  #chosen = null; // the camera; null: home, whatever size the stage gets
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
    this.#bounds = boundsOf(dataset.arrays.position);
    this.#picker = new Picker(dataset.arrays.position);
    this.#points = new Points(canvas, dataset.arrays.position);
    this.#motion = new Motion(dataset.members, {
      thin: (sample) => this.#draw({ sample }),
      restore: () => this.#draw({ sample: null }),
    });
    canvas.addEventListener("webglcontextlost", () => handlers.lost());
    new ResizeObserver(() => {
      this.hover(-1);
      this.#cameraIsNew = true; // home is, and so is the share of it that any other camera sees
      this.#render(); // before the browser shows the last drawing stretched
    }).observe(canvas);
  }

  get stage() {
    return { width: Math.max(1, this.#canvas.clientWidth), height: Math.max(1, this.#canvas.clientHeight) };
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
    return this.#chosen ?? this.homeCamera;
  }
  // The one that sees all points.
  get homeCamera() {
    return fitBox(this.#bounds, this.stage);
  }
  // The camera for an address: {x, y, zoom}, the zoom in relation to home; null at home.
  get view() {
    const { camera, homeCamera } = this;
    if (sameView(camera, homeCamera, 1e-3)) return null;
    return { x: camera.x, y: camera.y, zoom: homeCamera.distance / camera.distance };
  }
  set view({ x, y, zoom }) {
    this.lookAt({ x, y, distance: this.homeCamera.distance / zoom }, { animate: false });
  }
  lookAt(camera, { animate = true } = {}) {
    const goal = { ...camera, distance: Math.min(FARTHEST, Math.max(NEAREST, camera.distance)) };
    this.#fly(() => goal, animate);
  }
  home() {
    this.#fly(() => this.homeCamera, true);
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
    this.lookAt(fitPoints(positions, this.stage, this.homeCamera.distance));
  }
  // Moves to the places [[x, y], …] unless they can all be seen. `covered`: pixels of the stage, from below, that lie
  // under a sheet.
  bringIntoView(places, covered = 0) {
    if (places.every((place) => this.#isSeen(place))) return;
    const { width, height } = this.stage;
    const free = Math.max(1, height - covered);
    const goal = fitBox(boundsOf(places.flat()), { width, height: free });
    const { distance: now } = this.camera;
    const distance = places.length === 1 ? now : Math.max(now, (goal.distance * height) / free);
    this.lookAt({ x: goal.x, y: goal.y - (covered / height) * distance, distance });
  }
  screenPosition(member) {
    return this.placeOnScreen(this.#dataset.position(member));
  }
  placeOnScreen(position) {
    return toScreen(this.camera, this.stage, position);
  }

  get lassoing() {
    return this.#lassoing;
  }
  set lassoing(on) {
    this.#lassoing = on;
    this.#canvas.classList.toggle("lassoing", on);
  }

  // Nothing is there outside the window, and under a sheet it is another element.
  #isSeen(place) {
    const box = this.#canvas.getBoundingClientRect();
    const [x, y] = this.placeOnScreen(place);
    return [-EDGE, EDGE].every((d) => document.elementFromPoint(box.left + x + d, box.top + y + d) === this.#canvas);
  }

  // `goal()`: the camera to get to.
  #fly(goal, animate) {
    const still = !animate || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#flight.go(this.camera, goal, still);
  }

  #look(camera) {
    this.#chosen = sameView(camera, this.homeCamera, 1e-6) ? null : camera;
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
    this.#points.draw(this.camera, this.stage);
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
