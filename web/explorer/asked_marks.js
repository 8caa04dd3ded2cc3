// On the map, rings where the asked expressions belong, with lines to the members that say so.
import { asked as styles } from "../common/palette.js";
import { makeSvg } from "../common/dom.js";
import { clipSegment } from "./clip.js";
import { shortLabel } from "./short_label.js";

const RADIUS = [10, 15]; // of the first and the second, which may lie on one place
const LABEL = [-17, 29]; // pixels below it: one label above, one below
const NEAR_EDGE = 110; // pixels, where a label would be cut off

export class AskedMarks {
  #plot;
  #group = makeSvg("g", { class: "asked" });
  #marks = [];

  constructor(svg, plot) {
    this.#plot = plot;
    svg.append(this.#group);
  }

  // marks: for the first and the second expression {text, position: [x, y] on the map, from: members} or null
  show(marks) {
    this.#marks = marks.map((mark, i) => mark && { ...mark, ...elements(mark.text, i) }).filter(Boolean);
    this.#group.replaceChildren(...this.#marks.flatMap(({ lines, ring }) => [lines, ring]));
    this.place();
  }

  // Puts everything where the camera now has it.
  place() {
    const { stage } = this.#plot;
    for (const { position, from, lines, ring, label } of this.#marks) {
      const [x, y] = this.#plot.placeOnScreen(position);
      ring.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      label.setAttribute("text-anchor", x < NEAR_EDGE ? "start" : x > stage.width - NEAR_EDGE ? "end" : "middle");
      const segments = from.map((member) => clipSegment([x, y], this.#plot.screenPosition(member), stage));
      lines.setAttribute(
        "d",
        segments.filter(Boolean).map((ends) => `M${ends.map((end) => end.map((c) => c.toFixed(1))).join("L")}`).join(""),
      );
    }
  }
}

function elements(text, i) {
  const { colour, dash } = styles[i];
  const circle = { r: RADIUS[i], stroke: colour, "stroke-dasharray": dash || "none" };
  const label = makeSvg("text", { y: LABEL[i], style: `--own: ${colour}` }, shortLabel(text));
  return {
    label,
    lines: makeSvg("path", { class: "asked-lines", stroke: colour }),
    ring: makeSvg(
      "g",
      { class: "asked-ring" },
      makeSvg("circle", { r: RADIUS[i], class: "halo" }),
      makeSvg("circle", circle),
      makeSvg("circle", { r: 2.5, fill: colour, stroke: "none" }),
      label,
    ),
  };
}
