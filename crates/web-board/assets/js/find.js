// The position on the board, or a part of it, looked for in the server's collection of games: how often, what came next, who won.

import { ask, stream } from "./ask.js";
import { $, acts, el, isPressed, percent, press } from "./dom.js";
import { placeOf } from "./node.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MOST_ANSWERS = 12;

export class Find {
  constructor(app) {
    this.app = app;
    this.found = null; // the last answer, the position that it is about and the part that was looked for
    this.corner = null; // the first corner of a part that is being chosen
    // An option of the program stays on one line.
    $("collection-name").append(...app.facts.collection.split(/( --\S+)/).map((part) => (part.startsWith(" --") ? el("code", {}, part) : part)));
    $("find-all").addEventListener("click", () => app.attempt(() => this.look(null)));
    $("find-part").addEventListener("click", () => this.pick(!this.picking));
  }

  get picking() { return isPressed($("find-part")); }

  pick(on) {
    if (on) this.app.study.opening.pick(false);
    press($("find-part"), on);
    this.corner = null;
    this.frame(null);
    $("find-note").textContent = on ? "Choose two opposite corners of the part on the board. A part at an edge is found at edges." : "";
  }

  /** A corner of the part was chosen on the board. */
  async point(name) {
    if (!this.corner) {
      this.corner = name;
      return this.frame([name, name]);
    }
    const part = [this.corner, name];
    this.pick(false);
    return this.look(part);
  }

  async look(part) {
    const { record } = this.app;
    const position = record.positionKey();
    this.app.study.opening.clear();
    $("find-note").textContent = "Searching…";
    this.frame(part);
    let told = null;
    await stream("search", { line: record.line(), task: { find: { part } } }, (name, heard) => {
      if (name === "queue" && heard.ahead > 0) $("find-note").textContent = `Waiting: ${heard.ahead} ahead`;
      if (name === "finding") $("find-note").textContent = `${heard.done} of ${heard.of} games`;
      if (name === "found") told = heard;
    }).catch((error) => { this.clear(); throw error; });
    if (!told || this.app.record.positionKey() !== position) return this.clear();
    this.found = { position, part, told };
    this.draw();
  }

  /** The part that is meant, as a frame on the board. */
  frame(part) {
    const layer = this.app.board.layer("frame-layer");
    if (!layer || !part) return;
    const [a, b] = part.map((name) => this.app.board.center(name));
    const [x, y] = [Math.min(a[0], b[0]) - 15, Math.min(a[1], b[1]) - 15];
    layer.append(el("svg:rect", { x, y, width: Math.abs(a[0] - b[0]) + 30, height: Math.abs(a[1] - b[1]) + 30, rx: 6, class: "frame" }));
  }

  draw() {
    const { told, part } = this.found;
    const { games, found, total, answers, examples, unanswered } = told;
    const what = part ? `The part ${part.join(" to ")}` : "This position";
    $("find-note").textContent = found
      ? `${what} is in ${found} of ${games} games, ${total.n} times. ${won(total)}${unanswered ? `; ${unanswered} times without an answer` : ""}.`
      : `${what} is in none of ${games} games on ${this.app.record.size}×${this.app.record.size}.`;
    this.frame(part);
    const listed = answers.slice(0, MOST_ANSWERS);
    this.drawAnswers(listed, total.n);
    const row = ({ move, color, results }, nth) => el("tr", acts(() => this.app.attempt(() => this.app.playMove(move))),
      ...[`${LETTERS[nth]}  ${move}`, color === "b" ? "Black" : "White", String(results.n), percent(results.n / total.n, 0), blackWon(results)].map((text) => el("td", {}, text)));
    const heads = ["Next", "By", "Times", "Share", "Black won"].map((text) => el("th", { scope: "col" }, text));
    $("find-answers").replaceChildren($("find-answers").caption, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...listed.map(row)));
    $("find-answers").hidden = listed.length === 0;
    const open = ({ game, after }) => () => this.app.attempt(() => this.open(game, after));
    $("find-games").replaceChildren(...examples.map((example) => el("li", {}, el("button", { onclick: open(example) }, `${example.title} (move ${example.after})`))));
    $("find-games").hidden = examples.length === 0;
  }

  /** The answers on the board, the more frequent the stronger. */
  drawAnswers(answers, n) {
    const layer = this.app.board.layer("answer-layer");
    for (const [nth, { move, color, results }] of answers.entries()) {
      const [cx, cy] = this.app.board.center(move);
      const [x] = placeOf(this.app.board.size, move);
      if (x < 0) continue;
      layer?.append(
        el("svg:circle", { cx, cy, r: 13, class: `answer ${color}`, opacity: 0.45 + 0.55 * Math.sqrt(results.n / n) }),
        el("svg:text", { x: cx, y: cy + 4, class: `answer-letter ${color}` }, LETTERS[nth]));
    }
  }

  async open(game, after) {
    const { app } = this;
    await app.study.load(await ask("games/open", { game }));
    await app.visit(app.record.wholeLine()[after]);
  }

  /** Another position is on the board, or the same drawn anew. */
  moved() {
    if (!this.found) return this.picking && this.corner ? this.frame([this.corner, this.corner]) : undefined;
    return this.found.position === this.app.record.positionKey() ? this.draw() : this.clear();
  }

  clear() {
    this.found = null;
    this.pick(false);
    this.app.board.layer("answer-layer");
    $("find-answers").hidden = true;
    $("find-games").hidden = true;
  }
}

/** Black's share of the games whose result is known. */
function blackWon({ black, white }) {
  return black + white ? percent(black / (black + white), 0) : "–";
}

function won(results) {
  const { n, black, white } = results;
  const known = black + white;
  if (!known) return "No result is recorded";
  return `Black won ${blackWon(results)}, White ${percent(white / known, 0)}${n > known ? ` of the ${known} with a result` : ""}`;
}
