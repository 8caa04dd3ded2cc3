// The legend of the colours; lines that can be searched for are buttons that do so.
import { make, number } from "../common/dom.js";

export function showLegend(list, noteElement, { legend, note }, search) {
  list.replaceChildren(
    ...legend.map(({ colour, label, count, query }) => {
      const content = [
        make("span", { class: "swatch", style: `background:${colour}` }),
        make("span", { class: "legend-label" }, label),
        make("span", { class: "faint count" }, count === undefined ? "" : number(count)),
      ];
      return make(
        "li",
        {},
        query
          ? make(
              "button",
              { type: "button", class: "legend-line", title: `Search ${query}`, onclick: () => search(query) },
              content,
            )
          : make("div", { class: "legend-line" }, content),
      );
    }),
  );
  noteElement.textContent = note;
  noteElement.hidden = note === "";
}
