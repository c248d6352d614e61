// Life and death: a group is marked, the server proves what becomes of it, and every first move is coloured, also by its sign.
// Nothing is concluded here: statuses, words and lines come from the server.

import { stream } from "./ask.js";
import { $, acts, el, isPressed, press } from "./dom.js";
import { Node, toSgf } from "./node.js";

const SIGNS = { right: "✓", ko: "ko", wrong: "×", unknown: "?" };
const WORDS = { right: "Right", ko: "Ko", wrong: "Wrong", unknown: "Unknown" };
const MOST = 10; // wrong moves in the table and in the record, and moves not found out; the board shows all
const MARKS = ["TR", "MA", "SQ", "CR"];
const other = (color) => (color === "b" ? "w" : "b");

export class Solve {
  constructor(app) {
    this.app = app;
    this.target = []; // stones that were clicked, one of each chain
    this.corner = null; // the first corner of a region that is being chosen
    this.part = null; // the region: two corners
    this.found = null; // the last answer, and the position that it is about
    this.pinned = null; // the move whose line stays on the board
    this.under = null; // the move whose row the pointer is on
    this.controller = null;
    $("solve-mark").addEventListener("click", () => this.pick(isPressed($("solve-mark")) ? null : "mark"));
    $("solve-part").addEventListener("click", () => this.pick(isPressed($("solve-part")) ? null : "part"));
    $("solve").addEventListener("click", () => app.attempt(() => (this.controller ? this.stop() : this.solve())));
    $("solve-turn").addEventListener("change", () => this.forget());
    $("solve-record").addEventListener("click", () => app.attempt(() => this.intoRecord()));
  }

  get picking() { return isPressed($("solve-mark")) || isPressed($("solve-part")); }

  /** What clicks on the board mean from now on: `mark`, `part` or nothing. A region that was chosen is given up by choosing again. */
  pick(what) {
    if (what) this.app.study.find.pick(false);
    if (what) this.app.study.opening.pick(false);
    press($("solve-mark"), what === "mark");
    press($("solve-part"), what === "part");
    this.corner = null;
    if (what === "part") this.part = null;
    if (what) this.forget();
    this.note({ mark: "Click a stone of every chain that is in question.", part: "Choose two opposite corners of the region in which both sides play." }[what] ?? "");
    this.draw();
  }

  note(text) { $("solve-note").textContent = text; }

  /** A click on the board while picking. */
  point(name) {
    const { board } = this.app;
    if (isPressed($("solve-part"))) {
      if (!this.corner) {
        this.corner = name;
      } else {
        this.part = [this.corner, name];
        this.pick(null);
        this.note(`The region is ${this.part.join(" to ")}. “Bound the region” again gives it up.`);
      }
      return this.draw();
    }
    const chain = board.chainAt(name);
    if (!chain.length) throw new Error(`${name} is empty: click a stone`);
    const rest = this.target.filter((stone) => !chain.includes(stone));
    this.target = rest.length < this.target.length ? rest : [...rest, name];
    this.forget();
    return this.draw();
  }

  /** Stones in question: the clicked ones, or those that the record marks. */
  marked() {
    if (this.target.length) return this.target;
    const { record, board } = this.app;
    const names = record.current.marks(record.size).filter(([, kind]) => kind !== "label").map(([name]) => name);
    return names.filter((name) => board.stoneAt(name) !== ".");
  }

  async solve() {
    const { record } = this.app;
    const position = record.positionKey();
    const turn = $("solve-turn").value || null;
    this.pick(null);
    this.forget();
    const controller = new AbortController();
    this.controller = controller;
    $("solve").textContent = "Stop";
    this.note("Solving…");
    try {
      await stream("tsumego/solve", { line: record.line(), target: this.marked(), part: this.part, turn }, (name, heard) => {
        if (name === "queue" && heard.ahead > 0) this.note(`Waiting: ${heard.ahead} ahead`);
        if (name === "solving") this.note(`Solving… ${heard.seconds.toFixed(0)} s`);
        if (name === "solved") this.tell(position, heard);
      }, controller.signal);
    } catch (error) {
      this.note("");
      throw error;
    } finally {
      if (this.controller === controller) {
        this.controller = null;
        $("solve").textContent = "Solve";
      }
    }
    if (!this.found) this.note("");
  }

