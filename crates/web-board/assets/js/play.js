// Playing: whose turn it is, the engine's answers, passes, undo, resignation, the end.

import { stream } from "./ask.js";
import { Clocks } from "./clocks.js";
import { $, isPressed, press, say, tell } from "./dom.js";
import { GameRecord } from "./record.js";
import { knock } from "./sound.js";

const NAMES = { b: "Black", w: "White" };
const other = (color) => (color === "b" ? "w" : "b");

/** `B+3.5` in words. */
export function inWords(result) {
  if (result === "0") return "A draw.";
  const [, winner, by] = /^([BW])\+(.*)$/.exec(result) ?? [];
  if (!winner) return result;
  const how = { R: "by resignation", T: "on time" }[by] ?? `by ${by}`;
  return `${NAMES[winner.toLowerCase()]} wins ${how}.`;
}

export class Play {
  constructor(app) {
    this.app = app;
    this.game = { side: "b", level: "10k", control: null };
    this.result = null;
    this.thinking = null; // an AbortController while the engine thinks
    this.clocks = new Clocks(null, () => {});
    $("pass").addEventListener("click", () => app.attempt(() => this.pass()));
    $("undo").addEventListener("click", () => app.attempt(() => this.undo()));
    $("resign").addEventListener("click", () => this.resign());
    $("estimate").addEventListener("click", () => app.attempt(() => this.estimate()));
  }

  isHuman(color) { return this.game.side === "both" || this.game.side === color; }

  async begin(game) {
    this.stopThinking();
    this.app.scoring.end();
    this.game = game;
    this.result = null;
    this.clocks.stop();
    this.clocks = new Clocks(game.control, (color) => this.finish(`${other(color).toUpperCase()}+T`));
    const record = new GameRecord(game);
    record.root.set("PB", this.isHuman("b") ? "You" : `Tesuji ${game.level}`);
    record.root.set("PW", this.isHuman("w") ? "You" : `Tesuji ${game.level}`);
    this.app.setRecord(record);
    await this.app.setMode("play");
  }

  /** Whatever comes next at this position: a person, the engine or the count. */
  async go() {
    const { view } = this.app;
    if (this.result) return say(this.result === "?" ? "This is a record: study it, or start a new game." : inWords(this.result));
    if (view.passes >= 2) return this.app.scoring.begin();
    this.clocks.start(view.to_move);
    if (this.isHuman(view.to_move)) say(`${NAMES[view.to_move]} to play.`);
    else await this.think();
  }

  /** A person plays. */
  async point(name) {
    const { view } = this.app;
    if (this.result) return say(`${inWords(this.result)} Start a new game, or study this one.`);
    if (this.thinking || !this.isHuman(view.to_move)) return say("It is not your turn.");
    await this.move(name);
  }

  pass() { return this.point("pass"); }

  async move(name) {
    const color = this.app.view.to_move;
    this.clearEstimate();
    await this.app.playMove(name);
    knock();
    await this.clocks.moved(color);
    if (name === "pass") say(`${NAMES[color]} passes.`);
    await this.go();
  }

