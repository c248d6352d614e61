// The score as it stands, asked for in the middle of a game. It is about one position and goes away with it.

import { $, isPressed, press, say } from "./dom.js";

export class Estimate {
  constructor(app) {
    this.app = app;
    this.saidBefore = ""; // what the status said before the estimate
    $("estimate").addEventListener("click", () => app.attempt(() => this.toggle()));
  }

  async toggle() {
    const { app } = this;
    if (isPressed($("estimate"))) {
      this.clear();
      return app.refresh();
    }
    press($("estimate"), true);
    this.saidBefore = $("status").textContent;
    const position = app.record.positionKey();
    const { ownership, lead } = await app.scoring.judge().catch((error) => { this.clear(); throw error; });
    if (!isPressed($("estimate")) || position !== app.record.positionKey()) return;
    app.overlay = { ownership };
    await app.refresh();
    if (isPressed($("estimate"))) say(Math.abs(lead) < 0.75 ? "About even." : `${lead > 0 ? "Black" : "White"} leads by about ${Math.abs(lead).toFixed(1)}.`);
  }

  clear() {
    if (!isPressed($("estimate"))) return;
    press($("estimate"), false);
    this.app.overlay = {};
    say(this.saidBefore);
  }
}
