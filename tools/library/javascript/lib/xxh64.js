// XXH64, seed 0. The inner loop keeps 64-bit numbers as two halves; that is much faster than BigInt.

import { viewOf } from "./source.js";

const P1 = 0x9e3779b185ebca87n, P2 = 0xc2b2ae3d27d4eb4fn, P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n, P5 = 0x27d4eb2f165667c5n;
const [P1_HIGH, P1_LOW, P2_HIGH, P2_LOW] = [P1 >> 32n, P1, P2 >> 32n, P2].map((half) => Number(BigInt.asIntN(32, half)));
const LANES = [P1 + P2, P2, 0n, -P1];

const word = (value) => BigInt.asUintN(64, value);
const rotate = (value, bits) => word(value << bits | value >> 64n - bits);
const round = (accumulator, input) => word(rotate(word(accumulator + input * P2), 31n) * P1);

/** The high half of the product of two 32-bit numbers. A double holds the product rounded, with an error far below
 *  0.5. */
function highProduct(a, b) {
  return ((a >>> 0) * (b >>> 0) - (Math.imul(a, b) >>> 0)) / 0x100000000 + 0.5 | 0;
}

/** Applies round() to every fourth word of 8 bytes. */
function lane(start, view, at, end) {
  let high = Number(BigInt.asIntN(32, start >> 32n)), low = Number(BigInt.asIntN(32, start));
  for (; at < end; at += 32) {
    const input = view.getInt32(at, true);
    const sum = (low >>> 0) + (Math.imul(input, P2_LOW) >>> 0);
    high = high + highProduct(input, P2_LOW) + Math.imul(input, P2_HIGH)
      + Math.imul(view.getInt32(at + 4, true), P2_LOW) + (sum > 0xffffffff) | 0;
    const rotated = sum << 31 | high >>> 1;
    high = high << 31 | (sum | 0) >>> 1;
    high = highProduct(rotated, P1_LOW) + Math.imul(high, P1_LOW) + Math.imul(rotated, P1_HIGH) | 0;
    low = Math.imul(rotated, P1_LOW);
  }
  return BigInt(high >>> 0) << 32n | BigInt(low >>> 0);
}

function lanes(view, end) {
  const words = LANES.map((start, number) => lane(start, view, 8 * number, end));
  const sum = words.reduce((all, value, number) => all + rotate(value, [1n, 7n, 12n, 18n][number]), 0n);
  return words.reduce((hash, value) => word((hash ^ round(0n, value)) * P1 + P4), word(sum));
}

/** The low half of the hash of `bytes`. */
export function xxh64Low(bytes) {
  const view = viewOf(bytes), size = bytes.length;
  let at = size - size % 32, hash = word((at ? lanes(view, at) : P5) + BigInt(size));
  for (; at + 8 <= size; at += 8) hash = word(rotate(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * P1 + P4);
  if (at + 4 <= size) {
    hash = word(rotate(hash ^ word(BigInt(view.getUint32(at, true)) * P1), 23n) * P2 + P3);
    at += 4;
  }
  for (; at < size; ++at) hash = word(rotate(hash ^ word(BigInt(view.getUint8(at)) * P5), 11n) * P1);
  hash = word((hash ^ hash >> 33n) * P2);
  hash = word((hash ^ hash >> 29n) * P3);
  return Number(BigInt.asUintN(32, hash ^ hash >> 32n));
}
