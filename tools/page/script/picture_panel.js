// All pictures of a costume by limb, and one of them large.

import { app } from "./app.js";
import { byId, element, pushButton } from "./dom.js";
import { fileKey, fileStem, tableNames } from "./names.js";
import { pictureCanvas, zoomToFit } from "./painter.js";
import { savePicture } from "./save.js";

const THUMB = 96, MOST_ZOOM = 4; // CSS pixels for a picture
const LARGE = 420, MOST_LARGE = 12; // the same for the one that is open

let palette; // the palette in which the pictures are drawn; null: their own

const watcherOfPictures = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting && target.childElementCount === 1) {
      target.prepend(pictureCanvas(target.entry.picture, palette, target.zoom));
      target.firstChild.setAttribute("role", "presentation");
    }
  }
}, { rootMargin: "200px" });

/** Fills the section with the pictures of all limb tables. */
export function fillPictures(costume, chosen) {
  palette = chosen;
  watcherOfPictures.disconnect();
  byId("pictures").replaceChildren(...costume.tables.map((table) => tableSection(costume, table)).filter(Boolean));
}

function tableSection(costume, table) {
  const entries = table.entries.filter((entry) => entry.picture !== null);
  if (entries.length === 0) return null;
  const zoom = Math.min(...entries.map(({ picture }) => zoomToFit(picture, THUMB, THUMB, MOST_ZOOM))); // of all
  const list = element("ul", { className: "thumbs" },
    ...entries.map((entry) => element("li", {}, thumb(costume, table, entry, zoom))));
  return element("section", {}, element("h3", {}, tableNames(table).title,
    element("span", { className: "count" }, String(entries.length))), list);
}

function entryName(table, entry) {
  return `${tableNames(table).picture} ${entry.index}`;
}

function thumb(costume, table, entry, zoom) {
  const name = entryName(table, entry);
  const button = pushButton(element("small", {}, String(entry.index)), () => openPicture(costume, table, entry),
    { className: "thumb stage-back" + (entry.reached ? "" : " unreached"),
      "aria-label": name, title: name + (entry.reached ? "" : " (not shown by any chore)") });
  Object.assign(button, { entry, zoom });
  watcherOfPictures.observe(button);
  return button;
}

function openPicture(costume, table, entry) {
  const { picture } = entry, room = Math.min(LARGE, window.innerWidth - 90);
  const canvas = pictureCanvas(picture, palette, zoomToFit(picture, room, room, MOST_LARGE));
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", entryName(table, entry));
  const facts = [`${picture.width}×${picture.height} pixels`, `at ${entry.x}, ${entry.y} from the anchor`,
    entry.xinc || entry.yinc ? `moves later limbs by ${entry.xinc}, ${-entry.yinc}` : null,
    entry.redirect ? `shows limb ${entry.redirect.limb} index ${entry.redirect.index}` : null,
    entry.reached ? null : "no chore shows it", "distinct picture " + picture.row].filter(Boolean);
  const name = [fileStem(app.game.name), fileKey(costume), tableNames(table).file, entry.index].join("-") + ".png";
  const dialog = byId("picture-dialog");
  dialog.replaceChildren(element("h2", { id: "picture-title" }, entryName(table, entry)),
    element("div", { className: "big stage-back" }, canvas),
    element("p", { className: "faint" }, facts.join(" · ").replaceAll("-", "−")),
    element("p", { className: "buttons" },
      pushButton("Save PNG", () => savePicture(picture, palette, name), { className: "main" }),
      pushButton("Close", () => dialog.close())));
  dialog.showModal();
}
