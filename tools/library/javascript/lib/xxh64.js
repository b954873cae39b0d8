// XXH64, seed 0, in halves of 32 bits, which are much faster than BigInt. A number of 64 bits is [high, low].

const P1 = [0x9e3779b1, 0x85ebca87];
const P2 = [0xc2b2ae3d, 0x27d4eb4f];
const P3 = [0x165667b1, 0x9e3779f9];
const P4 = [0x85ebca77, 0xc2b2ae63];
const P5 = [0x27d4eb2f, 0x165667c5];
const [P1_HIGH, P1_LOW] = P1;
const [P2_HIGH, P2_LOW] = P2;
const LANES = [add(P1, P2), P2, [0, 0], [~P1[0], -P1[1]]]; // the last is -P1

/** The high half of the product of two numbers of 32 bits. A double holds it rounded, far closer than by 0.5. */
function highProduct(a, b) {
  return ((a >>> 0) * (b >>> 0) - (Math.imul(a, b) >>> 0)) / 0x100000000 + 0.5 | 0;
}

function add([a, b], [c, d]) {
  const low = (b >>> 0) + (d >>> 0);
  return [a + c + (low > 0xffffffff) | 0, low | 0];
}

function multiply([a, b], [c, d]) {
  return [highProduct(b, d) + Math.imul(a, d) + Math.imul(b, c) | 0, Math.imul(b, d)];
}

function xor([a, b], [c, d]) {
  return [a ^ c, b ^ d];
}

function rotate([high, low], bits) {
  if (bits >= 32) [high, low, bits] = [low, high, bits - 32];
  return bits === 0 ? [high, low] : [high << bits | low >>> 32 - bits, low << bits | high >>> 32 - bits];
}

function shiftRight([high, low], bits) {
  return bits >= 32 ? [0, high >>> bits - 32] : [high >>> bits, high << 32 - bits | low >>> bits];
}

function round(accumulator, input) {
  return multiply(rotate(add(accumulator, multiply(input, P2)), 31), P1);
}

/** round() over every fourth word of 8 bytes: where the time goes. */
function lane([high, low], view, start, end) {
  for (let at = start; at < end; at += 32) {
    const word = view.getInt32(at, true);
    const sum = (low >>> 0) + (Math.imul(word, P2_LOW) >>> 0);
    high = high + highProduct(word, P2_LOW) + Math.imul(word, P2_HIGH)
      + Math.imul(view.getInt32(at + 4, true), P2_LOW) + (sum > 0xffffffff) | 0;
    const rotated = sum << 31 | high >>> 1;
    high = high << 31 | (sum | 0) >>> 1;
    high = highProduct(rotated, P1_LOW) + Math.imul(high, P1_LOW) + Math.imul(rotated, P1_HIGH) | 0;
    low = Math.imul(rotated, P1_LOW);
  }
  return [high, low];
}

function lanes(view, end) {
  const words = LANES.map((start, number) => lane(start, view, 8 * number, end));
  const sum = words.map((word, number) => rotate(word, [1, 7, 12, 18][number])).reduce(add);
  return words.reduce((hash, word) => add(multiply(xor(hash, round([0, 0], word)), P1), P4), sum);
}

/** What is left behind the last 32 bytes. */
function tail(hash, view, at) {
  const size = view.byteLength;
  for (; at + 8 <= size; at += 8) {
    const word = round([0, 0], [view.getInt32(at + 4, true), view.getInt32(at, true)]);
    hash = add(multiply(rotate(xor(hash, word), 27), P1), P4);
  }
  if (at + 4 <= size) {
    hash = add(multiply(rotate(xor(hash, multiply([0, view.getInt32(at, true)], P1)), 23), P2), P3);
    at += 4;
  }
  for (; at < size; ++at) hash = multiply(rotate(xor(hash, multiply([0, view.getUint8(at)], P5)), 11), P1);
  return hash;
}

/** The low half of the hash. */
export function xxh64Low(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - bytes.length % 32;
  let hash = add(whole ? lanes(view, whole) : P5, [0, bytes.length]);
  hash = tail(hash, view, whole);
  hash = multiply(xor(hash, shiftRight(hash, 33)), P2);
  hash = multiply(xor(hash, shiftRight(hash, 29)), P3);
  return xor(hash, shiftRight(hash, 32))[1] >>> 0;
}
