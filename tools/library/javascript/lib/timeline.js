// Timelines, which have what a chore draws tick by tick, and their frames.

import { blended, drawCels, imageOf, wordsOf } from "./draw.js";
import { need } from "./error.js";
import { shadingOf } from "./palette_choice.js";
import { CostumeRow, lazy, recordsOf } from "./rows.js";
import { CHORES, EVENTS, FLAGS, VERSIONS } from "./words.js";

const DIRECTIONS = ["W", "E", "S", "N"]; // of costumes with 4 directions
const DEGREES = new Map([["N", 0], ["E", 90], ["S", 180], ["W", 270]]);
const OF_FOUR = [3, 3, 1, 2, 2, 2, 0, 3]; // the direction of a costume with 4, by degrees / 45
const MAX_PIXELS = 64 << 20;

/** The name of a chore in games of this version; undefined if it has none. */
export function choreName(chore, version) {
  return CHORES[VERSIONS[version].chores.indexOf(chore)];
}

/** The number of a chore, given by name or number; undefined if there is no such name. */
export function choreNumber(chore, version) {
  return typeof chore === "string" ? VERSIONS[version].chores[CHORES.indexOf(chore)] : chore;
}

/** The degrees of a direction, given by letter or degrees. */
export function degreesOf(direction) {
  return DEGREES.get(direction) ?? direction;
}

/** The records.number of a chore in a direction; undefined if there is no such chore or direction. */
export function recordNumber(chore, direction, directions, version) {
  const number = choreNumber(chore, version), angle = degreesOf(direction) / 45;
  if (number === undefined || !(angle in OF_FOUR)) return undefined;
  return number * directions + (directions === 8 ? angle : OF_FOUR[angle]);
}

export function directionOf(number, directions) {
  return directions === 4 ? DIRECTIONS[number % 4] : 45 * (number % 8);
}

export class Timeline extends CostumeRow {
  #value(field) { return this.archive.tables.valueOrNull(`timelines.${field}`, this.row); }
  get #number() { return this.archive.tables.value("records.number", this.row); }

  get chore() { return Math.floor(this.#number / this.costume.directions); }
  get direction() { return directionOf(this.#number, this.costume.directions); }
  get flags() { return this.#value("flags"); }
  get reads() { return this.archive.tables.blob("timelines.read", this.row); }
  get ticks() { return this.frameRows.length; }

  /** The row of frames of each tick. */
  get frameRows() {
    const rows = this.archive.tables.blob("timelines.tick", this.row);
    need(rows.length > 0, `timeline ${this.row} has no ticks`);
    return lazy(this, "frameRows", rows);
  }

  get loopStart() {
    const start = this.#value("loop_start"), isTruncated = (this.flags & FLAGS.TRUNCATED) !== 0;
    const isRight = (start === null) === isTruncated && (start ?? 0) < this.ticks;
    need(isRight, `timeline ${this.row} loops to no tick of its own`);
    return start;
  }

  get events() {
    const { tables } = this.archive;
    const events = recordsOf(tables, "events", tables.range("timelines.event_offset", this.row),
      ["tick", "limb", "kind", "value"], (event) => ({ ...event, name: EVENTS[event.kind] }));
    need(events.every(({ tick }) => tick < this.ticks), `an event behind the end of timeline ${this.row}`);
    return lazy(this, "events", events);
  }

  get box() {
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
    for (const row of new Set(this.frameRows)) {
      for (const { x, y, picture } of this.costume.cels(row)) {
        left = Math.min(left, x);
        top = Math.min(top, y);
        right = Math.max(right, x + picture.width);
        bottom = Math.max(bottom, y + picture.height);
      }
    }
    const isEmpty = left === Infinity;
    return lazy(this, "box", isEmpty ? { left: 0, top: 0, width: 1, height: 1 }
      : { left, top, width: right - left, height: bottom - top });
  }

  tick(tick) { return new Frame(this, tick); }
  draw(tick, options) { return this.tick(tick).draw(options); }
}

export class Frame {
  constructor(timeline, tick) {
    if (!(tick in timeline.frameRows)) throw new RangeError(`a timeline of ${timeline.ticks} ticks, not ${tick}`);
    this.timeline = timeline;
    this.tick = tick;
    this.row = timeline.frameRows[tick];
  }

  get cels() { return this.timeline.costume.cels(this.row); }
  get box() { return this.timeline.box; }
  get anchor() { return { x: -this.box.left, y: -this.box.top }; }
  get indices() { return this.#draw(this.cels); }

  get clip() {
    const earlier = this.timeline.events.filter(({ name, tick }) => name === "clip" && tick < this.tick);
    return earlier.find(({ tick }) => tick === earlier.at(-1).tick)?.value ?? null;
  }

  #draw(cels, shading) {
    const { box: { width, height }, timeline: { costume } } = this;
    need(width * height <= MAX_PIXELS, `a frame of ${width} × ${height} pixels`);
    const data = new Uint8Array(width * height).fill(costume.background);
    drawCels(cels, { width, height, data }, { ...this.anchor, shading });
    return data;
  }

  draw({ palette, background = [], scale = 1, hidden = [] } = {}) {
    const { box, timeline: { costume } } = this, off = new Set(hidden), colors = costume.palette(palette);
    const indices = this.#draw(this.cels.filter((cel) => !off.has(cel.limb)), shadingOf(costume, colors));
    if (!Number.isInteger(scale) || scale < 1 || indices.length * scale ** 2 > MAX_PIXELS) {
      throw new RangeError(`${box.width} × ${box.height} pixels at scale ${scale}`);
    }
    if (background.length) {
      const [under] = wordsOf(Uint8Array.of(...background, 255).slice(0, 4)), words = wordsOf(colors);
      words.forEach((color, value) => { words[value] = blended(color, under); });
    }
    return imageOf(indices, box, colors, scale);
  }
}
