// Which rows and columns a small actor is made of: SCUMM.md §8 "Scaled pictures".

const AKOS_RLE = 1; // costumes.codec of the only AKOS that is scaled
const FULL = 255;

const reversed = (bits) => parseInt((bits & 255).toString(2).padStart(8, "0").split("").reverse().join(""), 2);

function costEntry(i) {
  if (i === 0) return FULL;
  if (i >= 128) return reversed(i - 128);
  const n = 128 - i;
  return 255 - reversed(3 * 2 ** (31 - Math.clz32(n)) - 1 - n);
}

const COST = Uint8Array.from({ length: 256 }, (_, i) => costEntry(i));
const AKOS = Uint8Array.from({ length: 768 }, (_, i) => (i === 255 || i === 511 ? 254 : reversed(i)));

export class ActorScale {
  #keeps; #middle;

  /** Of a costume's actor; `scale` is 1 to 255, full size. */
  constructor({ kind, codec }, scale) {
    const isScaled = kind === "COST" || codec === AKOS_RLE;
    const table = kind === "COST" ? COST : AKOS;
    this.#keeps = table.map((entry) => (!isScaled || scale === FULL || entry < scale ? 1 : 0));
    this.#middle = table.length / 2;
  }

  #kept(index) {
    const { length } = this.#keeps;
    return this.#keeps[(index % length + length) % length];
  }

  /** How many of `count` indices from `first` on are kept. */
  #count(first, count) {
    const { length } = this.#keeps, whole = Math.floor(count / length);
    let sum = whole === 0 ? 0 : whole * this.#keeps.reduce((a, b) => a + b);
    for (let i = 0; i < count % length; ++i) sum += this.#kept(first + i);
    return sum;
  }

  /** Where the columns of a picture go, in the order in which they are drawn. `rel`: its x from the anchor, before
   *  it is flipped. */
  columns(anchor, rel, width, flip) {
    const away = Math.abs(rel), step = flip ? -1 : 1, first = this.#middle - step * away;
    const before = this.#count(flip ? this.#middle + 1 : first, away);
    let x = anchor + step * Math.sign(rel) * before;
    return Array.from({ length: width }, (_, column) => {
      const at = x;
      if (this.#kept(first + step * column)) x += step;
      return at;
    });
  }

  /** Where its top goes. */
  top(anchor, rel) {
    return anchor + Math.sign(rel) * this.#count(this.#middle - Math.abs(rel), Math.abs(rel));
  }

  /** Where its rows go; null: nowhere. */
  rows(anchor, rel, height) {
    const first = this.#middle - Math.abs(rel);
    let y = this.top(anchor, rel);
    return Array.from({ length: height }, (_, row) => (this.#kept(first + row) ? y++ : null));
  }
}
