// Study: files in and out, editing, and the parts that look at a position (graph, analysis, models, why, review, games, openings, life and death).

import { ask, upload } from "./ask.js";
import { Analysis } from "./analysis.js";
import { $, el, say, tell } from "./dom.js";
import { Edit } from "./edit.js";
import { Find } from "./find.js";
import { Graph } from "./graph.js";
import { Models } from "./models.js";
import { Opening } from "./opening.js";
import { GameRecord } from "./record.js";
import { Review } from "./review.js";
import { Solve } from "./solve.js";
import { Tree } from "./tree.js";
import { Why } from "./why.js";

const LARGEST_FILE = 4 << 20;

export class Study {
  constructor(app) {
    this.app = app;
    this.edit = new Edit(app);
    this.tree = new Tree(app);
    this.graph = new Graph(app);
    this.analysis = new Analysis(app, this.graph);
    this.models = new Models(app);
    this.why = new Why(app);
    app.why = this.why;
    this.review = new Review(app, this.graph);
    this.find = new Find(app);
    this.opening = new Opening(app);
    this.solve = new Solve(app);
    $("open").addEventListener("click", () => $("file").click());
    $("file").addEventListener("change", () => app.attempt(() => this.open($("file").files[0])));
    $("save").addEventListener("click", () => app.attempt(() => this.save()));
    $("prune").addEventListener("click", () => app.attempt(() => { app.record.prune(); return app.refresh(); }));
    $("comment").addEventListener("input", () => { app.record.current.set("C", $("comment").value || undefined); app.keep(); this.tree.draw(); });
    this.setUpDropping();
  }

  setUpDropping() {
    let depth = 0;
    const over = (by) => { depth = Math.max(0, depth + by); document.body.classList.toggle("dropping", depth > 0); };
    document.addEventListener("dragenter", () => over(1));
    document.addEventListener("dragleave", () => over(-1));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      over(-depth);
      const [file] = event.dataTransfer.files;
      if (file) this.app.attempt(() => this.open(file));
    });
  }

  async open(file) {
    if (!file) return;
    if (file.size > LARGEST_FILE) throw new Error(`${file.name} is larger than 4 MB`);
    const read = await upload("record/read", await file.arrayBuffer());
    $("file").value = "";
    if (read.remarks.length) tell(`${file.name} was read; its first flaw: ${read.remarks[0]}`);
    this.showGames(read.games);
    await this.load(read.games[0]);
  }

  /** Buttons for the games of a collection. */
  showGames(games) {
    $("games").hidden = games.length < 2;
    $("games").replaceChildren(...games.map((game, nth) => el("button", { onclick: () => this.app.attempt(() => this.load(game)) }, String(nth + 1))));
  }

  async load(game) {
    const record = GameRecord.opened(game);
    await ask("board", { line: record.line(record.target("last")) }); // a game that no board can show is refused before the old one is gone
    this.app.play.stopThinking();
    this.app.play.dropClocks();
    this.app.play.result = record.root.get("RE") ?? "?";
    this.app.setRecord(record);
    await this.app.setMode("study");
    this.app.board.element.focus();
  }

  async save() {
    const { sgf } = await ask("record/write", this.app.record.wire());
    download("game.sgf", sgf, "application/x-go-sgf");
  }

  newRecord() {
    this.analysis.stop();
    const { root } = this.app.record;
    const names = [root.get("PB"), root.get("PW")].filter(Boolean).join(" – ");
    $("record-title").textContent = [root.get("GN") ?? root.get("EV"), names, root.get("DT"), root.get("RE")].filter(Boolean).join(", ");
    this.why.clear();
    if (!this.review.holds()) this.review.clear();
    this.find.clear();
    this.opening.clear();
    this.solve.clear();
  }

  enter() {
    this.newRecord();
    say("Step through the game, or play a variation.");
  }

  leave() {
    this.review.stop();
    this.analysis.stop();
    this.why.clear();
    this.find.clear();
    this.opening.clear();
    this.solve.clear();
  }

  shown() { return { ...this.models.shown(), ...this.review.shown(), ...this.why.shown() }; }

  /** The position on the board has changed. */
  refreshed() {
    if (this.app.mode !== "study") return;
    if (document.activeElement !== $("comment")) $("comment").value = this.app.record.current.get("C") ?? "";
    if (!this.review.holds()) this.review.clear();
    this.tree.draw();
    this.graph.draw();
    this.analysis.moved();
    this.why.moved();
    this.find.moved();
    this.opening.moved();
    this.solve.moved();
    this.app.attempt(() => this.models.refresh());
  }

  hover(name) {
    if (this.app.mode === "study" && !this.solve.hover(name)) this.analysis.hover(name);
  }

  async point(name) {
    const { app } = this;
    const { record } = app;
    if (this.why.picking) return this.why.ask(name);
    if (this.find.picking) return this.find.point(name);
    if (this.opening.picking) return this.opening.point(name);
    if (this.solve.picking) return this.solve.point(name);
    if (this.edit.tool !== "play") return this.edit.point(name);
    if (app.at !== record.current) return app.refresh(); // meant for a position that is not there any more
    const known = record.current.children.find((child) => child.move(record.size)?.join() === `${app.view.to_move},${name}`);
    return known ? app.visit(known) : app.playMove(name);
  }
}

/** Hands a text to the browser as a file to save. */
export function download(name, text, kind) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: kind })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
