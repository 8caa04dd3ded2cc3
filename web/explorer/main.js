// Starts the page: reads the data, then hands over to the explorer; whatever goes wrong before that is shown instead.
//
// window.eqnet is for tests and for a browser's console, see hook.js.
import { Dataset } from "./dataset.js";
import { decode } from "./decode.js";
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
  requireWebGL();
  const holder = byId("eqnet-data");
  const decoded = await decode(holder.textContent, progress);
  holder.remove(); // megabytes of text that nothing needs any more
  await progress(`Drawing ${decoded.header.members.toLocaleString("en")} points …`);
  const dataset = new Dataset(decoded);
  byId("app").hidden = false;
  const hook = startExplorer(dataset);
  byId("loading").remove();
  return hook;
}

const started = start();
window.eqnet = { ready: started.then(() => undefined) };
started.then((hook) => Object.assign(window.eqnet, hook)).catch(showFailure);
window.eqnet.ready.catch(() => {}); // shown already; tests may still await it
