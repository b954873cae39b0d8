// Costumes, their limb tables and animation records.

import { missing } from "./error.js";
import { lazy, rowsOf } from "./lazy.js";
import { rgbaColors, undrawn } from "./palette_choice.js";
import { Picture } from "./picture.js";
import { CHORES, directionOf, recordNumber, Timeline } from "./timeline.js";

const STATES = ["empty", "picture", "zero-size", "missing"];

export class Costume {
  #pictures = new Map(); // by row
  #cels = new Map(); // by row of frames
  #defaultPalette;

  constructor(archive, row) {
    this.archive = archive;
    this.row = row;
  }

  #value(field) { return this.archive.tables.value(`costumes.${field}`, this.row); }
  #blob(field) { return this.archive.tables.blob(`costumes.${field}`, this.row); }
  #rows(field, make) { return rowsOf(this.archive.tables.range(`costumes.${field}_offset`, this.row), make); }

  get id() { return this.#value("id") || null; }
  get aliases() { return [...this.#blob("alias")]; }
  get room() { return this.archive.rooms[this.#value("room")] ?? null; }
  get source() { return this.archive.sources[this.#value("source")]; }
  get offset() { return this.#value("offset"); }
  get size() { return this.#value("size"); }
  get kind() { return ["COST", "AKOS"][this.#value("kind")]; }
  get format() { return this.#value("format"); }
  get codec() { return this.#value("codec"); }
  get mirrorWest() { return this.#value("mirror_west") === 1; }
  get directions() { return this.#value("directions"); }
  get colors() { return this.#blob("color"); }
  get commands() { return this.#blob("command"); }

  get tables() { return lazy(this, "tables", this.#rows("table", (row) => new LimbTable(this, row))); }
  get records() { return lazy(this, "records", this.#rows("record", (row) => new AnimationRecord(this, row))); }
  get timelines() { return lazy(this, "timelines", this.#rows("record", (row) => new Timeline(this, row))); }
  get background() { return lazy(this, "background", undrawn(this)); }

  get pictures() {
    const shown = this.tables.flatMap((table) => table.entries.map((entry) => entry.picture));
    return lazy(this, "pictures", [...new Set(shown)].filter((picture) => picture !== null));
  }

  /** One of its pictures by its row; always the same object. */
  picture(row) {
    if (!this.#pictures.has(row)) this.#pictures.set(row, new Picture(this.archive, row, this));
    return this.#pictures.get(row);
  }

  /** What a row of frames draws. */
  cels(row) {
    if (!this.#cels.has(row)) this.#cels.set(row, this.#readCels(this.archive.tables.range("frames.cel_offset", row)));
    return this.#cels.get(row);
  }

  #readCels([start, stop]) {
    const [limb, index, picture, x, y, flip] = ["limb", "index", "picture", "x", "y", "flip"].map((field) =>
      this.archive.tables.part(`cels.${field}`, start, stop));
    return rowsOf([0, stop - start], (i) => ({
      row: start + i, limb: limb[i], index: index[i], picture: this.picture(picture[i]), x: x[i], y: y[i],
      flip: flip[i] === 1,
    }));
  }

  timeline(chore, direction) {
    const number = recordNumber(chore, direction, this.directions);
    const record = this.records.find((one) => one.number === number);
    return record?.timeline ?? missing(`costume ${this.id} has no chore ${chore} ${direction}; there are`,
      this.records.map((one) => `${CHORES[one.chore - 1] ?? one.chore} ${one.direction}`));
  }

  palette(choice) {
    if (choice === undefined || choice === null) {
      this.#defaultPalette ??= this.#makePalette();
      return this.#defaultPalette.slice();
    }
    return this.#makePalette(choice);
  }

  #makePalette(choice) {
    return rgbaColors(this, choice).fill(0, 4 * this.background, 4 * this.background + 4);
  }
}

/** The slots of a limb. */
class LimbTable {
  constructor(costume, row) {
    this.costume = costume;
    this.row = row;
  }

  get limb() { return this.costume.archive.tables.valueOrNull("tables.limb", this.row, 0xff); }

  get entries() {
    const { tables } = this.costume.archive, [start, stop] = tables.range("tables.entry_offset", this.row);
    return lazy(this, "entries", rowsOf([start, stop], (row) => new Entry(this.costume, row, row - start)));
  }
}

/** A slot of a limb. */
class Entry {
  constructor(costume, row, index) {
    this.costume = costume;
    this.row = row;
    this.index = index;
  }

  #value(field) { return this.costume.archive.tables.value(`entries.${field}`, this.row); }

  get state() { return STATES[this.#value("state")]; }
  get reached() { return this.#value("reached") === 1; }
  get x() { return this.#value("x"); }
  get y() { return this.#value("y"); }
  get xinc() { return this.#value("xinc"); }
  get yinc() { return this.#value("yinc"); }

  get picture() {
    const row = this.costume.archive.tables.valueOrNull("entries.picture", this.row);
    return row === null ? null : this.costume.picture(row);
  }

  get redirect() {
    const limb = this.#value("redirect_limb"), index = this.#value("redirect_index");
    return limb === 0xff && index === 0xff ? null : { limb, index };
  }
}

class AnimationRecord {
  constructor(costume, row) {
    this.costume = costume;
    this.row = row;
  }

  get number() { return this.costume.archive.tables.value("records.number", this.row); }
  get chore() { return Math.floor(this.number / this.costume.directions); }
  get direction() { return directionOf(this.number, this.costume.directions); }
  get timeline() { return this.costume.timelines[this.row - this.costume.records[0].row]; }

  get windows() {
    const { tables } = this.costume.archive;
    const [limb, mode, start, length] = ["limb", "mode", "start", "length"].map((field) =>
      tables.part(`windows.${field}`, ...tables.range("records.window_offset", this.row)));
    return lazy(this, "windows", rowsOf([0, limb.length], (i) => (
      { limb: limb[i], mode: mode[i], start: start[i], length: length[i] })));
  }
}
