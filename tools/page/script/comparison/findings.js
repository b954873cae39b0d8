// The list items for findings.

import { app } from "../app.js";
import { element } from "../dom.js";
import { backgroundsOf } from "./backgrounds.js";
import { absent, sideCanvas, sideFigure, SIDES, sidesRow } from "./sides.js";
import { timelineFigure } from "./timeline_pair.js";
import { choreName, findTimeline } from "../names.js";
import { boxAround, celBox, colorsOf } from "../painter.js";
import { hexOf } from "../palette_panel.js";
import { showcase } from "../showcase.js";

const markColor = () => getComputedStyle(document.documentElement).getPropertyValue("--mark");

/** A slot of a costume, given its row of entries; null if the slot has no picture. */
function slotOf(side, costume, row) {
  if (row === null || costume.rows[side] === null) return null;
  const { tables } = app.games[side].archive.costumes[costume.rows[side]];
  const entry = tables.flatMap((table) => table.entries).find((one) => one.row === row);
  return entry?.picture ? entry : null;
}

/** The new picture, faded, with marks on the changed pixels. */
function markedCanvas(before, now) {
  const canvas = sideCanvas(now, "changed pixels"), context = canvas.getContext("2d"), image = now.imageData();
  for (let i = 3; i < image.data.length; i += 4) image.data[i] *= 0.3;
  context.putImageData(image, 0, 0);
  context.fillStyle = markColor();
  const seen = (picture, i) => (picture.indices[i] === picture.transparent ? -1 : picture.indices[i]);
  for (let i = 0; i < now.width * now.height; ++i) {
    if (seen(before, i) === seen(now, i)) continue;
    context.clearRect(i % now.width, Math.floor(i / now.width), 1, 1);
    context.fillRect(i % now.width, Math.floor(i / now.width), 1, 1);
  }
  return canvas;
}

/** The remade picture of a slot; null if there is none. */
function artCanvas(slot, art) {
  const image = art.imageOf(slot.costume, slot.picture);
  if (!image) return null;
  const canvas = sideCanvas(celBox(slot), "new");
  Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas;
}

/** The old and the new picture of a finding, side by side. For a placement, both are in the same box, with the anchor
 *  marked. */
function picturesOf(finding, slots) {
  const row = sidesRow("pictures");
  const placed = finding.kind === "picture-placement";
  const common = placed && boxAround([...slots.filter(Boolean).map(celBox), { left: 0, top: 0, width: 1, height: 1 }]);
  slots.forEach((slot, i) => {
    if (!slot) {
      row.append(sideFigure(SIDES[i], absent(finding.kind === "unreadable" ? "unreadable" : "none")));
      return;
    }
    if (app.games[i].art) {
      row.append(sideFigure(SIDES[i], artCanvas(slot, app.games[i].art) ?? absent("missing")));
      return;
    }
    const box = placed ? common : celBox(slot);
    const canvas = sideCanvas(box, SIDES[i]), context = canvas.getContext("2d");
    context.putImageData(slot.picture.imageData(), slot.x - box.left, slot.y - box.top);
    if (placed) {
      context.fillStyle = markColor();
      context.fillRect(-box.left, -box.top, 1, 1);
    }
    row.append(sideFigure(SIDES[i], canvas));
  });
  if (finding.kind === "picture-pixels" && slots.every(Boolean)) {
    row.append(sideFigure("changed", markedCanvas(slots[0].picture, slots[1].picture)));
  }
  return row;
}

/** What shows a costume best, old and new: a timeline, or a picture if it has none; "" if it has no picture either. */
function looksOf(finding, costumes) {
  const shown = costumes.map(showcase).findLast(Boolean);
  if (!shown) {
    const slots = costumes.map(({ tables }) => tables.flatMap(({ entries }) => entries).find(({ picture }) => picture));
    return slots.some(Boolean) ? picturesOf(finding, slots) : "";
  }
  const chore = choreName(shown.costume, shown.chore), direction = String(shown.direction);
  return timelineFigure({ rows: costumes.map((one) => findTimeline(one, chore, direction)?.row ?? null) });
}

function swatch(color) {
  const made = element("i", { title: color ?? "none", className: color === null ? "missing" : "" });
  made.style.background = color ?? "";
  return made;
}

/** The colours that changed in a palette, old → new. `colorIn(side, entry)` is #rrggbb, or null if there is none. */
function swatchesOf(finding, colorIn) {
  const entries = Object.keys({ ...finding.old, ...finding.new });
  return element("div", { className: "changed-colors" }, ...entries.map((entry) =>
    element("span", {}, element("b", {}, entry), swatch(colorIn(0, entry)), "→", swatch(colorIn(1, entry)))));
}

/** The colours of a palette that changed. With a costume's, the costume in them. */
function paletteOf(finding, { rows }) {
  const costumes = rows.map((row, i) => (row === null ? null : app.games[i].archive.costumes[row]));
  const inFile = (side, entry) => (finding[SIDES[side]][entry] ? "#" + finding[SIDES[side]][entry] : null);
  if (!costumes.every(Boolean)) return [swatchesOf(finding, inFile)];
  const words = costumes.map((one) => colorsOf(one)); // the finding's colours may be numbers of the room's
  const shown = (side, entry) => hexOf(words[side][entry]);
  return [looksOf(finding, costumes), swatchesOf(finding, finding.field === "rgb" ? inFile : shown)];
}

export function findingItem(finding, costume) {
  const tone = finding.kind.match(/added$|removed$|unreadable/)?.[0] ?? "";
  const item = element("li", { className: "finding", "data-kind": finding.kind },
    element("span", { className: "kind " + tone }, finding.kind), " ", finding.text);
  const slots = finding.entries?.map((row, i) => slotOf(i, costume, row));
  if (slots?.some(Boolean)) item.append(picturesOf(finding, slots));
  if (finding.kind === "background" && finding.field === "pixels") item.append(backgroundsOf(finding) ?? "");
  if (finding.kind === "palette" && finding.field !== "palette") item.append(...paletteOf(finding, costume));
  item.classList.toggle("pictured", item.querySelector(":scope > .pictures, :scope > .timeline") !== null);
  return item;
}
