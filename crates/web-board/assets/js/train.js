// Training: a shipped problem near the user's level, turned at random; the server answers every move with a proved reply.
// The game of the page is put aside meanwhile.

import { stream } from "./ask.js";
import { $, el, say } from "./dom.js";
import { toSgf } from "./node.js";
import { Progress } from "./progress.js";
import { GameRecord } from "./record.js";
import { knock } from "./sound.js";

const N_LEVELS = 20;
const BETWEEN_MOVES = 650; // milliseconds, when the answer is shown
const LONGEST_ANSWER = 20;
const LINES = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const other = (color) => (color === "b" ? "w" : "b");
const random = (n) => Math.floor(Math.random() * n);

export class Train {
  constructor(app) {
    this.app = app;
    this.progress = new Progress(app.facts.problems);
    this.held = null; // the game that was put aside
    this.posed = null; // which problem, how it is turned, and what the server said of it
    this.moves = []; // the line so far, by names
    this.state = "none"; // open, wrong, solved
    this.settled = false; // this problem has been counted
    this.hints = 0;
    this.helped = false;
    this.overlay = null; // what lies on the position: a refutation, or points of a hint
    this.busy = false; // a move waits for its answer
    this.turn = 0; // another number once what went on is not to go on
    $("mode-train").hidden = app.facts.problems === 0;
    $("train-count").textContent = String(app.facts.problems);
    $("train-level").append(...Array.from({ length: N_LEVELS }, (_, n) => el("option", { value: n + 1 }, String(n + 1))));
    $("train-level").addEventListener("change", () => app.attempt(() => this.chooseLevel(Number($("train-level").value))));
    for (const [id, action] of [["next", () => this.next()], ["hint", () => this.hint()], ["again", () => this.again()], ["show", () => this.showAnswer()], ["study", () => this.toStudy()]])
      $(`train-${id}`).addEventListener("click", () => app.attempt(action));
  }

  /** The game of the page is put aside. */
  hold() { this.held = this.app.record; }

  /** Gives the game back. */
  leave() {
    this.turn++;
    if (this.held) this.app.setRecord(this.held);
  }

  async enter() {
    if (!this.posed) return this.next();
    return this.start(this.posed);
  }

  /** Asks about the problem on the board. */
  async ask(posed, more) {
    let told = null;
    const { number, symmetry, swapped } = posed;
    await stream("tsumego/practice", { problem: { number, symmetry, swapped }, ...more }, (name, heard) => {
      if (name === "queue" && heard.ahead > 0) say(`Waiting: ${heard.ahead} ahead`);
      if (name !== "queue") told = heard;
    });
    if (this.posed && this.app.mode === "train") say(this.posed.told.goal);
    if (!told) throw new Error("the solver did not answer: try again");
    return told;
  }

  async next() {
    const turn = ++this.turn;
    const posed = { number: this.progress.next(), symmetry: random(8), swapped: random(2) === 1 };
    posed.told = await this.ask(posed, {});
    if (turn !== this.turn || this.app.mode !== "train") return;
    this.settled = false;
    await this.start(posed);
  }

  /** Puts a problem on the board. */
  async start(posed) {
    this.turn++;
    this.posed = posed;
    this.moves = [];
    this.state = "open";
    this.hints = 0;
    this.helped = false;
    this.overlay = null;
    this.answer("");
    await this.show();
    say(posed.told.goal);
  }

  async chooseLevel(level) {
    this.progress.setLevel(level);
    this.progress.keep();
    await this.next();
  }

  /** The position after `moves` on the board. */
  async show() {
    const { told } = this.posed;
    const record = new GameRecord({ size: told.size, komi: 0 });
    const stones = (names) => names.map((name) => toSgf(told.size, name));
    record.root.set("AB", ...stones(told.b));
    record.root.set("AW", ...stones(told.w));
    record.root.set("PL", told.turn.toUpperCase());
    record.root.set("TR", ...stones(told.target));
    record.root.set("GN", `Problem ${told.number + 1}, level ${told.level}`);
    let color = told.turn;
    for (const name of this.moves) {
      record.play({ [color]: name });
      color = other(color);
    }
    this.app.record = record;
    this.app.at = null;
    await this.app.refresh();
    this.draw();
  }

  /** Marks on the stones in question that are still there. */
  shown() {
    const { target } = this.posed?.told ?? { target: [] };
    return { marks: target.map((name) => [name, "triangle", null]) };
  }

  answer(text, kind = "") {
    $("train-answer").textContent = text;
    $("train-answer").className = `train-answer ${kind}`;
  }

  /** The user plays. */
  async point(name) {
    const { app } = this;
    if (this.state === "wrong") return this.answer("Take that move back first: “Take back”, or look at the answer.", "bad");
    if (this.state !== "open" || this.busy) return undefined;
    const end = app.record.target("last");
    if (app.at !== end) await app.visit(end);
    return this.play(name);
  }

