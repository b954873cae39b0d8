// What is in an archive beside its costumes.

import { NONE } from "./columns.js";
import { need } from "./error.js";
import { lazy, rowsOf } from "./lazy.js";
import { place } from "./room_place.js";

const CORNERS = ["ul", "ur", "lr", "ll"];

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

  get width() { return this.archive.tables.value("rooms.width", this.row); }
  get height() { return this.archive.tables.value("rooms.height", this.row); }
  get transparent() { return this.archive.tables.value("rooms.transparent", this.row); }
  get seeThrough() { return this.archive.tables.blob("rooms.see_through", this.row); }
  get hasBackground() { return this.#backgroundRange().length > 0; }
  get background() {
    const range = this.#backgroundRange();
    return range.length > 0 ? this.archive.tables.part("backgrounds", ...range) : null;
  }

  /** Its part of the column; empty if it has none. */
  #backgroundRange() {
    const [start, stop] = this.archive.tables.range("rooms.background_offset", this.row);
    need(start === stop || stop - start === this.width * this.height, `wrong size of the background of room ${this.number}`);
    return start === stop ? [] : [start, stop];
  }

  get planes() {
    return lazy(this, "planes", rowsOf(this.archive.tables.range("rooms.plane_offset", this.row),
      (row) => this.archive.tables.blob("planes.bits", row)));
  }

  get boxes() {
    const { tables } = this.archive, [start, stop] = tables.range("rooms.box_offset", this.row);
    const value = (name, row) => tables.value(`boxes.${name}`, row);
    return lazy(this, "boxes", rowsOf([start, stop], (row) => ({
      number: row - start, corners: CORNERS.map((name) => ({ x: value(name + "x", row), y: value(name + "y", row) })),
      mask: value("mask", row), flags: value("flags", row), scale: value("scale", row) })));
  }

  get scales() {
    const { tables } = this.archive;
    return lazy(this, "scales", rowsOf(tables.range("rooms.scale_offset", this.row), (row) => Object.fromEntries(
      ["scale1", "y1", "scale2", "y2"].map((name) => [name, tables.value(`scales.${name}`, row)]))));
  }

  place(point, choice) { return place(this, point, choice); }
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

  get rgba() {
    const { rgb } = this;
    return Uint8Array.from({ length: 1024 }, (_, i) => (i % 4 === 3 ? 255 : rgb[3 * (i >> 2) + i % 4] ?? 0));
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
