// Draws the first tick of the walk of costume 1 into a room, as indices, for each [direction, x, y, choice] of a list;
// prints [place, base64 of the pixels]. Arguments: the archive, and the list as JSON.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { drawActor, drawRoom, open } from "../../../tools/library/javascript/wardrobe.js";

const archive = await open(new Uint8Array(readFileSync(process.argv[2])));
const room = archive.rooms[0], costume = archive.costume(1), palette = room.palettes[0], { rgba } = palette;
const { width, height } = room;

for (const [direction, x, y, choice] of JSON.parse(process.argv[3])) {
  const { cels } = costume.timeline("walk", direction).tick(0), place = room.place({ x, y }, choice);
  const indices = { width, height, data: new Uint8Array(width * height) };
  drawRoom(room, indices);
  drawActor(cels, costume, room, place, indices);
  const colors = { width: width + 5, height: height + 2, data: new Uint8Array(4 * (width + 5) * (height + 2)) };
  for (let i = 0; i < colors.data.length; i += 4) colors.data.set(rgba.subarray(0, 4), i);
  const at = { x: 3, y: 1, clip: { left: 3, top: 1, width, height } };
  drawRoom(room, colors, { ...at, palette: rgba });
  drawActor(cels, costume, room, place, colors, { ...at, palette: costume.palette(palette) });
  const words = new Uint32Array(rgba.buffer), inside = new Uint32Array(colors.data.buffer);
  const wrong = indices.data.findIndex((color, i) =>
    inside[(Math.floor(i / width) + 1) * colors.width + i % width + 3] !== words[color]);
  assert.equal(wrong, -1);
  console.log(JSON.stringify([place, Buffer.from(indices.data).toString("base64")]));
}
const bits = archive.column("planes.bits"), offsets = archive.column("planes.bits_offset");
const stride = Math.ceil(width / 8);
assert(room.planes.length > 0);
const isWrong = (hides, at, i) => {
  const x = at % width, byte = offsets[i] + stride * Math.floor(at / width) + Math.floor(x / 8);
  return hides !== Number(byte < offsets[i + 1] && (bits[byte] & 0x80 >> x % 8) !== 0);
};
assert.deepEqual(room.planes.map((plane, i) => plane.findIndex((hides, at) => isWrong(hides, at, i))), room.planes.map(() => -1));
assert.throws(() => room.place({ x: 1, y: 1 }, { box: 99 }), RangeError);
for (const plane of [-1, room.planes.length + 1]) {
  assert.throws(() => room.place({ x: 1, y: 1 }, { plane }), RangeError);
}
assert.throws(() => drawRoom(archive.rooms[1], { width: 1, height: 1, data: new Uint8Array(1) }), RangeError);
