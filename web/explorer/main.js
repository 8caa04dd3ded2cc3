// Starts the page: reads the data, then hands over to the explorer; whatever goes wrong before that is shown instead.
// `eqnet serve` marks its pages by data-live; those may be without data.
//
// window.eqnet is for tests and for a browser's console, see hook.js.
import { startBare } from "./bare.js";
import { Dataset } from "./dataset.js";
import { decode, holdsData } from "./decode.js";
import { byId } from "../common/dom.js";
import { startExplorer } from "./explorer.js";
import { showFailure } from "./failure.js";
import { requireWebGL } from "./points.js";

// Shows the text and lets the browser paint it.
function progress(text) {
  byId("loading").textContent = text;
  return new Promise((resolve) => setTimeout(resolve));
}

async function start() {
  const holder = byId("eqnet-data");
  const live = document.body.hasAttribute("data-live");
  if (live && !holdsData(holder.textContent)) return show(startBare);
  requireWebGL();
  const decoded = await decode(holder.textContent, progress);
  holder.remove(); // megabytes of text that nothing needs any more
  await progress(`Drawing ${decoded.header.members.toLocaleString("en")} points …`);
  const dataset = new Dataset(decoded);
  return show(() => startExplorer(dataset, { live }));
}

function show(startPage) {
  byId("app").hidden = false;
  const hook = startPage();
  byId("loading").remove();
  return hook;
}

const started = start();
window.eqnet = { ready: started.then(() => undefined) };
started.then((hook) => Object.assign(window.eqnet, hook)).catch(showFailure);
window.eqnet.ready.catch(() => {}); // shown already; tests may still await it
