// Everything that a pointer can do, by keys.

import { $ } from "./dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// Where a letter has several buttons, the one that is there is meant.
const BUTTONS = { p: "pass", u: "undo train-again", e: "estimate train-show", n: "new-game-open train-next", h: "heat train-hint", t: "mode-train", a: "analyse", r: "review", f: "find-all", o: "opening-here", m: "solve-mark", l: "solve", "?": "help-open", "[": "step-back", "]": "step-on", Home: "step-first", End: "step-last" };

export function setUpKeyboard(app) {
  // A click leaves the focus on the board, too; only who went there by Tab moves its cursor. (`:focus-visible` would be true from the first key on.)
  let byPointer = false;
  document.addEventListener("pointerdown", () => { byPointer = true; }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") byPointer = false;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input, textarea, select")) return;
    const onBoard = $("board").matches(":focus") && !byPointer;
    const step = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
    if (onBoard && ARROWS[event.key]) {
      app.board.move(...ARROWS[event.key]);
    } else if (onBoard && (event.key === "Enter" || event.key === " ")) {
      if (app.board.cursorName) app.attempt(() => app.point(app.board.cursorName));
    } else if (step && !event.target.closest("#tree, [role=slider]")) {
      app.attempt(() => app.step(step));
    } else if (event.key === "s") {
      app.attempt(() => app.setMode(app.mode === "play" ? "study" : "play"));
    } else if (event.key === "w" && app.mode === "study" && app.board.cursorName) {
      app.attempt(() => app.why.ask(app.board.cursorName));
    } else {
      const there = (button) => !button.disabled && !button.closest("[hidden]");
      const button = (BUTTONS[event.key] ?? "").split(" ").map($).filter(Boolean).find(there);
      if (!button) return;
      button.click();
    }
    event.preventDefault();
  });
}

/** The wheel over the board steps through the game; what a touchpad sends in small pieces is added up. */
export function setUpWheel(app) {
  const STEP = 60;
  let moved = 0;
  let last = 0;
  $("board").addEventListener("wheel", (event) => {
    if (event.ctrlKey) return; // zooming
    event.preventDefault();
    if (event.timeStamp - last > 300) moved = 0;
    last = event.timeStamp;
    moved += event.deltaMode === 0 ? event.deltaY : STEP * Math.sign(event.deltaY);
    if (Math.abs(moved) < STEP) return;
    const way = moved > 0 ? "on" : "back";
    moved = 0;
    app.attempt(() => app.step(way));
  }, { passive: false });
}
