// The report: reads the data that the program put into the page, and lays out its sections.
import { readReport } from "./data.js";
import { make } from "../common/dom.js";
import { header } from "./header.js";
import { figures } from "./figure.js";
import { scores } from "./scores.js";
import { pairCurves } from "./pair_curves.js";
import { scoreK } from "./score_k.js";
import { transfer } from "./transfer.js";
import { ablations } from "./ablations.js";
import { characteristics } from "./characteristics.js";
import { confusions } from "./confusions.js";
import { trees } from "./trees.js";
import { negations } from "./negations.js";
import { maps } from "./maps.js";
import { beyond } from "./beyond.js";
import { algebras } from "./algebras.js";

const page = document.getElementById("page");

function show(report) {
  const sections = [
    scores, scoreK, pairCurves, transfer, ablations, characteristics, confusions, trees, negations, maps, beyond, algebras,
  ].map((section) => section(report)).filter(Boolean);
  page.replaceChildren(header(report, sections), ...sections);
  // For tests and scripts: every figure by its id, with the plots drawn in it and its rows.
  window.eqnet = { report, figures };
}

try {
  show(readReport(document.getElementById("eqnet-data").textContent));
} catch (error) {
  page.replaceChildren(make("div", { class: "error", role: "alert" },
    make("p", {}, `This report cannot be shown: ${error.message}`),
    make("p", {}, "Make it again with: eqnet report RESULTS -o report.html")));
  throw error;
}
