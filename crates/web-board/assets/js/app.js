// The state of the page: a record, the current node, and the server's reply about it. All other modules read and change it through here.

import { ask } from "./ask.js";
import { Board } from "./board.js";
import { $, fail, press, succeed, tell } from "./dom.js";
import { Estimate } from "./estimate.js";
import { keep, restore } from "./kept.js";
import { Play } from "./play.js";
import { GameRecord } from "./record.js";
import { Scoring } from "./scoring.js";

/** What a newcomer finds on the board. */
const FIRST_GAME = { size: 9, rules: "chinese", komi: 7.5, handicap: [], side: "b", level: "10k", control: null };

export class App {
  constructor() {
    this.record = new GameRecord();
    this.at = null; // the node that the board shows
    this.view = null; // the server's answer about it
    this.overlay = {}; // what is drawn besides: dead stones, owners
    this.mode = "play";
    this.asked = 0;
    this.movingFrom = null; // the node that a move is on its way from
    this.board = new Board((name) => this.attempt(() => this.point(name)), (name) => this.study?.hover(name));
    this.scoring = new Scoring(this);
    this.estimate = new Estimate(this);
    this.play = new Play(this);
  }

  /** Runs something and shows what went wrong. */
  async attempt(action) {
    try {
      await action();
      succeed();
    } catch (error) {
      if (error.name !== "AbortError") fail(error.message);
    }
  }

  setRecord(record) {
    if (this.train) this.train.held = null; // the game that was put aside is not wanted any more
    this.record = record;
    this.at = null;
    this.overlay = {};
    this.study?.newRecord();
  }

  /** What the board shows besides the stones. */
  shown() {
    if (this.mode === "train") return this.train.shown();
    const marks = this.mode === "study" ? this.record.current.marks(this.record.size) : [];
    return { marks, ...this.overlay, ...(this.mode === "study" ? this.study?.shown() : {}) };
  }

  /** Asks for the current position and shows it. An answer that comes too late is not shown. */
  async refresh() {
    const { record } = this;
    const node = record.current;
    const asked = ++this.asked;
    const view = await ask("board", { line: record.line(), show: this.shown() });
    if (asked === this.asked && record === this.record && node === record.current) this.show(view);
  }

  show(view) {
    this.at = this.record.current;
    this.view = view;
    this.board.show(view);
    const number = this.record.moveNumber;
    $("step-where").textContent = view.last && number ? `Move ${number}: ${view.last}` : `Move ${number}`;
    for (const id of ["step-first", "step-back"]) $(id).disabled = !this.at.parent;
    for (const id of ["step-last", "step-on"]) $(id).disabled = this.at.children.length === 0;
    this.play.show();
    this.study?.refreshed();
    this.train?.refreshed();
    this.keep();
  }

  /** The side to move plays; the server refuses what the rules forbid. False if nothing came of it: a move from here is on its way
   *  already, or the user went elsewhere before the reply, or it is no longer needed. */
  async playMove(name, isWanted = () => true) {
    const { record, asked } = this;
    const node = record.current;
    if (this.movingFrom === node) return false;
    this.movingFrom = node;
    try {
      const view = await ask("board", { line: record.line(), play: name, show: this.shown() });
      if (record !== this.record || node !== record.current || !isWanted()) return false;
      record.play(view.step);
      // In the study the drawing has the marks of the position before; and what is shown may be another thing by now.
      if (this.mode === "study" || asked !== this.asked) await this.refresh();
      else this.show(view);
      return true;
    } finally {
      if (this.movingFrom === node) this.movingFrom = null;
    }
  }

  /** Goes to a place of the record; where no board can show it, back to the one that is shown. */
  async visit(node) {
    const { record } = this;
    this.estimate.clear();
    if (node !== this.at) this.overlay = {}; // dead stones and owners are those of one position
    record.current = node;
    try {
      await this.refresh();
    } catch (error) {
      if (record === this.record && record.current === node) record.current = this.at ?? record.root;
      throw error;
    }
  }

  /** Makes the board show this node of the game, wherever the user looked meanwhile. */
  async stand(node) {
    const { record } = this;
    while (record === this.record && (record.current !== node || this.at !== node)) await this.visit(node);
  }

  async point(name) {
    if (this.mode === "study") return this.study.point(name);
    if (this.mode === "train") return this.train.point(name);
    if (this.scoring.counting) return this.scoring.toggle(name);
    // Looking back at earlier moves is allowed; a new stone belongs to the end.
    const end = this.record.target("last");
    if (this.at !== end) await this.visit(end);
    if (this.at === end) await this.play.point(name);
  }

  async setMode(mode) {
    if (mode !== this.mode) {
      this.play.stopThinking();
      this.play.clocks.stop();
      this.scoring.end();
      this.study?.leave();
      if (this.mode === "train") this.train.leave();
      if (mode === "train") this.train.hold();
    }
    const { turn } = this.play;
    this.mode = mode;
    for (const name of ["play", "study", "train"]) press($(`mode-${name}`), mode === name);
    $("study").hidden = mode !== "study";
    $("play-actions").hidden = mode !== "play";
    $("train").hidden = mode !== "train";
    $("players").hidden = mode === "train";
    this.estimate.clear();
    this.overlay = {};
    if (mode === "train") return this.train.enter();
    const node = mode === "play" ? this.record.target("last") : this.record.current;
    await this.visit(node);
    if (mode !== this.mode || turn !== this.play.turn) return;
    if (mode === "play") await this.play.go(node);
    else this.study?.enter();
  }

  async step(way) {
    if (!this.scoring.counting && !this.play.moving) await this.visit(this.record.target(way));
  }

  /** A training problem is not the game of the page. */
  keep() { if (this.mode !== "train") keep(this.record, this.play.game, this.play.result); }

  /** Goes on with the game of the last visit, or begins one for a newcomer. */
  async begin() {
    const kept = await restore().catch((error) => tell(`The game that was kept cannot be shown: ${error.message}`));
    if (!kept) return this.play.begin(FIRST_GAME);
    this.record = kept.record;
    this.play.game = { ...kept.game, control: null };
    this.play.result = kept.result;
    return this.setMode(kept.whole ? "play" : "study");
  }
}
