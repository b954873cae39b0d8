// What the page saves: pictures, palettes, parts of clips, and the user's names.

import assert from "node:assert/strict";
import test from "node:test";
import { inflateSync } from "node:zlib";
import { loadNames, nameChore, nameCostume, namesText, ownChoreName, ownName } from "../../../tools/page/script/names_kept.js";
import { apngOf, pngOf } from "../../../tools/page/script/png.js";
import { enlarged, liveClip, partOfClip } from "../../../tools/page/script/saving/clip.js";
import { actOf, gplOf } from "../../../tools/page/script/saving/palette_file.js";

const PALETTE = Uint8Array.from({ length: 1024 }, (_, i) => (i % 4 === 3 ? 255 : i & 255));

/** Returns the chunks of a PNG as [type, data]. */
async function chunksOf(blob) {
  const bytes = Buffer.from(await blob.arrayBuffer()), chunks = [];
  assert.equal(bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  for (let at = 8; at < bytes.length;) {
    const size = bytes.readUInt32BE(at);
    chunks.push([bytes.subarray(at + 4, at + 8).toString(), bytes.subarray(at + 8, at + 8 + size)]);
    at += 12 + size;
  }
  return chunks;
}

test("a PNG has the pixels, row by row, and the palette", async () => {
  const chunks = new Map(await chunksOf(await pngOf(Uint8Array.of(1, 2, 3, 4, 5, 6), 3, 2, PALETTE)));
  assert.deepEqual([...chunks.keys()], ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
  assert.deepEqual([...chunks.get("IHDR")], [0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0]);
  assert.deepEqual([...inflateSync(chunks.get("IDAT"))], [0, 1, 2, 3, 0, 4, 5, 6]);
  assert.deepEqual([...chunks.get("PLTE").subarray(3, 6)], [4, 5, 6]);
  assert.equal(chunks.get("tRNS").length, 256);
});

test("an APNG counts its frames, and delays them", async () => {
  const frames = [{ indices: Uint8Array.of(1), delay: 100 }, { indices: Uint8Array.of(2), delay: 50 }];
  const chunks = await chunksOf(await apngOf(frames, 1, 1, PALETTE));
  assert.deepEqual(chunks.map(([type]) => type),
    ["IHDR", "PLTE", "tRNS", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"]);
  assert.equal(chunks[3][1].readUInt32BE(0), 2);
  assert.deepEqual([4, 6].map((i) => [chunks[i][1].readUInt32BE(0), chunks[i][1].readUInt16BE(20)]), [[0, 100], [1, 50]]);
  assert.equal(chunks[7][1].readUInt32BE(0), 2); // counts with the frames
});

test("palettes list the costume's colours in order", async () => {
  assert.equal(await gplOf(PALETTE, 2, "hero").text(),
    "GIMP Palette\nName: hero\nColumns: 16\n#\n  0   1   2\tvalue 0\n  4   5   6\tvalue 1\n");
  const act = Buffer.from(await actOf(PALETTE, 2, 0).arrayBuffer());
  assert.deepEqual([act.length, act[3], act[6], act.readUInt16BE(768), act.readUInt16BE(770)], [772, 4, 0, 2, 0]);
  assert.equal(Buffer.from(await actOf(PALETTE, 2, null).arrayBuffer()).readUInt16BE(770), 0xffff);
});

test("pixels become squares", () => {
  assert.deepEqual([...enlarged(Uint8Array.of(1, 2, 3, 4), 2, 2)], [1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4]);
});

const cel = (row) => ({ picture: { row }, x: 0, y: 0, flip: false, limb: row });
const clip = { cels: [[cel(0)], [cel(1)], [cel(2)]], loopStart: 1 };
const rowsOf = ({ cels }) => cels.map(([one]) => one.picture.row);

test("a part of a clip goes on as the clip plays", () => {
  assert.equal(partOfClip(clip, 0, 2), clip);
  assert.equal(partOfClip(clip, 0, Infinity), clip);
  assert.deepEqual([rowsOf(partOfClip(clip, 1, 1)), rowsOf(partOfClip(clip, 2, 5))], [[1], [2, 1, 2, 1]]);
});

test("a live player is saved until it repeats", () => {
  const live = { tick: 7, lastChange: 4, goTo(tick) { this.tick = tick; }, get cels() {
    return [cel(this.tick < 6 ? this.tick : 6 + (this.tick - 6) % 3)];
  } };
  const saved = liveClip(live, new Set());
  assert.deepEqual([rowsOf(saved), saved.loopStart, live.tick], [[0, 1, 2, 3, 4, 5, 6, 7, 8], 6, 7]);
  assert.equal(liveClip({ ...live, get cels() { return [cel(this.tick)]; } }, new Set()).loopStart, null);
});

const archive = (hash = 1) => ({ column: () => Uint32Array.of(hash) });

test("names are saved, and loaded into the same game", () => {
  const one = archive(), costume = { archive: one, id: 5, row: 0 };
  nameCostume(costume, "  Bernard ");
  nameChore(costume, 7, "picks up");
  assert.deepEqual([ownName(costume), ownChoreName(costume, 7), ownChoreName(costume, 8)], ["Bernard", "picks up", null]);
  const other = archive(), same = { archive: other, id: 5, row: 3 };
  assert.equal(loadNames(other, namesText(one)), true);
  assert.deepEqual([ownName(same), ownChoreName(same, 7)], ["Bernard", "picks up"]);
  assert.equal(loadNames(archive(2), namesText(one)), false);
  nameCostume(costume, " ");
  assert.equal(ownName(costume), null);
  assert.throws(() => loadNames(one, "{}"), /no names/);
});
