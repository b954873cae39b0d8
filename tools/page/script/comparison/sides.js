// The old and the new side of what the comparison shows.

import { element } from "../dom.js";
import { zoomSize, zoomToFit } from "../painter.js";

export const SIDES = ["old", "new"];

export function sideFigure(label, content) {
  return element("figure", { className: "side" }, content, element("figcaption", {}, label));
}

/** Pictures side by side. Pressing them shows them as large as the page has room, and as before again. */
export function sidesRow(className) {
  const row = element("div", { className, role: "button", tabIndex: 0, title: "Larger or smaller" });
  row.addEventListener("click", () => {
    const card = row.closest(".finding, .timelines > .timeline");
    card.classList.toggle("large");
    card.scrollIntoView({ block: "nearest" });
  });
  row.addEventListener("keydown", ({ key }) => { if (key === "Enter") row.click(); });
  return row;
}

export const absent = (text = "none") => element("span", { className: "absent" }, text);

/** A canvas for a box of the game's pixels. */
export function sideCanvas({ width, height }, label) {
  const made = element("canvas", { width, height, "aria-label": label, role: "img", className: "stage-back" });
  made.box = { width, height }; // that of a remade picture has more pixels
  return made;
}

const ROOM = 200; // CSS pixels for a picture
const MAX_ZOOM = 6;

/** Magnifies canvases as far as the largest of them fits, or to the size of remade pictures, which is `scale` times that
 *  of the game's. Returns the width of the widest, in CSS pixels. */
export function zoomAlike(canvases, scale) {
  const zoom = scale > 1 ? scale : Math.min(...canvases.map(({ box }) => zoomToFit(box, ROOM, ROOM, MAX_ZOOM)));
  const widths = canvases.map(({ box }) => box.width * zoomSize(Math.max(1, zoom)));
  canvases.forEach((canvas, i) => { canvas.style.width = widths[i] + "px"; });
  return Math.max(0, ...widths);
}
