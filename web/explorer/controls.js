// Buttons and keys.
import { byId } from "../common/dom.js";
import { copyOrSay } from "./copying.js";
import { listenToKeys } from "./keyboard.js";
import { NO_MEMBERS } from "./state.js";
import { chooseTheme, theme } from "./theme.js";

const on = (id, action) => byId(id).addEventListener("click", action);

// Those that every page has.
export function listenToPage() {
  on("copy-link", () => copyOrSay(location.href, "Link copied"));
  on("theme", () => chooseTheme(theme() === "dark" ? "light" : "dark"));
}

// Those of the map. ask(): brings the questions to the front, where there is a server.
export function listenToControls({ state, plot, searchBox, sheet, ask }) {
  const toggleLasso = () => {
    plot.lassoing = !plot.lassoing;
    byId("lasso").setAttribute("aria-pressed", String(plot.lassoing));
  };
  const help = () => byId("help").showModal();
  const clear = () => state.set({ selected: -1, lasso: NO_MEMBERS });
  on("zoom-in", () => plot.zoomBy(2));
  on("zoom-out", () => plot.zoomBy(0.5));
  on("zoom-home", () => plot.home());
  on("lasso", toggleLasso);
  on("help-button", help);
  on("close-panel", () => {
    clear();
    sheet.close();
  });
  byId("colour").addEventListener("change", (event) => state.set({ colour: event.target.value }));
  listenToKeys(byId("map"), {
    search: () => searchBox.focus(),
    help,
    ask,
    lasso: toggleLasso,
    zoomBy: (factor) => plot.zoomBy(factor),
    home: () => plot.home(),
    panBy: (dx, dy) => plot.panBy(dx, dy),
    escape() {
      if (byId("help").open) return; // the dialog closes itself
      if (plot.lassoing) toggleLasso();
      else if (state.selected >= 0 || state.lasso.length > 0) clear();
      else if (sheet.isOpen) sheet.close();
      else if (state.query !== "") searchBox.clear();
    },
  });
}
