// Saves pictures and animations, and shows the command that makes the same.

import { app, remember, remembered } from "./app.js";
import { clock } from "./clock.js";
import { announce, byId, element, pushButton, selectBox } from "./dom.js";
import { choreName, countText, fileKey, fileStem } from "./names.js";
import { filesOf } from "./module.js";
import { commandOf, statesText } from "./saving/command.js";
import { labelledSheet, zipOf } from "./saving/costume_files.js";

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

/** Saves a picture of a costume as the program exports it. `palette` is a Palette or null. */
export function savePicture({ costume, row }, palette, name) {
  return tellFailure(() => {
    const [[, blob]] = filesOf(costume.archive, { format: "png", costume: costume.row, picture: row, palette: palette?.row, name });
    download(blob, name);
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
    this.scale = scale;
    this.range = rangeOf(view);
  }

  /** The ticks of a script without an end are those up to the last change and some more. */
  get stem() {
    const { timeline, live } = this.view, { from, to } = this.range, last = live ? "end" : timeline.ticks - 1;
    const part = from > 0 || to < Infinity ? `${from + 1}-${to < Infinity ? to + 1 : last + 1}` : null;
    return [stemOf(this.view), choreName(timeline.costume, timeline.chore), timeline.direction, live ? "mix" : null, part]
      .filter((one) => one !== null).join("-");
  }

  /** What is wished for the whole costume: module.js. */
  get wish() {
    const { costume, palette, look, changed } = this.view;
    return { costume: costume.row, palette: palette?.row, look, colors: changed.some(Boolean) && changed, scale: this.scale, tick_ms: tickMs() };
  }

  /** Files of ticks in a format. */
  ticks(format, name, { from, to } = this.range) {
    const { costume, timeline, hidden, live, mirror, room } = this.view, end = to < Infinity ? { to } : {};
    const mask = [...hidden].reduce((sum, limb) => sum | 1 << limb, 0);
    const inRoom = room ? { room: room.palette.row, ...room.point, ...room.choice, states: statesText(room).join(" ") } : {};
    const script = live ? { script: live.scriptTo(to) } : {};
    return filesOf(costume.archive, { ...this.wish, format, name, timeline: timeline.row, from, ...end, hidden: mask, mirror, ...inRoom, ...script });
  }

  png() {
    const { tick } = this.view;
    return this.ticks("png", `${this.stem}-${tick}.png`, { from: tick, to: tick });
  }

  animation(format) { return this.ticks(format, `${this.stem}.${format}`); }

  whole(format) {
    const { costume } = this.view;
    return filesOf(costume.archive, { ...this.wish, format, name: stemOf(this.view) + (format === "sheet" ? "-sheet" : "") });
  }
}

const stemOf = ({ costume }) => fileStem(app.game.name) + "-" + fileKey(costume);

let range = { of: null, from: 0, to: Infinity }; // the ticks of a timeline to save

/** The range of ticks that the user chose for the view, or else all ticks. */
function rangeOf({ timeline }) {
  if (range.of !== timeline) range = { of: timeline, from: 0, to: Infinity };
  return range;
}

const SCALES = [1, 2, 3, 4, 6, 8];
let scale = remembered("scale", 3, (value) => SCALES.includes(value));

const made = (files, ...about) => ({ files, about });
/** The kinds of files to save: label, description, and make(shot). It returns {files, about}, where files are [name,
 *  Blob] pairs. Some kinds need functions that only wardrobe.html has; some are not for rooms. */
const KINDS = [
  ["PNG", "This tick, as an indexed PNG with its palette", (shot) => made(shot.png())],
  ["GIF", "All ticks until they repeat, at the current speed", (shot) => made(shot.animation("gif"))],
  ["APNG", "All ticks until they repeat, at the current speed", (shot) => made(shot.animation("apng"))],
  ["Sheet", "Each distinct frame of these ticks, without a room, and JSON with places and times", (shot) =>
    made(shot.ticks("sheet", shot.stem + "-sheet"))],
  [".aseprite", "These ticks with a layer for each limb, without a room, for Aseprite and LibreSprite", (shot) =>
    made(shot.ticks("aseprite", shot.stem))],
  ["Whole costume", "All chores and directions: a sheet and its JSON, as the program exports them", (shot) =>
    made(shot.whole("sheet"))],
  ["Whole costume, .aseprite", "All chores and directions, with a layer for each limb", (shot) => made(shot.whole("aseprite"))],
  ["Labelled sheet", "All chores and directions with their names, for viewing", async ({ view, scale: times }) => {
    const name = stemOf(view) + "-labelled.png";
    return made([[name, await labelledSheet(view.costume, { ...view, scale: times })]]);
  }],
  [".gpl", "The palette for GIMP, Aseprite, Krita", (shot) => made(shot.whole("gpl"))],
  ["All of it (.zip)", "All pictures, all animations, sheet and palette of this costume", async ({ view, wish }) =>
    made([[stemOf(view) + ".zip", await zipOf([view.costume], { ...wish, scale: 1 })]]), "extras"],
  ["The whole game (.zip)", "All pictures and animations of all costumes", async () => {
    const { costumes } = app.game.archive;
    return made([[fileStem(app.game.name) + ".zip", await zipOf(costumes, { tick_ms: tickMs() }, (done) =>
      announce(`Costume ${done + 1} of ${costumes.length} …`))]], countText(costumes.length, "costume"));
  }, "extras"],
];

function bytesText(size) {
  return size < 1e4 ? countText(size, "byte") : size < 1e6 ? (size / 1e3).toFixed(1) + " KB" : (size / 1e6).toFixed(1) + " MB";
}

const SMALL = 1e5; // bytes of a file that is saved at once, unless it is a picture

/** Shows the files that were made and their sizes, with a button to save each. */
async function preview(title, { files, about }) {
  const dialog = byId("save-dialog"), [[name, first]] = files, isImage = first.type.startsWith("image/");
  if (files.length === 1 && !isImage && first.size < SMALL) {
    download(first, name);
    return;
  }
  const url = isImage ? URL.createObjectURL(first) : null;
  const image = isImage ? element("img", { src: url, alt: "What will be saved" }) : null;
  if (isImage) {
    const bitmap = await createImageBitmap(first);
    about.unshift(`${bitmap.width} × ${bitmap.height} pixels`);
    bitmap.close();
  }
  const sizes = files.map(([path, blob]) => `${path}, ${bytesText(blob.size)}`);
  const save = ([path, blob], i) => pushButton(files.length > 1 ? "Save " + path.split(".").at(-1).toUpperCase() : "Save",
    () => { download(blob, path); if (files.length === 1) dialog.close(); }, { className: i === 0 ? "main" : "", autofocus: i === 0 });
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
