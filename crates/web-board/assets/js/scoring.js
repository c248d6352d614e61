// Counting: the engine proposes which stones are dead, clicks correct it, the server counts.

import { ask, stream } from "./ask.js";
import { $, el, say } from "./dom.js";

export class Scoring {
  constructor(app) {
    this.app = app;
    this.counting = false;
    this.count = null; // the server's last count; null while dead stones are looked for
    this.round = 0; // another number once a count is over
    $("count-accept").addEventListener("click", () => this.accept());
    $("count-resume").addEventListener("click", () => app.attempt(() => app.play.resume()));
  }

  /** Asks the engine who owns what now. */
  async judge() {
    let judged = null;
    await stream("search", { line: this.app.record.line(), task: { judge: {} } }, (name, told) => { if (name === "judgement") judged = told; });
    if (!judged) throw new Error("the judgement was interrupted: try again");
    return judged;
  }

  async begin() {
    const round = ++this.round;
    this.counting = true;
    $("play-actions").hidden = true;
    say("Both passed. Looking for dead stones…");
    try {
      const { dead } = await this.judge();
      if (round === this.round) await this.ask({ dead });
    } catch (error) {
      if (round !== this.round) return;
      this.end();
      throw error;
    }
    if (round !== this.round) return;
    $("counting").hidden = false;
    say("Is this count right?");
  }

  async ask(question) {
    const { round } = this;
    const count = await ask("count", { line: this.app.record.line(), ...question });
    if (round !== this.round) return;
    this.count = count;
    const { black, white, komi, bonus, scoring, result, dead, ownership } = count;
    const row = (name, b, w, kind = "") => el("tr", { class: kind }, el("td", {}, name), el("td", {}, b), el("td", {}, w));
    $("count-table").replaceChildren(
      el("tr", {}, el("th", {}, ""), el("th", { scope: "col" }, "Black"), el("th", { scope: "col" }, "White")),
      row(scoring === "area" ? "Area" : "Territory and prisoners", String(black), String(white)),
      row("Komi", "", String(komi)),
      ...(bonus ? [row("Handicap", "", String(bonus))] : []),
      row(result === "0" ? "Draw" : result, String(black), String(white + komi + bonus), "total"),
    );
    this.app.overlay = { dead, ownership };
    await this.app.refresh();
  }

  async toggle(name) {
    if (!this.count || this.app.board.stoneAt(name) === ".") return;
    await this.ask({ dead: this.count.dead, toggle: name });
  }

  accept() {
    const { result } = this.count;
    this.end();
    this.app.play.finish(result);
  }

  end() {
    this.round++;
    this.counting = false;
    this.count = null;
    $("counting").hidden = true;
    $("play-actions").hidden = this.app.mode !== "play";
  }
}
