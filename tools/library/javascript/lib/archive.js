// An archive: its tables, and the objects that are made of them.

import { Costume, Picture } from "./costume.js";
import { missing, need } from "./error.js";
import { Failure, Palette, Room, Source } from "./game.js";
import { moduleOf, OpenedArchive } from "./opened_archive.js";
import { lastUpTo, lazy, rowsOf } from "./rows.js";
import { TableReader } from "./table_reader.js";

export class Archive {
  #module; #costumesById;

  /** `file` has the bytes of the file, and `module` is the libwardrobe that opened it; both can be missing. */
  constructor(image, file, module) {
    this.#module = module;
    this.imageSize = image.length;
    this.file = file;
    this.tables = new TableReader(image); // for the objects of this package; users have column(), part() and rows()
  }

  get formatVersion() { return this.tables.formatVersion; }
  get columns() { return this.tables.columns; }
  get gameVersion() {
    const version = this.tables.value("game.version", 0);
    return version === 30 || version === 50 ? version / 10 : version; // the second form of 3 or 5
  }
  get evidence() { return this.tables.text("game.evidence", 0); }

  rows(table) { return this.tables.rows(table); }
  column(name) { return this.tables.column(name); }
  part(name, start, stop) { return this.tables.part(name, start, stop); }

  #objects(table, Class) {
    return lazy(this, table, rowsOf([0, this.rows(table)], (row) => new Class(this, row)));
  }

  get sources() { return this.#objects("sources", Source); }
  get rooms() { return this.#objects("rooms", Room); }
  get palettes() { return this.#objects("palettes", Palette); }
  get costumes() { return this.#objects("costumes", Costume); }
  get pictures() { return this.#objects("pictures", Picture); }
  get failures() { return this.#objects("failures", Failure); }

  get timelines() {
    this.column("costumes.record_offset"); // checks that every row belongs to one costume
    return lazy(this, "timelines", this.costumes.flatMap((costume) => costume.timelines));
  }

  costume(id) {
    this.#costumesById ??= this.#mapIds();
    const ids = () => [...this.#costumesById.keys()].sort((a, b) => a - b);
    return this.#costumesById.get(id) ?? missing(`no costume ${id}; ids are`, ids());
  }

  room(number) {
    return this.rooms.find((room) => room.number === number)
      ?? missing(`no room ${number}; rooms are`, this.rooms.map((room) => room.number));
  }

  /** Maps ids and aliases to costumes. If several costumes have the same id, the first one counts. */
  #mapIds() {
    const found = new Map();
    for (const costume of this.costumes) {
      for (const id of [costume.id ?? 0, ...costume.aliases]) {
        if (id !== 0 && !found.has(id)) found.set(id, costume);
      }
    }
    return found;
  }

  palette(room, number = 0) {
    return this.room(room).palettes.find((palette) => palette.number === number)
      ?? missing(`room ${room} has no palette ${number}; it has`, this.room(room).palettes.map((one) => one.number));
  }

  /** The first costume that shows a picture. */
  costumeOfPicture(row) {
    const entry = this.column("entries.picture").indexOf(row);
    need(entry >= 0, `no entry shows picture ${row}`);
    const table = lastUpTo(this.column("tables.entry_offset"), entry);
    return this.costumes[lastUpTo(this.column("costumes.table_offset"), table)];
  }

  /** The text that console.log shows in Node.js. */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    const counts = ["costumes", "pictures", "timelines"].map((table) => `${this.rows(table)} ${table}`);
    return `Archive { game ${this.gameVersion}, format ${this.formatVersion}: ${counts.join(", ")} }`;
  }

  async verify() {
    if (!this.file) throw new TypeError("the archive was opened from an image, without its file");
    new OpenedArchive(await moduleOf(this.#module), this.file).verify();
  }
}
