// Light or dark: the system's choice, or the reader's for this visit.
//
// The dark colours stand once, in rules under (prefers-color-scheme: dark). To choose, those rules' condition is
// replaced by "always" or "never".

const SYSTEM = "(prefers-color-scheme: dark)";
let chosen = null; // "light", "dark" or null: as the system says
const system = matchMedia(SYSTEM);

const darkRules = [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-color-scheme"));

export const theme = () => chosen ?? (system.matches ? "dark" : "light");

export function chooseTheme(name) {
  chosen = name;
  for (const rule of darkRules) rule.media.mediaText = name === "dark" ? "all" : "not all";
  document.documentElement.style.colorScheme = name;
}
