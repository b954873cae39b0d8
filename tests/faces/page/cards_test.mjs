// Cards show the right pictures, and records are described in words.

import assert from "node:assert/strict";
import test from "node:test";
import { linesOf } from "../../../tools/page/script/disassembly.js";
import { tickAfter } from "../../../tools/page/script/names.js";
import { reel, toneOf } from "../../../tools/page/script/showcase.js";

/** Returns a picture of which only the last `seen` pixels are opaque. */
const picture = (row, seen, width = 8, height = 8) => ({ row, width, height, transparent: 0,
  indices: Uint8Array.from({ length: width * height }, (_, i) => (i >= width * height - seen ? 1 : 0)) });

const cel = (one, flip = false) => ({ limb: 0, picture: one, x: -4, y: -8, flip });

/** Returns a costume of timelines {chore, direction, frames, loopStart}. Each frame is a list of cels. */
function costumeOf(...timelines) {
  const rows = timelines.flatMap(({ frames }) => frames);
  const costume = { archive: {}, cels: (row) => rows[row] };
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

test("the commands of a window are lines, equal ones a single line", () => {
  const command = (offset, bytes, words) => ({ offset, bytes, command: words });
  const commands = [command(0, "09", "picture 9"), command(1, "07", "picture 7"), command(2, "07", "picture 7"),
    command(3, "7C", "count"), command(4, "C0300000", "goto 0x0000"), command(8, "05", "cel 5"),
    command(9, "06", "cel 6"), command(10, "C0300000", "goto 0x0000"), command(14, "07", "cel 7")];
  const offsets = (window) => linesOf(window, commands).map((line) => line.slice(0, 6));
  assert.deepEqual(linesOf({ mode: 2, start: 1, length: 3 }, commands),
    ["0x0001  07                    picture 7 × 2", "0x0003  7C                    count"]);
  assert.deepEqual(offsets({ mode: 6, start: 0, length: 2 }), ["0x0000", "0x0001", "0x0003", "0x0004"], "up to a jump");
  assert.deepEqual(offsets({ mode: 6, start: 0, length: 9 }),
    ["0x0000", "0x0001", "0x0003", "0x0004", "0x0008", "0x0009", "0x000A"], "a jump inside does not end it");
  assert.deepEqual(offsets({ mode: 6, start: 14, length: 1 }), ["0x000E"]);
  const many = Array.from({ length: 300 }, (_, offset) => command(offset, "00", `picture ${offset % 2}`));
  assert.equal(linesOf({ mode: 2, start: 0, length: 300 }, many).at(-1), "…");
});

test("the backdrop differs from what is seen, dark or bright; what is see-through does not count", () => {
  const tone = (...colors) => toneOf(Uint32Array.from(colors));
  assert.equal(tone(0xff101010, 0xff302020), "dark");
  assert.equal(tone(0xfff0f0f0, 0xffd0e0ff), "bright");
  assert.equal(tone(0xff808080), "");
  assert.equal(tone(0x00ffffff, 0x00ffffff, 0xff000000), "dark");
});
