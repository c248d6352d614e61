// Small words for the document. Text always goes in as text: nothing a game record says can become markup.

export const $ = (id) => document.getElementById(id);

/** A new element with attributes, listeners (`onclick`) and children; strings become text. */
export function el(tag, attributes = {}, ...children) {
  const node = tag.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4))
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Attributes of an element that acts as a button: by a click, by Enter and by the space bar. */
export const acts = (action) => ({
  tabindex: 0,
  onclick: action,
  onkeydown: (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    action();
  },
});

export const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)}%`;

/** A lead in points with its sign; nothing where it is not known. */
export const points = (lead) => (lead == null ? "" : `${lead < 0 ? "−" : "+"}${Math.abs(lead).toFixed(1)}`);

/** Sets a toggle button. */
export const press = (button, on) => button.setAttribute("aria-pressed", String(on));
export const isPressed = (button) => button.getAttribute("aria-pressed") === "true";

/** What is going on, in the line above the buttons. */
export const say = (text) => { $("status").textContent = text; };

/** Something needs to be known; it stays for a while. */
let hide = 0;
let isFailure = false;
export function tell(text) {
  $("message-text").textContent = text;
  $("message").hidden = false;
  isFailure = false;
  clearTimeout(hide);
  hide = setTimeout(hush, 9000);
}

/** Something went wrong; it stays for a while, or until the next thing succeeds. */
export function fail(text) {
  tell(text);
  isFailure = true;
}

export function hush() { $("message").hidden = true; }

/** Something succeeded: what went wrong before it is over. */
export function succeed() { if (isFailure) hush(); }
