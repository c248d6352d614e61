// The game survives a reload of the page: a tab finds its own game again, a new tab the last game of any.

import { ask, upload } from "./ask.js";
import { GameRecord } from "./record.js";

const KEPT = "tesuji-game";

export function keep(record, game, result) {
  const text = JSON.stringify({ record: record.wire(), game, result });
  for (const store of [sessionStorage, localStorage])
    try { store.setItem(KEPT, text); } catch { store.removeItem(KEPT); } // a full store loses only this comfort
}

/** What was kept: { record, game, result, whole }; null if there is nothing. The record is at the end of its game, or as far towards it
 *  as a board can show; `whole` tells which. */
export async function restore() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? localStorage.getItem(KEPT) ?? "null");
  if (!kept) return null;
  const { sgf } = await ask("record/write", kept.record);
  const { games } = await upload("record/read", sgf);
  const record = GameRecord.opened(games[0]);
  return { ...kept, record, whole: await goToEnd(record) };
}

async function goToEnd(record) {
  const shows = (node) => ask("board", { line: record.line(node) }).then(() => true, () => false);
  record.current = record.target("last");
  if (await shows(record.current)) return true;
  // What follows a position that cannot be shown cannot be shown either.
  const path = record.path();
  let [good, bad] = [0, path.length - 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (await shows(path[middle])) good = middle;
    else bad = middle;
  }
  record.current = path[good];
  return false;
}
