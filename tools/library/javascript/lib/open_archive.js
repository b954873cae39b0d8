// An archive that is open in libwardrobe, and the functions of wardrobe.h and its companions, named without "wardrobe_".

export const NONE = 0xffffffff; // no row; any chore or direction

const ARRAYS = [, Uint8Array, Uint16Array, Uint32Array, BigUint64Array, Int16Array, Int32Array]; // by wardrobe_type
const OUT = 64; // bytes of the largest structure that is read
const CANVAS = 44, CEL = 16, ACTOR_STATES = 28;

export class OpenArchive {
  #instance; #handle;
  #out; // address of what a function fills in
  #lent = { at: 0, size: 0 }; // memory for the arguments of one call
  #columns = new Map(); // name → the whole column

  /** Opens the bytes of a file. */
  constructor(instance, file) {
    this.#instance = instance;
    this.#out = instance.allocate(OUT);
    instance.check("wardrobe_open_memory", instance.put(file), file.length, this.#out);
    this.#handle = instance.word(this.#out);
  }

  get instance() { return this.#instance; }
  get handle() { return this.#handle; }

  /** Calls a function on the archive that returns a status. Throws a WardrobeError if it fails. */
  do(name, ...values) { this.#instance.check(`wardrobe_${name}`, this.#handle, ...values); }

  /** The structure of `size` bytes that a function fills in. It is valid until the next call. */
  read(name, size, ...values) {
    this.do(name, ...values, this.#out, size);
    return this.#instance.view(this.#out, size);
  }

  /** The row or number that a function finds; null if there is none. */
  find(name, ...values) {
    return orNull(() => {
      this.do(name, ...values, this.#out);
      return this.#instance.word(this.#out);
    });
  }

  /** The bytes that a function fills in. */
  fill(name, size, ...values) {
    const at = this.#lend(new Uint8Array(size))[0];
    this.do(name, ...values, at);
    return this.#instance.bytes(at, size).slice();
  }

  verify() { this.do("verify"); }

  get columns() {
    const count = this.#instance.call("wardrobe_column_count", this.#handle);
    return Array.from({ length: count }, (_, i) => this.#textOf("column_name", i));
  }

  /** A whole column. It is a copy, because views of a memory end when it grows. */
  column(name) {
    if (!this.#columns.has(name)) this.#columns.set(name, this.#readColumn(name));
    return this.#columns.get(name);
  }

  #readColumn(name) {
    const found = orNull(() => this.read("read_column", 12, this.#lendText(name)));
    if (!found) throw new RangeError(`no column ${name}`);
    const [data, count, type] = [0, 4, 8].map((at) => found.getUint32(at, true)), Type = ARRAYS[type];
    if (!Type) throw new RangeError(`${name} has elements of an unknown type`);
    return new Type(this.#instance.bytes(data, count * Type.BYTES_PER_ELEMENT).slice().buffer);
  }

  rows(table) {
    const count = this.find("row_count", this.#lendText(table));
    if (count === null) throw new RangeError(`no table ${table}`);
    return count;
  }

  game() {
    const game = this.read("read_game", 20), [version, humongous, , name, reason] = [0, 4, 8, 12, 16].map((at) => game.getUint32(at, true));
    return { version, humongous, name: this.#instance.text(name), reason: this.#instance.text(reason) };
  }

  /** The rows of `wardrobe list TABLE --json`. */
  list(table) {
    const size = this.#out + 4;
    const text = orNull(() => {
      this.do("list", this.#lendText(table), this.#out, size);
      return this.#instance.word(this.#out);
    });
    if (text === null) throw new RangeError(`no list of ${table}`);
    const lines = new TextDecoder().decode(this.#instance.bytes(text, this.#instance.word(size)));
    this.#instance.call("wardrobe_text_free", text);
    return lines.split("\n").slice(0, -1).map((line) => JSON.parse(line));
  }

  /** The name that the game gives to a row of objects, wearers, costumes or records. */
  nameOf(table, row) {
    this.do("read_name", this.#lendText(table), row, this.#out);
    return this.#instance.text(this.#instance.word(this.#out));
  }

  choreName(chore) { return this.#textOf("chore_name", chore); }
  findChore(name) { return this.find("find_chore", this.#lendText(name)); }

  /** The pixel values of a picture. */
  indices(picture) {
    const read = this.read("read_picture", 32, picture), [width, height, at] = [0, 4, 24].map((at) => read.getUint32(at, true));
    return this.#instance.bytes(at, width * height).slice();
  }

  /** An actor that a function changes. */
  actor(name, actor, ...values) {
    const words = wordsOf(actor), at = this.#lend(words)[0];
    this.do(name, at, words.length, ...values);
    const view = this.#instance.view(at, words.length), [box, plane, scale] = [16, 20, 24].map((field) => view.getUint32(field, true));
    return { ...actor, box, plane, scale };
  }

  /** The numbers of the boxes of a room that contain a point. */
  boxesAt(room, x, y) {
    const most = this.column("rooms.box_offset"), count = most[room + 1] - most[room];
    const [at] = this.#lend(new Uint8Array(4 * count));
    this.do("read_boxes_at", room, x, y, at, count, this.#out);
    return Array.from({ length: this.#instance.word(this.#out) }, (_, i) => this.#instance.word(at + 4 * i));
  }

  /** The states of a room's objects: 0 none is shown, 1 as when the game starts, 2 all, 3 as the entry script sets them. */
  objectStates(room, shown) {
    const first = this.column("rooms.object_offset"), count = first[room + 1] - first[room];
    const [at] = this.#lend(new Uint8Array(count));
    this.do("read_object_states", room, shown, at, count, this.#out);
    return this.#instance.bytes(at, count).slice();
  }

  /** The states after that of an object, a row of objects, is set. */
  withState(states, object, state) {
    const [at] = this.#lend(states);
    this.do("set_object_state", object, state, at, states.length);
    return this.#instance.bytes(at, states.length).slice();
  }

  /** Draws a room on a canvas, with its objects if there are `states`. */
  drawRoom(room, canvas, { states = null, ...options }) {
    this.#draw(canvas, options, [states], (at, ...values) => this.do("draw_room", room, at, states?.length ?? 0, ...values));
  }

  /** Draws cels on a canvas; if there is an `actor`, into its room. */
  drawCels(cels, actor, canvas, { states = null, ...options }) {
    const rows = [...cels], bytes = celsOf(rows), words = actor ? wordsOf({ ...actor, states: 0, count: states?.length ?? 0 }) : null;
    this.#draw(canvas, options, [bytes, words, states], (at, actorAt, statesAt, ...values) => {
      if (actor) this.#instance.view(actorAt, words.length).setUint32(ACTOR_STATES, statesAt, true);
      if (actor) this.do("draw_actor", actorAt, words.length, at, rows.length, ...values);
      else this.do("draw_cels", at, rows.length, ...values);
    });
  }

  /** Calls draw(addresses of `parts` …, colours, canvas, size of the canvas) for a canvas of JavaScript. */
  #draw({ width, height, data }, { x, y, palette = null, clip, shading = null }, parts, draw) {
    const colors = bytesPerPixel(width, height, data, palette) === 4 ? palette : null;
    if (!Number.isInteger(x) || !Number.isInteger(y)) throw new TypeError("the anchor is at whole pixels");
    if (clip && !(clip.width > 0 && clip.height > 0)) return;
    const part = clip ?? { left: 0, top: 0, width: 0, height: 0 }, stride = data.length / Math.max(height, 1);
    const [pixels, canvas, colorsAt, shadingAt, ...rest] = this.#lend(data, new Uint8Array(CANVAS), colors, shading, ...parts);
    const words = [pixels, stride, width, height, x, y, part.left, part.top, part.width, part.height, shadingAt];
    this.#instance.bytes(canvas, CANVAS).set(wordsOf(words));
    draw(...rest, colorsAt, canvas, CANVAS);
    data.set(this.#instance.bytes(pixels, data.length));
  }

  /** The text that a function returns; null if it returns none. */
  #textOf(name, value) {
    const at = this.#instance.call(`wardrobe_${name}`, this.#handle, value);
    return at === 0 ? null : this.#instance.text(at);
  }

  /** Lends memory to bytes for one call. Returns their addresses; 0 for null. */
  #lend(...parts) {
    const sizes = parts.map((part) => (part === null ? 0 : part.length + 15 & ~15));
    const size = sizes.reduce((sum, one) => sum + one, 16);
    if (size > this.#lent.size) {
      if (this.#lent.at) this.#instance.free(this.#lent.at);
      this.#lent = { at: 0, size: 0 }; // if there is no memory
      this.#lent = { at: this.#instance.allocate(size), size };
    }
    let next = this.#lent.at + 15 & ~15;
    return parts.map((part, i) => {
      if (part === null) return 0;
      const at = next;
      this.#instance.bytes(at, part.length).set(part);
      next += sizes[i];
      return at;
    });
  }

  #lendText(text) { return this.#lend(new TextEncoder().encode(`${text}\0`))[0]; }
}

/** The result of a call; null if it finds nothing. */
function orNull(call) {
  try {
    return call();
  } catch (error) {
    if (error.status === "not found") return null;
    throw error;
  }
}

function bytesPerPixel(width, height, data, palette) {
  const count = width * height;
  if (data.length === count) return 1;
  if (data.length !== 4 * count) throw new TypeError("a canvas has 1 or 4 bytes a pixel");
  if (palette?.length !== 1024) throw new TypeError("a canvas of colours needs a palette of 1024 bytes");
  return 4;
}

/** Numbers, or the values of an object, as 32-bit words. */
function wordsOf(values) {
  return new Uint8Array(Int32Array.from(Object.values(values), (value) => value | 0).buffer);
}

/** Cels as rows of wardrobe_cel. */
export function celsOf(cels) {
  const view = new DataView(new ArrayBuffer(CEL * cels.length));
  cels.forEach(({ picture, x, y, index, limb, flip }, i) => {
    [picture.row, x, y].forEach((word, field) => view.setInt32(CEL * i + 4 * field, word, true));
    view.setUint16(CEL * i + 12, index, true);
    view.setUint8(CEL * i + 14, limb);
    view.setUint8(CEL * i + 15, flip ? 1 : 0);
  });
  return new Uint8Array(view.buffer);
}
