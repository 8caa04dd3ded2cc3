// A chart as one SVG file that looks the same outside the page: black on white, with its title and legend.
import { makeSvg } from "../common/dom.js";

const ink = "#1a1d21";
const titleHeight = 34;

// plots: as Plot makes them, each with a width and a height.
export function svgOf(title, plots) {
  const size = (svg, side) => Number(svg.getAttribute(side));
  const width = Math.max(...plots.map((svg) => size(svg, "width")), 100);
  const file = makeSvg("svg", { xmlns: "http://www.w3.org/2000/svg", "font-family": "system-ui, sans-serif", color: ink, fill: "currentColor" });
  let height = titleHeight;
  const heading = makeSvg("text", { x: 12, y: 22, "font-size": 15, "font-weight": 600, fill: ink }, title);
  const copies = plots.map((svg) => {
    const copy = svg.cloneNode(true);
    for (const tip of copy.querySelectorAll("[aria-label=tip]")) tip.remove(); // what the pointer had shown
    copy.setAttribute("x", 0);
    copy.setAttribute("y", height);
    height += size(svg, "height") + 4;
    return copy;
  });
  file.setAttribute("viewBox", `0 0 ${width} ${height}`);
  file.setAttribute("width", width);
  file.setAttribute("height", height);
  file.append(makeSvg("rect", { width, height, fill: "#ffffff" }), heading, ...copies);
  return new XMLSerializer().serializeToString(file);
}
