// How long an explorer's page takes in headless Chromium with software graphics. Usage: node page_load.mjs EXPLORER.html
import { launch, openPage, DESKTOP } from "../../tests/web/browser.mjs";

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
const browser = await launch();
const loads = [];
let page;
for (let i = 0; i < 5; ++i) {
  await page?.finish();
  const start = performance.now();
  page = await openPage(browser, process.argv[2], { viewport: DESKTOP });
  await page.evaluate(() => window.eqnet.ready);
  loads.push(performance.now() - start);
}
console.log(`its page, from opening to ready (median of 5): ${(median(loads) / 1000).toFixed(1)} s`);
await page.evaluate(async () => {
  window.gaps = [];
  let last = performance.now();
  const next = () => requestAnimationFrame(() => {
    window.gaps.push(performance.now() - last);
    last = performance.now();
    next();
  });
  next();
});
await page.mouse.move(600, 400);
await page.mouse.down();
for (let i = 0; i < 60; ++i) await page.mouse.move(600 + 3 * i, 400 + i);
await page.mouse.up();
console.log(`a frame while the map is dragged (median): ${median(await page.evaluate(() => window.gaps)).toFixed(0)} ms`);
const searches = await page.evaluate(() => ["a & b", "c >> ~c", "class:a", "size:5", "zzz"].map((query) => window.eqnet.search(query).milliseconds));
console.log(`a search (median of 5): ${median(searches).toFixed(0)} ms`);
await page.finish();
await browser.close();
