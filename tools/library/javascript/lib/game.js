// The game's files, rooms and palettes, and the failures.

import { NONE } from "./columns.js";
import { need } from "./error.js";
import { lazy, recordsOf, Row, rowsOf } from "./rows.js";
import { place } from "./room_place.js";

const CORNERS = ["ulx", "uly", "urx", "ury", "lrx", "lry", "llx", "lly"];

/** A file of the game. */
export class Source extends Row {
  get name() { return this.archive.tables.text("sources.name", this.row); }
  get size() { return this.archive.tables.value("sources.size", this.row); }
  get xorKey() { return this.archive.tables.value("sources.xor_key", this.row); }
  get xxh64() {
    const hash = this.archive.column("sources.xxh64")[this.row];
    return hash === 0n ? null : hash.toString(16).padStart(16, "0");
  }
}

export class Room extends Row {
  get number() { return this.archive.tables.value("rooms.number", this.row); }
  get name() { return this.archive.tables.text("rooms.name", this.row); }
  get source() { return this.archive.sources[this.archive.tables.value("rooms.source", this.row)]; }
  get offset() { return this.archive.tables.value("rooms.offset", this.row); }

  get palettes() {
    return lazy(this, "palettes", this.archive.palettes.filter((palette) => palette.room === this));
  }

  get width() { return this.archive.tables.value("rooms.width", this.row); }
  get height() { return this.archive.tables.value("rooms.height", this.row); }
  get transparent() { return this.archive.tables.value("rooms.transparent", this.row); }
  get seeThrough() { return this.archive.tables.blob("rooms.see_through", this.row); }
  get hasBackground() {
    const size = this.archive.tables.owned("rooms.background_offset", this.row);
    need(size === 0 || size === this.width * this.height, `wrong size of the background of room ${this.number}`);
    return size > 0;
  }

  get background() {
    const { tables } = this.archive;
    return this.hasBackground ? tables.part("backgrounds", ...tables.range("rooms.background_offset", this.row)) : null;
  }

  get planes() {
    return lazy(this, "planes", rowsOf(this.archive.tables.range("rooms.plane_offset", this.row),
      (row) => this.archive.tables.blob("planes.bits", row)));
  }

  get boxes() {
    const { tables } = this.archive, fields = [...CORNERS, "mask", "flags", "scale"];
    return lazy(this, "boxes", recordsOf(tables, "boxes", tables.range("rooms.box_offset", this.row), fields,
      ({ ulx, uly, urx, ury, lrx, lry, llx, lly, ...box }, number) => ({ number,
        corners: [{ x: ulx, y: uly }, { x: urx, y: ury }, { x: lrx, y: lry }, { x: llx, y: lly }], ...box })));
  }

  get scales() {
    const { tables } = this.archive;
    return lazy(this, "scales", recordsOf(tables, "scales", tables.range("rooms.scale_offset", this.row),
      ["scale1", "y1", "scale2", "y2"]));
  }

  place(point, choice) { return place(this, point, choice); }
}

/** A palette of a room. */
export class Palette extends Row {
  get room() { return this.archive.rooms[this.archive.tables.value("palettes.room", this.row)]; }
  get number() { return this.archive.tables.value("palettes.number", this.row); }

  get rgb() {
    const rgb = this.archive.tables.blob("palettes.rgb", this.row);
    return rgb.subarray(0, rgb.length - rgb.length % 3);
  }

  get rgba() {
    const { rgb } = this;
    return Uint8Array.from({ length: 1024 }, (_, i) => (i % 4 === 3 ? 255 : rgb[3 * (i >> 2) + i % 4] ?? 0));
  }
}

/** Something that could not be read, or is odd. */
export class Failure extends Row {
  /** "damage", or "note": odd, but no damage. */
  get kind() { return ["damage", "note"][this.archive.tables.value("failures.kind", this.row)]; }
  get costume() { return this.archive.costumes[this.#value("costume", NONE)] ?? null; }
  get id() { return this.#value("id", 0); }
  get room() { return this.#value("room", 0); }
  get source() { return this.archive.sources[this.#value("source", NONE)] ?? null; }
  get offset() { return this.#value("offset", 2 ** 64); }
  get limb() { return this.#value("limb", 0xff); }
  get index() { return this.#value("index", 0xffff); }
  get error() { return this.archive.tables.text("failures.error", this.row); }

  #value(field, none) { return this.archive.tables.valueOrNull(`failures.${field}`, this.row, none); }
}
