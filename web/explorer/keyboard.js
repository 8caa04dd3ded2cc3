// Keys of the page as a whole, of the map, and of lists of expressions.

const PAN = 0.15; // of half the height seen

// actions: search(), help(), escape(), zoomBy(factor), home(), panBy(dx, dy), lasso(), ask() where there is a server
export function listenToKeys(canvas, actions) {
  const MAP_KEYS = {
    ArrowLeft: () => actions.panBy(-PAN, 0),
    ArrowRight: () => actions.panBy(PAN, 0),
    ArrowUp: () => actions.panBy(0, PAN),
    ArrowDown: () => actions.panBy(0, -PAN),
  };
  const PAGE_KEYS = {
    "/": actions.search,
    "?": actions.help,
    "+": () => actions.zoomBy(1.5),
    "=": () => actions.zoomBy(1.5),
    "-": () => actions.zoomBy(1 / 1.5),
    0: actions.home,
    l: actions.lasso,
    a: actions.ask,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      actions.escape();
      return;
    }
    if (event.target.matches?.("input, textarea, select")) return;
    const action = (event.target === canvas && MAP_KEYS[event.key]) || PAGE_KEYS[event.key];
    if (action) {
      event.preventDefault();
      action();
    } else if (event.target.matches?.("[data-list-item]")) {
      moveInList(event);
    }
  });
}

// Up and down among the items of one panel.
function moveInList(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const items = [...event.target.closest("ol, ul, section").querySelectorAll("[data-list-item]")];
  const next = items[items.indexOf(event.target) + step];
  event.preventDefault();
  next?.focus();
}
