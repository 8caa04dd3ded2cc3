// Keeps the address and the state the same. A new selection or question is a step that the back button undoes;
// everything else changes the address in place.
import { writeAddress } from "./address.js";

const VIEW_DELAY = 250; // browsers refuse more than some hundred changes of the address a minute

// map: {expression(): text of the selected one, view(): the view or null where it is the one that a page opens with}
// `restore(fragment, {atStart})` is called when the reader goes back, forward, or edits the address.
export function keepAddress(state, map, restore) {
  let viewTimer = 0;
  const fragment = () => {
    const { colour, query, links, question, compared } = state;
    return writeAddress({ colour, query, links, question, compared, expression: map.expression(), view: map.view() });
  };
  const write = (how) => {
    const next = fragment();
    if (next !== location.hash && !(next === "#" && location.hash === "")) history[how](null, "", next);
  };

  state.on(["selected", "question", "compared"], (_, cause) => cause !== "address" && write("pushState"));
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
