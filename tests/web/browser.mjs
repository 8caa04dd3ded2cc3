// A headless browser for the tests of the pages. A page that logs an error, throws, or asks for anything but itself
// fails the test that opened it.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

export { launch } from "../../web/chromium.mjs";

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

// Opens a file as file://…#fragment. `before(context)` runs ahead of it, for initial scripts. The result is the page,
// with page.visit(file, fragment) to go on to another and page.finish() to close it and to check that it was quiet.
// Motion is reduced, so that what a click does is done in the next frames: page.settle() waits for them.
export async function openPage(
  browser,
  file,
  { viewport = DESKTOP, fragment = "", colorScheme = "light", before } = {},
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
  page.on("console", (message) => message.type() === "error" && problems.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (url.split("#")[0] !== address && !/^(data|blob):/.test(url)) problems.push(`request: ${url}`);
  });
  page.finish = async () => {
    await context.close();
    assert.deepEqual(problems, []);
  };
  page.visit = (next, part = "") => {
    address = pathToFileURL(next).href;
    return page.goto(address + part);
  };
  page.settle = () =>
    page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 20)))),
    );
  await page.visit(file, fragment);
  return page;
}
