// What the page saves: pictures, palettes, parts of clips, and the user's names.

import assert from "node:assert/strict";
import test from "node:test";
import { inflateSync } from "node:zlib";
import { loadNames, nameChore, nameCostume, namesText, ownChoreName, ownName } from "../../../tools/page/script/names_kept.js";
import { apngOf, pngOf } from "../../../tools/page/script/png.js";
import { LivePlay } from "../../../tools/page/script/live.js";
import { Camera, enlarged, liveClip, partOfClip } from "../../../tools/page/script/saving/clip.js";
import { actOf, gplOf } from "../../../tools/page/script/saving/palette_file.js";
import { Sheet } from "../../../tools/page/script/saving/sheet.js";

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
  assert.equal(bytes.subarray(-4).toString("hex"), "ae426082"); // the checksum of IEND
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
  const frames = [{ indices: Uint8Array.of(1), delay: 100 }, { indices: Uint8Array.of(2), delay: 50 },
    { indices: Uint8Array.of(3), delay: 50 }];
  const chunks = await chunksOf(await apngOf(frames, 1, 1, PALETTE));
  assert.deepEqual(chunks.map(([type]) => type),
    ["IHDR", "PLTE", "tRNS", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"]);
  assert.equal(chunks[3][1].readUInt32BE(0), 3);
  assert.deepEqual([4, 6, 8].map((i) => [0, 20, 22].map((at) => chunks[i][1].readUIntBE(at, at ? 2 : 4))),
    [[0, 100, 1000], [1, 50, 1000], [3, 50, 1000]]);
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
  const still = { ...live, get cels() { return [cel(this.tick)]; } };
  assert.equal(liveClip(still, new Set()).loopStart, null);
  assert.equal(liveClip({ ...live, get cels() { return [cel(1), { ...cel(this.tick), limb: 99 }]; } }, new Set([99])).loopStart, 0);
});

const costume = { palette: () => PALETTE, background: 0, id: 1, row: 0,
  archive: { gameVersion: 6, tables: { blob: () => [] } } };
const cameraOf = (more) => new Camera({ costume, box: { left: -1, top: -2, width: 4, height: 3 }, ...more });
const dot = (row, x = 0) => ({ x, y: 0, flip: false, limb: 0,
  picture: { row, width: 1, height: 1, transparent: 0, indices: Uint8Array.of(row) } });

test("pictures and anchors are mirrored alike", () => {
  assert.deepEqual([cameraOf({ scale: 2 }).anchor, cameraOf({ scale: 2, mirror: true }).anchor], [{ x: 2, y: 4 }, { x: 4, y: 4 }]);
  assert.equal(cameraOf({ mirror: true }).indices([dot(7)])[2 * 4 + 2], 7);
});

test("equal ticks are one frame, except where a loop starts", () => {
  const ticks = (loopStart, most) => cameraOf().frames({ cels: [1, 1, 1, 2].map((row) => [dot(row)]), loopStart }, most)
    .map((frame) => frame.ticks);
  assert.deepEqual([ticks(0), ticks(1), ticks(0, 2)], [[3, 1], [1, 2, 1], [2, 1, 1]]);
});

test("a sheet has each image once, and tags for what plays once and for what repeats", () => {
  const clipOf = (chore, loopStart, ...cels) => ({ timeline: { costume, chore, direction: "W" }, loopStart, cels, data: null });
  const clips = [clipOf(107, 0, [dot(1)]), clipOf(108, 1, [dot(1)], [dot(2), dot(3, 1)], [dot(3), dot(4, 1), dot(5, 2)]),
    clipOf(109, null, [dot(1)])];
  const { frames, meta } = JSON.parse(new Sheet(cameraOf(), clips, 100).json("sheet.png"));
  assert.deepEqual(frames.map(({ frame }) => [frame.x, frame.y]), [[1, 1], [1, 1], [6, 1], [1, 5], [1, 1]]);
  assert.deepEqual(meta.frameTags.map(({ name, from, to, repeat }) => [name, from, to, repeat]),
    [["chore 107 W", 0, 0, undefined], ["chore 108 W", 1, 3, "1"], ["chore 108 W loop", 2, 3, undefined],
      ["chore 109 W", 4, 4, "1"]]);
  assert.deepEqual(meta.layers.map(({ name }) => name), ["limb 0", "limb 0 (2)", "limb 0 (3)"]);
  const wide = cameraOf({ box: { left: 0, top: 0, width: 2047, height: 1024 } });
  assert.equal(new Sheet(wide, [clipOf(107, 0, [dot(1)], [dot(2)])], 100).grid.width, 2049); // 4096 is the most
});

test("what was chosen for a live player is played again after a step back", () => {
  const calls = [], call = (name) => (...values) => void calls.push([name, ...values.flat()].join(" "));
  const player = { reset: call("reset"), setVariable: call("variable"), setTalking: call("talk"), start: call("chore"),
    step: call("step"), events: () => [{ name: "clip", value: 3 }] };
  const live = new LivePlay(player, { costume, chore: 107, direction: "W" });
  live.mix(2, 109);
  live.mix(3, 108);
  live.setVariable(5, 6);
  live.goTo(1);
  assert.equal(live.clip, 3);
  calls.length = 0;
  live.setTalking(4);
  live.goTo(1);
  assert.deepEqual(calls, ["reset W", "variable 5 6", "talk 4", "chore 107", "chore 109 2", "chore 108 3", "step"]);
  live.goTo(0);
  assert.equal(live.clip, null);
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
  nameChore(costume, 8, "a".repeat(99));
  assert.equal(ownChoreName(costume, 8).length, 80);
  loadNames(other, namesText(one));
  nameChore({ ...same, id: null }, 7, "falls");
  loadNames(other, JSON.stringify({ costumes: {}, chores: { 5: { 9: "climbs" } } }));
  assert.deepEqual(JSON.parse(namesText(other)).chores,
    { 5: { 7: "picks up", 8: "a".repeat(80), 9: "climbs" }, "#3": { 7: "falls" } });
  nameCostume(costume, " ");
  assert.equal(ownName(costume), null);
  assert.throws(() => loadNames(one, "{}"), /no names/);
});
