// The place of an actor in a room: SCUMM.md §8 "Boxes".

import { VERSIONS } from "./words.js";

const INVISIBLE = 0x80; // bit of a box's flags
const SLOT = 0x8000; // bit of a box's scale
const FULL = 255;
const NEAR = 2; // pixels: a point this near is in a box that is a line

const same = (a, b) => a.x === b.x && a.y === b.y;
const edges = ({ corners }) => corners.map((corner, i) => [corner, corners[(i + 1) % 4]]);

/** Is 0 or more if a point is on the line from `a` to `b`, or to its right. */
const side = ([a, b], { x, y }) => (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);

/** The square of the distance of a point from a line segment. */
function squaredDistance([a, b], { x, y }) {
  const dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  const along = length > 0 ? Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / length)) : 0;
  return (x - a.x - along * dx) ** 2 + (y - a.y - along * dy) ** 2;
}

export function contains(box, point) {
  const [ul, ur, lr, ll] = box.corners;
  if (same(ul, ur) && same(lr, ll) || same(ul, ll) && same(ur, lr)) return squaredDistance([ul, lr], point) <= NEAR ** 2;
  const xs = box.corners.map(({ x }) => x), ys = box.corners.map(({ y }) => y);
  return point.x >= Math.min(...xs) && point.x <= Math.max(...xs)
    && point.y >= Math.min(...ys) && point.y <= Math.max(...ys) && edges(box).every((edge) => side(edge, point) >= 0);
}

function nearest(boxes, point) {
  let found = null, least = Infinity;
  for (const box of boxes) {
    const distance = Math.min(...edges(box).map((edge) => squaredDistance(edge, point)));
    if (distance < least) [found, least] = [box, distance];
  }
  return found;
}

const clipped = (scale) => Math.max(1, Math.min(FULL, scale));

/** The scale of an actor in a box at this y coordinate. */
export function scaleAt(room, box, y) {
  if (!(box.scale & SLOT)) return box.scale === 0 ? FULL : clipped(box.scale);
  const slot = room.scales[box.scale - SLOT];
  if (!slot) return FULL;
  const { scale1, y1, scale2, y2 } = slot;
  if (y1 === y2) return scale1 === 0 ? FULL : clipped(scale1);
  return clipped(Math.trunc((scale2 - scale1) * (Math.max(y, 0) - y1) / (y2 - y1)) + scale1);
}

/** The place of an actor at a point: wardrobe.d.ts, Room.place. */
export function place(room, point, { box, plane, scale, clip } = {}) {
  const behind = room.boxes.slice(1).reverse(), open = behind.filter(({ flags }) => !(flags & INVISIBLE));
  const boxes = behind.filter((one) => contains(one, point)).map(({ number }) => number);
  const chosen = box === undefined
    ? open.find((one) => contains(one, point)) ?? nearest(open, point) : box === 0 ? null : room.boxes[box];
  if (chosen === undefined) throw new RangeError(`room ${room.number} has no box ${box}`);
  if (plane !== undefined && !(plane >= 0 && plane <= room.planes.length)) {
    throw new RangeError(`room ${room.number} has no plane ${plane}`);
  }
  const clipOfBox = VERSIONS[room.archive.gameVersion].wideScale ? 100 : 0; // 100 in versions 7 and 8
  const wanted = (clip ?? clipOfBox) === clipOfBox ? chosen?.mask ?? 0 : Math.max(0, clip);
  return {
    ...point,
    box: chosen?.number ?? 0,
    inside: chosen !== null && contains(chosen, point),
    boxes,
    plane: plane ?? Math.min(wanted, room.planes.length),
    scale: scale ?? (chosen ? scaleAt(room, chosen, point.y) : FULL),
  };
}
