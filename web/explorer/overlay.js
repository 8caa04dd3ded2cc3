// Lines and rings over the map, in SVG: they follow the camera because each drawn frame places them anew.
import { links as kinds } from "../common/palette.js";
import { toScreen } from "./camera.js";
import { clipSegment } from "./clip.js";
import { makeSvg } from "../common/dom.js";
import { shortLabel } from "./short_label.js";

const MOST_LABELS = 12;

export class Overlay {
  #svg;
  #plot;
  #dataset;
  #paths = {};
  #labels = makeSvg("g", { class: "link-labels" });
  #selectedRing = makeSvg(
    "g",
    { class: "ring selected", hidden: true },
    makeSvg("circle", { r: 9, class: "halo" }),
    makeSvg("circle", { r: 9 }),
  );
  #hoverRing = makeSvg(
    "g",
    { class: "ring", hidden: true },
    makeSvg("circle", { r: 6, class: "halo" }),
    makeSvg("circle", { r: 6 }),
  );
  #selected = -1;
  #hovered = -1;
  #links = [];
  #lasso = makeSvg("path", { class: "lasso" });
  #outline = [];

  constructor(svg, plot, dataset) {
    this.#svg = svg;
    this.#plot = plot;
    this.#dataset = dataset;
    for (const [kind, { colour, dash }] of Object.entries(kinds)) {
      this.#paths[kind] = makeSvg("path", {
        class: `link ${kind}`,
        stroke: colour,
        "stroke-dasharray": dash || "none",
      });
    }
    svg.append(this.#lasso, ...Object.values(this.#paths), this.#labels, this.#selectedRing, this.#hoverRing);
  }

  // links: [{kind, to: member, label?}]
  show(selected, links) {
    this.#selected = selected;
    this.#links = links;
    const labelled = links.filter(({ label }) => label).slice(0, MOST_LABELS);
    this.#labels.replaceChildren(
      ...labelled.map(({ kind, label }) => makeSvg("text", { class: kind, dy: -9 }, shortLabel(label))),
    );
    this.place();
  }

  hover(member) {
    this.#hovered = member;
    this.place();
  }

  // The lasso as far as it is drawn: [[x, y], …] in the data's units.
  outline(polygon) {
    this.#outline = polygon;
    this.place();
  }

  // Puts everything where the camera now has it.
  place() {
    this.#placeRing(this.#selectedRing, this.#selected);
    this.#placeRing(this.#hoverRing, this.#hovered);
    const { stage } = this.#plot;
    const from = this.#selected >= 0 ? this.#plot.screenPosition(this.#selected) : null;
    const lines = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
    let label = this.#labels.firstChild;
    for (const link of from ? this.#links : []) {
      const to = this.#plot.screenPosition(link.to);
      // Cut to the stage: a dashed line of a million pixels, as when zoomed in, would take seconds.
      const segment = clipSegment(from, to, stage);
      if (segment) lines[link.kind].push(`M${segment[0].map(round)}L${segment[1].map(round)}`);
      if (link.label && label) {
        label.setAttribute("x", round(to[0]));
        label.setAttribute("y", round(to[1]));
        label = label.nextSibling;
      }
    }
    for (const [kind, path] of Object.entries(this.#paths)) path.setAttribute("d", lines[kind].join(""));
    const corners = this.#outline.map((corner) => toScreen(this.#plot.camera, stage, corner).map(round));
    this.#lasso.setAttribute("d", corners.length ? `M${corners.join("L")}Z` : "");
  }

  #placeRing(ring, member) {
    ring.toggleAttribute("hidden", member < 0);
    if (member < 0) return;
    const [x, y] = this.#plot.screenPosition(member);
    ring.setAttribute("transform", `translate(${round(x)} ${round(y)})`);
  }
}

const round = (value) => Math.round(value * 10) / 10;
