// However an archive is damaged, the package throws only WardrobeErrors, or draws the same as before. judge.mjs also
// checks this, of archives with valid checksums.

import assert from "node:assert/strict";
import test from "node:test";

import { open, openImage } from "../../../../tools/library/javascript/wardrobe.js";
import { bytesOf, orDamage, use } from "./support.mjs";

async function used(bytes) {
  return use(await open(bytes), 1);
}

for (const [name, step] of [["tiny.wardrobe", 1], ["v6.wardrobe", 50]]) {
  test(`changed bytes of ${name}`, async () => {
    const whole = bytesOf(name), drawn = await used(whole);
    for (let at = 0; at < whole.length; at += step) {
      const bytes = whole.slice();
      bytes[at] ^= 1 + at * 7 % 255;
      assert.equal(await orDamage(() => used(bytes), at) ?? drawn, drawn, `byte ${at}`);
    }
  });
}

test("truncations and more bytes", async () => {
  const whole = bytesOf("tiny.wardrobe");
  for (let size = 0; size < whole.length; size += 7) {
    assert.equal(await orDamage(() => used(whole.slice(0, size)), size), undefined);
  }
  for (const parts of [[whole, [0]], [whole, whole], [new Uint8Array(40), whole]]) {
    const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
    assert.equal(await orDamage(() => used(bytes)), undefined);
  }
});

test("changed bytes of head and directory", async () => {
  const image = bytesOf("tiny.image"), end = 64 + 64 * openImage(image).columns.size;
  for (let at = 0; at < end; ++at) {
    for (const value of [1, 0xff]) {
      const bytes = image.slice();
      bytes[at] = value;
      await orDamage(() => use(openImage(bytes)), `byte ${at} = ${value}`);
    }
  }
  for (const size of [0, 1, 63, 64, end - 1, image.length - 1]) {
    assert.equal(await orDamage(() => openImage(image.slice(0, size)), size), undefined);
  }
});

test("cels far away", async () => {
  const image = bytesOf("tiny.image"), { start } = openImage(image).columns.get("cels.x");
  new DataView(image.buffer).setInt32(start, -(2 ** 31), true);
  const timeline = openImage(image).timelines.find((one) => one.box.width > 2 ** 30);
  assert.equal(await orDamage(() => timeline.tick(0).indices), undefined);
  assert.equal(await orDamage(() => timeline.draw(0)), undefined);
});