  /** An answer: first what becomes of the group, then the same with lines. */
  tell(position, told) {
    if (this.app.record.positionKey() !== position) return;
    this.pinned = told.moves.find((move) => move.move === this.pinned?.move) ?? null;
    const isFirst = !this.found;
    this.found = { position, told };
    this.draw();
    if (isFirst) $("solve-result").scrollIntoView({ block: "nearest" });
  }

  stop() {
    this.controller?.abort();
    this.note("");
  }

  /** What was found is about something else. */
  forget() {
    this.controller?.abort();
    this.found = null;
    this.pinned = null;
    this.under = null;
    $("solve-result").hidden = true;
    this.app.board.layer("verdict-layer");
    this.app.board.clearLine();
  }

  /** Everything begins anew: another record, or the study is left. */
  clear() {
    this.stop();
    this.target = [];
    this.part = null;
    this.pick(null);
    this.forget();
  }

  /** Another position is on the board, or the same drawn anew. Marks stay where there are stones. */
  moved() {
    const { board, record } = this.app;
    this.target = this.target.filter((name) => board.stoneAt(name) !== ".");
    if (this.found && this.found.position !== record.positionKey()) {
      this.forget();
      this.note("");
    }
    this.draw();
  }

  draw() {
    const { board, record } = this.app;
    const layer = board.layer("solve-layer");
    if (!layer) return;
    const drawn = record.current.marks(record.size).map(([name]) => name); // by the server
    const corners = this.part ?? (this.corner ? [this.corner, this.corner] : null);
    if (corners) {
      const [a, b] = corners.map((name) => board.center(name));
      const [x, y] = [Math.min(a[0], b[0]) - 15, Math.min(a[1], b[1]) - 15];
      layer.append(el("svg:rect", { x, y, width: Math.abs(a[0] - b[0]) + 30, height: Math.abs(a[1] - b[1]) + 30, rx: 6, class: "frame" }));
    }
    for (const name of new Set(this.target.flatMap((stone) => board.chainAt(stone)))) {
      if (drawn.includes(name)) continue;
      const [x, y] = board.center(name);
      for (const part of ["target-edge", "target"]) layer.append(el("svg:rect", { x: x - 6, y: y - 6, width: 12, height: 12, class: part }));
    }
    if (this.found) this.drawFound();
  }

