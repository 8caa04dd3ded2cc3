// A headless browser for the tests of the pages. A page that logs an error, throws, or asks for anything but itself
// (a page of a server: for anything of another origin) fails the test that opened it.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

export { launch } from "../../web/chromium.mjs";

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

// Opens a file as file://…#fragment, or an address of a server. `expected`: errors that the page may log, as a browser
// does for every answer that is one. `before(context)` runs ahead of it, for initial scripts. The result is the page,
// with page.visit(file, fragment) to go on to another and page.finish() to close it and to check that it was quiet.
// Motion is reduced, so that what a click does is done in the next frames: page.settle() waits for them.
export async function openPage(
  browser,
  file,
  { viewport = DESKTOP, fragment = "", colorScheme = "light", expected = null, before } = {},
) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: "reduce",
    hasTouch: viewport.width < 600,
  });
  await before?.(context);
  context.setDefaultTimeout(10000);
  const page = await context.newPage();
  let address = "";
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !expected?.test(message.text())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    const isOwn = address.startsWith("http") ? url.startsWith(`${address}/`) : url.split("#")[0] === address;
    if (!isOwn && !/^(data|blob):/.test(url)) problems.push(`request: ${url}`);
  });
  page.finish = async () => {
    await context.close();
    assert.deepEqual(problems, []);
  };
  page.visit = (next, part = "") => {
    address = next.startsWith("http") ? next : pathToFileURL(next).href;
    return page.goto(address + (next.startsWith("http") ? "/" : "") + part);
  };
  page.settle = () =>
    page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 20)))),
    );
  await page.visit(file, fragment);
  return page;
}
