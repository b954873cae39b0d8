// The live player in WebAssembly shows what the program baked.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { CHORES, drawCels, open, WardrobeError } from "../../../../tools/library/javascript/wardrobe.js";
import { filesOf, folder, games, native, packed, rowsOf, sample } from "./native_support.mjs";

const INIT = 1;

/** Starts a timeline as it was baked: FORMAT.md "timelines". */
function start(player, { chore, dir }, hasInit) {
  player.reset(dir);
  if (hasInit && chore !== INIT) player.start("init");
  player.start(chore);
}

const shown = (player) => player.cels().map(({ limb, index, x, y, flip }) => [limb, index, x, y, Number(flip)]);

/** Frames and events of the ticks that `row` has, and some more of its loop. */
function assertPlays(player, row) {
  const tickAfter = (tick) => (tick + 1 < row.ticks ? tick + 1 : row.loop_start), events = [];
  for (let step = 0, tick = 0; step < row.ticks + 3 && tick !== null; ++step, tick = tickAfter(tick)) {
    assert.deepEqual(shown(player), row.frames[tick], `tick ${step}`);
    player.step();
    if (step < row.ticks) events.push(...player.events().map((one) => [one.tick, one.limb, one.name, one.value]));
  }
  assert.deepEqual(events, row.events);
}

test("plays every timeline as it was baked", () => {
  for (const game of games()) {
    const bytes = packed(game), file = path.join(folder, "played.wardrobe"), archive = native.open(bytes);
    writeFileSync(file, bytes);
    const rows = rowsOf(file, "timelines"), players = new Map();
    const inits = new Set(rows.filter(({ chore }) => chore === INIT).map((row) => `${row.costume_row} ${row.dir}`));
    assert(rows.length > 10);
    for (const row of rows) {
      const costume = row.costume_row;
      if (!players.has(costume)) players.set(costume, new native.Player(archive, costume));
      start(players.get(costume), row, inits.has(`${costume} ${row.dir}`));
      assertPlays(players.get(costume), row);
    }
    archive.close();
  }
});

test("draws with wardrobe.js", async () => {
  const bytes = packed(sample("v6")), archive = await open(bytes), costume = archive.costume(1);
  const player = new native.Player(native.open(bytes), costume.row), walk = costume.timeline("walk", "W");
  start(player, { chore: 2, dir: "W" }, costume.timeline("init", "W") !== undefined);
  for (let tick = 0; tick < walk.ticks; ++tick, player.step()) {
    const { anchor, box: { width, height }, indices } = walk.tick(tick);
    const canvas = { width, height, data: new Uint8Array(width * height).fill(costume.background) };
    drawCels(player.cels().map((cel) => ({ ...cel, picture: archive.pictures[cel.picture] })), canvas, anchor);
    assert.deepEqual(canvas.data, indices);
  }
});

test("chores mix, and limbs go on when it turns", () => {
  const player = new native.Player(native.open(packed(sample("v6"))), 0);
  assert.deepEqual(player.cels(), []);
  player.start("walk", 0);
  assert.deepEqual(player.cels(), []);
  player.start("walk");
  const south = shown(player);
  assert(south.length > 0);
  player.face("N");
  const north = shown(player);
  assert.notDeepEqual(north, south);
  player.face(180);
  assert.deepEqual(shown(player), south);
  player.animate(CHORES.indexOf("walk") + 1 << 2);
  player.reset("N");
  assert.deepEqual(player.cels(), []);
});

test("mistakes are errors, and nothing breaks", () => {
  const archive = native.open(packed(sample("v6"))), player = new native.Player(archive, 0);
  assert.throws(() => new native.Player(archive, 5), { name: "WardrobeError", status: "invalid argument" });
  assert.throws(() => new native.Player(archive, -1), { name: "WardrobeError", status: "invalid argument" });
  assert.throws(() => new native.Player(archive), TypeError);
  for (const wrong of [() => player.start("run"), () => player.start(1.5), () => player.face("X"), () => player.reset()]) {
    assert.throws(wrong, TypeError);
  }
  assert.throws(() => player.face(44), { name: "WardrobeError", status: "invalid argument" });
  player.start("walk");
  assert(player.cels().length > 0);
  player.free();
  player.free();
  assert.throws(() => player.step(), WardrobeError);
  archive.close();
  assert.throws(() => new native.Player(archive, 0), WardrobeError);
});

test("freed players leave their memory", () => {
  const archive = native.open(packed(sample("v6"))), size = () => archive.instance.bytes(0, 0).buffer.byteLength;
  const play = (count) => {
    for (let i = 0; i < count; ++i) {
      const player = new native.Player(archive, i % 5);
      player.start("walk");
      for (let step = 0; step < 3; ++step, player.step()) player.cels();
      player.free();
    }
  };
  play(100);
  const before = size();
  play(20000);
  assert.equal(size(), before);
});

test("full memory is an error, and the end of that archive only", () => {
  const bytes = packed(sample("v6")), archive = native.open(bytes), { instance } = archive;
  for (let size = 2 ** 30; size >= 16; size /= 2) {
    assert.throws(() => { for (;;) instance.allocate(size); }, { name: "WardrobeError", message: "out of memory" });
  }
  assert.throws(() => new native.Player(archive, 0), { name: "WardrobeError", status: "out of memory" });
  assert.throws(() => new native.Player(archive, 0), WardrobeError);
  assert.deepEqual(new native.Player(native.open(bytes), 0).cels(), []);
});
