// The whole game reviewed: every position searched a little, mistakes listed by size. It can be stopped, and goes on where it stopped.

import { stream } from "./ask.js";
import { $, el, percent } from "./dom.js";
import { Node, toSgf } from "./record.js";

// What a mistake is called, by the share of the win rate that it cost.
const KINDS = [[0.2, "Blunders"], [0.1, "Mistakes"], [0.05, "Inaccuracies"]];

export class Review {
  constructor(app, graph) {
    this.app = app;
    this.graph = graph;
    this.controller = null;
    $("review").addEventListener("click", () => app.attempt(() => (this.controller ? this.stop() : this.start())));
    $("review-sgf").addEventListener("click", () => app.attempt(() => this.saveAnnotated()));
  }

  async start() {
    const { record } = this.app;
    const nodes = record.wholeLine();
    const steps = nodes.map((node) => node.steps(record.size).length);
    // Positions come by the number of steps before them; nodes without steps share their parent's position.
    const byStep = new Map();
    let count = 0;
    nodes.forEach((node, nth) => { count += steps[nth]; byStep.set(count, node); });
    let from = 0;
    while (byStep.get(from)?.found?.reviewed || (from < count && !byStep.has(from))) from++;
    if (from > count) return this.list();
    const controller = new AbortController();
    this.controller = controller;
    this.app.study.analysis.stop();
    $("review").textContent = "Stop";
    $("review-state").hidden = false;
    $("review-bar").value = from / (count + 1);
    try {
      await stream("search", { line: record.line(nodes.at(-1)), task: { review: { from } } }, (name, told) => {
        if (name !== "position" || this.controller !== controller) return;
        const node = byStep.get(told.after);
        const [best] = told.analysis.moves;
        if (node) node.found = { rate: told.analysis.rate, lead: told.analysis.lead, best, played: told.played, reviewed: true };
        $("review-bar").value = (told.after + 1) / (told.of + 1);
        this.rate(nodes);
        this.graph.draw();
        this.list();
      }, controller.signal);
    } finally {
      if (this.controller === controller) this.stop();
    }
  }

  stop() {
    this.controller?.abort();
    this.controller = null;
    $("review").textContent = "Review game";
    $("review-state").hidden = true;
  }

  clear() {
    this.stop();
    this.list();
  }

  /** What each move cost its player. */
  rate(nodes) {
    for (const node of nodes) {
      const before = node.parent?.found;
      const move = node.move(this.app.record.size);
      if (!move || !before?.reviewed || !node.found?.reviewed) continue;
      const drop = before.rate - node.found.rate;
      node.found.cost = move[0] === "b" ? drop : -drop;
      node.found.mistake = node.found.cost >= KINDS.at(-1)[0];
    }
  }

  mistakes() {
    const nodes = this.app.record.wholeLine();
    return nodes.map((node, nth) => ({ node, nth })).filter(({ node }) => node.found?.mistake).sort((a, b) => b.node.found.cost - a.node.found.cost);
  }

  list() {
    const mistakes = this.mistakes();
    const { record } = this.app;
    const entry = ({ node }) => {
      const [color, name] = node.move(record.size);
      const number = record.path(node).filter((at) => at.move(record.size)).length;
      const { best, played } = node.parent.found;
      const better = best && best.move !== name ? `, better ${best.move}` : "";
      const likely = played ? `, expected ${percent(played.probability, 0)}` : "";
      const show = () => this.app.attempt(() => { record.current = node.parent; return this.app.refresh(); });
      return el("li", {}, el("button", { onclick: show }, `${number} ${color.toUpperCase()} ${name} −${percent(node.found.cost, 0)}${better}${likely}`));
    };
    const groups = KINDS.map(([least, name], nth) => {
      const most = nth ? KINDS[nth - 1][0] : Infinity;
      const own = mistakes.filter(({ node }) => node.found.cost >= least && node.found.cost < most);
      return own.length ? el("li", {}, el("strong", {}, `${name} (${own.length})`), el("ol", {}, ...own.slice(0, 12).map(entry))) : null;
    });
    $("mistakes").replaceChildren(...groups.filter(Boolean));
    $("mistakes").hidden = mistakes.length === 0;
    $("review-sgf").hidden = mistakes.length === 0;
  }

  /** Mistakes become comments and variations of the record, which is then saved: it can be replayed without the engine. */
  async saveAnnotated() {
    const { record } = this.app;
    for (const { node } of this.mistakes()) {
      const [color, name] = node.move(record.size);
      const { best } = node.parent.found;
      const words = `Tesuji: ${name} costs ${percent(node.found.cost, 1)} of the win rate${best && best.move !== name ? `; better ${best.move} (${percent(best.rate, 1)})` : ""}.`;
      const old = node.get("C") ?? "";
      if (!old.includes("Tesuji: ")) node.set("C", old ? `${old}\n${words}` : words);
      if (best && best.move !== name && !node.parent.children.some((child) => child.move(record.size)?.[1] === best.move)) variation(node.parent, color, best.line, record.size);
    }
    await this.app.refresh();
    await this.app.study.save();
  }
}

function variation(node, color, names, size) {
  let at = node;
  let side = color;
  for (const name of names.slice(0, 8)) {
    at = new Node(at);
    at.set(side.toUpperCase(), toSgf(size, name));
    side = side === "b" ? "w" : "b";
  }
}
