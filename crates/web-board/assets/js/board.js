// The board on the page: shows the server's drawing, tells which point is meant, and lays short-lived things on top of it.

import { $, el } from "./dom.js";
import { nameOf, placeOf } from "./node.js";

export class Board {
  constructor(onPoint, onHover) {
    this.element = $("board");
    this.svg = null;
    this.cursor = null; // [x, y]
    this.onPoint = onPoint;
    this.onHover = onHover;
    this.ghost = null; // colour of the stone that a pointer carries
    this.stones = "";
    this.element.addEventListener("click", (event) => { const at = this.at(event); if (at) this.onPoint(nameOf(this.size, ...at)); });
    this.element.addEventListener("pointermove", (event) => this.hover(event.pointerType === "touch" ? null : this.at(event)));
    this.element.addEventListener("pointerleave", () => this.hover(null));
    this.element.addEventListener("focus", () => this.showCursor());
    this.element.addEventListener("blur", () => this.layer("cursor-layer"));
  }

  get size() { return Number(this.svg?.dataset.size ?? 9); }

  /** Shows a position as the server drew it. */
  show(view) {
    const parsed = new DOMParser().parseFromString(view.svg, "image/svg+xml").documentElement;
    this.svg = document.importNode(parsed, true);
    this.svg.setAttribute("aria-hidden", "true");
    this.element.replaceChildren(this.svg);
    this.stones = view.stones;
    this.hovered = null;
    if (document.activeElement === this.element) this.showCursor();
  }

  center(name) {
    const { left, top, cell } = this.svg.dataset;
    const [x, y] = placeOf(this.size, name);
    return [Number(left) + x * Number(cell), Number(top) + y * Number(cell)];
  }

  /** The intersection under a pointer. */
  at(event) {
    if (!this.svg) return null;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const { left, top, cell } = this.svg.dataset;
    const x = Math.round((place.x - Number(left)) / Number(cell));
    const y = Math.round((place.y - Number(top)) / Number(cell));
    return x >= 0 && y >= 0 && x < this.size && y < this.size ? [x, y] : null;
  }

  stoneAt(name) {
    const [x, y] = placeOf(this.size, name);
    return this.stones[y * this.size + x];
  }

  /** The points of the chain there, as far as it is seen; none on an empty point. */
  chainAt(name) {
    const stone = this.stoneAt(name);
    if (stone !== "X" && stone !== "O") return [];
    const seen = new Set([name]);
    for (const at of seen) {
      const [x, y] = placeOf(this.size, at);
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        if (x + dx < 0 || y + dy < 0 || x + dx >= this.size || y + dy >= this.size) continue;
        const next = nameOf(this.size, x + dx, y + dy);
        if (this.stoneAt(next) === stone) seen.add(next);
      }
    }
    return [...seen];
  }

  /** A group above everything, emptied first. */
  layer(id) {
    if (!this.svg) return null;
    this.svg.querySelector(`#${id}`)?.remove();
    const group = el("svg:g", { id, class: "overlay" });
    this.svg.append(group);
    return group;
  }

  stone(name, color, opacity, label) {
    const [cx, cy] = this.center(name);
    const group = el("svg:g", { opacity }, el("svg:circle", { cx, cy, r: 14, fill: `url(#goban-${color === "b" ? "black" : "white"})`, stroke: "#555", "stroke-width": 0.5 }));
    if (label) group.append(el("svg:text", { x: cx, y: cy + 4, fill: color === "b" ? "#f6f4ee" : "#1b1c20" }, String(label)));
    return group;
  }

  hover(at) {
    const name = at ? nameOf(this.size, ...at) : null;
    if (name === this.hovered) return;
    this.hovered = name;
    const layer = this.layer("hover-layer");
    if (name && this.ghost && this.stoneAt(name) === ".") layer?.append(this.stone(name, this.ghost, 0.5));
    this.onHover?.(name);
  }

  /** Moves the keyboard's cursor. */
  move(dx, dy) {
    const middle = Math.floor(this.size / 2);
    const [x, y] = this.cursor ?? [middle, middle];
    const clamp = (v) => Math.max(0, Math.min(this.size - 1, v));
    this.cursor = this.cursor ? [clamp(x + dx), clamp(y + dy)] : [middle, middle];
    this.showCursor();
    const stone = { X: "black stone", O: "white stone" }[this.stoneAt(this.cursorName)] ?? "empty";
    $("cursor-note").textContent = `${this.cursorName}, ${stone}`;
  }

  get cursorName() {
    if (!this.cursor) return null;
    const clamp = (v) => Math.min(this.size - 1, v);
    return nameOf(this.size, clamp(this.cursor[0]), clamp(this.cursor[1]));
  }

  showCursor() {
    const layer = this.layer("cursor-layer");
    if (!layer || !this.cursor) return;
    const [x, y] = this.center(this.cursorName);
    layer.append(el("svg:rect", { x: x - 14, y: y - 14, width: 28, height: 28, rx: 6, class: "cursor" }));
  }

  clearLine() {
    this.layer("line-layer");
    this.element.classList.remove("showing-line");
  }

  /** A variation as numbered stones; candidates step back meanwhile. */
  showLine(names, color) {
    const layer = this.layer("line-layer");
    this.element.classList.add("showing-line");
    let side = color;
    const seen = new Set();
    names.forEach((name, nth) => {
      if (name !== "pass" && !seen.has(name)) layer?.append(this.stone(name, side, 0.88, nth + 1));
      seen.add(name);
      side = side === "b" ? "w" : "b";
    });
  }

  /** Candidate moves of a search: how good, and how much looked at. */
  showCandidates(moves) {
    const layer = this.layer("candidate-layer");
    if (!layer || !moves.length) return;
    const most = Math.max(...moves.map((move) => move.visits), 1);
    for (const [nth, move] of moves.entries()) {
      if (move.move === "pass" || move.visits < Math.max(2, most / 60)) continue;
      const [x, y] = this.center(move.move);
      const color = nth === 0 ? "#1f7fb8" : "#2f8f6b";
      layer.append(
        el("svg:circle", { cx: x, cy: y, r: 13.4, fill: color, opacity: 0.35 + 0.6 * Math.sqrt(move.visits / most) }),
        el("svg:text", { x, y: y + 0.5, fill: "#fff" }, (100 * move.rate).toFixed(0)),
        el("svg:text", { x, y: y + 9, fill: "#fff", class: "visits" }, move.visits >= 1000 ? `${(move.visits / 1000).toFixed(1)}k` : String(move.visits)),
      );
    }
  }

  /** Rings around the points that a reason looks at. */
  showPoints(names) {
    const layer = this.layer("point-layer");
    for (const name of names) {
      const [cx, cy] = this.center(name);
      layer?.append(el("svg:circle", { cx, cy, r: 13, fill: "none", stroke: "#1257a8", "stroke-width": 2.5 }));
    }
  }
}
