// Saves figures of a report as SVG files, and a picture of an explorer, as docs/images/ has them; by the buttons of the page.
// Usage: node web/save-figures.mjs REPORT.html FOLDER FIGURE…      (FIGURE: an id such as score-k-mean)
//        node web/save-figures.mjs EXPLORER.html FILE.png 'a & b'  (the expression that is selected)
//        node web/save-figures.mjs http://127.0.0.1:8080/ FILE.png 'a & b' 'a | b'  (of eqnet serve: what is asked)
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";

const [page, output, ...names] = process.argv.slice(2);
if (!names.length) throw new Error(readFileSync(new URL(import.meta.url), "utf8").match(/Usage.*/)[0]);

const browser = await launch();
const tab = await browser.newPage({ viewport: { width: 1080, height: 680 } });
const isLive = page.startsWith("http");
await tab.goto(isLive ? page : pathToFileURL(resolve(page)).href);
if (output.endsWith(".png")) {
  await tab.evaluate(() => window.eqnet.ready);
  if (isLive) await tab.evaluate(([text, other]) => window.eqnet.ask(text, other), names);
  else await tab.evaluate((expression) => window.eqnet.select(expression), names[0]);
  await tab.waitForTimeout(1500); // the view glides there
  await tab.screenshot({ path: output });
} else {
  for (const name of names) {
    const [file] = await Promise.all([tab.waitForEvent("download"), tab.locator(`#${name} [data-take=svg]`).click()]);
    await file.saveAs(`${output}/${name}.svg`);
  }
}
await browser.close();
