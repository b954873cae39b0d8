// The page's modules that need no page.

import assert from "node:assert/strict";
import test from "node:test";
import { readAddress, writeAddress } from "../../../tools/page/script/address.js";
import { fileStem, tickAfter } from "../../../tools/page/script/names.js";
import { boxAround, clipBox, zoomToFit } from "../../../tools/page/script/painter.js";

test("an address is read as it is written", () => {
  const place = { side: "old", costume: "#2", chore: "talk-start", dir: "270", tick: 12, room: "7:1",
    at: { x: 160, y: -3 }, box: 4, plane: 0 };
  assert.equal(writeAddress(place), "#side=old&costume=%232&chore=talk-start&dir=270&tick=12"
    + "&room=7:1&at=160,-3&box=4&plane=0");
  assert.deepEqual(readAddress(writeAddress(place)), place);
  assert.equal(writeAddress({ side: null, costume: "5" }), "#costume=5");
});

test("an address of nonsense asks for nothing", () => {
  const nothing = { side: null, costume: null, chore: null, dir: null, tick: null, room: null, at: null,
    box: null, plane: null };
  for (const hash of ["#room=x&at=1&box=-1&plane=a", "#room=1:&at=,", "", "#", "#%", "#%%%", "#=&&=", "#tick=", "#tick=-1", "#tick=1e9", "#tick=9999999999", "#__proto__=1"]) {
    assert.deepEqual(readAddress(hash), nothing, hash);
  }
});

test("a timeline plays what comes before its loop once", () => {
  const ticks = (timeline, loop) => [0, 1, 2, 3, 4, 5, 6, 7].map((at) => tickAfter(timeline, at, loop));
  assert.deepEqual(ticks({ ticks: 5, loopStart: 2 }), [0, 1, 2, 3, 4, 2, 3, 4]);
  assert.deepEqual(ticks({ ticks: 5, loopStart: 2 }, false), [0, 1, 2, 3, 4, 4, 4, 4]);
  assert.deepEqual(ticks({ ticks: 3, loopStart: null }), [0, 1, 2, 0, 1, 2, 0, 1]);
  assert.equal(tickAfter({ ticks: 3, loopStart: 0 }, -4), 0);
});

test("boxes hold what they are around, as far as a canvas can", () => {
  const one = { left: -5, top: -20, width: 10, height: 20 }, other = { left: 3, top: -4, width: 8, height: 9 };
  assert.deepEqual(boxAround([one, other]), { left: -5, top: -20, width: 16, height: 25 });
  assert.deepEqual(boxAround([]), { left: 0, top: 0, width: 1, height: 1 });
  assert.deepEqual(clipBox(one), one);
  const far = clipBox({ left: -2147483648, top: 5000, width: 4294967295, height: 1 });
  assert.ok(far.width <= 4096 && far.height >= 1 && far.height <= 4096, JSON.stringify(far));
  assert.equal(zoomToFit(one, 100, 100, 16), 5);
  assert.equal(zoomToFit({ width: 300, height: 10 }, 100, 100, 16), 0);
});

test("names of files hold no surprises", () => {
  assert.equal(fileStem("Day of the Tentacle.wardrobe"), "Day_of_the_Tentacle");
  assert.equal(fileStem("../<b>.wardrobe"), ".._b_");
  assert.equal(fileStem(".wardrobe"), "costumes");
});
