// Makes the pages that are built into the program: each one HTML file with its style, its script and the licences of
// the libraries in it, if any, and a mark where the program puts the data.  Usage: node bundle.mjs OUTPUT-FOLDER
import { build } from "esbuild";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2];
if (!output) throw new Error("usage: node bundle.mjs OUTPUT-FOLDER");

// The text of a bundle, and the packages that it took something from.
async function bundle(file) {
  const result = await build({
    entryPoints: [join(here, file)],
    absWorkingDir: here,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "iife",
    target: "es2022",
    legalComments: "none", // whole licences follow
    logLevel: "warning",
  });
  const packages = Object.keys(result.metafile.inputs)
    .map((input) => input.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1])
    .filter(Boolean);
  return { text: result.outputFiles[0].text, packages };
}

function licences(packages) {
  if (packages.length === 0) return "";
  const notices = [...new Set(packages)].sort().map((name) => {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : "";
    return `${name} ${version} (${license})\n\n${text.trim()}`;
  });
  return `<!--\nThis page contains these libraries:\n\n${notices.join("\n\n----\n\n").replaceAll("--", "- -")}\n-->`;
}

// Inside a script or style element only its own end tag ends it.
const inElement = (text, tag) => text.replaceAll(new RegExp(`</(${tag})`, "gi"), "<\\/$1");

for (const page of ["report", "explorer", "tune"]) {
  const style = await bundle(`${page}/style.css`);
  const script = await bundle(`${page}/main.js`);
  const html = readFileSync(join(here, page, "index.html"), "utf8")
    .replace("<!-- style -->", () => `<style>${inElement(style.text, "style")}</style>`)
    .replace("<!-- script -->", () => `<script>${inElement(script.text, "script")}</script>`)
    .replace("<!-- licences -->", () => licences([...style.packages, ...script.packages]));
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, `${page}.html`), html);
}
