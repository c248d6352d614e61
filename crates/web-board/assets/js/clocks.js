// The two clocks of a game. The page counts down; what a move costs, the server says. Nothing ticks while no clock runs.

import { ask } from "./ask.js";
import { $ } from "./dom.js";

export class Clocks {
  /** `control`: { system, main, period, count } in seconds, or null for a game without clocks. */
  constructor(control, onTimeOut) {
    this.control = control;
    this.onTimeOut = onTimeOut;
    const begin = control && (control.main > 0 || control.system === "absolute" || control.system === "fischer"
      ? { left: control.main, n_left: 0 } : { left: control.period, n_left: control.count });
    this.readings = { b: begin, w: begin };
    this.running = null;
    this.since = 0;
    this.before = { b: 0, w: 0 }; // seconds of this move that were used before the clock was stopped and started again
    this.timer = 0;
    this.show();
  }

  told(color) {
    return this.control ? { ...this.control, ...this.readings[color] } : undefined;
  }

  start(color) {
    if (!this.control) return;
    this.running = color;
    this.since = performance.now();
    clearInterval(this.timer);
    this.timer = setInterval(() => this.tick(), 200);
    this.show();
  }

  /** Stops the running clock without a move: the game is over or waits. What was used stays used. */
  stop() {
    clearInterval(this.timer);
    if (this.running) this.before[this.running] = this.used();
    this.running = null;
    this.show();
  }

  /** Seconds of this move that the running clock has used. */
  used() { return this.before[this.running] + (performance.now() - this.since) / 1000; }

  /** The side to move has moved. */
  async moved(color) {
    if (!this.control || this.running !== color) return;
    const used = this.used();
    this.stop();
    this.before[color] = 0;
    const { left, n_left, in_time } = await ask("clock", { clock: this.told(color), used });
    this.readings[color] = { left, n_left };
    this.show();
    if (!in_time) this.onTimeOut(color);
  }

  tick() {
    this.show();
    const color = this.running;
    if (!color) return;
    const { left, n_left } = this.readings[color];
    const { system, period, count } = this.control;
    // Periods still to come; the server says exactly what is left once the move is made.
    const later = system === "byo-yomi" ? period * (n_left > 0 ? n_left - 1 : count) : system === "canadian" && n_left === 0 ? period : 0;
    if (this.used() > left + later) {
      this.stop();
      this.onTimeOut(color);
    }
  }

  show() {
    for (const color of ["b", "w"]) {
      const place = $(`player-${color}`).querySelector(".clock");
      if (!this.control) { place.textContent = ""; continue; }
      let { left, n_left } = this.readings[color];
      left -= this.running === color ? this.used() : this.before[color];
      const { system, period, count } = this.control;
      if (system === "byo-yomi")
        for (let later = n_left > 0 ? n_left - 1 : count; left < 0 && later > 0; later--) { left += period; n_left = later; }
      if (left < 0 && system === "canadian" && n_left === 0) { left += period; n_left = count; }
      left = Math.max(0, left);
      const seconds = String(Math.floor(left % 60)).padStart(2, "0");
      place.textContent = `${Math.floor(left / 60)}:${seconds}${n_left ? ` (${n_left})` : ""}`;
      place.classList.toggle("short", left < 10);
    }
  }
}
