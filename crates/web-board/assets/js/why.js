// Why a move: what speaks for it and against it, feature by feature, what the search found, and what was better.
// Every sentence comes from the server with the id of its feature and the points that it looks at; nothing is concluded here.

import { ask } from "./ask.js";
import { $, el, isPressed, percent, press } from "./dom.js";

const MOST_REASONS = 8;

export class Why {
  constructor(app) {
    this.app = app;
    this.asked = null; // the position and the move that the panel is about
    $("why-pick").addEventListener("click", () => press($("why-pick"), !this.picking));
    $("why-last").addEventListener("click", () => app.attempt(() => this.askPlayed()));
  }

  get picking() { return isPressed($("why-pick")); }

  /** The move that led here, seen from the position before it; at the start, the move that comes. */
  async askPlayed() {
    const { record } = this.app;
    const node = record.current;
    const move = node.move(record.size) ?? node.children[0]?.move(record.size);
    if (!move) throw new Error("no move was played here");
    if (node.move(record.size)) await this.app.visit(node.parent);
    await this.ask(move[1]);
  }

  async ask(name) {
    press($("why-pick"), false);
    const { record } = this.app;
    const position = record.positionKey();
    const told = await ask("why", { line: record.line(), move: name, model: this.app.study.models.model });
    if (this.app.record.positionKey() !== position) return;
    this.asked = { position, name, told };
    this.draw();
    await this.app.refresh();
    $("why").scrollIntoView({ block: "nearest" });
    this.app.attempt(() => this.app.study.analysis.glance());
  }

  shown() {
    if (!this.asked || this.asked.position !== this.app.record.positionKey()) return {};
    const { name, told } = this.asked;
    const marks = [];
    if (told.best.move !== name && told.best.move !== "pass") marks.push([told.best.move, "choice", null]);
    if (name !== "pass") marks.push([name, "label", "?"]);
    return { marks: [...this.app.record.current.marks(this.app.record.size), ...marks] };
  }

  draw() {
    const { name, told } = this.asked;
    const { explained, best } = told;
    this.search = el("div", {});
    const parts = [this.head(explained), ...this.voices(explained), this.search, ...this.reasons(explained.reasons)];
    parts.push(...this.leaves(explained, best));
    if (best.move !== name) {
      const times = best.probability / Math.max(explained.probability, 1e-9);
      parts.push(el("p", { class: "why-head" }, `Better for the model: ${best.move}, ${times >= 100 ? "over 100" : times.toFixed(1)} times as likely`));
      parts.push(...this.reasons(told.only_best, "only this move: "));
      if (told.only_explained.length) parts.push(el("p", { class: "small" }, `What ${name} has and ${best.move} lacks:`), ...this.reasons(told.only_explained));
    }
    parts.push(el("p", { class: "small" }, `Model: ${told.model}. Without a reason the odds of the move would be divided by its factor. Rings on the board: the stones of a reason.`));
    $("why").replaceChildren(...parts);
    this.searched();
  }

  /** Rings what a reason looks at; without one, what the strongest reason that looks at anything does. */
  ring(reason) {
    const { reasons } = this.asked.told.explained;
    const meant = reason ?? reasons.slice(0, MOST_REASONS).find(({ points }) => points.length > 0);
    this.app.board.showPoints(meant?.points ?? []);
  }

  head({ move, probability, rank }) {
    return el("p", { class: "why-head" }, `${move}: ${percent(probability, 1)}, number ${rank} of the legal moves`);
  }

  /** A mean or a pool of several models: what each of them says. */
  voices({ combination, voices }) {
    if (combination === "product") return [];
    const words = ({ name, weight, probability }) => `${name} (weight ${weight.toFixed(2)}): ${percent(probability, 1)}`;
    return [el("p", { class: "small" }, `The ${combination} of ${voices.map(words).join(", ")}`)];
  }

  reasons(reasons, lead = "") {
    return reasons.slice(0, MOST_REASONS).map((reason) => {
      const mark = () => this.ring(reason);
      const clear = () => this.ring();
      const row = el("div", { class: "reason", tabindex: reason.points.length ? 0 : null, onmouseenter: mark, onmouseleave: clear, onfocus: mark, onblur: clear },
        el("span", { class: `factor ${reason.factor >= 1 ? "for" : "against"}` }, `×${reason.factor.toFixed(2)}`),
        el("span", {}, `${lead}${reason.words}`),
        el("code", {}, `${reason.feature} · without it ${percent(reason.without, 1)}`));
      if (reason.pattern) {
        const drawing = new DOMParser().parseFromString(reason.pattern, "image/svg+xml").documentElement;
        row.append(el("div", { class: "pattern" }, document.importNode(drawing, true)));
      }
      return row;
    });
  }

  /** A model with a forest: the leaf of every tree that the move falls into, and where the better move falls instead. */
  leaves({ leaves = [] }, best) {
    if (!leaves.length) return [];
    const others = best.leaves ?? [];
    const rows = leaves.map((leaf, nth) => {
      const mark = () => this.ring(leaf);
      const clear = () => this.ring();
      const other = others[nth];
      const beside = other && other.leaf !== leaf.leaf ? ` · ${best.move}: leaf ${other.leaf}, ×${other.weight.toFixed(2)}` : "";
      return el("div", { class: "reason leaf", tabindex: leaf.points.length ? 0 : null, onmouseenter: mark, onmouseleave: clear, onfocus: mark, onblur: clear },
        el("span", { class: `factor ${leaf.weight >= 1 ? "for" : "against"}` }, `×${leaf.weight.toFixed(2)}`),
        el("span", {}, leaf.words),
        el("code", {}, `tree ${leaf.tree} (${leaf.system}), leaf ${leaf.leaf}${beside}`));
    });
    return [el("details", { class: "leaves", open: true }, el("summary", {}, `The leaves of the ${leaves.length} trees`), ...rows)];
  }

  /** What the search says about the same move, if it has looked. */
  searched() {
    if (!this.asked || !this.search) return;
    const found = this.app.study.analysis.found;
    if (!found || found.position !== this.asked.position) {
      const text = this.app.study.review.controller ? "The search is busy with the review." : "The search is looking…";
      this.search.replaceChildren(el("p", { class: "small" }, text));
      return;
    }
    const { moves, playouts } = found.told;
    const own = moves.find(({ move }) => move === this.asked.name);
    const [first] = moves;
    const words = (move) => `${move.move} wins ${percent(move.rate, 1)} (${move.visits} of ${playouts} playouts, expected: ${move.line.slice(0, 5).join(" ")})`;
    const lines = [own ? words(own) : `${this.asked.name} is not among the moves that the search looked at most`];
    if (first && first !== own) lines.push(`better: ${words(first)}`);
    this.search.replaceChildren(...lines.map((text, nth) => el("p", { class: "small" }, nth === 0 ? `The search: ${text}` : text)));
  }

  moved() {
    if (!this.asked) return;
    if (this.asked.position === this.app.record.positionKey()) this.ring();
    else this.clear();
  }

  clear() {
    this.asked = null;
    this.search = null;
    $("why").replaceChildren(el("p", { class: "small" }, "Choose a point and see what speaks for it and against it."));
  }
}
