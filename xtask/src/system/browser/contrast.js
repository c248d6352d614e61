// Texts whose contrast with the ground behind them is below 4.5 (3 for large ones), as WCAG counts it.
const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
const rgba = (color) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const ground = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const color = rgba(getComputedStyle(at).backgroundColor);
    if (color[3] > 250) return color;
  }
  return [255, 255, 255, 255];
};
const faint = [];
for (const element of document.querySelectorAll("body *")) {
  const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  if (!own || element.closest("svg, dialog:not([open]), option") || !element.checkVisibility() || element.disabled) continue;
  if (element.classList.contains("unseen")) continue;
  const style = getComputedStyle(element);
  const [a, b] = [light(rgba(style.color)), light(ground(element))].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
  if (ratio < (large ? 3 : 4.5)) faint.push(`${element.tagName}.${element.className} "${element.textContent.trim().slice(0, 30)}" ${ratio.toFixed(2)}`);
}
return faint;
