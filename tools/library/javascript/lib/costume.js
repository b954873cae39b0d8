// Costumes, their pictures, limb tables and animation records.

import { imageOf } from "./draw.js";
import { missing, need } from "./error.js";
import { rgbaColors, undrawn } from "./palette_choice.js";
import { CostumeRow, lazy, recordsOf, Row, rowsOf } from "./rows.js";
import { choreName, directionOf, recordNumber, Timeline } from "./timeline.js";
import { STATES } from "./words.js";

export class Costume extends Row {
  static shown = ["id", "kind", "timelines", "pictures"];
  #pictures = new Map(); // by row
  #cels = new Map(); // by row of frames
  #defaultPalette;

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

  /** The picture of a row, in the colours of this costume. The same row always returns the same object. */
  picture(row) {
    if (!this.#pictures.has(row)) this.#pictures.set(row, new Picture(this.archive, row, this));
    return this.#pictures.get(row);
  }

  /** The cels that a row of frames draws. */
  cels(row) {
    if (!this.#cels.has(row)) this.#cels.set(row, this.#readCels(this.archive.tables.range("frames.cel_offset", row)));
    return this.#cels.get(row);
  }

  #readCels(rows) {
    return recordsOf(this.archive.tables, "cels", rows, ["limb", "index", "picture", "x", "y", "flip"], (cel, i) =>
      ({ row: rows[0] + i, ...cel, picture: this.picture(cel.picture), flip: cel.flip === 1 }));
  }

  get chores() {
    const chores = new Map();
    for (const { chore, direction } of this.records) {
      const name = choreName(chore, this.archive.gameVersion) ?? chore;
      chores.set(name, [...(chores.get(name) ?? []), direction]);
    }
    return lazy(this, "chores", chores);
  }

  timeline(chore, direction) {
    const version = this.archive.gameVersion;
    const best = this.timelines.find(({ row }) => row === this.#value("default_timeline"));
    if (best && chore === undefined && direction === undefined) return best;
    const found = this.records.filter((one) => one.number ===
      recordNumber(chore ?? best?.chore, direction ?? one.direction, this.directions, version));
    if (found.length === 0) {
      missing(`costume ${this.id} has no chore ${[chore, direction].filter((word) => word !== undefined).join(" ")}; there are`,
        this.records.map((one) => `${choreName(one.chore, version) ?? one.chore} ${one.direction}`));
    }
    return (found.find((one) => ["W", 270].includes(one.direction)) ?? found[0]).timeline;
  }

  palette(choice, shadows = "darken") {
    if (shadows === "darken" && (choice === undefined || choice === null)) {
      this.#defaultPalette ??= this.#makePalette();
      return this.#defaultPalette.slice();
    }
    return this.#makePalette(choice, shadows);
  }

  #makePalette(choice, shadows) {
    return rgbaColors(this, choice, shadows).fill(0, 4 * this.background, 4 * this.background + 4);
  }
}

/** A distinct picture. Unless it is taken from a costume, it has the colours of the first costume that shows it. */
export class Picture extends Row {
  static shown = ["width", "height"];
  #costume;

  constructor(archive, row, costume) {
    super(archive, row);
    this.#costume = costume;
  }

  get width() { return lazy(this, "width", this.archive.tables.value("pictures.width", this.row)); }
  get height() { return lazy(this, "height", this.archive.tables.value("pictures.height", this.row)); }
  get transparent() { return lazy(this, "transparent", this.archive.tables.value("pictures.transparent", this.row)); }
  get costume() { return this.#costume ??= this.archive.costumeOfPicture(this.row); }

  get indices() {
    const [start, stop] = this.archive.tables.range("pictures.pixel_offset", this.row);
    const size = this.width * this.height;
    need(size > 0 && stop - start === size, `wrong size of picture ${this.row}`);
    return this.archive.tables.part("pixels", start, stop);
  }

  imageData(palette) {
    const colors = this.costume.palette(palette);
    colors[4 * this.costume.background + 3] = 255;
    colors.fill(0, 4 * this.transparent, 4 * this.transparent + 4);
    return imageOf(this.indices, this, colors);
  }
}

/** The slots of a limb. */
class LimbTable extends CostumeRow {
  get limb() { return this.archive.tables.valueOrNull("tables.limb", this.row, 0xff); }

  get entries() {
    const { tables } = this.archive, [start, stop] = tables.range("tables.entry_offset", this.row);
    return lazy(this, "entries", rowsOf([start, stop], (row) => new Entry(this.costume, row, row - start)));
  }
}

/** A slot of a limb. */
class Entry extends CostumeRow {
  constructor(costume, row, index) {
    super(costume, row);
    this.index = index;
  }

  #value(field) { return this.archive.tables.value(`entries.${field}`, this.row); }

  get state() { return STATES[this.#value("state")]; }
  get reached() { return this.#value("reached") === 1; }
  get x() { return this.#value("x"); }
  get y() { return this.#value("y"); }
  get xinc() { return this.#value("xinc"); }
  get yinc() { return this.#value("yinc"); }

  get picture() {
    const row = this.archive.tables.valueOrNull("entries.picture", this.row);
    return row === null ? null : this.costume.picture(row);
  }

  get redirect() {
    const limb = this.#value("redirect_limb"), index = this.#value("redirect_index");
    return limb === 0xff && index === 0xff ? null : { limb, index };
  }
}

class AnimationRecord extends CostumeRow {
  get number() { return this.archive.tables.value("records.number", this.row); }
  get chore() { return Math.floor(this.number / this.costume.directions); }
  get direction() { return directionOf(this.number, this.costume.directions); }
  get timeline() { return this.costume.timelines[this.row - this.costume.records[0].row]; }

  get windows() {
    const { tables } = this.archive;
    return lazy(this, "windows", recordsOf(tables, "windows", tables.range("records.window_offset", this.row),
      ["limb", "mode", "start", "length"]));
  }
}
