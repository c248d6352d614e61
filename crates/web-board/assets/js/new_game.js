// The dialog that begins a game.

import { $, el } from "./dom.js";

export function setUpNewGame(facts, begin, isRunning) {
  const dialog = $("new-game");
  const form = dialog.querySelector("form");
  const field = form.elements;
  field.level.append(...facts.levels.map((level) => el("option", { value: level }, level.replace("k", " kyu").replace("d", " dan"))), el("option", { value: "full" }, "full strength"));
  field.level.value = "10k";
  const title = (name) => name.split("-").map((word) => (word === "aga" ? "AGA" : word[0].toUpperCase() + word.slice(1))).join(" ");
  field.rules.append(...facts.rules.map(({ name }) => el("option", { value: name }, title(name))));
  field.rules.value = "chinese";

  const size = () => Number(new FormData(form).get("size"));
  const refresh = () => {
    const kept = field.handicap.value;
    const numbers = Object.keys(facts.handicap[size()] ?? {});
    field.handicap.replaceChildren(el("option", { value: "0" }, "none"), ...numbers.map((n) => el("option", { value: n }, `${n} stones`)));
    field.handicap.value = numbers.includes(kept) ? kept : "0";
    const usual = facts.rules.find(({ name }) => name === field.rules.value)?.komi ?? 7.5;
    field.komi.value = field.handicap.value === "0" ? usual : 0.5;
  };
  const clock = () => {
    const system = field.system.value;
    field.main.disabled = system === "";
    field.period.disabled = system === "" || system === "absolute";
    field.count.disabled = system !== "byo-yomi" && system !== "canadian";
  };
  form.addEventListener("change", (event) => {
    if (["size", "rules", "handicap"].includes(event.target.name)) refresh();
    clock();
  });
  refresh();
  clock();

  $("new-game-open").addEventListener("click", () => {
    $("new-game-ends").hidden = !isRunning();
    dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "start") return;
    dialog.returnValue = "";
    const told = Object.fromEntries(new FormData(form));
    const system = told.system || null;
    begin({
      size: Number(told.size),
      rules: told.rules,
      komi: Number(told.komi),
      handicap: facts.handicap[told.size]?.[told.handicap] ?? [],
      side: told.side,
      level: told.level,
      // Fields that the clock does not use are not sent.
      control: system && { system, main: 60 * Number(told.main), period: Math.max(1, Number(told.period ?? 0)), count: Math.max(1, Number(told.count ?? 0)) },
    });
  });
}
