// A headless browser with software graphics, for tests and pictures; Debian's Chromium unless EQNET_CHROMIUM names another.
import { chromium } from "playwright-core";

export function launch() {
  return chromium.launch({
    executablePath: process.env.EQNET_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
      "--disable-background-networking", "--disable-component-update", "--no-first-run"],
  });
}
