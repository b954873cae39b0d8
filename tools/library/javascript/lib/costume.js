// Costumes, their pictures and limb tables.

import { imageOf } from "./draw.js";
import { missing } from "./error.js";
import { Palette } from "./game.js";
import { NONE } from "./open_archive.js";
import { Player } from "./player.js";
import { blobOf, CostumeRow, lazy, rangeOf, recordsOf, Row, rowsOf, valueOrNull } from "./rows.js";
import { degreesOf, Timeline } from "./timeline.js";
import { STATES } from "./words.js";

export class Costume extends Row {
  static shown = ["id", "kind", "timelines", "pictures"];
  #pictures = new Map(); // by row
  #cels = new Map(); // by row of frames
  #looks = new Map(); // what was read for a palette, by function and row

  #value(field) { return this.archive.column(`costumes.${field}`)[this.row]; }
  #blob(field) { return blobOf(this.archive, `costumes.${field}`, this.row); }
  #rows(field, make) { return rowsOf(rangeOf(this.archive, `costumes.${field}_offset`, this.row), make); }

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
  get timelines() { return lazy(this, "timelines", this.#rows("record", (row) => new Timeline(this, row))); }
  get background() { return lazy(this, "background", this.palette().findIndex((part, i) => i % 4 === 3 && part === 0) >> 2); }

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
    if (!this.#cels.has(row)) this.#cels.set(row, this.#readCels(rangeOf(this.archive, "frames.cel_offset", row)));
    return this.#cels.get(row);
  }

  #readCels(rows) {
    return recordsOf(this.archive, "cels", rows, ["limb", "index", "picture", "x", "y", "flip"], (cel, i) =>
      ({ row: rows[0] + i, ...cel, picture: this.picture(cel.picture), flip: cel.flip === 1 }));
  }

  get chores() {
    const chores = new Map();
    for (const { chore, choreName, direction } of this.timelines) {
      const key = choreName ?? chore;
      chores.set(key, [...(chores.get(key) ?? []), direction]);
    }
    return lazy(this, "chores", chores);
  }

  timeline(chore, direction) {
    const number = chore === undefined ? NONE : this.choreNumber(chore);
    const degrees = direction === undefined ? NONE : degreesOf(direction);
    const row = number === null || degrees === null ? null : this.archive.open.find("find_timeline", this.row, number, degrees);
    if (row !== null) return this.timelines[row - this.timelines[0].row];
    return missing(`costume ${this.id} has no chore ${[chore, direction].filter((word) => word !== undefined).join(" ")}; there are`,
      this.timelines.map((one) => `${one.choreName ?? one.chore} ${one.direction}`));
  }

  /** The number of a chore, given by name or number; null if there is no such name or number. */
  choreNumber(chore) {
    if (typeof chore === "string") return this.archive.open.findChore(chore);
    return Number.isInteger(chore) && chore >= 0 && chore < NONE ? chore : null;
  }

  palette(choice) {
    if (!ArrayBuffer.isView(choice)) return this.#look("read_colors", 1024, choice);
    const width = choice.length === 1024 ? 4 : 3, colors = new Uint8Array(1024).fill(255);
    if (choice.length > 256 * width || choice.length % width) throw new TypeError("a palette is up to 768 bytes, 3 a colour, or 1024");
    choice.forEach((part, i) => { if (i % width < 3) colors[4 * Math.floor(i / width) + i % width] = part; });
    return colors.fill(0, 4 * this.background, 4 * this.background + 4);
  }

  shading(choice) { return ArrayBuffer.isView(choice) ? null : this.#look("read_shading", 512, choice); }
  roomShading(palette) { return this.#look("read_room_shading", 512, palette); }

  look(number, choice) { return this.#look("read_look", 1024, choice, number); }

  /** What a function reads for a palette. It is read once. */
  #look(name, size, choice, ...values) {
    const palette = choice === undefined || choice === null || choice instanceof Palette ? choice : this.archive.palette(...[choice].flat());
    const row = palette?.row ?? NONE, key = `${name} ${row} ${values}`;
    if (!this.#looks.has(key)) this.#looks.set(key, this.archive.open.fill(name, size, this.row, row, ...values));
    return this.#looks.get(key).slice();
  }

  player() { return new Player(this); }
}

/** A distinct picture. Unless it is taken from a costume, it has the colours of the first costume that shows it. */
export class Picture extends Row {
  static shown = ["width", "height"];
  #costume;

  constructor(archive, row, costume) {
    super(archive, row);
    this.#costume = costume;
  }

  get width() { return lazy(this, "width", this.archive.column("pictures.width")[this.row]); }
  get height() { return lazy(this, "height", this.archive.column("pictures.height")[this.row]); }
  get transparent() { return lazy(this, "transparent", this.archive.column("pictures.transparent")[this.row]); }
  get costume() { return this.#costume ??= this.archive.costumeOfPicture(this.row); }

  get indices() { return this.archive.open.indices(this.row); }

  imageData(palette) {
    const colors = this.costume ? this.costume.palette(palette) : (palette ?? this.archive.paletteOfPicture(this.row)).rgba.slice();
    if (this.costume) colors[4 * this.costume.background + 3] = 255;
    colors.fill(0, 4 * this.transparent, 4 * this.transparent + 4);
    const { width, height, indices: data } = this;
    return imageOf({ width, height, data }, colors);
  }
}

/** The slots of a limb. */
class LimbTable extends CostumeRow {
  get limb() { return valueOrNull(this.archive, "tables.limb", this.row, 0xff); }

  get entries() {
    const [start, stop] = rangeOf(this.archive, "tables.entry_offset", this.row);
    return lazy(this, "entries", rowsOf([start, stop], (row) => new Entry(this.costume, row, row - start)));
  }
}

/** A slot of a limb. */
class Entry extends CostumeRow {
  constructor(costume, row, index) {
    super(costume, row);
    this.index = index;
  }

  #value(field) { return this.archive.column(`entries.${field}`)[this.row]; }

  get state() { return STATES[this.#value("state")]; }
  get reached() { return this.#value("reached") === 1; }
  get x() { return this.#value("x"); }
  get y() { return this.#value("y"); }
  get xinc() { return this.#value("xinc"); }
  get yinc() { return this.#value("yinc"); }

  get picture() {
    const row = valueOrNull(this.archive, "entries.picture", this.row);
    return row === null ? null : this.costume.picture(row);
  }

  get redirect() {
    const limb = this.#value("redirect_limb"), index = this.#value("redirect_index");
    return limb === 0xff && index === 0xff ? null : { limb, index };
  }
}
