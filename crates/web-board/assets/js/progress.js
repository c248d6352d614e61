// How training goes: solved, failed, streaks and the level, kept in this browser. Chooses the next problem near the level.

const KEPT = "tesuji-training";
const N_LEVELS = 20;
const FRESH = { level: 2, solved: 0, failed: 0, streak: 0, longest: 0, done: [], seen: [] };
const UP = 0.34; // three problems solved are a level
const DOWN = 0.5;
const MOST_SEEN = 30; // problems that do not come again soon
const REACH = 20; // problems to either side of the level

const isNumber = (value) => Number.isFinite(value) && value >= 0;

export class Progress {
  constructor(n_problems) {
    this.n_problems = n_problems;
    Object.assign(this, FRESH, { done: [], seen: [] });
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
      for (const [name, value] of Object.entries(FRESH)) {
        if (Array.isArray(value) ? Array.isArray(kept[name]) && kept[name].every(isNumber) : isNumber(kept[name])) this[name] = kept[name];
      }
    } catch { /* what was kept is not ours: begin anew */ }
    this.setLevel(this.level);
  }

  keep() {
    const kept = Object.fromEntries(Object.keys(FRESH).map((name) => [name, this[name]]));
    try { localStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* a full store loses only this comfort */ }
  }

  setLevel(level) { this.level = Math.max(1, Math.min(N_LEVELS, level)); }

  /** A problem was solved, without help or with it. */
  solve(number, unaided) {
    this.solved++;
    if (unaided) {
      this.streak++;
      this.longest = Math.max(this.longest, this.streak);
      this.setLevel(this.level + UP);
    }
    if (!this.done.includes(number)) this.done.push(number);
    this.keep();
  }

  /** A problem was missed, or its answer looked up. It will come again. */
  fail(number) {
    this.failed++;
    this.streak = 0;
    this.setLevel(this.level - DOWN);
    this.done = this.done.filter((done) => done !== number);
    this.keep();
  }

  /** A problem near the level, new if there is one. */
  next() {
    const center = ((this.level - 0.5) / N_LEVELS) * this.n_problems;
    const near = [...Array(this.n_problems).keys()].filter((number) => Math.abs(number - center) <= REACH);
    const fresh = near.filter((number) => !this.done.includes(number) && !this.seen.includes(number));
    const unseen = near.filter((number) => !this.seen.includes(number));
    const choice = [fresh, unseen, near].find((list) => list.length) ?? [0];
    const number = choice[Math.floor(Math.random() * choice.length)];
    this.seen = [...this.seen, number].slice(-MOST_SEEN);
    this.keep();
    return number;
  }
}
