// What is in an archive beside its costumes.

import { NONE } from "./columns.js";
import { lazy } from "./lazy.js";

/** A file of the game. */
export class Source {
  constructor(archive, row) {
    this.archive = archive;
    this.row = row;
  }

  get name() { return this.archive.tables.text("sources.name", this.row); }
  get size() { return this.archive.tables.value("sources.size", this.row); }
  get xorKey() { return this.archive.tables.value("sources.xor_key", this.row); }
}

export class Room {
  constructor(archive, row) {
    this.archive = archive;
    this.row = row;
  }

  get number() { return this.archive.tables.value("rooms.number", this.row); }
  get name() { return this.archive.tables.text("rooms.name", this.row); }
  get source() { return this.archive.sources[this.archive.tables.value("rooms.source", this.row)]; }
  get offset() { return this.archive.tables.value("rooms.offset", this.row); }

  get palettes() {
    return lazy(this, "palettes", this.archive.palettes.filter((palette) => palette.room === this));
  }
}

/** A palette of a room. */
export class Palette {
  constructor(archive, row) {
    this.archive = archive;
    this.row = row;
  }

  get room() { return this.archive.rooms[this.archive.tables.value("palettes.room", this.row)]; }
  get number() { return this.archive.tables.value("palettes.number", this.row); }

  get rgb() {
    const rgb = this.archive.tables.blob("palettes.rgb", this.row);
    return rgb.subarray(0, rgb.length - rgb.length % 3);
  }
}

/** What could not be read. */
export class Failure {
  constructor(archive, row) {
    this.archive = archive;
    this.row = row;
  }

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
