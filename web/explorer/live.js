// A page of `eqnet serve`: beside its map, if it has one, there are questions to the server.
import { byId, make } from "../common/dom.js";
import { AskPanel } from "./ask_panel.js";
import { Asking } from "./asking.js";
import { Server } from "./server.js";

// map: of asked_map.js, or null. actions: pick(text), true where it went to that expression on the map; copy(text, done)
// Returns {server, panel, asking, ask(text, other), open(), restore(wanted)}.
export function startLive({ state, sheet, map, actions }) {
  const server = new Server();
  const ask = (text, other = "") => {
    const question = text.trim();
    const compared = question ? other.trim() : "";
    state.set({ question, compared });
    sheet.open("ask");
    return asking.ask(question, compared);
  };
  const panel = new AskPanel(ask);
  sheet.add("ask");
  sheet.open("ask");
  const asking = new Asking(server, panel, map, {
    ask,
    copy: actions.copy,
    pick: (text) => actions.pick(text) || ask(text),
  });
  return {
    server,
    panel,
    asking,
    ask,
    // Brings the fields to the front.
    open() {
      sheet.open("ask");
      panel.focus();
    },
    // What an address asks.
    restore({ question, compared, view }) {
      if (question === state.question && compared === state.compared) return;
      state.set({ question, compared }, "address");
      if (question && state.selected < 0) sheet.open("ask");
      asking.ask(question, compared, { move: !view });
    },
  };
}

// Where the panel can be closed: a button that opens it again, and a line in the help.
export function addAskButton(open) {
  const title = "Ask about any expression (A)";
  byId("zoom").after(make("button", { type: "button", id: "open-ask", class: "tool", title, onclick: open }, "Ask"));
  const words = "ask about any expression, also one that is not on the map";
  byId("help").querySelector("dl").append(make("dt", {}, make("kbd", {}, "A")), make("dd", {}, words));
}
