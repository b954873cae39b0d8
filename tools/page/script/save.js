// Taking things away: pictures, animations, and the command that makes the same.

import { app, remember, remembered } from "./app.js";
import { clock } from "./clock.js";
import { announce, byId, pushButton, selectBox } from "./dom.js";
import { choreName, costumeKey, fileStem, paletteKey } from "./names.js";
import { apngOf, pngOf } from "./png.js";
import { drawActor, drawCels, drawRoom } from "../../library/javascript/wardrobe.js";

const MOST_PIXELS_SAVED = 64 << 20;
const SHEET_WIDTH = 4096;

/** Lets the browser save a Blob. */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  announce("Saved " + name);
}

/** What is wrong, where a failure would go unseen. */
export async function tellFailure(work) {
  try {
    await work();
  } catch (error) {
    announce("That did not work: " + error.message);
  }
}

export function savePicture(picture, palette, name) {
  return tellFailure(async () => {
    const colors = picture.costume.palette(palette).fill(0, 4 * picture.transparent, 4 * picture.transparent + 4);
    download(await pngOf(picture.indices, picture.width, picture.height, colors), name);
  });
}

/** Pixel values, each pixel as a square of `scale`. */
function enlarged(indices, width, scale) {
  if (scale === 1) return indices;
  const large = new Uint8Array(indices.length * scale * scale), stride = width * scale;
  for (let i = 0; i < large.length; ++i) {
    large[i] = indices[Math.floor(i / stride / scale) * width + Math.floor(i % stride / scale)];
  }
  return large;
}

/** What is saved of a view: {costume, timeline, loop, tick, palette, hidden, room} at a scale. In a room, all of that. */
class Shot {
  constructor(view, scale) {
    const { costume, timeline, palette, room } = view;
    this.view = view;
    this.scale = scale;
    this.box = room ? { left: 0, top: 0, width: room.palette.room.width, height: room.palette.room.height } : timeline.box;
    this.width = this.box.width * scale;
    this.height = this.box.height * scale;
    this.palette = room ? room.palette.rgba : costume.palette(palette);
    this.empty = room ? 0 : costume.background;
  }

  get stem() {
    const { costume, timeline } = this.view;
    return [fileStem(app.game.name), "costume", costumeKey(costume).replace("#", "row"),
      choreName(timeline.chore), timeline.direction].join("-");
  }

  #indices(tick) {
    const { costume, timeline, hidden, room } = this.view, { left, top, width, height } = this.box;
    const data = new Uint8Array(width * height).fill(this.empty), canvas = { width, height, data };
    const cels = timeline.tick(tick).cels.filter((cel) => !hidden.has(cel.limb));
    if (room) {
      const { palette, point, choice } = room;
      drawRoom(palette.room, canvas);
      drawActor(cels, costume, palette.room, palette.room.place(point, choice), canvas);
    } else {
      drawCels(cels, canvas, { x: -left, y: -top });
    }
    return enlarged(data, width, this.scale);
  }

  /** Each tick, or where several in a row are equal, one that lasts as long. */
  #frames() {
    const { timeline, loop } = this.view, delay = Math.round(1000 / clock.speed), frames = [];
    let last = null;
    for (let tick = 0; tick < loop.ticks; ++tick) {
      const { row } = timeline.tick(tick);
      if (row === last && frames.at(-1).delay + delay < 65536) frames.at(-1).delay += delay;
      else frames.push({ indices: this.#indices(tick), delay });
      last = row;
      this.#checkSize(frames.length);
    }
    return frames;
  }

  #checkSize(frames) {
    if (frames * this.width * this.height > MOST_PIXELS_SAVED) {
      throw new Error("it is too large for a page to save: choose a smaller scale, or use the program");
    }
  }

  png() {
    return pngOf(this.#indices(this.view.tick), this.width, this.height, this.palette);
  }

  apng() {
    return apngOf(this.#frames(), this.width, this.height, this.palette);
  }

  /** All ticks side by side, in rows. */
  sheet() {
    const { ticks } = this.view.loop, { width, height } = this;
    const columns = Math.max(1, Math.min(ticks, Math.floor(SHEET_WIDTH / width))), rows = Math.ceil(ticks / columns);
    this.#checkSize(columns * rows);
    const sheet = new Uint8Array(columns * width * rows * height).fill(this.empty);
    for (let tick = 0; tick < ticks; ++tick) {
      const indices = this.#indices(tick), left = tick % columns * width, top = Math.floor(tick / columns) * height;
      for (let y = 0; y < height; ++y) {
        sheet.set(indices.subarray(y * width, (y + 1) * width), (top + y) * columns * width + left);
      }
    }
    return pngOf(sheet, columns * width, rows * height, this.palette);
  }

  async gif() {
    const frames = this.#frames(), bytes = app.extras.gif({ frames, width: this.width, height: this.height,
      palette: this.palette, transparent: this.view.room ? null : this.empty });
    return new Blob([bytes], { type: "image/gif" });
  }

  /** The command that makes the GIF of it. */
  replayLine() {
    const { costume, timeline, palette } = this.view, key = palette && paletteKey(palette);
    const where = this.view.room ? roomOptions(this.view.room) : key ? ["--palette", key] : [];
    return ["wardrobe replay", shellWord(app.game.name), "--costume", shellWord(costumeKey(costume)),
      "--chore", choreName(timeline.chore), "--dir", timeline.direction, "-o", shellWord(this.stem + ".gif"),
      ...(this.scale > 1 ? ["--scale", this.scale] : []), ...where].join(" ");
  }
}

/** Of `wardrobe replay`. */
function roomOptions({ palette, point, choice }) {
  const chosen = Object.entries(choice).filter(([, value]) => value !== undefined);
  return ["--room", paletteKey(palette), `--at=${point.x},${point.y}`,
    ...chosen.flatMap(([name, value]) => [`--${name}`, value])];
}

function shellWord(text) {
  return /^[\w.:\/-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";
}

const SCALES = [1, 2, 3, 4, 6, 8];
let scale = remembered("scale", 3, (value) => SCALES.includes(value));

/** Fills the panel; view() is {costume, timeline, loop, tick, palette, hidden} of the moment. */
export function fillSave(view) {
  const save = (label, title, kind, suffix) => pushButton(label, () => tellFailure(async () => {
    const shot = new Shot(view(), scale);
    download(await shot[kind](), shot.stem + suffix(view()));
  }), { title });
  const line = byId("replay-line");
  const showLine = () => { line.textContent = new Shot(view(), scale).replayLine(); };
  byId("save").replaceChildren(...[
    save("PNG", "This tick, with its own palette", "png", ({ tick }) => `-${tick}.png`),
    app.extras ? save("GIF", "One pass of the ticks, at this speed", "gif", () => ".gif") : null,
    save("APNG", "One pass of the ticks, at this speed", "apng", () => ".apng"),
    save("Sheet", "All ticks side by side, as a PNG", "sheet", () => "-sheet.png"),
    selectBox("Scale", SCALES.map((one) => [one, one + "×"]), scale, (value) => {
      scale = Number(value);
      remember("scale", scale);
      showLine();
    })].filter(Boolean));
  byId("copy-line").onclick = () => copy(line);
  return showLine;
}

/** Copies a text, or where a page may not, selects it. */
async function copy(node) {
  try {
    await navigator.clipboard.writeText(node.textContent);
    announce("Copied");
  } catch {
    getSelection().selectAllChildren(node);
    announce("Selected: copy it with Ctrl+C");
  }
}
