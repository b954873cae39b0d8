// Cards show the right pictures, and records are described in words.

import assert from "node:assert/strict";
import test from "node:test";
import { rgbaColors } from "../../../tools/library/javascript/lib/palette_choice.js";
import { codesOf, listingOf } from "../../../tools/page/script/disassembly.js";
import { tickAfter } from "../../../tools/page/script/names.js";
import { reel, toneOf } from "../../../tools/page/script/showcase.js";

/** Returns a picture of which only the last `seen` pixels are opaque. */
const picture = (row, seen, width = 8, height = 8) => ({ row, width, height, transparent: 0,
  indices: Uint8Array.from({ length: width * height }, (_, i) => (i >= width * height - seen ? 1 : 0)) });

const cel = (one, flip = false) => ({ limb: 0, picture: one, x: -4, y: -8, flip });

/** Returns a costume of timelines {chore, direction, frames, loopStart}. Each frame is a list of cels. */
function costumeOf(...timelines) {
  const rows = timelines.flatMap(({ frames }) => frames);
  const costume = { archive: { gameVersion: 6 }, cels: (row) => rows[row] };
  let next = 0;
  costume.timeline = () => costume.timelines[0];
  costume.timelines = timelines.map(({ chore = 6, direction = "W", frames, loopStart = 0 }) => {
    const frameRows = Uint32Array.from(frames, () => next++);
    return { costume, chore, direction, frameRows, loopStart, ticks: frames.length, tick: (tick) => ({ cels: rows[frameRows[tick]] }) };
  });
  return costume;
}

const large = [1, 2, 3, 4].map((row) => picture(row, 60));

test("what plays once plays again after a pause", () => {
  const shown = reel(costumeOf({ frames: large.map((one) => [cel(one)]), loopStart: 3 }));
  const seen = Array.from({ length: 40 }, (_, tick) => shown.frames[tickAfter(shown, tick)][0].picture.row);
  assert.deepEqual(seen.slice(0, 4), [1, 2, 3, 4]);
  assert.ok(seen.indexOf(1, 1) > 8, "after a pause");
  assert.ok(seen.lastIndexOf(1) > 8, "again");
});

test("a costume of stills shows one after the other", () => {
  const shown = reel(costumeOf(...large.map((one) => ({ frames: [[cel(one)]] }))));
  assert.equal(new Set(shown.frames.map(([one]) => one.picture.row)).size, 4);
  const many = Array.from({ length: 30 }, (_, row) => ({ frames: [[cel(picture(row + 1, 60))]] }));
  assert.equal(new Set(reel(costumeOf(...many)).frames.map(([one]) => one.picture.row)).size, 24);
  const mirrored = [true, false].map((flip) => ({ frames: [[cel(large[0], flip)]] }));
  assert.ok(reel(costumeOf(...mirrored)).frames.every(([one]) => !one.flip));
});

test("a card is cropped to what is seen of its pictures, mirrored or not", () => {
  const narrow = { ...picture(1, 0), indices: Uint8Array.from({ length: 64 }, (_, i) => (i % 8 === 1 && i < 16 ? 1 : 0)) };
  assert.deepEqual(reel(costumeOf({ frames: [[cel(narrow)]] })).box, { left: -3, top: -8, width: 1, height: 2 });
  assert.deepEqual(reel(costumeOf({ frames: [[cel(narrow, true)]] })).box, { left: 2, top: -8, width: 1, height: 2 });
  assert.equal(reel({ timelines: [] }), null);
});

test("commands are told in words", () => {
  const words = (bytes, kind, version, length = bytes.length) =>
    codesOf({ start: 0, length }, Uint8Array.from(bytes), kind, version).map(({ text }) => text);
  assert.deepEqual(words([0, 0x7f, 0x79, 0x7a, 0x7b, 0x7c], "COST", 5),
    ["picture 0", "picture 127", "stop", "start again", "hide", "count"]);
  assert.deepEqual([5, 6, 70].map((version) => words([0x73], "COST", version)[0]), ["picture 115", "sound 2", "sound 5"]);
  assert.deepEqual(words([0x05, 0x81, 0x12, 0xc0, 0x30, 0x34, 0x12, 0xc0, 0x72, 4, 0, 3, 0xff, 0xff, 0xc0, 0xff], "AKOS", 7),
    ["cel 5", "cel 274", "goto 0x1234", "if <, goto 0x0004, v3, -1", "end of sequence"]);
  assert.deepEqual(words([0xc0, 0x20, 2, 1, 0, 2, 0, 5, 1, 0, 2, 0, 0x80, 6, 9], "AKOS", 7), ["draw many: 2", "cel 9"]);
  assert.deepEqual(words([0xc0, 0x25, 1, 0, 2, 0, 1, 1, 0, 2, 0, 5, 9], "AKOS", 7), ["draw many, with a move: 1", "cel 9"]);
  assert.deepEqual(words([0xc0, 0x45, 5, 1, 2, 9], "AKOS", 7), ["set user condition 1, v2", "cel 9"]);
  assert.deepEqual([7, 70].map((version) => words([0xc0, 0x89, 1, 2, 3, 4, 5, 6, 9], "AKOS", version)[0]),
    ["sound control 1, 2, 3, 4, 5, 6", "sound control 1, 2, 3, 4"]);
  assert.deepEqual(words([0xc0, 0x10, 1], "AKOS", 7), ["set, cut off"]);
  assert.deepEqual(words([0xc0], "AKOS", 7).length, 1);
  const program = Uint8Array.of(5, 6, 7, 0xc0, 0x30, 0, 0, 8);
  assert.deepEqual(codesOf({ mode: 6, start: 0, length: 2 }, program, "AKOS", 7).map(({ text }) => text),
    ["cel 5", "cel 6", "cel 7", "goto 0x0000"]);
  assert.deepEqual(codesOf({ mode: 6, start: 3, length: 5 }, program, "AKOS", 7).map(({ text }) => text),
    ["goto 0x0000", "cel 8"]);
  assert.equal(codesOf({ mode: 2, start: 0, length: 2 }, program, "AKOS", 7).length, 2);
  assert.deepEqual(listingOf({ start: 1, length: 3 }, Uint8Array.of(9, 7, 7, 0x7c), "COST", 6),
    ["0x0001  07                    picture 7 × 2", "0x0003  7C                    count"]);
  assert.equal(listingOf({ start: 0, length: 300 }, new Uint8Array(300), "COST", 6).at(-1), "…");
});

test("the backdrop differs from what is seen, dark or bright; what is see-through does not count", () => {
  const tone = (...colors) => toneOf(Uint32Array.from(colors));
  assert.equal(tone(0xff101010, 0xff302020), "dark");
  assert.equal(tone(0xfff0f0f0, 0xffd0e0ff), "bright");
  assert.equal(tone(0xff808080), "");
  assert.equal(tone(0x00ffffff, 0x00ffffff, 0xff000000), "dark");
});

test("a costume has at most 256 true colours", () => {
  const columns = { "costumes.rgb": new Uint8Array(2000).fill(65), "costumes.shadow": [] };
  const tables = { value: () => 0xffffffff, blob: (name) => columns[name] };
  const colors = rgbaColors({ row: 0, codec: 5, archive: { palettes: [], tables } });
  assert.deepEqual([...colors.subarray(-4)], [65, 65, 65, 255]);
});
