// Prints the lines of CONFORM.md, with what the JavaScript package plays and draws.
// Usage: conform.mjs IMAGE, a decompressed archive; or conform.mjs ARCHIVE MODULE, to play live with wardrobe_pack.wasm.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { load } from "../../../../tools/library/javascript/native.js";
import { drawCels, open, openImage } from "../../../../tools/library/javascript/wardrobe.js";

const [path, module] = process.argv.slice(2);
const native = module && await load(pathToFileURL(module));
const archive = native ? await open(path, { wasm: pathToFileURL(module) }) : openImage(readFileSync(path));

const MASK = (1n << 64n) - 1n;
const [P1, P2, P3, P4, P5] = [0x9E3779B185EBCA87n, 0xC2B2AE3D27D4EB4Fn, 0x165667B19E3779F9n, 0x85EBCA77C2B2AE63n,
  0x27D4EB2F165667C5n];
const turned = (value, bits) => (value << bits | value >> 64n - bits) & MASK;
const round = (lane, word) => turned(lane + word * P2 & MASK, 31n) * P1 & MASK;

/** XXH64 with seed 0, as 16 digits. */
function xxh64(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), word = (at) => view.getBigUint64(at, true);
  let at = 0, hash = P5;
  if (bytes.length >= 32) {
    const lanes = [P1 + P2 & MASK, P2, 0n, -P1 & MASK];
    for (; at + 32 <= bytes.length; at += 32) lanes.forEach((lane, i) => { lanes[i] = round(lane, word(at + 8 * i)); });
    hash = lanes.reduce((sum, lane, i) => sum + turned(lane, [1n, 7n, 12n, 18n][i]), 0n) & MASK;
    for (const lane of lanes) hash = (hash ^ round(0n, lane)) * P1 + P4 & MASK;
  }
  hash = hash + BigInt(bytes.length) & MASK;
  for (; at + 8 <= bytes.length; at += 8) hash = turned(hash ^ round(0n, word(at)), 27n) * P1 + P4 & MASK;
  if (at + 4 <= bytes.length) {
    hash = turned(hash ^ BigInt(view.getUint32(at, true)) * P1 & MASK, 23n) * P2 + P3 & MASK;
    at += 4;
  }
  for (; at < bytes.length; ++at) hash = turned(hash ^ BigInt(bytes[at]) * P5 & MASK, 11n) * P1 & MASK;
  hash = (hash ^ hash >> 33n) * P2 & MASK;
  hash = (hash ^ hash >> 29n) * P3 & MASK;
  return (hash ^ hash >> 32n).toString(16).padStart(16, "0");
}

/** The smallest box around boxes of left, top, width, height; none around none. */
function boxAround(boxes) {
  const left = Math.min(...boxes.map(({ x }) => x)), top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { left, top, width: right - left, height: bottom - top };
}

/** Draws cels; returns their box without empty borders, and its pixels. */
function drawn(cels) {
  if (!cels.length) return { x: 0, y: 0, width: 0, height: 0, xxh64: xxh64(new Uint8Array()) };
  const { left, top, width, height } = boxAround(cels.map(({ x, y, picture }) => ({ x, y, width: picture.width, height: picture.height })));
  const empty = cels[0].picture.transparent, data = new Uint8Array(width * height).fill(empty);
  drawCels(cels, { width, height, data }, { x: -left, y: -top });
  const points = [];
  data.forEach((value, i) => {
    if (value !== empty) points.push({ x: i % width, y: Math.floor(i / width), width: 1, height: 1 });
  });
  if (!points.length) return drawn([]);
  const box = boxAround(points), pixels = new Uint8Array(box.width * box.height);
  for (let y = 0; y < box.height; ++y) {
    const from = (box.top + y) * width + box.left;
    pixels.set(data.subarray(from, from + box.width), y * box.width);
  }
  return { x: left + box.left, y: top + box.top, width: box.width, height: box.height, xxh64: xxh64(pixels) };
}

/** A cel as the lines have it. */
function shown({ limb, x, y, picture, flip }) {
  const { width, height } = picture, canvas = { width, height, data: new Uint8Array(width * height).fill(picture.transparent) };
  drawCels([{ picture, flip, x: 0, y: 0 }], canvas, { x: 0, y: 0 });
  return [limb, x, y, width, height, xxh64(canvas.data)];
}

/** The cels of each tick of a timeline. */
function* played(timeline, player) {
  player?.reset(timeline.direction);
  player?.start(timeline.chore);
  for (let tick = 0; tick < timeline.ticks; ++tick, player?.step()) {
    yield player ? player.cels() : timeline.tick(tick).cels;
  }
}

const looks = new Map();
const lines = [JSON.stringify({ format: "wardrobe-conform", version: 1 })];
for (const costume of archive.costumes) {
  const player = native?.player(costume);
  for (const timeline of costume.timelines) {
    let tick = 0;
    for (const cels of played(timeline, player)) {
      const key = cels.map(({ limb, picture, x, y, flip }) => [limb, picture.row, x, y, flip].join()).join(";");
      if (!looks.has(key)) looks.set(key, { ...drawn(cels), cels: cels.map(shown) });
      const { chore, direction: dir } = timeline;
      lines.push(JSON.stringify({ costume_row: costume.row, chore, dir, tick: tick++, ...looks.get(key) }));
    }
  }
}
process.stdout.write(`${lines.join("\n")}\n`);
