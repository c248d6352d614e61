// Light and dark theme: the system's, or the user's choice.

import { $ } from "./dom.js";

const THEMES = [["", "automatic", "◐"], ["light", "light", "☀"], ["dark", "dark", "☾"]];

export function setUpTheme() {
  let nth = Math.max(0, THEMES.findIndex(([theme]) => theme === (localStorage.getItem("tesuji-theme") ?? "")));
  const show = () => {
    const [theme, name, sign] = THEMES[nth];
    document.documentElement.toggleAttribute("data-theme", Boolean(theme));
    if (theme) document.documentElement.setAttribute("data-theme", theme);
    $("theme").setAttribute("aria-label", `Theme: ${name}`);
    $("theme").textContent = sign;
  };
  $("theme").addEventListener("click", () => {
    nth = (nth + 1) % THEMES.length;
    localStorage.setItem("tesuji-theme", THEMES[nth][0]);
    show();
  });
  show();
}
