// Saves pictures and animations, and shows the command that makes the same.

import { app, remember, remembered } from "./app.js";
import { clock } from "./clock.js";
import { announce, byId, element, pushButton, selectBox } from "./dom.js";
import { choreName, colorCount, countText, fileKey, fileStem } from "./names.js";
import { apngOf, pngOf } from "./png.js";
import { asepriteOf } from "./saving/aseprite.js";
import { boxOfClips, Camera, celsOf, checkSize, clipOf, liveClip, partOfClip } from "./saving/clip.js";
import { commandOf } from "./saving/command.js";
import { gifOf, labelledSheet, wholeAseprite, wholeSheet, zipOf } from "./saving/costume_files.js";
import { actOf, gplOf } from "./saving/palette_file.js";
import { Sheet, tagData } from "./saving/sheet.js";

/** Makes the browser save a Blob as a file. */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  announce("Saved " + name);
}

/** Does some work. Shows its error, which would otherwise not be seen. */
export async function tellFailure(work) {
  try {
    await work();
  } catch (error) {
    announce("Failed: " + error.message);
  }
}

export function savePicture(picture, palette, name) {
  return tellFailure(async () => {
    const colors = picture.costume.palette(palette, "as-stored").fill(0, 4 * picture.transparent, 4 * picture.transparent + 4);
    download(await pngOf(picture.indices, picture.width, picture.height, colors), name);
  });
}

const LEAST_TICK = 20; // ms; the shortest tick in files, as in those of the program

/** The duration of a tick in saved files, in ms. */
const tickMs = () => Math.max(LEAST_TICK, Math.round(1000 / clock.speed));

/** What is saved, as it is on screen. `view` is {costume, timeline, tick, palette, hidden, room, live,
 *  mirror}. */
class Shot {
  constructor(view, scale) {
    this.view = view;
    const { costume, timeline, hidden, live, room } = view, { from, to } = rangeOf(view);
    this.whole = live ? liveClip(live, hidden, room) : clipOf(timeline, room);
    this.clip = partOfClip(this.whole, from, to);
    this.camera = new Camera({ ...view, costume, scale, box: live ? boxOfClips([this.whole]) : timeline.box });
  }

  get stem() {
    const { timeline, live } = this.view, { cels } = this.clip;
    const part = this.clip !== this.whole ? `${range.from + 1}-${range.from + cels.length}` : null;
    return [stemOf(this.view), choreName(timeline.costume, timeline.chore), timeline.direction, live ? "mix" : null, part]
      .filter((one) => one !== null).join("-");
  }

