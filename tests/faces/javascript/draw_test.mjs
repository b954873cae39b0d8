// Drawing: what a frame shows, and where.

import assert from "node:assert/strict";
import test from "node:test";

import { drawActor, drawCels, drawRoom, open } from "../../../tools/library/javascript/wardrobe.js";
import { packed, sample } from "./support.mjs";

const archive = await open(packed(sample("v6")));
const costume = archive.costume(1), walk = costume.timeline("walk", "W");

/** Returns the pixels of an image as numbers. */
function words({ rgba, data = rgba }) {
  return [...new Uint32Array(data.buffer, data.byteOffset, data.length / 4)];
}

test("cels are drawn as far as they are in the canvas and the clip", () => {
  const frame = walk.tick(0), { width, height } = walk.box, whole = frame.indices, { background } = costume;
  for (const [dx, dy, clip] of [[0, 0], [-5, 3], [7, -9], [1000, 0], [0, -1000],
    [2, 2, { left: 3, top: 5, width: 6, height: 9 }], [0, 0, { left: -9, top: -9, width: 1000, height: 12 }],
    [0, 0, { left: 5, top: 5, width: -2, height: 3 }],
    [0, 0, { left: 2, top: 1, width: width - 4, height: height - 2 }]]) {
    const data = new Uint8Array(width * height).fill(background);
    drawCels(frame.cels, { width, height, data }, { x: frame.anchor.x + dx, y: frame.anchor.y + dy, clip });
    const isIn = (x, y) => !clip
      || x >= clip.left && x < clip.left + clip.width && y >= clip.top && y < clip.top + clip.height;
    data.forEach((pixel, at) => {
      const x = at % width, y = Math.floor(at / width), fromX = x - dx, fromY = y - dy;
      const isDrawn = isIn(x, y) && fromX >= 0 && fromX < width && fromY >= 0 && fromY < height;
      assert.equal(pixel, isDrawn ? whole[fromY * width + fromX] : background, `${[dx, dy, x, y]}`);
    });
  }
});

test("canvases and palettes of the wrong size are refused", () => {
  const { cels } = walk.tick(0), palette = costume.palette();
  const draw = (data, options) => drawCels(cels, { width: 4, height: 4, data }, { x: 0, y: 0, ...options });
  const [indices, colors] = [new Uint8Array(16), new Uint8Array(64)];
  for (const [data, options] of [[new Uint8Array(17)], [colors], [colors, { palette: palette.slice(1) }],
    [indices, { x: 0.5 }], [indices, { x: undefined }]]) {
    assert.throws(() => draw(data, options), TypeError);
  }
});

test("the background is a value that is not drawn", () => {
  for (const costume of archive.costumes) {
    assert(costume.pictures.every(({ transparent }) => transparent === costume.background));
    assert.deepEqual([...costume.palette().subarray(4 * costume.background, 4 * costume.background + 4)], [0, 0, 0, 0]);
  }
});

test("hidden limbs", () => {
  const frame = walk.tick(0), limbs = frame.cels.map((cel) => cel.limb), plain = frame.draw();
  assert.deepEqual(words(frame.draw({ hidden: limbs })), Array(plain.width * plain.height).fill(0));
  const [hidden] = limbs, { width, height } = plain, data = new Uint8ClampedArray(plain.data.length);
  const shown = frame.cels.filter((cel) => cel.limb !== hidden);
  drawCels(shown, { width, height, data }, { ...frame.anchor, palette: costume.palette() });
  assert.deepEqual(frame.draw({ hidden: new Set([hidden]) }).data, data);
  assert.notDeepEqual(plain.data, data);
});

test("colours are blended with those of the canvas", () => {
  const [picture] = costume.pictures, { width, height, indices, transparent } = picture;
  const palette = costume.palette().map((part, i) => (i % 4 === 3 && part > 0 ? 128 : 0)); // shadows
  const data = new Uint8Array(4 * width * height).fill(255);
  drawCels([{ picture, x: 0, y: 0, limb: 0, index: 0, flip: false }], { width, height, data }, { x: 0, y: 0, palette });
  indices.forEach((value, i) => assert.equal(data[4 * i], value === transparent ? 255 : 127));
});

