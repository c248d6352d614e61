// Puts the page together. The page owns the game (a record and a place in it); the server answers about positions.

import { App } from "./app.js";
import { about } from "./ask.js";
import { $, hush, tell } from "./dom.js";
import { setUpKeyboard, setUpWheel } from "./keyboard.js";
import { setUpNewGame } from "./new_game.js";
import { setUpSound } from "./sound.js";
import { Study } from "./study.js";
import { setUpTheme } from "./theme.js";
import { Train } from "./train.js";

async function start() {
  setUpTheme();
  setUpSound();
  const app = new App();
  const facts = await about();
  app.facts = facts;
  app.study = new Study(app);
  app.train = new Train(app);
  const drawing = new DOMParser().parseFromString(facts.definitions, "image/svg+xml").documentElement;
  $("definitions").append(document.importNode(drawing, true));
  $("version").textContent = `Tesuji ${facts.version}`;
  setUpNewGame(facts, (game) => app.attempt(() => app.play.begin(game)), () => app.play.isRunning());
  setUpWheel(app);
  setUpKeyboard(app);
  for (const [id, way] of [["step-first", "first"], ["step-back", "back"], ["step-on", "on"], ["step-last", "last"]])
    $(id).addEventListener("click", () => app.attempt(() => app.step(way)));
  for (const mode of ["play", "study", "train"]) $(`mode-${mode}`).addEventListener("click", () => app.attempt(() => app.setMode(mode)));
  $("help-open").addEventListener("click", () => $("help").showModal());
  $("message-close").addEventListener("click", hush);
  const ready = () => { document.documentElement.dataset.ready = "yes"; };
  await app.begin().finally(ready);
}

start().catch((error) => tell(error.message));
