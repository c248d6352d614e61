// The sound of a stone, synthesised by the browser. Off by default.

import { $, press } from "./dom.js";

let on = localStorage.getItem("tesuji-sound") === "on";
let context = null;

export function setUpSound() {
  press($("sound"), on);
  $("sound").addEventListener("click", () => {
    on = !on;
    localStorage.setItem("tesuji-sound", on ? "on" : "off");
    press($("sound"), on);
    knock();
  });
}

export function knock() {
  if (!on) return;
  context ??= new AudioContext();
  const length = 0.05;
  const buffer = context.createBuffer(1, length * context.sampleRate, context.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < wave.length; i++) wave[i] = (Math.random() * 2 - 1) * Math.exp(-i / (0.006 * context.sampleRate));
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 1500, Q: 1.2 });
  source.connect(filter).connect(new GainNode(context, { gain: 0.9 })).connect(context.destination);
  source.start();
}