test("palettes of all kinds", () => {
  const palette = archive.palette(1, 1), rgba = costume.palette(palette), rgb = rgba.filter((_, i) => i % 4 < 3);
  const { data } = walk.draw(0, { palette });
  for (const choice of [[1, 1], rgba, rgb, new Uint8ClampedArray(rgb)]) {
    assert.deepEqual(walk.draw(0, { palette: choice }).data, data);
  }
  assert.notDeepEqual(walk.draw(0).data, data);
  assert.deepEqual(costume.palette(null), costume.palette());
  costume.palette().fill(7);
  assert.notEqual(costume.palette()[0], 7);
  assert.throws(() => costume.palette([1, 9]), RangeError);
  assert.throws(() => costume.palette(99), RangeError);
  for (const length of [767, 771, 1023]) assert.throws(() => costume.palette(new Uint8Array(length)), TypeError);
});

test("images are ImageData where there is one", () => {
  const plain = costume.pictures[0].imageData(), drawn = walk.draw(0);
  globalThis.ImageData = class {
    constructor(data, width, height) { Object.assign(this, { data, width, height }); }
  };
  for (const [image, like] of [[costume.pictures[0].imageData(), plain], [walk.draw(0), drawn]]) {
    assert(image instanceof ImageData);
    assert.deepEqual([image.width, image.height, image.data], [like.width, like.height, like.data]);
  }
  delete globalThis.ImageData;
});

test("rooms and actors are drawn in colours on a part of a canvas", async () => {
  const archive = await open(packed(sample("v6"), "--rooms")), [room] = archive.rooms, costume = archive.costume(1);
  const { width, height, palettes: [palette] } = room, { rgba } = palette;
  const { cels } = costume.timeline("walk", "W").tick(0);
  const place = room.place({ x: 80, y: 100 }), plain = { width, height, data: new Uint8Array(width * height) };
  drawRoom(room, plain);
  drawActor(cels, costume, room, place, plain);
  const canvas = { width: width + 5, height: height + 2, data: new Uint8Array(4 * (width + 5) * (height + 2)) };
  for (let i = 0; i < canvas.data.length; i += 4) canvas.data.set(rgba.subarray(0, 4), i);
  const at = { x: 3, y: 1, clip: { left: 3, top: 1, width, height } };
  drawRoom(room, canvas, { ...at, palette: rgba });
  drawActor(cels, costume, room, place, canvas, { ...at, palette: costume.palette(palette) });
  const colors = words(palette), shown = words(canvas);
  plain.data.forEach((value, i) =>
    assert.equal(shown[(Math.floor(i / width) + 1) * canvas.width + i % width + 3], colors[value], `${i}`));
});

test("planes of rooms are the bits of their column", async () => {
  const [room] = archive.rooms, { width, planes } = room, stride = Math.ceil(width / 8);
  const bits = archive.column("planes.bits"), offsets = archive.column("planes.bits_offset");
  assert(planes.some((plane) => plane.includes(1)));
  planes.forEach((plane, i) => plane.forEach((hides, at) => {
    const x = at % width, byte = offsets[i] + stride * Math.floor(at / width) + (x >> 3);
    assert.equal(hides, byte < offsets[i + 1] ? bits[byte] >> 7 - x % 8 & 1 : 0, `${i}, ${at}`);
  }));
  for (const wrong of [{ box: 99 }, { plane: -1 }, { plane: planes.length + 1 }]) {
    assert.throws(() => room.place({ x: 1, y: 1 }, wrong), RangeError);
  }
  assert.throws(() => drawRoom(room, { width: 1, height: 1, data: new Uint8Array(1) }), RangeError);
});
