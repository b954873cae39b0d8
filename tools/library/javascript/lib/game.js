// The game's files, rooms and palettes, and the failures.

import { blank, drawRoom } from "./draw.js";
import { NONE } from "./open_archive.js";
import { blobOf, lazy, rangeOf, recordsOf, Row, rowsOf, textOf, valueOrNull } from "./rows.js";

const SHOWN = ["none", "first", "all", "entered"];
const CORNERS = ["ulx", "uly", "urx", "ury", "lrx", "lry", "llx", "lly"];

/** A file of the game. */
export class Source extends Row {
  get name() { return textOf(this.archive, "sources.name", this.row); }
  get size() { return this.archive.column("sources.size")[this.row]; }
  get xorKey() { return this.archive.column("sources.xor_key")[this.row]; }
  get xxh64() {
    const hash = this.archive.column("sources.xxh64")[this.row];
    return hash === 0n ? null : hash.toString(16).padStart(16, "0");
  }
}

/** An object of a room. */
export class RoomObject extends Row {
  get number() { return this.#of("number"); }
  get name() { return this.archive.open.nameOf("objects", this.row); }
  get x() { return this.#of("x"); }
  get y() { return this.#of("y"); }
  get width() { return this.#of("width"); }
  get height() { return this.#of("height"); }
  get walkX() { return this.#of("walk_x"); }
  get walkY() { return this.#of("walk_y"); }
  get direction() { return this.#of("direction"); }
  get state() { return this.#of("state"); }
  get entered() { return this.#of("entered") === 255 ? null : this.#of("entered"); }
  get parentState() { return this.#of("parent_state"); }
  get parent() {
    const row = this.#of("parent");
    return row === NONE ? null : new RoomObject(this.archive, row);
  }

  /** What it looks like, by state. */
  get images() {
    const range = rangeOf(this.archive, "objects.image_offset", this.row);
    const fields = ["state", "blast", "x", "y", "width", "height", "picture"];
    return lazy(this, "images", recordsOf(this.archive, "images", range, fields, ({ blast, picture, ...image }) =>
      ({ ...image, isBlast: blast !== 0, picture: picture === NONE ? null : this.archive.pictures[picture] })));
  }

  #of(column) { return this.archive.column(`objects.${column}`)[this.row]; }
}

export class Room extends Row {
  get number() { return this.archive.column("rooms.number")[this.row]; }
  get name() { return textOf(this.archive, "rooms.name", this.row); }
  get source() { return this.archive.sources[this.archive.column("rooms.source")[this.row]]; }
  get offset() { return this.archive.column("rooms.offset")[this.row]; }

  get palettes() {
    return lazy(this, "palettes", this.archive.palettes.filter((palette) => palette.room === this));
  }

  get width() { return this.archive.column("rooms.width")[this.row]; }
  get height() { return this.archive.column("rooms.height")[this.row]; }
  get transparent() { return this.archive.column("rooms.transparent")[this.row]; }
  get seeThrough() { return blobOf(this.archive, "rooms.see_through", this.row); }
  get hasBackground() {
    const [start, stop] = rangeOf(this.archive, "rooms.background_offset", this.row);
    return stop > start;
  }

  get background() {
    if (!this.hasBackground) return null;
    const canvas = blank(this);
    drawRoom(this, canvas, { states: null });
    return canvas.data;
  }

  get objects() {
    return lazy(this, "objects", rowsOf(rangeOf(this.archive, "rooms.object_offset", this.row), (row) => new RoomObject(this.archive, row)));
  }

  /** The states of its objects; `changes` has states by the numbers of objects, or [number, state] in the order in which
   *  they are set. */
  states(changes = {}, shown = "first") {
    let states = this.archive.open.objectStates(this.row, SHOWN.indexOf(shown));
    for (const [number, state] of Symbol.iterator in changes ? changes : Object.entries(changes)) {
      const object = this.objects.find((one) => one.number === Number(number));
      if (!object) throw new RangeError(`room ${this.number} has no object ${number}`);
      states = this.archive.open.withState(states, object.row, state);
    }
    return states;
  }

  get planes() {
    return lazy(this, "planes", rowsOf(rangeOf(this.archive, "rooms.plane_offset", this.row), (row) => this.#plane(row)));
  }

  /** One byte for each pixel of the room. */
  #plane(row) {
    const { width, data } = blank(this), bits = blobOf(this.archive, "planes.bits", row), stride = Math.ceil(width / 8);
    if (bits.length === 0) return data;
    return data.map((_, at) => bits[Math.floor(at / width) * stride + (at % width >> 3)] >> 7 - (at % width & 7) & 1);
  }

  get boxes() {
    const fields = [...CORNERS, "mask", "flags", "scale"];
    return lazy(this, "boxes", recordsOf(this.archive, "boxes", rangeOf(this.archive, "rooms.box_offset", this.row), fields,
      ({ ulx, uly, urx, ury, lrx, lry, llx, lly, ...box }, number) => ({ number,
        corners: [{ x: ulx, y: uly }, { x: urx, y: ury }, { x: lrx, y: lry }, { x: llx, y: lly }], ...box })));
  }

  get scales() {
    return lazy(this, "scales", recordsOf(this.archive, "scales", rangeOf(this.archive, "rooms.scale_offset", this.row),
      ["scale1", "y1", "scale2", "y2"]));
  }

  place({ x, y }, { box, plane, scale, clip = null } = {}) {
    if (box !== undefined && !(box in this.boxes) && box !== 0) throw new RangeError(`room ${this.number} has no box ${box}`);
    if (plane !== undefined && plane !== 0 && !(plane - 1 in this.planes)) {
      throw new RangeError(`room ${this.number} has no plane ${plane}`);
    }
    const { open } = this.archive, boxes = open.boxesAt(this.row, x, y);
    let actor = open.actor("place_actor", { room: this.row, costume: NONE, x, y, box: box ?? NONE, plane: 0, scale: 0 });
    if (clip !== null) actor = open.actor("clip_actor", actor, clip);
    return { x, y, box: actor.box, inside: boxes.includes(actor.box), boxes, plane: plane ?? actor.plane, scale: scale ?? actor.scale };
  }
}

/** A palette of a room. */
export class Palette extends Row {
  get room() { return this.archive.rooms[this.archive.column("palettes.room")[this.row]]; }
  get number() { return this.archive.column("palettes.number")[this.row]; }

  get rgb() {
    const rgb = blobOf(this.archive, "palettes.rgb", this.row);
    return rgb.subarray(0, rgb.length - rgb.length % 3);
  }

  get rgba() { return this.archive.open.fill("read_palette", 1024, this.row); }
}

/** Something that could not be read, or is odd. */
export class Failure extends Row {
  /** "damage", or "note": odd, but no damage. */
  get kind() { return ["damage", "note"][this.archive.column("failures.kind")[this.row]]; }
  get costume() { return this.archive.costumes[this.#value("costume", NONE)] ?? null; }
  get id() { return this.#value("id", 0); }
  get room() { return this.#value("room", 0); }
  get source() { return this.archive.sources[this.#value("source", NONE)] ?? null; }
  get offset() { return this.#value("offset", 2 ** 64); }
  get limb() { return this.#value("limb", 0xff); }
  get index() { return this.#value("index", 0xffff); }
  get error() { return textOf(this.archive, "failures.error", this.row); }

  #value(field, none) { return valueOrNull(this.archive, `failures.${field}`, this.row, none); }
}
