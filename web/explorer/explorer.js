// Puts the page together: each part tells the state what the reader did, and shows what the state says.
import { describeData } from "./about.js";
import { readAddress } from "./address.js";
import { AskedMap } from "./asked_map.js";
import { Card } from "./card.js";
import { saveText } from "./clipboard.js";
import { byId } from "../common/dom.js";
import { colouring } from "./colouring.js";
import { listenToControls, listenToPage } from "./controls.js";
import { copyOrSay } from "./copying.js";
import { expressionPanel, showLinkToggles } from "./panel.js";
import { hook } from "./hook.js";
import { showFailure, PageError } from "./failure.js";
import { keepAddress } from "./history.js";
import { lassoPanel } from "./lasso_list.js";
import { showLegend } from "./legend.js";
import { linkLines } from "./link_lines.js";
import { addAskButton, startLive } from "./live.js";
import { listenToGestures } from "./gestures.js";
import { Overlay } from "./overlay.js";
import { Plot } from "./plot.js";
import { Search } from "./search.js";
import { SearchBox } from "./search_box.js";
import { Sheet } from "./sheet.js";
import { NO_MEMBERS, emptyState } from "./state.js";
import { toast } from "./toast.js";

const TYPING_PAUSE = 120; // milliseconds

// A function that runs the action once, `delay` milliseconds after its last call.
function later(action) {
  let timer = 0;
  return (delay) => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };
}

// Returns the test hook when the points are drawn. `live`: the page comes from a server that can be asked.
export function startExplorer(dataset, { live: isLive }) {
  describeData(dataset.header);
  const state = emptyState("");
  const search = new Search(dataset);
  const plot = new Plot(byId("map"), dataset, {
    hover(member) {
      overlay.hover(member);
      card.show(member);
    },
    frame() {
      overlay.place();
      askedMap?.place();
    },
    view: () => address.view(),
    lost: () => showFailure(new PageError("The graphics device went away. Load the page again.")),
  });
  const overlay = new Overlay(byId("overlay"), plot, dataset);
  const card = new Card(byId("card"), plot, dataset);
  const sheet = new Sheet();
  const covered = () => sheet.covers(byId("stage"));

  // Selecting from a list, or by a tap that opens the sheet: the point may be out of sight.
  const goTo = (member) => {
    state.set({ selected: member });
    plot.bringIntoView([dataset.position(member)], covered());
  };
  const askedMap = isLive ? new AskedMap(byId("overlay"), plot, dataset, covered) : null;
  const pickText = (text) => {
    const member = dataset.find(text);
    if (member !== undefined) goTo(member);
    return member !== undefined;
  };
  const live = isLive ? startLive({ state, sheet, map: askedMap, actions: { pick: pickText, copy: copyOrSay } }) : null;
  if (live) addAskButton(live.open);
  const setQuery = (query, cause) => state.set({ query, result: search.find(query), lasso: NO_MEMBERS }, cause);

  const searchBox = new SearchBox(
    {
      input: byId("query"),
      list: byId("hits"),
      status: byId("hit-count"),
      results: byId("results"),
      zoom: byId("zoom-to-hits"),
      clear: byId("clear-query"),
    },
    dataset,
    {
      query: (text) => setQuery(text, "typing"),
      pick: goTo,
      zoom: () => plot.zoomToMembers(state.result.hits),
      ask: live?.ask,
    },
  );

  const actions = { pick: goTo, copy: copyOrSay, save: saveText, search: (query) => setQuery(query) };
  followState({ state, dataset, plot, overlay, sheet, searchBox }, actions);

  // From an address: everything it names, and nothing that it does not.
  const restore = (fragment, { atStart }) => {
    const wanted = readAddress(fragment);
    const member = wanted.expression ? dataset.find(wanted.expression) : -1;
    if (member === undefined) toast(`${wanted.expression} is not in this dataset`);
    if (wanted.query !== state.query) setQuery(wanted.query, "address");
    state.set({ colour: wanted.colour, links: wanted.links }, "address");
    state.set({ selected: member ?? -1 }, "address");
    if (wanted.view) plot.view = wanted.view;
    else if (atStart && state.selected >= 0) plot.bringIntoView([dataset.position(state.selected)], covered());
    live?.restore(wanted);
  };
  const selectedText = () => (state.selected >= 0 ? dataset.text(state.selected) : "");
  const address = keepAddress(state, { expression: selectedText, view: () => plot.view }, restore);

  listenToPage();
  listenToControls({ state, plot, searchBox, sheet, ask: live?.open });
  listenToGestures(byId("map"), plot, {
    click: (member) => (member >= 0 ? goTo(member) : state.set({ selected: -1 })),
    outline: (polygon) => overlay.outline(polygon),
    lasso(members) {
      plot.lassoing = false;
      byId("lasso").setAttribute("aria-pressed", "false");
      state.set({ lasso: members });
      if (members.length === 0) toast("There is no point in the lasso");
    },
  });
  restore(location.hash, { atStart: true });
  plot.flush();
  return hook({ dataset, state, plot, search, select: goTo, setQuery, live });
}

// Shows each change of the state where it belongs. actions: pick(member), copy(text, done), save(text, name),
// search(query).
function followState({ state, dataset, plot, overlay, sheet, searchBox }, actions) {
  const toggleLink = (kind, on) =>
    state.set({ links: on ? [...state.links, kind] : state.links.filter((other) => other !== kind) });

  state.on(["query", "result"], (_, cause) => searchBox.show(state.query, state.result, cause === "typing"));
  // Drawing all points anew takes longer than finding them, so it waits until nobody has typed for a moment.
  const highlight = later(() => plot.highlight(state.lasso.length > 0 ? state.lasso : state.result.hits));
  state.on(["result", "lasso"], (_, cause) => highlight(cause === "typing" ? TYPING_PAUSE : 0));
  state.on(["colour"], () => {
    byId("colour").value = state.colour;
    const colours = colouring(dataset, state.colour);
    showLegend(byId("legend-list"), byId("legend-note"), colours, actions.search);
    plot.draw(colours);
  });
  state.on(["selected"], () => {
    if (state.selected >= 0) {
      sheet.show("expression", expressionPanel(dataset, state.selected, state.links, { ...actions, toggleLink }));
    } else {
      sheet.clear("expression");
    }
  });
  state.on(["lasso"], () => {
    const clear = () => state.set({ lasso: NO_MEMBERS });
    if (state.lasso.length > 0) sheet.show("lasso", lassoPanel(dataset, state.lasso, { ...actions, clear }));
    else sheet.clear("lasso");
  });
  state.on(["selected", "links"], () => overlay.show(state.selected, linkLines(dataset, state.selected, state.links)));
  state.on(["links"], () => showLinkToggles(state.links));
}
