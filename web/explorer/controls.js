// Buttons and keys.
import { byId } from "../common/dom.js";
import { listenToKeys } from "./keyboard.js";
import { NO_MEMBERS } from "./state.js";
import { chooseTheme, theme } from "./theme.js";

export function listenToControls({ state, plot, copy, searchBox, sheet }) {
  const on = (id, action) => byId(id).addEventListener("click", action);
  const toggleLasso = () => {
    plot.lassoing = !plot.lassoing;
    byId("lasso").setAttribute("aria-pressed", String(plot.lassoing));
  };
  const help = () => byId("help").showModal();
  const close = () => state.set({ selected: -1, lasso: NO_MEMBERS });
  on("zoom-in", () => plot.zoomBy(2));
  on("zoom-out", () => plot.zoomBy(0.5));
  on("zoom-home", () => plot.home());
  on("lasso", toggleLasso);
  on("help-button", help);
  on("close-panel", close);
  on("copy-link", () => copy(location.href, "Link copied"));
  on("theme", () => chooseTheme(theme() === "dark" ? "light" : "dark"));
  byId("colour").addEventListener("change", (event) => state.set({ colour: event.target.value }));
  listenToKeys(byId("map"), {
    search: () => searchBox.focus(),
    help,
    lasso: toggleLasso,
    zoomBy: (factor) => plot.zoomBy(factor),
    home: () => plot.home(),
    panBy: (dx, dy) => plot.panBy(dx, dy),
    escape() {
      if (byId("help").open) return; // the dialog closes itself
      if (plot.lassoing) toggleLasso();
      else if (sheet.isOpen) close();
      else if (state.query !== "") searchBox.clear();
    },
  });
}
