// Plays a costume live.

import { WardrobeError } from "./error.js";
import { degreesOf } from "./timeline.js";
import { EVENTS } from "./words.js";

const LIMBS = 16;

export class Player {
  #costume; #handle;
  #out; // address of what a function fills in
  #rows; // address of the rows
  #size = 16 * 16; // number of bytes for the rows

  constructor(costume) {
    const { open } = costume.archive;
    this.#handle = open.find("player_new", costume.row);
    this.#costume = costume;
    this.#out = open.instance.allocate(4);
    this.#rows = open.instance.allocate(this.#size);
  }

  get #instance() {
    if (this.#handle === 0) throw new WardrobeError("the player is freed");
    return this.#costume.archive.open.instance;
  }

  #do(name, ...values) { this.#instance.check(`wardrobe_player_${name}`, this.#handle, ...values); }

  reset(direction) { this.#do("reset", degreesFrom(direction), 0); }
  start(chore, limbs = Array(LIMBS).keys()) {
    const number = this.#costume.choreNumber(chore);
    if (number === null) throw new TypeError(`not a chore: ${chore}`);
    this.#do("start", number, maskOf(limbs));
  }
  face(direction) { this.#do("face", degreesFrom(direction)); }
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
    this.#do(name, this.#rows, Math.floor(this.#size / size), this.#out);
    const instance = this.#instance, count = instance.word(this.#out);
    if (count * size > this.#size) {
      instance.free(this.#rows);
      this.#size = count * size;
      this.#rows = instance.allocate(this.#size);
      return this.#read(name, size, row);
    }
    return Array.from({ length: count }, (_, i) => row(instance.view(this.#rows + i * size, size)));
  }

  free() {
    if (this.#handle === 0) return;
    for (const at of [this.#out, this.#rows]) this.#instance.free(at);
    this.#instance.call("wardrobe_player_free", this.#handle);
    this.#handle = 0;
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

function degreesFrom(direction) {
  const degrees = degreesOf(direction);
  if (degrees === null) throw new TypeError(`not a direction: ${direction}`);
  return degrees;
}
