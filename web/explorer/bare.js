// A page of `eqnet serve` without data: there is no map, only questions.
import { readAddress, DEFAULT_COLOUR } from "./address.js";
import { byId, counted, make } from "../common/dom.js";
import { listenToPage } from "./controls.js";
import { copyOrSay } from "./copying.js";
import { keepAddress } from "./history.js";
import { startLive } from "./live.js";
import { Sheet } from "./sheet.js";
import { emptyState } from "./state.js";

// Returns the test hook.
export function startBare() {
  for (const id of ["tools", "legend", "stage", "help-button", "close-panel"]) byId(id).remove();
  byId("app").classList.add("bare");
  const state = emptyState(DEFAULT_COLOUR);
  const live = startLive({ state, sheet: new Sheet(), map: null, actions: { pick: () => false, copy: copyOrSay } });
  const restore = (fragment) => live.restore(readAddress(fragment));
  keepAddress(state, { expression: () => "", view: () => null }, restore);
  listenToPage();
  describeServer(live);
  restore(location.hash);
  return { ask: live.ask, asked: () => live.asking.asked };
}

async function describeServer({ server, panel }) {
  try {
    const { version, model, expressions } = await server.info();
    const words = model ? `${model.kind}, ${counted(model.dimension, "dimension")}, ${model.domain}` : "no model";
    byId("about").textContent = `eqnet ${version} · ${words}`;
    if (expressions !== undefined) return;
    byId("ask-panel").append(
      make("p", { class: "faint", id: "no-data" }, "Start the server with --data to have a map and neighbours."),
    );
  } catch (error) {
    panel.showProblem(error.message);
  }
}
