// Editing in the study: stones set and taken away, triangles, letters. What the server refuses is taken back.

import { press } from "./dom.js";
import { Node, toSgf } from "./node.js";

const STONES = { black: "AB", white: "AW", erase: "AE" };

export class Edit {
  constructor(app) {
    this.app = app;
    this.tool = "play";
    this.last = Promise.resolve(); // the edit that waits for its answer
    for (const button of document.querySelectorAll("[data-tool]")) button.addEventListener("click", () => this.choose(button.dataset.tool));
  }

  choose(tool) {
    this.tool = tool;
    for (const button of document.querySelectorAll("[data-tool]")) press(button, button.dataset.tool === tool);
  }

  /** Edits come one after the other: each has its answer before the next begins. */
  point(name) {
    const { tool } = this;
    this.last = this.last.catch(() => {}).then(() => this.change(tool, name));
    return this.last;
  }

  async change(tool, name) {
    const { record, board } = this.app;
    const before = record.current;
    // Stones are set up in a node without a move.
    const node = STONES[tool] && before.move(record.size) ? new Node(before) : before;
    const properties = new Map(node.properties);
    record.current = node;
    const raw = toSgf(record.size, name);
    if (tool === "triangle") toggle(node, "TR", raw);
    else if (tool === "label") label(node, raw);
    else setUp(node, tool, raw, board.stoneAt(name) === ".");
    try {
      await this.app.refresh();
    } catch (error) {
      node.properties = properties;
      if (node !== before) before.children = before.children.filter((child) => child !== node);
      if (record.current === node) record.current = before;
      throw error;
    }
    if (STONES[tool]) node.forgetFound();
  }
}

function setUp(node, tool, raw, isEmpty) {
  for (const property of Object.values(STONES)) if (node.properties.get(property)?.includes(raw)) toggle(node, property, raw);
  if (tool !== "erase" || !isEmpty) toggle(node, STONES[tool], raw);
}

function toggle(node, property, raw) {
  const values = node.properties.get(property) ?? [];
  const changed = values.includes(raw) ? values.filter((value) => value !== raw) : [...values, raw];
  if (changed.length) node.set(property, ...changed);
  else node.set(property);
}

function label(node, raw) {
  const labels = node.properties.get("LB") ?? [];
  const without = labels.filter((value) => !value.startsWith(`${raw}:`));
  if (without.length < labels.length) return node.set("LB", ...without);
  const used = new Set(labels.map((value) => value.split(":")[1]));
  const letter = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((free) => !used.has(free)) ?? "?";
  return node.set("LB", ...labels, `${raw}:${letter}`);
}
