// A chart as one SVG file that looks the same outside the page: black on white, with its title and legend.
import { makeSvg } from "../common/dom.js";

const ink = "#1a1d21";
const titleHeight = 34;

const gap = 6;
const widest = 1080; // plots go side by side up to here
const titleLetter = 9;

// plots: as Plot makes them, each with a width and a height.
export function svgOf(title, plots) {
  const file = makeSvg("svg", { xmlns: "http://www.w3.org/2000/svg", "font-family": "system-ui, sans-serif", color: ink, fill: "currentColor" });
  const heading = makeSvg("text", { x: 12, y: 22, "font-size": 15, "font-weight": 600, fill: ink }, title);
  let [x, y, rowHeight, width] = [0, titleHeight, 0, titleLetter * title.length + 24];
  const copies = plots.map((svg) => {
    const copy = svg.cloneNode(true);
    for (const tip of copy.querySelectorAll("[aria-label=tip]")) tip.remove(); // what the pointer had shown
    const size = { x: Number(svg.getAttribute("width")), y: Number(svg.getAttribute("height")) };
    if (x > 0 && x + size.x > widest) {
      [x, y, rowHeight] = [0, y + rowHeight + gap, 0];
    }
    copy.setAttribute("x", x);
    copy.setAttribute("y", y);
    x += size.x + gap;
    rowHeight = Math.max(rowHeight, size.y);
    width = Math.max(width, x);
    return copy;
  });
  const height = y + rowHeight + gap;
  file.setAttribute("viewBox", `0 0 ${width} ${height}`);
  file.setAttribute("width", width);
  file.setAttribute("height", height);
  file.append(makeSvg("rect", { width, height, fill: "#ffffff" }), heading, ...copies);
  return new XMLSerializer().serializeToString(file);
}
