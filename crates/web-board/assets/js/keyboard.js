// Everything that a pointer can do, by keys.

import { $ } from "./dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const BUTTONS = { p: "pass", u: "undo", e: "estimate", n: "new-game-open", h: "heat", a: "analyse", r: "review", f: "find-all", "?": "help-open", "[": "step-back", "]": "step-on", Home: "step-first", End: "step-last" };

export function setUpKeyboard(app) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input, textarea, select")) return;
    const onBoard = document.activeElement === $("board");
    if (onBoard && ARROWS[event.key]) {
      app.board.move(...ARROWS[event.key]);
    } else if (onBoard && (event.key === "Enter" || event.key === " ")) {
      if (app.board.cursorName) app.attempt(() => app.point(app.board.cursorName));
    } else if (event.key === "s") {
      app.attempt(() => app.setMode(app.mode === "play" ? "study" : "play"));
    } else if (event.key === "w" && app.mode === "study" && app.board.cursorName) {
      app.attempt(() => app.why.ask(app.board.cursorName));
    } else {
      const button = $(BUTTONS[event.key] ?? "");
      if (!button || button.disabled || button.closest("[hidden]")) return;
      button.click();
    }
    event.preventDefault();
  });
}
