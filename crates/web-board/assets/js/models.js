// What the models expect: a heat map of one, and all of them side by side.

import { ask } from "./ask.js";
import { $, el, isPressed, percent, press } from "./dom.js";

export class Models {
  constructor(app) {
    this.app = app;
    const { models } = app.facts;
    $("heat-model").append(...models.map((model, nth) => el("option", { value: String(nth) }, model.name)));
    this.chosen = false; // by a person; otherwise the model follows the board
    $("heat-model").addEventListener("change", () => { this.chosen = true; press($("heat"), true); app.attempt(() => app.refresh()); });
    $("heat").addEventListener("click", () => { press($("heat"), !isPressed($("heat"))); app.attempt(() => app.refresh()); });
  }

  get model() {
    if (!this.chosen) $("heat-model").value = String(this.app.facts.model_of_size[this.app.record.size] ?? 0);
    return Number($("heat-model").value);
  }

  shown() {
    return isPressed($("heat")) ? { heat: this.model } : {};
  }

  async refresh() {
    const { record } = this.app;
    void this.model; // the list follows the board
    const node = record.current;
    const position = record.positionKey();
    const { models } = await ask("predict", { line: record.line(), most: 6 });
    const played = node.children[0]?.move(record.size)?.[1];
    const head = el("tr", {}, el("th", { scope: "col" }, ""), ...models.map(({ name }) => el("th", { scope: "col" }, name)));
    const cell = (entry) => el("td", { class: entry && entry.move === played ? "played" : "" }, entry ? `${entry.move} ${percent(entry.probability, 1)}` : "");
    const rows = Array.from({ length: 6 }, (_, nth) => el("tr", {}, el("td", {}, String(nth + 1)), ...models.map(({ moves }) => cell(moves[nth]))));
    const own = await this.rankOf(played, record.line(node), models);
    if (this.app.record.positionKey() !== position) return;
    $("models").replaceChildren($("models").caption, el("thead", {}, head), el("tbody", {}, ...rows, ...own));
  }

  /** How the models rank the next move of the record. */
  async rankOf(played, line, models) {
    if (!played) return [];
    const { models: asked } = await ask("predict", { line, most: 6, move: played });
    return [el("tr", { class: "total" }, el("td", {}, `${played} played`), ...models.map((_, nth) => el("td", {}, asked[nth].move ? `${percent(asked[nth].move.probability, 1)} (${asked[nth].move.rank}.)` : "–")))];
  }
}
