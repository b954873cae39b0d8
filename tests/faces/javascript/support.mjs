// Shared by the tests of the JavaScript package. WARDROBE_ARCHIVES is a folder that javascript_test.py fills.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

import { WardrobeError } from "../../../tools/library/javascript/wardrobe.js";

const FOLDER = process.env.WARDROBE_ARCHIVES;

export function pathOf(name) {
  return path.join(FOLDER, name);
}

/** Returns bytes in a buffer of their own, not in Node's pool. */
export function bytesOf(name) {
  return new Uint8Array(readFileSync(pathOf(name)));
}

export function sha1(...parts) {
  const hash = createHash("sha1");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

/** Calls everything that an archive offers; returns a hash of what it draws. */
export function use(archive, ticks = 20) {
  const drawn = [];
  for (const name of archive.columns) orMissing(() => archive.column(name)); // types of later versions
  for (const things of [archive.sources, archive.rooms, archive.palettes, archive.failures]) things.forEach(useGetters);
  for (const costume of archive.costumes) {
    useGetters(costume);
    costume.tables.forEach((table) => table.entries.forEach(useGetters));
  }
  for (const picture of archive.pictures) drawn.push(picture.imageData().data);
  for (const timeline of archive.timelines) {
    useGetters(timeline);
    for (let tick = 0; tick < Math.min(timeline.ticks, ticks); ++tick) drawn.push(timeline.draw(tick).data);
  }
  return sha1(JSON.stringify([...archive.column("costumes.id")]), ...drawn);
}

function orMissing(action) {
  try {
    action();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

function useGetters(object) {
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(object))) void object[name];
}

/** Returns the result, or undefined if a WardrobeError was thrown. Fails on any other exception. */
export async function orDamage(action, what) {
  try {
    return await action();
  } catch (error) {
    assert(error instanceof WardrobeError, `${what}: ${error.stack}`);
    assert(error.offset === undefined || error.offset >= 0, what);
    return undefined;
  }
}