  async think() {
    const { record, view } = this.app;
    const color = view.to_move;
    const controller = new AbortController();
    this.thinking = controller;
    say("Tesuji is thinking…");
    this.show();
    let answer = null;
    try {
      const task = { move: { level: this.game.level, clock: this.clocks.told(color) } };
      await stream("search", { line: record.line(), task }, (name, told) => {
        if (name === "queue" && told.ahead > 0) say(`Waiting for the engine: ${told.ahead} ahead.`);
        if (name === "thinking") say(`Tesuji is thinking… ${told.playouts} playouts`);
        if (name === "move") answer = told;
      }, controller.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      say("The engine did not answer. Undo, or play on by hand.");
      throw error;
    } finally {
      if (this.thinking === controller) this.thinking = null;
      this.show();
    }
    if (controller.signal.aborted || record !== this.app.record || !answer) return;
    if (answer.analysis) record.current.found = { rate: answer.analysis.rate, lead: answer.analysis.lead };
    if (answer.move === "resign") return this.finish(`${other(color).toUpperCase()}+R`);
    if (this.result) return;
    if (answer.move === "pass") tell("Tesuji passes.");
    await this.move(answer.move);
  }

  /** A record comes without clocks. */
  dropClocks() {
    this.clocks.stop();
    this.clocks = new Clocks(null, () => {});
  }

  stopThinking() {
    this.thinking?.abort();
    this.thinking = null;
  }

  /** Back to the last position where a person was to move. */
  async undo() {
    this.stopThinking();
    this.app.scoring.end();
    this.clearEstimate();
    this.result = null;
    const { record } = this.app;
    record.root.set("RE");
    record.last();
    do {
      if (!record.prune()) break;
      await this.app.refresh();
    } while (!this.isHuman(this.app.view.to_move) && record.current.parent);
    await this.go();
  }

  /** After a count that the players do not agree on: the passes are taken back. */
  async resume() {
    this.app.scoring.end();
    this.app.overlay = {};
    while (this.app.record.current.move(this.app.record.size)?.[1] === "pass") this.app.record.prune();
    await this.app.refresh();
    if (!this.isHuman(this.app.view.to_move)) await this.app.playMove("pass");
    await this.go();
  }

  resign() {
    if (this.result || !this.app.view) return;
    this.stopThinking();
    const loser = this.game.side === "both" ? this.app.view.to_move : this.game.side;
    this.finish(`${other(loser).toUpperCase()}+R`);
  }

  finish(result) {
    this.stopThinking();
    this.clocks.stop();
    this.app.scoring.end();
    this.result = result;
    this.app.record.root.set("RE", result);
    this.app.keep();
    say(`${inWords(result)} Study this game, or start a new one.`);
    this.show();
  }

  async estimate() {
    if (isPressed($("estimate"))) {
      this.clearEstimate();
      if (!this.result) say(`${NAMES[this.app.view.to_move]} to play.`);
      return this.app.refresh();
    }
    press($("estimate"), true);
    const { ownership, lead } = await this.app.scoring.judge();
    if (!isPressed($("estimate"))) return;
    this.app.overlay = { ownership };
    await this.app.refresh();
    say(Math.abs(lead) < 0.75 ? "About even." : `${lead > 0 ? "Black" : "White"} leads by about ${Math.abs(lead).toFixed(1)}.`);
  }

  clearEstimate() {
    press($("estimate"), false);
    this.app.overlay = {};
  }

  /** The people at the board, and which buttons make sense. */
  show() {
    const { record, view } = this.app;
    if (!view) return;
    for (const color of ["b", "w"]) {
      const player = $(`player-${color}`);
      const rank = record.root.get(`${color.toUpperCase()}R`);
      player.querySelector(".name").textContent = (record.root.get(`P${color.toUpperCase()}`) || NAMES[color]) + (rank ? ` (${rank})` : "");
      player.querySelector(".taken").textContent = `captures ${view.taken[color === "b" ? 0 : 1]}`;
      player.classList.toggle("turn", view.to_move === color && !this.result);
    }
    const stones = record.handicap ? `, ${record.handicap} handicap stones` : "";
    $("rules-line").textContent = `${view.size}×${view.size}, ${record.rules} rules, komi ${record.komi}${stones}`;
    const playing = this.app.mode === "play";
    const mine = playing && !this.result && !this.thinking && this.isHuman(view.to_move);
    $("pass").disabled = !mine;
    $("resign").disabled = Boolean(this.result) || view.move_number === 0;
    $("undo").disabled = view.move_number === 0;
    $("estimate").disabled = Boolean(this.thinking);
    this.app.board.ghost = this.app.mode === "study" || mine ? view.to_move : null;
    this.app.board.element.classList.toggle("busy", Boolean(this.thinking));
  }
}