  async play(name) {
    const { turn } = this;
    this.busy = true;
    try {
      const told = await this.ask(this.posed, { moves: this.moves, play: name });
      if (turn !== this.turn) return;
      if (told.moves) {
        this.moves = told.moves;
        this.hints = 0;
        this.overlay = null;
        knock();
      }
      if (told.verdict === "wrong") {
        this.state = "wrong";
        this.overlay = { line: told.line };
        this.settle(false);
      }
      if (told.verdict === "solved") {
        this.state = "solved";
        this.settle(true);
      }
      await this.show();
      const kind = { right: "good", solved: "good", wrong: "bad" }[told.verdict] ?? "";
      this.answer(`${{ good: "✓ ", bad: "✗ " }[kind] ?? ""}${told.words}`, kind);
    } finally {
      this.busy = false;
    }
  }

  /** Counts the problem, once. */
  settle(solved) {
    if (this.settled) return;
    this.settled = true;
    if (solved) this.progress.solve(this.posed.told.number, !this.helped);
    else this.progress.fail(this.posed.told.number);
  }

  /** First where to look, then three points, then the move. */
  async hint() {
    if (this.state !== "open") return;
    const { turn } = this;
    const told = await this.ask(this.posed, { moves: this.moves, hint: true });
    if (turn !== this.turn) return;
    this.helped = true;
    this.hints++;
    if (this.hints === 1) this.answer(`A hint: the move is on the ${LINES[told.line] ?? `${told.line}th`} line.`);
    else this.answer(this.hints === 2 ? "One of these points." : `The move is ${told.right[0]}.`);
    this.overlay = this.hints === 1 ? null : { points: this.hints === 2 ? told.offered : told.right.slice(0, 1) };
    this.draw();
  }

  /** Takes a wrong move back. A solved problem begins anew. */
  async again() {
    if (this.state === "wrong") {
      this.moves = this.moves.slice(0, -1);
      this.state = "open";
      this.overlay = null;
      this.answer("");
      await this.show();
      return say(this.posed.told.goal);
    }
    return this.start(this.posed);
  }

  /** The right moves and the strongest answers, one after the other. */
  async showAnswer() {
    this.settle(false);
    await this.start(this.posed);
    const { turn } = this;
    this.state = "shown";
    this.draw();
    let first = null;
    for (let n = 0; n < LONGEST_ANSWER; n++) {
      const { right } = await this.ask(this.posed, { moves: this.moves, hint: true });
      const told = await this.ask(this.posed, { moves: this.moves, play: right[0] });
      first ??= right[0];
      for (let shown = this.moves.length + 1; shown <= told.moves.length; shown++) {
        if (turn !== this.turn) return;
        this.moves = told.moves.slice(0, shown);
        await this.show();
        knock();
        await new Promise((resolve) => { setTimeout(resolve, BETWEEN_MOVES); });
      }
      if (turn !== this.turn) return;
      if (told.verdict === "solved") return this.answer(`The answer: ${first}. ${told.words}`.replace("Solved: ", "Then "));
    }
  }

  /** The problem with the line so far as a record of its own, with all tools of the study. */
  async toStudy() {
    const { record } = this.app;
    record.current = record.root; // where the stones in question are marked
    this.app.play.result = "?";
    this.app.setRecord(record);
    await this.app.setMode("study");
  }

  /** The position on the board has changed: what lies on it is drawn anew. */
  refreshed() {
    if (this.app.mode !== "train" || !this.overlay) return;
    const { board, record } = this.app;
    if (record.current !== record.target("last")) return;
    const color = this.moves.length % 2 ? other(this.posed.told.turn) : this.posed.told.turn;
    if (this.overlay.line) board.showLine(this.overlay.line, color);
    if (this.overlay.points) board.showPoints(this.overlay.points);
  }

  draw() {
    const { told } = this.posed;
    $("train-title").textContent = `Problem ${told.number + 1}, level ${told.level}`;
    $("train-hint").disabled = this.state !== "open";
    $("train-again").disabled = this.state === "open" && this.moves.length === 0;
    $("train-again").textContent = this.state === "wrong" ? "Take back" : "Try again";
    const { level, solved, failed, streak, longest } = this.progress;
    $("train-level").value = String(Math.floor(level));
    $("train-progress").replaceChildren(...[["Solved", solved], ["Failed", failed], ["In a row", streak], ["Best row", longest]]
      .map(([name, value]) => el("div", {}, el("strong", {}, String(value)), el("span", { class: "small" }, name))));
    if (this.state !== "open") this.app.board.ghost = null;
    this.refreshed();
  }
}
