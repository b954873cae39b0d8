// Rooms, and actors in them.

import { ActorScale } from "./actor_scale.js";
import { areaOf, pixelsOf } from "./draw.js";
import { colorMap } from "./palette_choice.js";

const STRIP = 8;
const LAST_WITH_LOW_TALL = 6; // game.version

/** Whether a plane's bits hide a pixel of a room `width` wide. */
export function isHidden(bits, width, x, y) {
  return (bits[y * Math.ceil(width / 8) + (x >> 3)] ?? 0) >> 7 - (x & 7) & 1;
}

export function drawRoom(room, canvas, { x = 0, y = 0, palette, clip } = {}) {
  const { width, height, transparent, background, seeThrough } = room;
  if (!background) throw new RangeError(`room ${room.number} has no background in this archive`);
  const target = pixelsOf(canvas.data, canvas.width * canvas.height, palette), area = areaOf(canvas, clip);
  const last = seeThrough.length - 1; // a rest of the width goes with the last strip
  const right = Math.min(area.right, x + width), bottom = Math.min(area.bottom, y + height);
  for (let to = Math.max(area.top, y); to < bottom; ++to) {
    for (let column = Math.max(area.left, x); column < right; ++column) {
      const color = background[(to - y) * width + column - x];
      if (color === transparent && seeThrough[Math.min(last, Math.floor((column - x) / STRIP))]) continue;
      target.pixels[to * canvas.width + column] = target.colors[color];
    }
  }
}

export function drawActor(cels, costume, room, actor, canvas, { x = 0, y = 0, palette, clip } = {}) {
  const target = pixelsOf(canvas.data, canvas.width * canvas.height, palette), area = areaOf(canvas, clip);
  const colors = palette ? target.colors : colorMap(costume);
  const scale = new ActorScale(costume, actor.scale), plane = room.planes[actor.plane - 1] ?? [];
  const old = costume.kind === "COST" && room.archive.gameVersion <= LAST_WITH_LOW_TALL;
  const left = Math.max(0, area.left - x), right = Math.min(room.width, area.right - x);
  const top = Math.max(0, area.top - y), bottom = Math.min(room.height, area.bottom - y);
  for (const { picture, flip, ...cel } of cels) {
    const { width, height, indices, transparent } = picture;
    if (old && Math.max(0, scale.top(actor.y, cel.y)) + height >= 256) continue;
    const columns = scale.columns(actor.x, flip ? -cel.x - (width - 1) : cel.x, width, flip);
    scale.rows(actor.y, cel.y, height).forEach((to, row) => {
      if (to === null || to < top || to >= bottom) return;
      columns.forEach((column, from) => {
        const value = indices[row * width + from];
        if (value === transparent || column < left || column >= right) return;
        if (isHidden(plane, room.width, column, to)) return;
        target.pixels[(y + to) * canvas.width + x + column] = colors[value];
      });
    });
  }
}
