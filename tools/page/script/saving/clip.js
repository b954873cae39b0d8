// The part of a costume to save, as it is on screen: with the same limbs, mirrored, mixed or in a room, and at a scale.

import { tickAfter } from "../names.js";
import { boxAround, celBox } from "../painter.js";
import { drawActor, drawCels, drawRoom, roomShadingOf, shadingOf } from "../../../library/javascript/wardrobe.js";

export const MOST_PIXELS_SAVED = 64 << 20;

/** Pixel values with each pixel as a square of `scale` × `scale`. */
export function enlarged(indices, width, scale) {
  if (scale === 1) return indices;
  const large = new Uint8Array(indices.length * scale * scale), stride = width * scale;
  for (let i = 0; i < large.length; ++i) {
    large[i] = indices[Math.floor(i / stride / scale) * width + Math.floor(i % stride / scale)];
  }
  return large;
}

/** A key that is equal for cels that look the same. */
export const lookOf = (cels) => cels.map(({ picture, x, y, flip, clip = "" }) => `${picture.row} ${x} ${y} ${flip} ${clip}`).join();

/** The cels of a tick, which is a Frame or a live player. In a room, each has the `clip` of the tick, too. */
export const celsOf = ({ cels, clip }, room) => (room && clip !== null ? cels.map((cel) => ({ ...cel, clip })) : cels);

export function checkSize(pixels) {
  if (pixels > MOST_PIXELS_SAVED) {
    throw new Error("this is too large to save here: choose a smaller scale or fewer ticks, or use the program");
  }
}

/** Draws a costume's cels, in its colours or into a room. With `mirror`, the result is flipped. */
export class Camera {
  /** `box` is the visible box around the anchor. In a room, the whole room is visible. */
  constructor({ costume, palette = null, hidden = new Set(), room = null, mirror = false, scale = 1, box }) {
    const { width, height } = room?.palette.room ?? {};
    this.box = room ? { left: 0, top: 0, width, height } : box;
    Object.assign(this, { costume, hidden, room, mirror: mirror && !room, scale });
    this.width = this.box.width * scale;
    this.height = this.box.height * scale;
    this.palette = room ? room.palette.rgba : costume.palette(palette);
    this.stored = room ? this.palette : costume.palette(palette, "as-stored"); // shadows in their own colours
    this.shading = room ? roomShadingOf(costume, room.palette) : shadingOf(costume, this.palette);
    this.empty = room ? 0 : costume.background;
    this.transparent = room ? null : this.empty;
  }

  /** The position of the anchor in the picture. */
  get anchor() {
    const { left, top, width } = this.box;
    return { x: (this.mirror ? width - 1 + left : -left) * this.scale, y: -top * this.scale };
  }

  /** The cels that are shown. */
  shown(cels) {
    return this.hidden.size ? cels.filter(({ limb }) => !this.hidden.has(limb)) : cels;
  }

  /** The visible pixel values of a tick's cels. */
  indices(cels) {
    const { left, top, width, height } = this.box;
    const data = new Uint8Array(width * height).fill(this.empty), canvas = { width, height, data };
    if (this.room) {
      const { palette: { room }, point, choice } = this.room, { shading } = this;
      drawRoom(room, canvas);
      drawActor(this.shown(cels), this.costume, room, room.place(point, { clip: cels[0]?.clip, ...choice }), canvas, { shading });
    } else {
      drawCels(this.shown(cels), canvas, { x: -left, y: -top, shading: this.shading });
    }
    if (this.mirror) for (let y = 0; y < height; ++y) data.subarray(y * width, (y + 1) * width).reverse();
    return enlarged(data, width, this.scale);
  }

  /** The frames of a clip: {cels, look, ticks, indices}. Equal consecutive ticks are one frame, but the start of a loop
   *  begins a new one. Pictures are drawn on demand; equal ones are drawn once. */
  frames({ cels, loopStart = 0 }, mostTicks = Infinity) {
    const frames = [], drawn = new Map();
    cels.forEach((all, tick) => {
      const look = lookOf(this.shown(all)), last = frames.at(-1);
      if (look === last?.look && tick !== loopStart && last.ticks < mostTicks) return void ++last.ticks;
      const draw = () => drawn.get(look) ?? drawn.set(look, this.indices(all)).get(look);
      frames.push({ cels: all, look, ticks: 1, first: tick, get indices() { return draw(); } });
    });
    return frames;
  }
}

/** All ticks of a timeline, as {cels, loopStart}. */
export function clipOf(timeline, room = null) {
  const { ticks, loopStart } = timeline;
  return { cels: Array.from({ length: ticks }, (_, tick) => celsOf(timeline.tick(tick), room)), loopStart };
}

const LIVE_TICKS = 360; // ticks of a live player in which a loop is searched

/** The ticks of a live player until it repeats. Whether it repeats is judged by the LIVE_TICKS ticks after the last
 *  change. */
export function liveClip(live, hidden, room = null) {
  const { tick } = live, cels = [];
  for (let at = 0; at < live.lastChange + LIVE_TICKS; ++at) {
    live.goTo(at);
    cels.push(celsOf(live, room));
  }
  live.goTo(tick);
  const looks = cels.map((all) => lookOf(all.filter(({ limb }) => !hidden.has(limb))));
  return shortened(cels, looks);
}

/** The ticks up to the end of the first pass of a loop. It is the shortest loop that all ticks of the last half
 *  follow. */
function shortened(cels, looks) {
  const half = looks.length - LIVE_TICKS / 2;
  const follows = (period) => looks.every((look, i) => i < half || look === looks[i - period]);
  let period = 1;
  while (period < LIVE_TICKS / 2 && !follows(period)) ++period;
  if (!follows(period)) return { cels, loopStart: null };
  let start = half;
  while (start > 0 && looks[start - 1] === looks[start - 1 + period]) --start;
  return { cels: cels.slice(0, start + period), loopStart: start };
}

const MOST_TICKS = 4096; // of a part of a clip

/** The ticks `from` to `to` of a clip, as a loop; the clip itself if these are all its ticks. After its last tick, a
 *  clip continues as it plays. */
export function partOfClip(clip, from, to) {
  const { cels, loopStart } = clip, last = cels.length - 1, end = to === Infinity ? Math.max(from, last) : to;
  if (from === 0 && end === last) return clip;
  const length = Math.min(MOST_TICKS, end - from + 1);
  const tick = (number) => tickAfter({ ticks: cels.length, loopStart }, from + number);
  return { cels: Array.from({ length }, (_, number) => cels[tick(number)]), loopStart: 0 };
}

/** A box that holds all cels of clips, and is not empty. */
export function boxOfClips(clips) {
  return boxAround([...new Set(clips.flatMap(({ cels }) => cels).flat())].map(celBox));
}
