// A node of a game record: SGF properties. Steps and marks for the server are read off them.

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

  /** What searches found here and from here on is about other positions now. */
  forgetFound() {
    const open = [this];
    while (open.length) {
      const node = open.pop();
      node.found = null;
      open.push(...node.children);
    }
  }

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
