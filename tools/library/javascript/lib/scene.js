// Rooms, and actors in them: SCUMM.md §8 "Scaled pictures".

import { areaOf, blended, pixelsOf } from "./draw.js";
import { AKOS_RLE, colorMap } from "./palette_choice.js";
import { VERSIONS } from "./words.js";

const STRIP = 8;
const FULL = 255;

/** Whether the bits of a plane hide a pixel. `width` is that of the room. */
export function isHidden(bits, width, x, y) {
  return ((bits[y * Math.ceil(width / 8) + (x >> 3)] ?? 0) >> 7 - (x & 7) & 1) === 1;
}

export function drawRoom(room, canvas, { x = 0, y = 0, palette, clip } = {}) {
  const { width, height, transparent, background, seeThrough } = room;
  if (!background) throw new RangeError(`room ${room.number} has no background in this archive`);
  const target = pixelsOf(canvas.data, canvas.width * canvas.height, palette), area = areaOf(canvas, clip);
  const last = seeThrough.length - 1; // columns after the last whole strip belong to that strip
  const right = Math.min(area.right, x + width), bottom = Math.min(area.bottom, y + height);
  for (let to = Math.max(area.top, y); to < bottom; ++to) {
    for (let column = Math.max(area.left, x); column < right; ++column) {
      const color = background[(to - y) * width + column - x];
      if (color === transparent && seeThrough[Math.min(last, Math.floor((column - x) / STRIP))]) continue;
      target.pixels[to * canvas.width + column] = target.colors[color];
    }
  }
}

export function drawActor(cels, costume, room, actor, canvas, { x = 0, y = 0, palette, clip, shading = null } = {}) {
  const target = pixelsOf(canvas.data, canvas.width * canvas.height, palette), area = areaOf(canvas, clip);
  const colors = palette ? target.colors : colorMap(costume, room);
  const scale = new ActorScale(costume, actor.scale), plane = room.planes[actor.plane - 1] ?? [];
  const old = costume.kind === "COST" && VERSIONS[room.archive.gameVersion].skipsLowTall;
  const left = Math.max(0, area.left - x), right = Math.min(room.width, area.right - x);
  const top = Math.max(0, area.top - y), bottom = Math.min(room.height, area.bottom - y);
  for (const { picture, flip, ...cel } of cels) {
    const { width, height, indices, transparent } = picture;
    if (old && Math.max(0, scale.top(actor.y, cel.y)) + height >= 256) continue;
    const columns = scale.columns(actor.x, flip ? -cel.x - (width - 1) : cel.x, width, flip);
    scale.rows(actor.y, cel.y, height).forEach((to, row) => {
      if (to === null || to < top || to >= bottom) return;
      let darkened = null;
      columns.forEach((column, from) => {
        const value = indices[row * width + from];
        if (value === transparent || column < left || column >= right) return;
        if (isHidden(plane, room.width, column, to)) return;
        const darkens = palette ? colors[value] >>> 24 < 255 : shading?.isShadow[value];
        if (darkens && column === darkened) return;
        if (darkens) darkened = column; // a dropped column has the place of the next
        const at = (y + to) * canvas.width + x + column, under = target.pixels[at];
        if (palette) target.pixels[at] = blended(colors[value], under);
        else target.pixels[at] = darkens ? shading.darker[under] : colors[value];
      });
    });
  }
}

const reversed = (bits) => parseInt((bits & 255).toString(2).padStart(8, "0").split("").reverse().join(""), 2);

function costEntry(i) {
  if (i === 0) return FULL;
  if (i >= 128) return reversed(i - 128);
  const n = 128 - i;
  return 255 - reversed(3 * 2 ** (31 - Math.clz32(n)) - 1 - n);
}

const COST = Uint8Array.from({ length: 256 }, (_, i) => costEntry(i));
const AKOS = Uint8Array.from({ length: 768 }, (_, i) => reversed(i)); // 255 stands for 254, too: neither is ever kept

/** The rows and columns that a scaled actor keeps of its pictures. */
class ActorScale {
  #keeps; #middle;

  /** `scale` is 1 to 255; 255 is full size. */
  constructor({ kind, codec, archive }, scale) {
    const isScaled = kind === "COST" || codec === AKOS_RLE; // AKOS with other codecs are not scaled
    const table = kind === "AKOS" && VERSIONS[archive.gameVersion].wideScale ? AKOS : COST;
    this.#keeps = table.map((entry) => (!isScaled || scale === FULL || entry < scale ? 1 : 0));
    this.#middle = table.length / 2;
  }

  #kept(index) {
    const { length } = this.#keeps;
    return this.#keeps[(index % length + length) % length];
  }

  /** The number of kept indices among first … first + count - 1. */
  #count(first, count) {
    const { length } = this.#keeps, whole = Math.floor(count / length);
    let sum = whole === 0 ? 0 : whole * this.#keeps.reduce((a, b) => a + b);
    for (let i = 0; i < count % length; ++i) sum += this.#kept(first + i);
    return sum;
  }

  /** The target x of each column of a picture, in drawing order. `rel` is the picture's x from the anchor before
   *  flipping. */
  columns(anchor, rel, width, flip) {
    const away = Math.abs(rel), step = flip ? -1 : 1, first = this.#middle - step * away;
    const before = this.#count(flip ? this.#middle + 1 : first, away);
    let x = anchor + step * Math.sign(rel) * before;
    return Array.from({ length: width }, (_, column) => {
      const at = x;
      if (this.#kept(first + step * column)) x += step;
      return at;
    });
  }

  /** The target y of a picture's top. */
  top(anchor, rel) {
    return anchor + Math.sign(rel) * this.#count(this.#middle - Math.abs(rel), Math.abs(rel));
  }

  /** The target y of each row of a picture; null for a row that is not drawn. */
  rows(anchor, rel, height) {
    const first = this.#middle - Math.abs(rel);
    let y = this.top(anchor, rel);
    return Array.from({ length: height }, (_, row) => (this.#kept(first + row) ? y++ : null));
  }
}