  drawFound() {
    const { told } = this.found;
    const { board } = this.app;
    const layer = board.layer("verdict-layer");
    for (const name of told.filled) layer?.append(board.stone(name, other(told.defender), 0.4));
    for (const move of told.moves) layer?.append(...sign(board, move));
    this.note(said(told));
    const listed = worth(told.moves);
    const rows = listed.map((move) => el("tr", {
      ...acts(() => this.pin(move)), onmousemove: (event) => this.rest(move, event), onfocus: () => this.preview(move),
      onmouseleave: () => this.rest(null), onblur: () => this.preview(this.pinned),
    },
      el("td", {}, el("span", { class: `sign ${move.verdict}` }, SIGNS[move.verdict]), ` ${move.move}${move.best ? " ★" : ""}`),
      el("td", { class: "words" }, move.words), el("td", { class: "words" }, move.line.slice(1, 4).join(" "))));
    const heads = ["Move", "Then", "Line"].map((text) => el("th", { scope: "col", class: "words" }, text));
    const left = told.moves.length - listed.length;
    $("solve-moves").replaceChildren($("solve-moves").caption, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
    $("solve-more").textContent = left > 0 ? `${left} more moves are marked on the board.` : "";
    $("solve-record").hidden = !told.moves.some((move) => move.line.length);
    $("solve-result").hidden = false;
    if (this.pinned) this.preview(this.pinned);
  }

  /** The pointer is on a row of the list, or leaves it. A list that appears below a resting pointer hides nothing. */
  rest(move, event) {
    if (event && event.movementX === 0 && event.movementY === 0) return;
    if (move === this.under) return;
    this.under = move;
    this.preview(move ?? this.pinned);
  }

  /** The line of a move stays on the board, or goes. */
  pin(move) {
    this.pinned = this.pinned === move ? null : move;
    this.preview(this.pinned);
  }

  preview(move) {
    if (move && move.line.length) this.app.board.showLine(move.line, this.found.told.turn);
    else this.app.board.clearLine();
  }

  /** The pointer rests on a point of the board; true if this is about the group. */
  hover(name) {
    if (!this.found) return false;
    this.preview(this.found.told.moves.find((move) => move.move === name) ?? this.pinned);
    return true;
  }

  /** Proved lines as variations of the position, with what is proved as comments. */
  async intoRecord() {
    const { app } = this;
    const { told } = this.found;
    const { record } = app;
    let node = record.current;
    if (told.turn !== app.view.to_move) {
      const turn = told.turn.toUpperCase();
      node = node.children.find((child) => child.get("PL") === turn && !child.move(record.size)) ?? new Node(node);
      node.set("PL", turn);
    }
    if (!MARKS.some((mark) => node.properties.has(mark))) node.set("TR", ...told.target.map((name) => toSgf(record.size, name)));
    comment(node, `Tesuji: ${said(told)}`);
    for (const move of worth(told.moves).filter(({ line }) => line.length)) {
      let at = node;
      let color = told.turn;
      for (const name of move.line) {
        at = follow(at, color, toSgf(record.size, name));
        if (at.parent === node) comment(at, `Tesuji: ${WORDS[move.verdict]}: ${move.words}.`);
        color = other(color);
      }
    }
    await app.visit(node);
  }
}

/** The moves that are listed: all that are right or a ko, some of the others. */
function worth(moves) {
  const some = (verdict) => moves.filter((move) => move.verdict === verdict).slice(0, MOST);
  const others = [...some("wrong"), ...some("unknown")];
  return moves.filter((move) => move.verdict === "right" || move.verdict === "ko" || others.includes(move));
}

/** The child with that move, made if there is none. */
function follow(node, color, raw) {
  const property = color.toUpperCase();
  const known = node.children.find((child) => child.get(property) === raw);
  if (known) return known;
  const made = new Node(node);
  made.set(property, raw);
  return made;
}

/** Adds a line to the comment of a node, once. */
function comment(node, text) {
  const before = node.get("C");
  if (!before?.includes(text)) node.set("C", before ? `${before}\n${text}` : text);
}

/** The answer in words, with what it takes for granted. */
function said({ words, filled, ko, proved, seconds, nodes }) {
  const parts = [words];
  if (filled.length) parts.push(`Read with ${filled.join(", ")} closed, as if the surrounding stones were connected.`);
  if (ko) parts.push(`The ko at ${ko} may not be retaken just now; that is not counted.`);
  if (!proved) parts.push(`Searched ${seconds.toFixed(1)} s, ${nodes.toLocaleString("en")} positions. Bounding the region may help.`);
  return parts.join(" ");
}

/** A first move on the board: a shape, a sign and a colour for each verdict. */
function sign(board, { move, verdict, best }) {
  const [x, y] = board.center(move);
  const shape = {
    right: () => el("svg:circle", { cx: x, cy: y, r: 12.5, class: "verdict right" }),
    ko: () => el("svg:rect", { x: x - 11, y: y - 11, width: 22, height: 22, rx: 3, class: "verdict ko" }),
    wrong: () => el("svg:circle", { cx: x, cy: y, r: 8, class: "verdict wrong" }),
    unknown: () => el("svg:circle", { cx: x, cy: y, r: 8, class: "verdict unknown" }),
  }[verdict]();
  if (best) shape.classList.add("best");
  return [shape, el("svg:text", { x, y: y + (verdict === "ko" ? 3.5 : 4), class: "verdict-sign" }, SIGNS[verdict])];
}
