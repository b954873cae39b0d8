// The list items for findings.

import { app } from "../app.js";
import { element } from "../dom.js";
import { backgroundsOf } from "./backgrounds.js";
import { boxAround, celBox, magnifiedCanvas } from "../painter.js";

export const SIDES = ["old", "new"];
const ROOM = 180; // CSS pixels for a picture

export function sideFigure(label, content) {
  return element("figure", { className: "side" }, content, element("figcaption", {}, label));
}

export const absent = (text = "none") => element("span", { className: "absent" }, text);

export const sideCanvas = (size, label) =>
  magnifiedCanvas(size, 6, ROOM, { "aria-label": label, role: "img", className: "stage-back" });

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

/** The old and the new picture of a finding, side by side. For a placement, both are in the same box, with the anchor
 *  marked. */
function picturesOf(finding, slots) {
  const row = element("div", { className: "pictures" });
  const placed = finding.kind === "picture-placement";
  const common = placed && boxAround([...slots.filter(Boolean).map(celBox), { left: 0, top: 0, width: 1, height: 1 }]);
  slots.forEach((slot, i) => {
    if (!slot) {
      row.append(sideFigure(SIDES[i], absent(finding.kind === "unreadable" ? "unreadable" : "none")));
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

/** The colours that changed in a room's palette, old and new. */
function swatchesOf(finding) {
  const row = element("div", { className: "changed-colors" });
  for (const [index, color] of Object.entries(finding.new)) {
    const swatches = [finding.old[index], color].filter(Boolean).map((hex) => {
      const made = element("i", { title: "#" + hex });
      made.style.background = "#" + hex;
      return made;
    });
    row.append(element("span", {}, index, ...swatches));
  }
  return row;
}

export function findingItem(finding, costume) {
  const tone = finding.kind.match(/added$|removed$|unreadable/)?.[0] ?? "";
  const item = element("li", { className: "finding", "data-kind": finding.kind },
    element("span", { className: "kind " + tone }, finding.kind), " ", finding.text);
  const slots = finding.entries?.map((row, i) => slotOf(i, costume, row));
  if (slots?.some(Boolean)) {
    item.classList.add("pictured");
    item.append(picturesOf(finding, slots));
  }
  if (finding.kind === "background" && finding.field === "pixels") item.append(backgroundsOf(finding) ?? "");
  const isRoom = finding.kind === "palette" && finding.costume === null && finding.room !== null;
  if (isRoom && finding.field === "colors") item.append(swatchesOf(finding));
  return item;
}
