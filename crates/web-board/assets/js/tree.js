// The variations as a picture: the main line runs to the right, variations below it. With the focus on it, arrow keys go from node to node.

import { $, el } from "./dom.js";

const STEP = 26;
const MOST_NODES = 1500; // a larger tree would make every click slow

export class Tree {
  constructor(app) {
    this.app = app;
    $("tree").addEventListener("keydown", (event) => {
      const node = { ArrowLeft: () => app.record.target("back"), ArrowRight: () => app.record.target("on"), ArrowUp: () => this.beside(-1), ArrowDown: () => this.beside(1) }[event.key]?.();
      if (!node) return;
      event.preventDefault();
      app.attempt(() => app.visit(node));
    });
  }

  /** The next or the last variation beside the current one: of its own parent, or of the nearest node before that has one. */
  beside(by) {
    for (let node = this.app.record.current; node.parent; node = node.parent) {
      const { children } = node.parent;
      const other = children[children.indexOf(node) + by];
      if (other) return other;
    }
    return null;
  }

  draw() {
    const { record } = this.app;
    const { places, n_columns, n_rows } = layOut(record.root);
    const svg = el("svg:svg", { width: (n_columns + 1) * STEP, height: (n_rows + 1) * STEP, role: "img", "aria-label": `${places.size} positions` });
    const at = ([column, row]) => [STEP * (column + 0.8), STEP * (row + 0.8)];
    const edges = [];
    const nodes = [];
    for (const [node, place] of places) {
      const [x, y] = at(place);
      if (node.parent) {
        const [px, py] = at(places.get(node.parent));
        edges.push(`M${px} ${py}L${px + Math.max(0, x - px - STEP)} ${y}L${x} ${y}`);
      }
      const move = node.move(record.size);
      const kind = move ? move[0] : "s";
      const open = () => this.app.attempt(() => this.app.visit(node));
      nodes.push(move
        ? el("svg:circle", { cx: x, cy: y, r: 8.5, class: kind, onclick: open }, el("svg:title", {}, move[1]))
        : el("svg:rect", { x: x - 5, y: y - 5, width: 10, height: 10, class: kind, onclick: open }));
      if (node.get("C")) nodes.push(el("svg:circle", { cx: x + 7, cy: y - 7, r: 3, class: "has-comment" }));
      if (node === record.current) nodes.push(el("svg:circle", { cx: x, cy: y, r: 11, class: "now" }));
    }
    svg.append(el("svg:path", { d: edges.join(""), class: "edge" }), ...nodes);
    $("tree").replaceChildren(svg);
    const now = places.get(record.current);
    if (now) {
      const [x, y] = at(now);
      $("tree").scrollTo(x - $("tree").clientWidth / 2, y - $("tree").clientHeight / 2);
    }
  }
}

/** Every node in a column by depth and a row that no earlier variation uses from there on. */
function layOut(root) {
  const places = new Map();
  const filled = []; // by column: the first free row
  let n_columns = 0;
  let n_rows = 1;
  const open = [[root, 0, 0]];
  while (open.length && places.size < MOST_NODES) {
    const [node, column, least] = open.pop();
    let length = 0;
    for (let at = node; at; at = at.children[0]) length++;
    let row = least;
    for (let c = column; c < column + length; c++) row = Math.max(row, filled[c] ?? 0);
    let c = column;
    for (let at = node; at; at = at.children[0], c++) {
      places.set(at, [c, row]);
      filled[c] = row + 1;
      for (const child of at.children.slice(1).reverse()) open.push([child, c + 1, row + 1]);
    }
    n_columns = Math.max(n_columns, c);
    n_rows = Math.max(n_rows, row + 1);
  }
  return { places, n_columns, n_rows };
}
