// All distinct frames of clips in one picture, with the JSON that `wardrobe export --format sheet` writes.

import { tagName } from "../names.js";
import { checkSize } from "./clip.js";
import { pngOf } from "../png.js";

const GAP = 1; // between images and around them: renderers that scale read neighbouring pixels
const USUAL_SIDE = 4096; // the largest width and height that all devices support

/** The grid nearest to a square. If it would be too high for some devices, a grid of the greatest width that they
 *  support. */
function gridOf(images, width, height) {
  const gridWith = (columns) => ({ columns, width: columns * (width + GAP) + GAP,
    height: Math.ceil(images / columns) * (height + GAP) + GAP });
  const within = (columns) => Math.max(1, Math.min(images, columns));
  const square = gridWith(within(Math.ceil(Math.sqrt(images * (height + GAP) / (width + GAP)))));
  if (square.width <= USUAL_SIDE && square.height <= USUAL_SIDE) return square;
  return gridWith(within(Math.floor((USUAL_SIDE - GAP) / (width + GAP))));
}

/** A hash of bytes, FNV-1a. */
function hashOf(bytes) {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

const isEqual = (one, other) => one.every((byte, i) => byte === other[i]);

/** `anchor` as a fraction of `size`. The fraction times `size`, rounded down, is `anchor` again. */
function fraction(anchor, size) {
  let part = anchor / size;
  for (let step = Number.EPSILON; Math.floor(part * size) < anchor; step *= 2) part = anchor / size + step * Math.abs(part);
  return part;
}

/** The frames of clips, one clip after the other, and the tags of the clips: {frames, tags}. A clip is {timeline, cels,
 *  loopStart, data}, with cels and loopStart as in clip.js. `data` is tagData(); null if the clip is not the whole
 *  timeline. */
export function framesOf(camera, clips, mostTicks) {
  const frames = [], tags = [];
  for (const { timeline, cels, loopStart, data } of clips) {
    const own = camera.frames({ cels, loopStart }, mostTicks), from = frames.length;
    const to = from + own.length - 1, loop = own.findIndex(({ first }) => first === loopStart);
    frames.push(...own);
    const name = tagName(timeline), direction = "forward";
    tags.push({ name, from, to, direction, ...(loop === 0 ? {} : { repeat: "1" }), ...(data ? { data: JSON.stringify(data) } : {}) });
    if (loop > 0) tags.push({ name: name + " loop", from: from + loop, to, direction });
  }
  return { frames, tags };
}

/** Clips of a costume as a picture and JSON. */
export class Sheet {
  constructor(camera, clips, tickMs) {
    Object.assign(this, { camera, tickMs, ...framesOf(camera, clips) });
    this.#findImages();
    this.grid = gridOf(this.images.length, camera.width, camera.height);
  }

  /** Finds the distinct images, in order, and the image of each frame. Images are compared, because different cels can
   *  look the same. */
  #findImages() {
    this.images = [];
    const ofLook = new Map(), ofHash = new Map();
    for (const frame of this.frames) {
      if (!ofLook.has(frame.look)) ofLook.set(frame.look, this.#imageOf(frame.indices, ofHash));
      frame.image = ofLook.get(frame.look);
    }
  }

  #imageOf(indices, ofHash) {
    const hash = hashOf(indices), same = ofHash.get(hash) ?? [];
    const found = same.find((number) => isEqual(this.images[number], indices));
    if (found !== undefined) return found;
    ofHash.set(hash, [...same, this.images.length]);
    checkSize(indices.length * this.images.length);
    return this.images.push(indices) - 1;
  }

  /** The position of an image in the sheet. */
  #place(number) {
    const { width, height } = this.camera, { columns } = this.grid;
    return { x: number % columns * (width + GAP) + GAP, y: Math.floor(number / columns) * (height + GAP) + GAP };
  }

  png() {
    const { camera: { width, height, palette, empty }, grid } = this;
    checkSize(grid.width * grid.height);
    const sheet = new Uint8Array(grid.width * grid.height).fill(empty);
    for (const [number, indices] of this.images.entries()) {
      const { x, y } = this.#place(number);
      for (let row = 0; row < height; ++row) {
        sheet.set(indices.subarray(row * width, (row + 1) * width), (y + row) * grid.width + x);
      }
    }
    return pngOf(sheet, grid.width, grid.height, palette);
  }

  json(image) {
    const { camera, frames, tags, tickMs, grid } = this, { costume, width: w, height: h, anchor } = camera;
    const size = { w, h }, all = { x: 0, y: 0, w, h }, pivot = { x: fraction(anchor.x, w), y: fraction(anchor.y, h) };
    const key = { frame: 0, bounds: all, pivot: anchor };
    return JSON.stringify({
      frames: frames.map(({ image: shown, ticks }, number) => ({ filename: String(number),
        frame: { ...this.#place(shown), ...size }, rotated: false, trimmed: false, spriteSourceSize: all, sourceSize: size,
        duration: ticks * tickMs, anchor: pivot })),
      animations: Object.fromEntries(tags.map(({ name, from, to }) =>
        [name, Array.from({ length: to - from + 1 }, (_, i) => String(from + i))])),
      meta: { app: "wardrobe", version: "1.0", image, format: "I8", size: { w: grid.width, h: grid.height },
        scale: String(camera.scale), frameTags: tags, layers: layersOf(frames.map(({ cels }) => camera.shown(cels)))
          .map(({ name }) => ({ name, opacity: 255, blendMode: "normal" })),
        slices: [{ name: "anchor", color: "#0000ffff", keys: [key] }],
        wardrobe: { row: costume.row, id: costume.id, tick_ms: tickMs, anchor: [anchor.x, anchor.y] } },
    });
  }
}

/** The layers, {name, limb}: one for each limb, and more if a frame draws the limb several times. */
export function layersOf(frames) {
  const most = new Map();
  for (const cels of frames) {
    const counts = new Map();
    for (const { limb } of cels) counts.set(limb, (counts.get(limb) ?? 0) + 1);
    for (const [limb, count] of counts) most.set(limb, Math.max(count, most.get(limb) ?? 0));
  }
  return [...most].sort(([a], [b]) => a - b).flatMap(([limb, count]) => Array.from({ length: count }, (_, i) =>
    ({ name: `limb ${limb}` + (i ? ` (${i + 1})` : ""), limb })));
}

/** The data for the tag of a timeline. */
export function tagData({ chore, direction: dir, ticks, loopStart }) {
  return { chore, dir, ticks, loop_start: loopStart };
}
