// The game: a tree of nodes, and the place in it that is looked at.

import { Node, toSgf } from "./node.js";

export class GameRecord {
  /** A new game. What is played with (size, rules, komi, number of handicap stones) comes from the page here and from the server in `opened`. */
  constructor({ size = 9, rules = "chinese", komi = 7.5, handicap = [] } = {}) {
    this.settings = { size, rules, komi, handicap: handicap.length };
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

  get size() { return this.settings.size; }

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
    return { ...this.settings, steps };
  }

  /** The same for the same position and how it came about. A node is not: stones can be set up in it anew. */
  positionKey(node = this.current) { return JSON.stringify(this.line(node)); }

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

  /** The node that a step leads to: `first`, `back`, `on` or `last`. */
  target(way) {
    if (way === "first") return this.root;
    if (way === "back") return this.current.parent ?? this.current;
    if (way === "on") return this.current.children[0] ?? this.current;
    return this.wholeLine().at(-1);
  }

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

  /** A record as the server opened it. */
  static opened({ nodes, settings, refused }) {
    if (refused) throw new Error(refused);
    const record = new GameRecord();
    record.settings = settings;
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
