// Timelines, which have what a chore draws tick by tick, and their frames.

import { blank, drawCels, imageOf } from "./draw.js";
import { NONE } from "./open_archive.js";
import { blobOf, CostumeRow, lazy, rangeOf, recordsOf } from "./rows.js";
import { EVENTS } from "./words.js";

const DEGREES = new Map([["N", 0], ["E", 90], ["S", 180], ["W", 270]]);
const LETTERS = new Map([...DEGREES].map(([letter, degrees]) => [degrees, letter]));

/** The degrees of a direction, given by letter or degrees; null if there is no such direction. */
export function degreesOf(direction) {
  const degrees = DEGREES.get(direction) ?? direction;
  return [...Array(8).keys()].includes(degrees / 45) ? degrees : null;
}

export class Timeline extends CostumeRow {
  #read; // the words of its wardrobe_timeline

  get #words() {
    if (!this.#read) {
      const view = this.archive.open.read("read_timeline", 44, this.row);
      this.#read = Array.from({ length: 11 }, (_, i) => view.getInt32(4 * i, true));
    }
    return this.#read;
  }

  get chore() { return this.#words[1]; }
  get choreName() { return lazy(this, "choreName", this.archive.choreName(this.chore)); }
  get degrees() { return this.#words[2]; }
  get direction() { return this.costume.directions === 4 ? LETTERS.get(this.degrees) : this.degrees; }
  get ticks() { return this.#words[3]; }
  get loopStart() { return this.#words[4] >>> 0 === NONE ? null : this.#words[4]; }
  get flags() { return this.#words[5]; }
  get name() { return this.archive.open.nameOf("records", this.row); }
  get reads() { return blobOf(this.archive, "timelines.read", this.row); }

  get box() {
    const [left, top, width, height] = this.#words.slice(7);
    return lazy(this, "box", { left, top, width, height });
  }

  /** The row of frames of each tick. */
  get frameRows() { return lazy(this, "frameRows", blobOf(this.archive, "timelines.tick", this.row)); }

  get events() {
    return lazy(this, "events", recordsOf(this.archive, "events", rangeOf(this.archive, "timelines.event_offset", this.row),
      ["tick", "limb", "kind", "value"], (event) => ({ ...event, name: EVENTS[event.kind] })));
  }

  get windows() {
    return lazy(this, "windows", recordsOf(this.archive, "windows", rangeOf(this.archive, "records.window_offset", this.row),
      ["limb", "mode", "start", "length"]));
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
  get indices() { return this.#draw(this.cels, null).data; }

  get clip() {
    const value = this.timeline.archive.open.find("find_clip", this.timeline.row, this.tick);
    return value === null ? null : value | 0;
  }

  #draw(cels, shading) {
    const canvas = blank(this.box);
    canvas.data.fill(this.timeline.costume.background);
    drawCels(cels, canvas, { ...this.anchor, shading });
    return canvas;
  }

  draw({ palette, hidden = [] } = {}) {
    const { costume } = this.timeline, off = new Set(hidden);
    return imageOf(this.#draw(this.cels.filter((cel) => !off.has(cel.limb)), costume.shading(palette)), costume.palette(palette));
  }
}