  get #canvas() {
    const { width, height, palette } = this.camera;
    return [width, height, palette];
  }

  png() {
    const { tick, timeline, live, room } = this.view;
    return pngOf(this.camera.indices(celsOf(live ?? timeline.tick(tick), room)), ...this.#canvas);
  }

  apng() {
    const { camera, clip } = this, ms = tickMs(), frames = camera.frames(clip, Math.floor(65535 / ms));
    checkSize(new Set(frames.map(({ look }) => look)).size * camera.width * camera.height);
    return apngOf(frames.map(({ indices, ticks }) => ({ indices, delay: ticks * ms })), ...this.#canvas);
  }

  async gif() {
    return gifOf(this.camera, this.clip, tickMs());
  }

  get #clips() {
    const { timeline, live } = this.view, isWhole = !live && this.clip === this.whole;
    return [{ timeline, ...this.clip, data: isWhole ? tagData(timeline) : null }];
  }

  sheet() {
    return new Sheet(this.camera, this.#clips, tickMs());
  }

  aseprite() {
    return asepriteOf(this.camera, this.#clips, tickMs());
  }

  /** "24 ticks, 8 frames, 2.4 s". */
  get about() {
    const { clip, camera } = this, ticks = clip.cels.length;
    const frames = new Set(camera.frames(clip).map(({ look }) => look)).size;
    return [countText(ticks, "tick"), countText(frames, "different frame"), (ticks * tickMs() / 1000).toFixed(1) + " s"];
  }
}

const stemOf = ({ costume }) => fileStem(app.game.name) + "-" + fileKey(costume);
const pixels = ({ width, height }) => `${width} × ${height} pixels`;

let range = { of: null, from: 0, to: Infinity }; // the ticks of a timeline to save

/** The range of ticks that the user chose for the view, or else all ticks. */
function rangeOf({ timeline }) {
  if (range.of !== timeline) range = { of: timeline, from: 0, to: Infinity };
  return range;
}

const SCALES = [1, 2, 3, 4, 6, 8];
let scale = remembered("scale", 3, (value) => SCALES.includes(value));

const one = (name, blob, ...about) => ({ files: [[name, blob]], about });
/** The kinds of files to save: label, description, and make(shot). It returns {files, about}, where files are [name,
 *  Blob] pairs. Some kinds need functions that only wardrobe.html has. */
const KINDS = [
  ["PNG", "This tick, as an indexed PNG with its palette", async (shot) =>
    one(`${shot.stem}-${shot.view.tick}.png`, await shot.png(), pixels(shot.camera))],
  ["GIF", "All ticks until they repeat, at the current speed", async (shot) =>
    one(shot.stem + ".gif", await shot.gif(), pixels(shot.camera), ...shot.about), "extras"],
  ["APNG", "All ticks until they repeat, at the current speed", async (shot) =>
    one(shot.stem + ".apng", await shot.apng(), pixels(shot.camera), ...shot.about)],
  ["Sheet", "Each distinct frame of these ticks, and JSON with places and times", (shot) =>
    sheetFiles(shot.sheet(), shot.stem + "-sheet")],
  [".aseprite", "These ticks with a layer for each limb, for Aseprite and LibreSprite", async (shot) =>
    one(shot.stem + ".aseprite", await shot.aseprite(), pixels(shot.camera), ...shot.about)],
  ["Whole costume", "All chores and directions: a sheet and its JSON, as the program exports them", ({ view }) =>
    sheetFiles(wholeSheet(view.costume, { ...view, scale }, tickMs()), stemOf(view) + "-sheet")],
  ["Whole costume, .aseprite", "All chores and directions, with a layer for each limb", async ({ view }) =>
    one(stemOf(view) + ".aseprite", await wholeAseprite(view.costume, { ...view, scale }, tickMs()))],
  ["Labelled sheet", "All chores and directions with their names, for viewing", async ({ view }) => {
    const { blob, ...size } = await labelledSheet(view.costume, { ...view, scale });
    return one(stemOf(view) + "-labelled.png", blob, pixels(size));
  }],
  [".gpl", "The palette for GIMP, Aseprite, Krita", async ({ view, camera }) =>
    one(stemOf(view) + ".gpl", gplOf(camera.palette, colorsIn(view), stemOf(view)), countText(colorsIn(view), "colour"))],
  [".act", "The palette for Photoshop", async ({ view, camera }) =>
    one(stemOf(view) + ".act", actOf(camera.palette, colorsIn(view), view.room ? null : view.costume.pictures[0]?.transparent ?? null), countText(colorsIn(view), "colour"))],
  ["All of it (.zip)", "All pictures, all animations, sheet and palettes of this costume", async ({ view }) =>
    one(stemOf(view) + ".zip", await zipOf([view.costume], tickMs(), view)), "extras"],
  ["The whole game (.zip)", "All pictures and animations of all costumes", async () => {
    const { costumes } = app.game.archive;
    return one(fileStem(app.game.name) + ".zip", await zipOf(costumes, tickMs(), {}, (done) =>
      announce(`Costume ${done + 1} of ${costumes.length} …`)), countText(costumes.length, "costume"));
  }, "extras"],
];

const colorsIn = ({ costume, room }) => (room ? 256 : colorCount(costume));

async function sheetFiles(sheet, stem) {
  const json = new Blob([sheet.json(stem + ".png")], { type: "application/json" });
  return { files: [[stem + ".png", await sheet.png()], [stem + ".json", json]],
    about: [pixels(sheet.grid), countText(sheet.images.length, "different frame"), countText(sheet.frames.length, "frame")] };
}

function bytesText(size) {
  return size < 1e4 ? countText(size, "byte") : size < 1e6 ? (size / 1e3).toFixed(1) + " KB" : (size / 1e6).toFixed(1) + " MB";
}

/** Shows the files that were made and their sizes, with a button to save each. */
function preview(title, { files, about }) {
  const dialog = byId("save-dialog"), [[, first]] = files, isImage = first.type.startsWith("image/");
  const url = isImage ? URL.createObjectURL(first) : null;
  const image = isImage ? element("img", { src: url, alt: "What will be saved" }) : null;
  const sizes = files.map(([name, blob]) => `${name}, ${bytesText(blob.size)}`);
  const save = ([name, blob], i) => pushButton(files.length > 1 ? "Save " + name.split(".").at(-1).toUpperCase() : "Save",
    () => { download(blob, name); if (files.length === 1) dialog.close(); }, { className: i === 0 ? "main" : "", autofocus: i === 0 });
  const copy = first.type === "image/png" && navigator.clipboard?.write
    ? pushButton("Copy picture", () => tellFailure(() => copyPicture(first))) : null;
  dialog.replaceChildren(element("h2", { id: "save-title" }, "Save: " + title),
    element("div", { className: "big stage-back", hidden: !isImage }, image ?? ""),
    element("p", { id: "save-about" }, [...about, ...sizes].join(" · ")),
    element("p", { className: "buttons" }, ...[...files.map(save), copy, pushButton("Cancel", () => dialog.close())].filter(Boolean)));
  dialog.onclose = () => { if (url) URL.revokeObjectURL(url); };
  dialog.showModal();
}

async function copyPicture(blob) {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
  announce("Copied");
}

/** Fills the panel. view() returns the present view, for Shot. */
export function fillSave(view) {
  const button = ([label, title, make]) => pushButton(label, () => tellFailure(async () =>
    preview(label, await make(new Shot(view(), scale)))), { title });
  const showLine = () => {
    const { line, without } = commandOf(view(), { scale, tickMs: tickMs(), range: rangeOf(view()) });
    const words = line.split(/(\s)/).map((word) => (/\S/.test(word) ? element("span", {}, word) : word));
    byId("replay-line").replaceChildren(...words); // lines break between words, not after a dash
    byId("replay-without").textContent = without;
    showRange(view());
  };
  const choice = selectBox("Scale", SCALES.map((times) => [times, times + "×"]), scale, (value) => {
    scale = Number(value);
    remember("scale", scale);
    showLine();
  });
  byId("save").replaceChildren(choice, ...rangeInputs(view, showLine));
  byId("save-kinds").replaceChildren(...KINDS.filter((kind) => app.extras || kind[3] !== "extras").map(button));
  byId("copy-line").onclick = () => copy(byId("replay-line"));
  return showLine;
}

/** Two boxes: for the first tick and for the last tick. */
function rangeInputs(view, changed) {
  const box = (label, key) => {
    const input = element("input", { type: "number", min: 0, id: "save-" + key });
    input.onchange = () => {
      const number = Math.round(Number(input.value)), { timeline, live } = view();
      const most = live ? Infinity : timeline.ticks - 1;
      const all = rangeOf(view()), valid = input.value !== "" && number >= 0;
      all[key] = valid ? Math.min(number, most) : key === "from" ? 0 : Infinity;
      if (all.to < all.from) all[key === "from" ? "to" : "from"] = all[key];
      changed();
    };
    return element("label", {}, label, input);
  };
  return [box("Ticks", "from"), box("to", "to")];
}

function showRange(view) {
  const { from, to } = rangeOf(view), { timeline: { ticks }, live } = view;
  byId("save-from").value = from;
  byId("save-to").value = to < Infinity ? to : live ? "" : ticks - 1;
  byId("save-to").placeholder = live ? "end" : ticks - 1; // mixed chores have no common end
  for (const id of ["save-from", "save-to"]) byId(id).max = live ? "" : ticks - 1;
}

/** Copies the text of a node. If the page may not copy, selects the text. */
async function copy(node) {
  try {
    await navigator.clipboard.writeText(node.textContent);
    announce("Copied");
  } catch {
    getSelection().selectAllChildren(node);
    announce("Selected: copy it with Ctrl+C");
  }
}
