// Puts the page together. The page owns the game (a record and a place in it); the server answers about positions.

import { about, ask } from "./ask.js";
import { Board } from "./board.js";
import { $, press, tell } from "./dom.js";
import { setUpKeyboard } from "./keyboard.js";
import { setUpNewGame } from "./new_game.js";
import { Play } from "./play.js";
import { GameRecord } from "./record.js";
import { Scoring } from "./scoring.js";
import { setUpSound } from "./sound.js";
import { Study } from "./study.js";

const KEPT = "tesuji-game";
/** What a newcomer finds on the board. */
const FIRST_GAME = { size: 9, rules: "chinese", komi: 7.5, handicap: [], side: "b", level: "10k", control: null };

class App {
  constructor() {
    this.record = new GameRecord();
    this.view = null; // the server's answer about the current position
    this.overlay = {}; // what is drawn besides: dead stones, owners
    this.mode = "play";
    this.asked = 0;
    this.board = new Board((name) => this.attempt(() => this.point(name)), (name) => this.study?.hover(name));
    this.scoring = new Scoring(this);
    this.play = new Play(this);
  }

  /** Runs something and shows what went wrong. */
  async attempt(action) {
    try {
      await action();
    } catch (error) {
      if (error.name !== "AbortError") tell(error.message);
    }
  }

  setRecord(record) {
    this.record = record;
    this.overlay = {};
    this.study?.newRecord();
  }

  /** What the board shows besides the stones. */
  shown() {
    const marks = this.mode === "study" ? this.record.current.marks(this.record.size) : [];
    return { marks, ...this.overlay, ...(this.mode === "study" ? this.study?.shown() : {}) };
  }

  /** Asks for the current position and shows it. An answer that comes too late is not shown. */
  async refresh(play) {
    const asked = ++this.asked;
    const view = await ask("board", { line: this.record.line(), play, show: this.shown() });
    if (asked !== this.asked && !play) return;
    if (view.step) this.record.play(view.step);
    this.view = view;
    this.board.show(view);
    const number = this.record.moveNumber;
    $("step-where").textContent = view.last && number ? `Move ${number}: ${view.last}` : `Move ${number}`;
    for (const id of ["step-first", "step-back"]) $(id).disabled = !this.record.current.parent;
    for (const id of ["step-last", "step-on"]) $(id).disabled = this.record.current.children.length === 0;
    this.play.show();
    this.study?.refreshed();
    this.keep();
  }

  /** The side to move plays; the server refuses what the rules forbid. */
  playMove(name) { return this.refresh(name); }

  async point(name) {
    if (this.mode === "study") return this.study.point(name);
    if (this.scoring.counting) return this.scoring.toggle(name);
    // Looking back at earlier moves is allowed; a new stone belongs to the end.
    if (this.record.current.children.length) {
      this.record.last();
      await this.refresh();
    }
    return this.play.point(name);
  }

  async setMode(mode) {
    if (mode !== this.mode) {
      this.play.stopThinking();
      this.play.clocks.stop();
      this.scoring.end();
      this.study?.leave();
    }
    this.mode = mode;
    press($("mode-play"), mode === "play");
    press($("mode-study"), mode === "study");
    $("study").hidden = mode !== "study";
    $("play-actions").hidden = mode !== "play";
    this.overlay = {};
    press($("estimate"), false);
    if (mode === "play") this.record.last();
    await this.refresh();
    if (mode === "play") await this.play.go();
    else this.study?.enter();
  }

  async step(way) {
    if (this.scoring.counting) return;
    this.record[way]();
    await this.refresh();
  }

  /** The game survives a reload of the page. */
  keep() {
    const { game, result } = this.play;
    const kept = { record: this.record.wire(), game, result };
    try { localStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* a full store loses only this comfort */ }
  }

  /** The game of the last visit; false if there is none. */
  restore() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
      if (!kept) return false;
      this.record = GameRecord.fromWire(kept.record);
      this.record.last();
      this.play.game = { ...kept.game, control: null };
      this.play.result = kept.result;
      return true;
    } catch {
      localStorage.removeItem(KEPT);
      return false;
    }
  }
}

const THEMES = [["", "automatic", "◐"], ["light", "light", "☀"], ["dark", "dark", "☾"]];

function setUpTheme() {
  let nth = Math.max(0, THEMES.findIndex(([theme]) => theme === (localStorage.getItem("tesuji-theme") ?? "")));
  const show = () => {
    const [theme, name, sign] = THEMES[nth];
    document.documentElement.toggleAttribute("data-theme", Boolean(theme));
    if (theme) document.documentElement.setAttribute("data-theme", theme);
    $("theme").setAttribute("aria-label", `Theme: ${name}`);
    $("theme").textContent = sign;
  };
  $("theme").addEventListener("click", () => {
    nth = (nth + 1) % THEMES.length;
    localStorage.setItem("tesuji-theme", THEMES[nth][0]);
    show();
  });
  show();
}

async function start() {
  setUpTheme();
  setUpSound();
  const app = new App();
  const facts = await about();
  app.facts = facts;
  app.study = new Study(app);
  const drawing = new DOMParser().parseFromString(facts.definitions, "image/svg+xml").documentElement;
  $("definitions").append(document.importNode(drawing, true));
  $("version").textContent = `Tesuji ${facts.version}`;
  setUpNewGame(facts, (game) => app.attempt(() => app.play.begin(game)));
  setUpKeyboard(app);
  for (const [id, way] of [["step-first", "first"], ["step-back", "back"], ["step-on", "on"], ["step-last", "last"]])
    $(id).addEventListener("click", () => app.attempt(() => app.step(way)));
  for (const mode of ["play", "study"]) $(`mode-${mode}`).addEventListener("click", () => app.attempt(() => app.setMode(mode)));
  $("help-open").addEventListener("click", () => $("help").showModal());
  $("message-close").addEventListener("click", () => { $("message").hidden = true; });
  const ready = () => { document.documentElement.dataset.ready = "yes"; };
  if (app.restore()) app.setMode("play").catch((error) => tell(error.message)).finally(ready);
  else await app.play.begin(FIRST_GAME).finally(ready);
}

start().catch((error) => tell(error.message));
