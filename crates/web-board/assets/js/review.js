// The whole game reviewed. The server judges position by position and says what was a mistake and of which kind; this page keeps the
// judgements, so that a review can be stopped, can go on where it was, and can be saved.

import { ask, stream } from "./ask.js";
import { $, el, percent, press } from "./dom.js";
import { download } from "./study.js";

export class Review {
  constructor(app, graph) {
    this.app = app;
    this.graph = graph;
    this.controller = null;
    this.byKind = false;
    this.forget([]);
    $("review").addEventListener("click", () => app.attempt(() => (this.controller ? this.stop() : this.start())));
    $("review-sgf").addEventListener("click", () => app.attempt(() => this.save("sgf", "application/x-go-sgf")));
    $("review-html").addEventListener("click", () => app.attempt(() => this.save("html", "text/html")));
    $("by-size").addEventListener("click", () => this.order(false));
    $("by-kind").addEventListener("click", () => this.order(true));
  }

  /** Begins with another line of the game; its nodes, the root first. */
  forget(line) {
    this.line = line;
    this.position = line.length ? this.app.record.positionKey(line.at(-1)) : null;
    this.judgements = [];
    this.of = null; // how many positions there are to judge, once the server has said so
    this.told = null;
    this.looked = null; // the mistake that is shown, and the node before it
  }

  /** Whether the reviewed line is still in the record, and as it was. */
  holds() {
    const { record } = this.app;
    const isLinked = (node, nth) => (nth === 0 ? node === record.root : this.line[nth - 1].children.includes(node));
    return this.line.length === 0 || (this.line.every(isLinked) && record.positionKey(this.line.at(-1)) === this.position);
  }

  /** The question about what is known: the reviewed line is the record's main line. */
  question() { return { record: this.app.record.wire(new Set(this.line)), judgements: this.judgements }; }

  /** The last node before each move, and the last of all: where the server's positions are. */
  positions() {
    const nodes = [this.line[0]];
    for (const node of this.line.slice(1)) {
      if (node.move(this.app.record.size)) nodes.push(node);
      else nodes[nodes.length - 1] = node;
    }
    return nodes;
  }

  async start() {
    const line = this.app.record.wholeLine();
    if (!this.holds() || line.length !== this.line.length || line.some((node, nth) => node !== this.line[nth])) this.forget(line);
    const controller = new AbortController();
    this.controller = controller;
    this.app.study.analysis.stop();
    const positions = this.positions();
    this.progress(this.judgements.length, this.of ?? positions.length);
    try {
      await stream("review", this.question(), (name, told) => {
        if (this.controller !== controller) return;
        if (name === "queue" && told.ahead > 0) $("review-progress").textContent = `Waiting: ${told.ahead} ahead`;
        if (name === "judged") this.judged(positions, told);
        if (name === "review") this.reviewed(positions, told);
      }, controller.signal);
    } finally {
      if (this.controller === controller) this.stop();
    }
  }

  progress(done, of) {
    $("review").textContent = "Stop";
    $("review-state").hidden = false;
    $("review-bar").value = done / of;
    $("review-progress").textContent = `${done} of ${of} positions`;
  }

  judged(positions, { after, of, rate, lead, judgement }) {
    this.judgements[after] = judgement;
    this.of = of;
    const node = positions[after];
    if (node) node.found = { ...node.found, rate, lead };
    this.progress(after + 1, of);
    this.graph.draw();
  }

  reviewed(positions, told) {
    this.told = { ...told, positions };
    for (const node of positions) if (node.found) node.found.mistake = false;
    for (const { rating } of told.mistakes) if (positions[rating.number]?.found) positions[rating.number].found.mistake = true;
    this.graph.draw();
    this.list();
  }

  stop() {
    this.controller?.abort();
    this.controller = null;
    const whole = this.judgements.length === this.of;
    $("review").textContent = this.judgements.length === 0 || whole ? "Review game" : "Continue";
    $("review-state").hidden = this.judgements.length === 0 || whole;
    this.buttons();
  }

  clear() {
    this.stop();
    this.forget([]);
    this.stop();
    this.list();
  }

  order(byKind) {
    this.byKind = byKind;
    this.list();
  }

  buttons() {
    const some = this.judgements.length > 1;
    $("review-sgf").hidden = !some;
    $("review-html").hidden = !some;
  }

  list() {
    this.buttons();
    const { told } = this;
    press($("by-size"), !this.byKind);
    press($("by-kind"), this.byKind);
    $("review-result").hidden = !told;
    if (!told) return;
    $("review-summary").replaceChildren(...told.summary.split("\n").filter(Boolean).map((text) => el("p", { class: "small" }, text)));
    const group = (title, own) => el("li", {}, el("strong", {}, `${title} (${own.length})`), el("ol", {}, ...own.map((mistake) => this.entry(mistake))));
    const groups = this.byKind
      ? told.kinds.map(({ kind, title }) => group(title, told.mistakes.filter((mistake) => mistake.kind === kind)))
      : told.mistakes.map((mistake) => this.entry(mistake));
    $("mistakes").replaceChildren(...(groups.length ? groups : [el("li", { class: "small" }, "No mistake that the search is sure of.")]));
  }

  entry(mistake) {
    const { number, is_black, mv, best, loss, error, points_lost, verdict } = mistake.rating;
    const sure = `${verdict}: points and win rate lost; the latter is sure to ${(100 * error).toFixed(0)}%`;
    const shown = this.looked?.mistake === mistake;
    const button = el("button", { onclick: () => this.app.attempt(() => this.look(mistake)) },
      el("span", { class: `stone small-stone ${is_black ? "black" : "white"}`, role: "img", "aria-label": is_black ? "Black" : "White" }),
      el("span", {}, `${number}. ${mv}`),
      el("span", { class: verdict, title: sure }, `−${points_lost.toFixed(1)}, −${(100 * loss).toFixed(0)}%`),
      el("span", { class: "small" }, best ? `better ${best}` : ""));
    const facts = shown ? el("ul", { class: "facts" }, ...this.facts(mistake).map((text) => el("li", {}, text))) : null;
    return el("li", {}, button, facts);
  }

  facts({ rating, facts, better }) {
    const { probability, rank, win_rate_before, win_rate_after, verdict } = rating;
    return [
      `${verdict[0].toUpperCase()}${verdict.slice(1)}: win rate ${percent(win_rate_before)} → ${percent(win_rate_after)}; ${percent(probability, 1)} likely to the model, its number ${rank}`,
      ...facts,
      ...(better.length > 1 ? [`Better: ${better.join(" ")}`] : []),
    ];
  }

  /** Shows the position before a mistake, what was played and what was better. */
  async look(mistake) {
    const node = this.told.positions[mistake.rating.number - 1];
    this.looked = { mistake, node };
    await this.app.visit(node);
    this.list();
  }

  /** Marks for the mistake that is looked at. */
  shown() {
    const { looked, app } = this;
    if (!looked || looked.node !== app.record.current || !this.holds()) return {};
    const { rating, points } = looked.mistake;
    const marks = points.filter((name) => name !== rating.mv && name !== rating.best).map((name) => [name, "cross", null]);
    if (rating.mv !== "pass") marks.push([rating.mv, "fault", null]);
    if (rating.best && rating.best !== "pass") marks.push([rating.best, "choice", null]);
    return { marks: [...looked.node.marks(app.record.size), ...marks] };
  }

  async save(ending, kind) {
    if (!this.holds()) throw new Error("the game is not the one that was reviewed any more: review it again");
    const files = await ask("review/files", this.question());
    download(`game.review.${ending}`, files[ending], kind);
  }
}
