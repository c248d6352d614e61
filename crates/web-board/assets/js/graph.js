// Black's win rate over the moves of the line, as far as searches have looked.

import { $, el, percent } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 96;

export class Graph {
  constructor(app) { this.app = app; }

  draw() {
    const { record } = this.app;
    const nodes = record.wholeLine();
    const x = (nth) => 4 + ((WIDTH - 8) * nth) / Math.max(1, nodes.length - 1);
    const y = (rate) => 6 + (HEIGHT - 12) * (1 - rate);
    const known = nodes.map((node, nth) => [nth, node]).filter(([, node]) => node.found);
    const line = known.map(([nth, node]) => `${x(nth).toFixed(1)},${y(node.found.rate).toFixed(1)}`);
    const now = nodes.indexOf(record.current);
    const open = (event) => {
      const box = svg.getBoundingClientRect();
      const nth = Math.round((((event.clientX - box.left) / box.width) * WIDTH - 4) / (WIDTH - 8) * (nodes.length - 1));
      this.app.attempt(() => this.app.visit(nodes[Math.max(0, Math.min(nodes.length - 1, nth))]));
    };
    const svg = el("svg:svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "Black's win rate move by move", onclick: open },
      el("svg:line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "half" }));
    if (line.length === 1) svg.append(el("svg:circle", { cx: x(known[0][0]), cy: y(known[0][1].found.rate), r: 2.5, class: "one" }));
    if (line.length > 1) {
      svg.append(
        el("svg:polygon", { points: `${x(known[0][0])},${HEIGHT / 2} ${line.join(" ")} ${x(known.at(-1)[0])},${HEIGHT / 2}`, class: "area" }),
        el("svg:polyline", { points: line.join(" "), class: "rate" }));
    }
    for (const [nth, node] of known) if (node.found.mistake) svg.append(el("svg:circle", { cx: x(nth), cy: y(node.found.rate), r: 3.5, class: "bad" }));
    svg.append(el("svg:line", { x1: x(now), x2: x(now), y1: 0, y2: HEIGHT, class: "now" }));
    $("graph").replaceChildren(svg);
    const { found } = record.current;
    $("rate-now").textContent = found ? `Black ${percent(found.rate, 1)}${found.lead == null ? "" : `, ${found.lead > 0 ? "B" : "W"}+${Math.abs(found.lead).toFixed(1)}`}` : "";
  }
}
