// The page of the panel in which one asks the server: two fields and the answer.
import { byId, make } from "../common/dom.js";
import { problem } from "./answer.js";

const field = (id, label) => [
  make("label", { for: id }, label),
  make("input", { id, class: "expression", autocomplete: "off", autocapitalize: "off", spellcheck: "false" }),
];

export class AskPanel {
  // ask(text, other): what the fields hold, without spaces around it
  constructor(ask) {
    const tab = make("button", { type: "button", role: "tab", id: "tab-ask", "aria-controls": "ask-panel" }, "Ask");
    byId("panel").querySelector("[role=tablist]").prepend(tab);
    this.answer = make("div", { id: "answer", "aria-live": "polite" });
    const form = make(
      "form",
      { id: "ask" },
      field("ask-text", "Any expression"),
      field("ask-other", "Compare with"),
      make(
        "p",
        { class: "buttons" },
        make("button", { id: "ask-button" }, "Ask"),
        make("button", { type: "button", id: "ask-clear", hidden: true, onclick: () => ask("", "") }, "Clear"),
      ),
    );
    byId("panel").append(
      make("div", { id: "ask-panel", role: "tabpanel", "aria-labelledby": "tab-ask" }, form, this.answer),
    );
    byId("ask-other").placeholder = "optional";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (matchMedia("(hover: none)").matches) document.activeElement.blur(); // the keys on the screen cover the answer
      ask(byId("ask-text").value, byId("ask-other").value);
    });
  }

  focus() {
    byId("ask-text").focus();
    byId("ask-text").select();
  }

  // Puts a question into the fields, however it was asked.
  show(text, other) {
    byId("ask-text").value = text;
    byId("ask-other").value = other;
    byId("ask-clear").hidden = text === "";
  }

  // While it is busy, the answer is not read out.
  set isBusy(busy) {
    this.answer.setAttribute("aria-busy", String(busy));
  }

  showProblem(text) {
    this.answer.replaceChildren(problem(text));
  }
}
