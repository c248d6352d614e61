// The game: a tree of nodes whose properties are SGF's. Steps for the server are read off the properties.

const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export const nameOf = (size, x, y) => `${COLUMNS[x]}${size - y}`;
export const placeOf = (size, name) => [COLUMNS.indexOf(name[0].toUpperCase()), size - Number(name.slice(1))];
const fromSgf = (size, raw) => nameOf(size, raw.charCodeAt(0) - 97, raw.charCodeAt(1) - 97);
export function toSgf(size, name) {
  if (name === "pass") return "";
  const [x, y] = placeOf(size, name);
  return String.fromCharCode(97 + x, 97 + y);
}

/** Names of the points of a list that may hold rectangles such as `aa:cc`. */
function points(size, values) {
  const names = [];
  for (const raw of values) {
    const [a, b = a] = raw.trim().toLowerCase().split(":");
    if (a.length !== 2 || b.length !== 2) continue;
    for (let y = a.charCodeAt(1); y <= b.charCodeAt(1); y++)
      for (let x = a.charCodeAt(0); x <= b.charCodeAt(0); x++) names.push(fromSgf(size, String.fromCharCode(x, y)));
  }
  return names;
}

export class Node {
  constructor(parent) {
    this.parent = parent;
    this.children = [];
    this.properties = new Map();
    this.found = null; // what a search found here: { rate, lead }
    parent?.children.push(this);
  }

  get(name) { return this.properties.get(name)?.[0]; }

  set(name, ...values) {
    if (values.length === 0 || (values.length === 1 && values[0] === undefined)) this.properties.delete(name);
    else this.properties.set(name, values);
  }

  /** The colour and the name of the move made here, if one was. */
  move(size) {
    for (const [property, color] of [["B", "b"], ["W", "w"]]) {
      const raw = this.get(property)?.trim().toLowerCase();
      if (raw === undefined) continue;
      const pass = raw === "" || (raw === "tt" && size <= 19);
      return [color, pass ? "pass" : fromSgf(size, raw)];
    }
    return null;
  }

  steps(size) {
    const steps = [];
    const list = (name) => points(size, this.properties.get(name) ?? []);
    const set = { b: list("AB"), w: list("AW"), e: list("AE") };
    const turn = this.get("PL")?.trim()[0]?.toLowerCase();
    if (turn === "b" || turn === "w") set.turn = turn;
    if (set.b.length + set.w.length + set.e.length > 0 || set.turn) steps.push({ set });
    const move = this.move(size);
    if (move) steps.push({ [move[0]]: move[1] });
    return steps;
  }

  /** Marks as the server draws them. */
  marks(size) {
    const marks = [];
    for (const [property, kind] of [["TR", "triangle"], ["SQ", "square"], ["CR", "circle"], ["MA", "cross"]])
      for (const name of points(size, this.properties.get(property) ?? [])) marks.push([name, kind, null]);
    for (const raw of this.properties.get("LB") ?? []) {
      const [at, ...text] = raw.split(":");
      if (at.length === 2) marks.push([fromSgf(size, at.toLowerCase()), "label", text.join(":")]);
    }
    return marks;
  }
}

export class GameRecord {
  constructor({ size = 9, rules = "chinese", komi = 7.5, handicap = [] } = {}) {
    this.root = new Node(null);
    this.root.set("GM", "1");
    this.root.set("FF", "4");
    this.root.set("CA", "UTF-8");
    this.root.set("AP", "Tesuji");
    this.root.set("SZ", String(size));
    this.root.set("KM", String(komi));
    this.root.set("RU", rules);
    if (handicap.length) {
      this.root.set("HA", String(handicap.length));
      this.root.set("AB", ...handicap.map((name) => toSgf(size, name)));
    }
    this.current = this.root;
  }

  get size() { return parseInt(this.root.get("SZ") ?? "19", 10) || 19; }
  get komi() { const komi = parseFloat((this.root.get("KM") ?? "").replace(",", ".")); return Number.isFinite(komi) ? (Math.abs(komi) >= 100 ? komi / 100 : komi) : 7.5; }
  get rules() {
    const plain = (this.root.get("RU") ?? "").toLowerCase().replace(/[^a-z]/g, "");
    const known = { japanese: "japanese", jp: "japanese", korean: "japanese", aga: "aga", newzealand: "new-zealand", nz: "new-zealand", tromptaylor: "tromp-taylor" };
    return known[plain] ?? "chinese";
  }
  get handicap() { return parseInt(this.root.get("HA") ?? "0", 10) || 0; }

  /** The nodes from the root to `node`. */
  path(node = this.current) {
    const nodes = [];
    for (let at = node; at; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  /** The path and what follows it, first children. */
  wholeLine() {
    const nodes = this.path();
    for (let at = this.current.children[0]; at; at = at.children[0]) nodes.push(at);
    return nodes;
  }

  line(node = this.current) {
    const steps = this.path(node).flatMap((at) => at.steps(this.size));
    return { size: this.size, rules: this.rules, komi: this.komi, handicap: this.handicap, steps };
  }

  get moveNumber() { return this.path().filter((node) => node.move(this.size)).length; }

  /** Goes on with a move: along it if it is known, otherwise into a new variation. */
  play(step) {
    const [color] = Object.keys(step);
    const raw = toSgf(this.size, step[color]);
    const property = color.toUpperCase();
    let next = this.current.children.find((child) => child.get(property) === raw);
    if (!next) {
      next = new Node(this.current);
      next.set(property, raw);
    }
    this.current = next;
    return next;
  }

  /** Deletes the current node with all that follows; its parent is current then. */
  prune() {
    const { parent } = this.current;
    if (!parent) return false;
    parent.children = parent.children.filter((child) => child !== this.current);
    this.current = parent;
    return true;
  }

  back() { if (this.current.parent) this.current = this.current.parent; }
  on() { if (this.current.children[0]) this.current = this.current.children[0]; }
  first() { this.current = this.root; }
  last() { while (this.current.children[0]) this.current = this.current.children[0]; }

  /** As the server reads and writes it. Children that are in `first` come before their siblings: that line becomes the main line. */
  wire(first = new Set()) {
    const nodes = [];
    const open = [[this.root, null]];
    while (open.length) {
      const [node, parent] = open.pop();
      const idx = nodes.push({ parent, properties: [...node.properties] }) - 1;
      const children = [...node.children].sort((a, b) => first.has(b) - first.has(a));
      for (const child of children.reverse()) open.push([child, idx]);
    }
    return { nodes };
  }

  static fromWire({ nodes }) {
    const record = new GameRecord();
    const made = [];
    for (const { parent, properties } of nodes) {
      const node = parent === null ? record.root : new Node(made[parent]);
      node.properties = new Map();
      for (const [name, values] of properties) node.properties.set(name, [...(node.properties.get(name) ?? []), ...values]);
      made.push(node);
    }
    record.current = record.root;
    return record;
  }
}
