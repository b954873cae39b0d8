// An archive: its columns, and the objects that are made of them.

import { Costume, Picture } from "./costume.js";
import { missing } from "./error.js";
import { Failure, Palette, Room, Source } from "./game.js";
import { OpenArchive } from "./open_archive.js";
import { lastUpTo, lazy, rowsOf } from "./rows.js";

export class Archive {
  /** Opens the bytes of a file in an instance of libwardrobe. */
  constructor(instance, file) {
    this.file = file;
    this.open = new OpenArchive(instance, file); // for the objects of this package
  }

  get game() { return lazy(this, "game", this.open.game()); }
  get columns() { return lazy(this, "columns", this.open.columns); }

  column(name) { return this.open.column(name); }
  rows(table) { return this.open.rows(table); }
  list(table) { return this.open.list(table); }

  #objects(table, Class) {
    return lazy(this, table, rowsOf([0, this.rows(table)], (row) => new Class(this, row)));
  }

  get sources() { return this.#objects("sources", Source); }
  get rooms() { return this.#objects("rooms", Room); }
  get palettes() { return this.#objects("palettes", Palette); }
  get costumes() { return this.#objects("costumes", Costume); }
  get pictures() { return this.#objects("pictures", Picture); }
  get failures() { return this.#objects("failures", Failure); }
  get timelines() { return lazy(this, "timelines", this.costumes.flatMap((costume) => costume.timelines)); }

  costume(id) {
    const row = isNumber(id) ? this.open.find("find_costume", id) : null, { costumes } = this;
    const ids = () => [...new Set(costumes.flatMap((costume) => [costume.id ?? 0, ...costume.aliases]))];
    return costumes[row] ?? missing(`no costume ${id}; ids are`, ids().filter((one) => one !== 0).sort((a, b) => a - b));
  }

  room(number) {
    const row = isNumber(number) ? this.open.find("find_room", number) : null;
    return this.rooms[row] ?? missing(`no room ${number}; rooms are`, this.rooms.map((room) => room.number));
  }

  palette(room, number = 0) {
    const row = isNumber(room) && isNumber(number) ? this.open.find("find_palette", room, number) : null;
    return this.palettes[row]
      ?? missing(`room ${room} has no palette ${number}; it has`, this.room(room).palettes.map((one) => one.number));
  }

  choreName(chore) { return this.open.choreName(chore); }

  /** The first costume that shows a picture; null if only objects do. */
  costumeOfPicture(row) {
    const entry = this.column("entries.picture").indexOf(row);
    if (entry < 0) return null;
    return this.costumes[lastUpTo(this.column("costumes.table_offset"), lastUpTo(this.column("tables.entry_offset"), entry))];
  }

  /** The palette of the room whose object shows a picture. */
  paletteOfPicture(row) {
    const object = lastUpTo(this.column("objects.image_offset"), this.column("images.picture").indexOf(row));
    return this.palettes[this.column("rooms.palette")[lastUpTo(this.column("rooms.object_offset"), object)]] ?? { rgba: new Uint8Array(1024).fill(255) };
  }

  /** The text that console.log shows in Node.js. */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    const counts = ["costumes", "pictures", "timelines"].map((table) => `${this.rows(table)} ${table}`);
    return `Archive { game of version ${this.game.name}: ${counts.join(", ")} }`;
  }

  verify() { this.open.verify(); }
}

/** Whether libwardrobe can take the number: WebAssembly would convert any value to one. */
const isNumber = (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32;
