// The live player in WebAssembly shows what the program baked.

import assert from "node:assert/strict";
import test from "node:test";

import { drawCels, open, WardrobeError } from "../../../tools/library/javascript/wardrobe.js";
import { malloc, memory, packed, pathOf, rowsOf, sample } from "./support.mjs";

const shown = (player) => player.cels().map(({ limb, index, x, y, flip }) => [limb, index, x, y, Number(flip)]);

/** Asserts that the player shows the frames and events of `row`, and then three more ticks of its loop. */
function assertPlays(player, row) {
  const tickAfter = (tick) => (tick + 1 < row.ticks ? tick + 1 : row.loop_start), events = [];
  for (let step = 0, tick = 0; step < row.ticks + 3 && tick !== null; ++step, tick = tickAfter(tick)) {
    assert.deepEqual(shown(player), row.frames[tick], `tick ${step}`);
    player.step();
    if (step < row.ticks) events.push(...player.events().map((one) => [one.tick, one.limb, one.name, one.value]));
  }
  assert.deepEqual(events, row.events);
}

test("plays and draws every timeline as it was baked", async () => {
  const file = pathOf(sample("v8")), archive = await open(file);
  const rows = rowsOf(file, "timelines"), players = archive.costumes.map((costume) => costume.player());
  assert(rows.length > 10);
  rows.forEach((row, at) => {
    const player = players[row.costume_row], { background } = archive.costumes[row.costume_row];
    const { anchor, box: { width, height }, indices } = archive.timelines[at].tick(0);
    player.reset(row.dir);
    player.start(row.chore);
    const canvas = { width, height, data: new Uint8Array(width * height).fill(background) };
    drawCels(player.cels(), canvas, anchor);
    assert.deepEqual(canvas.data, indices);
    assertPlays(player, row);
  });
});

test("chores mix, and limbs go on when it turns", async () => {
  const [costume] = (await open(packed(sample("v6")))).costumes, player = costume.player();
  assert.deepEqual(player.cels(), []);
  player.start("walk", []);
  assert(player.cels().length > 0); // of init
  player.start("walk");
  const south = shown(player);
  assert(south.length > 0);
  player.face("N");
  const north = shown(player);
  assert.notDeepEqual(north, south);
  player.face(180);
  assert.deepEqual(shown(player), south);
  player.animate(costume.choreNumber("walk") << 2);
  player.reset("N");
  assert.deepEqual(player.cels(), []);
  const [[limb]] = north;
  player.start("walk", [limb]);
  const ofLimb = (cels) => cels.filter(([one]) => one === limb).map(([, index]) => index);
  assert.deepEqual(ofLimb(shown(player)), ofLimb(north));
});

test("mistakes are errors, and nothing breaks", async () => {
  const [costume] = (await open(packed(sample("v6")))).costumes, player = costume.player();
  for (const wrong of [() => player.start("run"), () => player.start(1.5), () => player.face("X"), () => player.face(44),
    () => player.reset(), () => player.animate("1")]) {
    assert.throws(wrong, TypeError);
  }
  for (const limbs of ["all", 3, null, [16], [-1], [0.5], ["1"]]) {
    assert.throws(() => player.start("walk", limbs), TypeError, `${limbs}`);
  }
  assert.deepEqual(player.cels(), []);
  assert.throws(() => player.setTalking(14), { name: "WardrobeError", status: "invalid argument" });
  player.start("walk");
  assert(player.cels().length > 0);
  player.free();
  player[Symbol.dispose]();
  assert.throws(() => player.step(), WardrobeError);
});

test("freed players leave their memory", async () => {
  const { costumes } = await open(packed(sample("v6"))), size = () => memory.buffer.byteLength;
  const play = (count) => {
    for (let i = 0; i < count; ++i) {
      const player = costumes[i % 5].player();
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

test("full memory is an error, and the end of that archive only", async () => {
  const bytes = packed(sample("v6")), { costumes: [other] } = await open(bytes), { costumes: [costume] } = await open(bytes);
  for (let size = 2 ** 30; size >= 16; size /= 2) while (malloc(size) !== 0);
  assert.throws(() => costume.player(), { name: "WardrobeError", status: "out of memory" });
  assert.throws(() => costume.player(), WardrobeError);
  assert.deepEqual(other.player().cels(), []);
});
