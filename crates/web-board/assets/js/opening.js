// What was answered in the server's collection of games: in the corner of the last move, or another one, and on the whole board.

import { stream } from "./ask.js";
import { $, acts, el, isPressed, percent, press } from "./dom.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MOST_ANSWERS = 10;

export class Opening {
  constructor(app) {
    this.app = app;
    this.found = null; // the last answer, and the position that it is about
    this.hint = $("opening-note").textContent;
    $("opening-here").addEventListener("click", () => app.attempt(() => this.look(null)));
    $("opening-pick").addEventListener("click", () => this.pick(!this.picking));
  }

  get picking() { return isPressed($("opening-pick")); }

  pick(on) {
    if (on) this.app.study.find.pick(false);
    if (on) this.app.study.solve.pick(null);
    press($("opening-pick"), on);
    if (on) $("opening-note").textContent = "Choose a point of the corner on the board.";
  }

  /** A point of the corner that is meant was chosen on the board. */
  point(name) {
    this.pick(false);
    return this.look(name);
  }

  async look(near) {
    const { record, study } = this.app;
    const position = record.positionKey();
    study.find.clear();
    this.clear();
    $("opening-note").textContent = "Searching…";
    let told = null;
    await stream("search", { line: record.line(), task: { opening: { near } } }, (name, heard) => {
      if (name === "queue" && heard.ahead > 0) $("opening-note").textContent = `Waiting: ${heard.ahead} ahead`;
      if (name === "finding") $("opening-note").textContent = `${heard.done} of ${heard.of} games`;
      if (name === "opening") told = heard;
    }).catch((error) => { this.clear(); throw error; });
    if (!told || this.app.record.positionKey() !== position) return this.clear();
    this.found = { position, told };
    this.draw();
  }

  draw() {
    const { told } = this.found;
    const { corner, board, games, color } = told;
    const times = (part, what) => (part.n
      ? `${what}: ${part.n} times in ${part.found} of ${games} games${part.reached ? `, left alone at first ${percent(part.left / part.reached, 0)}` : ""}.`
      : `${what}: never in ${games} games.`);
    const side = color === "b" ? "Black" : "White";
    $("opening-note").textContent = `${side} to play. ${corner ? times(corner, "This corner") : "No corner is meant: choose one."} ${times({ ...board, reached: 0 }, "The whole board")}`;
    this.list($("opening-corner"), corner, color);
    this.list($("opening-board"), board, color);
    // The corner's answers are those on the board; without any, the others.
    const shown = corner?.answers.length ? corner : board;
    const layer = this.app.board.layer("opening-layer");
    if (!layer) return;
    for (const name of corner?.points ?? []) {
      const [x, y] = this.app.board.center(name);
      layer.append(el("svg:rect", { x: x - 15, y: y - 15, width: 30, height: 30, class: "region" }));
    }
    for (const [nth, { move, n }] of shown.answers.slice(0, MOST_ANSWERS).entries()) {
      if (!move) continue;
      const [cx, cy] = this.app.board.center(move);
      layer.append(
        el("svg:circle", { cx, cy, r: 13, class: `answer ${color}`, opacity: 0.45 + 0.55 * Math.sqrt(n / shown.n) }),
        el("svg:text", { x: cx, y: cy + 4, class: `answer-letter ${color}` }, LETTERS[nth]));
    }
  }

  /** The answers of a part as rows: a pointer on one shows it on the board, a click plays it and looks on. */
  list(table, part, color) {
    const answers = part?.answers.slice(0, MOST_ANSWERS) ?? [];
    const { board } = this.app;
    const row = ({ move, n, won, lost, year, first }, nth) => {
      const show = () => board.showLine([move], color);
      const hide = () => board.clearLine();
      const playing = { ...acts(() => this.app.attempt(() => this.play(move))), onmouseenter: show, onfocus: show, onmouseleave: hide, onblur: hide };
      const cells = [move ? `${LETTERS[nth]}  ${move}` : "elsewhere", String(n), percent(n / part.n, 0), won + lost ? percent(won / (won + lost), 0) : "–", year ? String(year) : "–"];
      return el("tr", { ...(move ? playing : {}), title: `First: ${first.title}` }, ...cells.map((text) => el("td", {}, text)));
    };
    const heads = ["Answer", "Times", "Share", "Won", "First"].map((text) => el("th", { scope: "col" }, text));
    table.replaceChildren(table.caption, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...answers.map(row)));
    table.hidden = answers.length === 0;
  }

  async play(move) {
    await this.app.playMove(move);
    await this.look(null);
  }

  /** Another position is on the board, or the same drawn anew. */
  moved() {
    if (!this.found) return;
    if (this.found.position === this.app.record.positionKey()) this.draw();
    else this.clear();
  }

  clear() {
    this.found = null;
    this.pick(false);
    this.app.board.layer("opening-layer");
    this.app.board.clearLine();
    $("opening-note").textContent = this.hint;
    $("opening-corner").hidden = true;
    $("opening-board").hidden = true;
  }
}
