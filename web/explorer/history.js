// Keeps the address and the state the same. A new selection is a step that the back button undoes; everything else
// changes the address in place.
import { writeAddress } from "./address.js";
import { fitAll } from "./camera.js";

const VIEW_DELAY = 250; // browsers refuse more than some hundred changes of the address a minute

// `restore(fragment, {atStart})` is called when the reader goes back, forward, or edits the address.
export function keepAddress(state, plot, textOf, restore) {
  let viewTimer = 0;

  // The view, or null where it is the one that a page opens with.
  const view = () => {
    const { x, y, distance } = plot.camera;
    const zoom = fitAll(plot.stage).distance / distance;
    return Math.hypot(x, y) < 1e-3 && Math.abs(zoom - 1) < 1e-3 ? null : { x, y, zoom };
  };
  const fragment = () =>
    writeAddress({
      expression: state.selected >= 0 ? textOf(state.selected) : "",
      colour: state.colour,
      query: state.query,
      links: state.links,
      view: view(),
    });
  const write = (how) => {
    const next = fragment();
    if (next !== location.hash && !(next === "#" && location.hash === "")) history[how](null, "", next);
  };

  state.on(["selected"], (_, cause) => cause !== "address" && write("pushState"));
  state.on(["colour", "query", "links"], (_, cause) => cause !== "address" && write("replaceState"));
  window.addEventListener("popstate", () => {
    clearTimeout(viewTimer); // it belongs to the entry that was left
    restore(location.hash, { atStart: false });
  });

  return {
    // To be called when the camera has moved.
    view() {
      clearTimeout(viewTimer);
      viewTimer = setTimeout(() => write("replaceState"), VIEW_DELAY);
    },
  };
}
