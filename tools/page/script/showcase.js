// What the card of a costume shows: the timeline that shows it best, repeated and cropped, or its stills.

import { boxAround } from "./painter.js";

const PAUSE = 12; // ticks until a timeline without a loop starts again
const HOLD = 10; // ticks for which each picture is shown if no timeline moves
const MOST_STILLS = 24;
const DARK = 70, BRIGHT = 185; // mean brightness, of 255

const parts = new WeakMap(); // picture → the result of partOf()

/** The box around the visible pixels of a picture, from its top left; null if there are none. */
function partOf(picture) {
  if (!parts.has(picture)) parts.set(picture, measured(picture));
  return parts.get(picture);
}

function measured({ width, height, transparent, indices }) {
  let left = width, right = -1, top = -1, bottom = -1;
  for (let y = 0, at = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x, ++at) {
      if (indices[at] === transparent) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (top < 0) top = y;
      bottom = y;
    }
  }
  return right < 0 ? null : { left, top, width: right + 1 - left, height: bottom + 1 - top };
}

/** The box around the visible pixels of a cel, from the anchor; null if there are none. */
function seenBox({ picture, x, y, flip }) {
  const part = partOf(picture);
  if (!part) return null;
  const left = flip ? picture.width - part.left - part.width : part.left;
  return { left: x + left, top: y + part.top, width: part.width, height: part.height };
}

const isSeen = (cels) => cels.some(({ picture }) => partOf(picture) !== null);

/** The first frames of timelines; equal ones only once. A mirrored frame counts only if no other has the same
 *  pictures. */
function stills({ timelines }) {
  const found = new Map(), flipped = (cels) => cels.filter(({ flip }) => flip).length;
  for (const cels of timelines.map((timeline) => timeline.tick(0).cels).sort((a, b) => flipped(a) - flipped(b))) {
    const look = cels.map(({ picture }) => picture.row).join();
    if (isSeen(cels) && !found.has(look) && found.size < MOST_STILLS) found.set(look, cels);
  }
  return [...found.values()];
}

/** What a card shows, tick by tick: {timeline, frames, loopStart, box}; null if there is no timeline. For tickAfter(),
 *  its frames are the ticks. */
function reelOf(costume) {
  if (costume.timelines.length === 0) return null;
  const timeline = costume.timeline(), shown = [...new Set(timeline.frameRows)].map((row) => costume.cels(row));
  const moves = shown.filter(isSeen).length > 1;
  const still = moves ? [] : stills(costume);
  const frames = moves ? framesOf(timeline) : still.flatMap((cels) => Array(HOLD).fill(cels));
  if (frames.length === 0) frames.push(timeline.tick(0).cels);
  const { ticks, loopStart } = timeline, loops = moves && loopStart !== null && ticks - loopStart > 1;
  const box = boxAround([...new Set(frames)].flatMap((cels) => cels.map(seenBox)).filter(Boolean));
  return { timeline, frames, ticks: frames.length, loopStart: loops ? loopStart : 0, box };
}

function framesOf(timeline) {
  const { ticks, loopStart } = timeline;
  const frames = Array.from({ length: ticks }, (_, tick) => timeline.tick(tick).cels);
  if (loopStart !== null && ticks - loopStart === 1) frames.push(...Array(PAUSE).fill(frames.at(-1)));
  return frames;
}

const reels = new WeakMap();

export function reel(costume) {
  if (!reels.has(costume)) reels.set(costume, reelOf(costume));
  return reels.get(costume);
}

/** The timeline that shows a costume best; undefined if it has none. */
export const showcase = (costume) => reel(costume)?.timeline;

/** "dark" or "bright" if the colours are so dark or bright that they need another backdrop; else "". `words` are those
 *  of an ImageData. */
export function toneOf(words) {
  let sum = 0, count = 0;
  for (const word of words) {
    if (word >>> 24 === 0) continue;
    sum += 0.3 * (word & 255) + 0.59 * (word >>> 8 & 255) + 0.11 * (word >>> 16 & 255);
    ++count;
  }
  const mean = sum / Math.max(1, count);
  return mean < DARK ? "dark" : mean > BRIGHT ? "bright" : "";
}
