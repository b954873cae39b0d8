// The place of an actor in rooms of made-up boxes.

import assert from "node:assert/strict";
import test from "node:test";

import { place } from "../../../../tools/library/javascript/lib/room_place.js";

const INVISIBLE = 0x80, SLOT = 0x8000;

/** A box from `left`, `top` to `right`, `bottom`. */
const box = (number, [left, top, right, bottom], flags = 0, scale = 0) => ({ number, mask: 0, flags, scale, corners: [
  { x: left, y: top }, { x: right, y: top }, { x: right, y: bottom }, { x: left, y: bottom }] });
const room = (boxes, scales = []) =>
  ({ number: 1, archive: { gameVersion: 6 }, planes: [], boxes: [box(0, [0, 0, 0, 0]), ...boxes], scales });

test("the nearest box is one that is visible", () => {
  const made = room([box(1, [0, 0, 9, 9]), box(2, [20, 0, 29, 9], INVISIBLE)]), found = place(made, { x: 17, y: 5 });
  assert.deepEqual([found.box, found.inside], [1, false]);
});

test("a box that is a line holds the points 2 pixels from it", () => {
  for (const [y, inside] of [[7, true], [8, false]]) {
    assert.equal(place(room([box(1, [0, 5, 9, 5])]), { x: 4, y }).inside, inside);
  }
});

test("above the room, the scale is that of its top", () => {
  const made = room([box(1, [0, 0, 9, 9], 0, SLOT)], [{ scale1: 100, y1: 10, scale2: 200, y2: 110 }]);
  assert.deepEqual([60, 0, -40].map((y) => place(made, { x: 5, y }).scale), [150, 90, 90]);
});
