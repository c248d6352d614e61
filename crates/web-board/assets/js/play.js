// Playing: whose turn it is, the engine's answers, passes, undo, resignation, the end.

import { stream } from "./ask.js";
import { Clocks } from "./clocks.js";
import { $, say, tell } from "./dom.js";
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
    this.moving = false; // a move is on its way to the board
    this.turn = 0; // another number once what went on is not to go on: undo, a new game, a result
    this.clocks = new Clocks(null, () => {});
    $("pass").addEventListener("click", () => app.attempt(() => app.point("pass")));
    $("undo").addEventListener("click", () => app.attempt(() => this.undo()));
    $("resign").addEventListener("click", () => { if (this.isRunning()) $("resign-ask").showModal(); });
    $("resign-ask").addEventListener("close", () => { if ($("resign-ask").returnValue === "resign") this.resign(); $("resign-ask").returnValue = ""; });
  }

  /** Somebody has played, and nobody has won: a resignation or a new game would end something. */
  isRunning() { return !this.result && Boolean(this.app.view) && this.app.record.target("last") !== this.app.record.root; }

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

  /** Whatever comes next at this place of the game: a person, the engine or the count. */
  async go(node) {
    const { turn } = this;
    await this.app.stand(node);
    if (turn !== this.turn) return;
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
    if (this.moving) return;
    if (this.thinking || !this.isHuman(view.to_move)) return say("It is not your turn.");
    await this.move(name, view.to_move);
  }

  async move(name, color) {
    const { turn } = this;
    this.moving = true;
    this.app.estimate.clear();
    let node = null;
    try {
      if (!(await this.app.playMove(name, () => turn === this.turn))) return;
      node = this.app.record.current;
      knock();
      await this.clocks.moved(color);
    } finally {
      if (turn === this.turn) this.moving = false;
    }
    if (turn !== this.turn) return;
    if (name === "pass") say(`${NAMES[color]} passes.`);
    await this.go(node);
  }

  async think() {
    const { record, view } = this.app;
    const { turn } = this;
    const node = record.current;
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
    if (turn !== this.turn || !answer) return;
    if (answer.analysis) node.found = { rate: answer.analysis.rate, lead: answer.analysis.lead };
    if (answer.move === "resign") return this.finish(`${other(color).toUpperCase()}+R`);
    // The answer belongs to the position of the request, whichever position is shown meanwhile.
    await this.app.stand(node);
    if (turn !== this.turn) return;
    if (answer.move === "pass") tell("Tesuji passes.");
    await this.move(answer.move, color);
  }

  /** A record comes without clocks. */
  dropClocks() {
    this.clocks.stop();
    this.clocks = new Clocks(null, () => {});
  }

  /** What went on does not go on: neither the engine's thoughts nor a move that is on its way. */
  stopThinking() {
    this.turn++;
    this.moving = false;
    this.thinking?.abort();
    this.thinking = null;
  }

  /** Back to the last position where a person was to move. A game that ended without a count goes on where it was: its end is what is
   *  taken back. */
  async undo() {
    const endedOnly = /^[BW]\+[RT]$/.test(this.result ?? "");
    this.stopThinking();
    this.app.scoring.end();
    this.app.estimate.clear();
    this.app.overlay = {};
    this.result = null;
    const { turn } = this;
    const { record } = this.app;
    record.root.set("RE");
    record.current = record.target("last");
    if (endedOnly) return this.go(record.current);
    do {
      if (!record.prune()) break;
      await this.app.stand(record.current);
      if (turn !== this.turn) return;
    } while (!this.isHuman(this.app.view.to_move) && record.current.parent);
    await this.go(record.current);
  }

  /** After a count that the players do not agree on: the passes are taken back. */
  async resume() {
    this.app.scoring.end();
    this.app.overlay = {};
    const { record } = this.app;
    while (record.current.move(record.size)?.[1] === "pass") record.prune();
    await this.app.stand(record.current);
    if (!this.isHuman(this.app.view.to_move)) await this.app.playMove("pass");
    await this.go(record.current);
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
    const { size, rules, komi, handicap } = record.settings;
    $("rules-line").textContent = `${size}×${size}, ${rules} rules, komi ${komi}${handicap ? `, ${handicap} handicap stones` : ""}`;
    const playing = this.app.mode === "play";
    const mine = playing && !this.result && !this.thinking && this.isHuman(view.to_move);
    $("pass").disabled = !mine;
    $("resign").disabled = Boolean(this.result) || view.move_number === 0;
    $("undo").disabled = view.move_number === 0;
    $("estimate").disabled = Boolean(this.thinking);
    this.app.board.ghost = this.app.mode !== "play" || mine ? view.to_move : null;
    this.app.board.element.classList.toggle("busy", Boolean(this.thinking));
  }
}
