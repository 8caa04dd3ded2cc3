// Making elements. Texts only ever enter the page through here as text nodes: an expression may contain "<script>".

// make("button", {class: "x", onclick: f, "aria-label": "…"}, "text", child, …); null children are left out.
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const byId = (id) => document.getElementById(id);

export const number = (value) => value.toLocaleString("en");

// "1 hit", "2 hits"
export const counted = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
