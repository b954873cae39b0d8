// Packs games and plays costumes live with libwardrobe as a WebAssembly module. native.d.ts describes how.

import { WardrobeError } from "./lib/error.js";
import { Instance } from "./lib/instance.js";
import { moduleOf, OpenedArchive } from "./lib/opened_archive.js";
import { bytesOf } from "./lib/source.js";
import { choreNumber, degreesOf } from "./lib/timeline.js";
import { EVENTS } from "./lib/words.js";

const LIMBS = 16;

export async function load(source = new URL("./wardrobe_pack.wasm", import.meta.url)) {
  return new Native(await moduleOf(source));
}

class Native {
  #module;
  #opened = new WeakMap(); // archives that have players

  constructor(module) { this.#module = module; }

  player(costume) {
    const { archive } = costume;
    if (!this.#opened.has(archive)) {
      if (!archive.file) throw new TypeError("the archive was opened from an image, without its file");
      this.#opened.set(archive, new OpenedArchive(this.#module, archive.file));
    }
    return new Player(this.#opened.get(archive), costume);
  }

  close(archive) {
    this.#opened.get(archive)?.close();
    this.#opened.delete(archive);
  }

  pack(files, { level = 0, maxTicks = 0, game, rooms = false, onProgress, signal } = {}) {
    signal?.throwIfAborted();
    const instance = new Instance(this.#module, (done, total) => {
      onProgress?.(done, total);
      return signal?.aborted === true;
    });
    const rows = files.map(({ name, bytes }) => [instance.putText(name), instance.put(bytesOf(bytes)), bytes.byteLength]);
    const options = instance.putWords([level, 0, game === undefined ? 0 : instance.putText(game), maxTicks, instance.call("progress_function"), 0,
      rooms ? 1 : 0]);
    const packed = instance.putWords([0, 0]); // where its handle and its size go
    try {
      instance.check("wardrobe_pack_files", instance.putWords(rows.flat()), rows.length, options, 28, packed);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
    const handle = instance.word(packed), at = instance.call("wardrobe_packed_bytes", handle, packed + 4) >>> 0;
    return {
      archive: instance.bytes(at, instance.word(packed + 4)).slice(),
      failures: instance.call("wardrobe_packed_failure_count", handle) >>> 0,
    };
  }
}

class Player {
  #costume;
  #archive;
  #handle;
  #count; // address of the number of rows
  #rows; // address of the rows
  #size = 16 * 16; // number of bytes for the rows

  constructor(archive, costume) {
    const { instance } = archive, out = instance.putWords([0]);
    instance.check("wardrobe_player_new", archive.handle, costume.row, out);
    this.#costume = costume;
    this.#archive = archive;
    this.#handle = instance.word(out);
    this.#count = out;
    this.#rows = instance.allocate(this.#size);
  }

  get #instance() {
    if (!this.#archive?.instance) throw new WardrobeError("the player is freed, or its archive closed");
    return this.#archive.instance;
  }

  #do(name, ...values) { this.#instance.check(`wardrobe_player_${name}`, this.#handle, ...values); }

  reset(direction) { this.#do("reset", whole(degreesOf(direction), "direction"), 0); }
  start(chore, limbs = Array(LIMBS).keys()) { this.#do("start", whole(choreNumber(chore, this.#costume.archive.gameVersion) ?? chore, "chore"), maskOf(limbs)); }
  face(direction) { this.#do("face", whole(degreesOf(direction), "direction")); }
  animate(operand) { this.#do("animate", whole(operand, "operand")); }
  setVariable(number, value) { this.#do("set_variable", whole(number, "variable"), whole(value, "value")); }
  setTalking(state) { this.#do("set_talking", whole(state, "talk state")); }
  step() { this.#do("step"); }

  cels() {
    return this.#read("cels", 16, (row) => ({
      limb: row.getUint8(14),
      index: row.getUint16(12, true),
      picture: this.#costume.picture(row.getUint32(0, true)),
      x: row.getInt32(4, true),
      y: row.getInt32(8, true),
      flip: row.getUint8(15) === 1,
    }));
  }

  events() {
    return this.#read("events", 12, (row) => ({
      tick: row.getUint32(0, true),
      limb: row.getUint8(8),
      kind: row.getUint8(9),
      name: EVENTS[row.getUint8(9)],
      value: row.getInt32(4, true),
    }));
  }

  /** Reads the rows that a function fills in. If they do not fit, calls it again with more memory. */
  #read(name, size, row) {
    this.#do(name, this.#rows, Math.floor(this.#size / size), this.#count);
    const instance = this.#instance, count = instance.word(this.#count);
    if (count * size > this.#size) {
      instance.free(this.#rows);
      this.#size = count * size;
      this.#rows = instance.allocate(this.#size);
      return this.#read(name, size, row);
    }
    return Array.from({ length: count }, (_, i) => row(instance.view(this.#rows + i * size, size)));
  }

  free() {
    if (!this.#archive?.instance) return;
    this.#instance.call("wardrobe_player_free", this.#handle);
    this.#instance.free(this.#count);
    this.#instance.free(this.#rows);
    this.#archive = undefined;
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() { this.free(); } // the older browsers have no such symbol
}

/** The limbs as a mask: bit i is limb i. */
function maskOf(limbs) {
  let mask = 0;
  for (const limb of limbs) {
    if (!Number.isInteger(limb) || limb < 0 || limb >= LIMBS) throw new TypeError(`not a limb, 0 to 15: ${limb}`);
    mask |= 1 << limb;
  }
  return mask;
}

/** Checks that a value is a whole number, because WebAssembly would convert any value to one. */
function whole(value, what) {
  if (!Number.isInteger(value)) throw new TypeError(`not a ${what}: ${value}`);
  return value;
}
