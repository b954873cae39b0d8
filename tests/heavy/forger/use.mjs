// Uses archives as the JavaScript package offers. Each line on stdin is a path. The answer is a line of JSON:
// {"error": the stack of what was thrown, or null if that was nothing or a WardrobeError; "cpu": in ms; "peak": in KiB}.

import { createInterface } from "node:readline";

import * as wardrobe from "../../../tools/library/javascript/wardrobe.js";

const TICKS = 6, MOST = 20;
const SIDE = 64;

// Node has no ImageData.
globalThis.ImageData ??= class {
  constructor(data, width, height) {
    Object.assign(this, typeof data === "number"
      ? { data: new Uint8ClampedArray(4 * data * width), width: data, height: width } : { data, width, height });
  }
};

function useGetters(object) {
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(object))) void object[name];
}

/** Calls `action`; a thing that is missing or too large to draw throws a RangeError of the package's own. */
function orMissing(action) {
  try {
    action();
  } catch (error) {
    if (!(error instanceof wardrobe.WardrobeError) && !/^(costume (\d+|null) |no |there is no |.*too (large|many|long))/.test(error.message))
      throw error;
  }
}

function useRoom(room, costumes) {
  useGetters(room);
  const canvas = { width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE) };
  if (room.hasBackground) wardrobe.drawRoom(room, canvas, { x: -3, y: 2 });
  for (const costume of costumes) {
    const timeline = costume.timelines[0];
    if (!timeline) continue;
    for (const point of [{ x: 20, y: 30 }, { x: -5, y: 1e6 }]) {
      const place = room.place(point, { clip: timeline.tick(0).clip });
      wardrobe.drawActor(timeline.tick(0).cels, costume, room, place, canvas, {
        shading: room.palettes.length ? costume.roomShading(room.palettes[0]) : null });
    }
  }
}

/** Returns the first things and the last one. */
function some(things) {
  return [...things.slice(0, MOST), ...things.slice(MOST).slice(-1)];
}

function use(archive) {
  for (const name of archive.columns) archive.column(name);
  for (const things of [archive.sources, archive.palettes, archive.failures]) things.forEach(useGetters);
  for (const costume of some(archive.costumes)) {
    useGetters(costume);
    costume.tables.forEach((table) => table.entries.forEach(useGetters));
    costume.shading();
    some(archive.palettes).forEach((palette) => costume.palette(palette));
    orMissing(() => costume.timeline());
    orMissing(() => costume.timeline("stand", "S"));
  }
  for (const picture of some(archive.pictures)) orMissing(() => picture.imageData());
  for (const timeline of some(archive.timelines)) {
    orMissing(() => useGetters(timeline));
    for (let tick = 0; tick < Math.min(timeline.ticks, TICKS); ++tick) {
      useGetters(timeline.tick(tick).cels);
      orMissing(() => timeline.draw(tick));
    }
  }
  for (const room of some(archive.rooms)) orMissing(() => useRoom(room, some(archive.costumes)));
}

for await (const path of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage();
  let error = null;
  try {
    use(await wardrobe.open(path));
  } catch (thrown) {
    if (!(thrown instanceof wardrobe.WardrobeError)) error = String(thrown.stack ?? thrown);
    else error = `refused: ${thrown.message}`;
  }
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${JSON.stringify({ error, cpu: Math.round((user + system) / 1000),
                                           peak: Math.round(process.memoryUsage.rss() / 1024) })}\n`);
}
