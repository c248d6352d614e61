// Live analysis: candidate moves with their win rates, and how the game would go on.

import { stream } from "./ask.js";
import { $, acts, el, isPressed, percent, points, press } from "./dom.js";

const GLANCE = 2500; // milliseconds

export class Analysis {
  constructor(app, graph) {
    this.app = app;
    this.graph = graph;
    this.controller = null;
    this.quiet = false; // the search is only for the why panel
    this.position = null; // what is searched, or was
    this.found = null; // the last report, and the position that it is about
    $("analyse").addEventListener("click", () => app.attempt(() => (isPressed($("analyse")) ? this.stop() : this.start())));
  }

  /** A short look without signs on the board, unless this position has been searched already. A review that runs would be stopped by it. */
  async glance() {
    if (this.controller || this.app.study.review.controller || this.found?.position === this.app.record.positionKey()) return;
    const timer = setTimeout(() => this.controller?.abort(), GLANCE);
    try { await this.start(true); } finally { clearTimeout(timer); }
  }

  async start(quiet = false) {
    this.controller?.abort();
    const controller = new AbortController();
    this.controller = controller;
    this.quiet = quiet;
    press($("analyse"), !quiet);
    const { record } = this.app;
    const node = record.current;
    const position = record.positionKey(node);
    this.position = position;
    try {
      await stream("search", { line: record.line(), task: { analysis: {} } }, (name, told) => {
        if (name === "analysis" && this.controller === controller && record.positionKey(node) === position) this.show(node, position, told);
      }, controller.signal);
    } finally {
      if (this.controller === controller) {
        this.controller = null;
        press($("analyse"), false);
      }
    }
  }

  stop() {
    this.controller?.abort();
    this.controller = null;
    press($("analyse"), false);
    this.clear();
  }

  clear() {
    this.found = null;
    $("candidates").hidden = true;
    this.app.board.layer("candidate-layer");
    this.app.board.clearLine();
  }

  /** Another position is on the board: look at that one instead. */
  moved() {
    const position = this.app.record.positionKey();
    if (this.found?.position === position) return this.draw();
    if (this.controller && this.position === position) return; // the first report is still to come
    const running = isPressed($("analyse"));
    this.stop();
    if (running) this.app.attempt(() => this.start());
  }

  show(node, position, told) {
    node.found = { ...node.found, rate: told.rate, lead: told.lead };
    this.found = { position, told };
    this.draw();
    this.graph.draw();
    this.app.why.searched();
  }

  draw() {
    if (this.quiet) return;
    const { told } = this.found;
    const { board, view } = this.app;
    board.showCandidates(told.moves);
    const preview = (move) => () => board.showLine(move.line, view.to_move);
    const focused = [...$("candidates").querySelectorAll("tbody tr")].indexOf(document.activeElement);
    const rows = told.moves.slice(0, 8).map((move) => el("tr", {
      ...acts(() => this.app.attempt(() => this.app.playMove(move.move))), onmouseenter: preview(move), onfocus: preview(move),
      onmouseleave: () => board.clearLine(), onblur: () => board.clearLine(),
    }, ...[move.move, percent(move.rate, 1), points(move.lead), String(move.visits), percent(move.prior, 1), move.line.slice(1, 5).join(" ")].map((text) => el("td", {}, text))));
    const heads = ["Move", "Wins", "Points", "Visits", "Model", "Then"].map((text) => el("th", { scope: "col" }, text));
    $("candidates").replaceChildren($("candidates").caption, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
    $("candidates").hidden = false;
    rows[focused]?.focus({ preventScroll: true });
  }

  /** The pointer rests on a point of the board. */
  hover(name) {
    if (!this.found) return;
    const move = this.found.told.moves.find((candidate) => candidate.move === name);
    if (move) this.app.board.showLine(move.line, this.app.view.to_move);
    else this.app.board.clearLine();
  }
}
